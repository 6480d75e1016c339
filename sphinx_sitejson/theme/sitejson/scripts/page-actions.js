// @ts-check
"use strict";

/* Copies the page as Markdown. A page opened from disk may not read its neighbours, so the entry stays hidden there. */
(() => {
  if (!location.protocol.startsWith("http")) return;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy-page]"))) {
    button.closest("li")?.removeAttribute("hidden");
    button.addEventListener("click", async () => {
      try {
        const answer = await fetch(button.dataset.copyPage ?? "");
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
