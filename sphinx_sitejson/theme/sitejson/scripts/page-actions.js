// @ts-check
"use strict";

/* Copies the page as Markdown, or a text. Pages opened from disk cannot fetch other files, so that entry stays hidden there. */
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
        const response = copyPage === undefined ? new Response(copyText) : await fetch(copyPage);
        if (!response.ok) throw new Error(response.statusText);
        await sitejson.copyText(await response.text());
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
