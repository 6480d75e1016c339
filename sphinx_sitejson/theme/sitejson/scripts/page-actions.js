// @ts-check
"use strict";

/* Copies the page as Markdown, or a text. A page opened from disk may not read its neighbors, so that entry stays hidden there. */
(() => {
  const isOnline = location.protocol.startsWith("http");
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll("[data-copy-page], [data-copy-text]")
  )) {
    const { copyPage, copyText } = button.dataset;
    if (copyPage !== undefined && !isOnline) continue;
    button.closest("li")?.removeAttribute("hidden");
    button.addEventListener("click", async () => {
      try {
        const answer = copyPage === undefined ? new Response(copyText) : await fetch(copyPage);
        if (!answer.ok) throw new Error(answer.statusText);
        await sitejson.copy(await answer.text());
      } catch {
        sitejson.announce("notCopied");
      }
      const menu = button.closest("details");
      if (!menu) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  }
})();
