// @ts-check
"use strict";

// Only in a preview: reloads the page after a build, and shows why a build failed.

(() => {
  const { events } = /** @type {any} */ (globalThis).sitejsonPreview;
  /** @type {number | undefined} */
  let buildNumber;
  /** @type {HTMLElement | undefined} */
  let notice;

  /**
   * Show a notice at the lower edge; its text is never markup.
   * @param {string} title
   * @param {string} text
   * @param {boolean} [hasButton]
   */
  const showNotice = (title, text, hasButton) => {
    notice?.remove();
    notice = document.createElement("div");
    notice.setAttribute("role", "alert");
    notice.popover = "manual";
    notice.style.cssText =
      "position:fixed;inset:auto 1rem 1rem;margin:0 auto;width:auto;max-width:60rem;max-height:60vh;overflow:auto;padding:1rem;border:2px solid #b91c1c;border-radius:.5rem;background:#fff;color:#111;font:14px/1.5 system-ui,sans-serif;z-index:9999";
    const head = document.createElement("strong");
    head.textContent = title;
    const body = document.createElement("pre");
    body.textContent = text;
    body.style.cssText =
      "margin:.5rem 0 0;white-space:pre-wrap;font:12px/1.5 ui-monospace,monospace;color:inherit;background:none;border:0;padding:0";
    notice.append(head, ...(text ? [body] : []));
    if (hasButton) {
      const reloadButton = document.createElement("button");
      reloadButton.textContent = "Reload";
      reloadButton.style.cssText = "margin-inline-start:1rem";
      reloadButton.onclick = () => location.reload();
      notice.append(reloadButton);
    }
    (document.querySelector("dialog[open]") ?? document.body).append(notice);
    notice.showPopover?.();
  };

  const source = new EventSource(events);
  source.addEventListener("build", (event) => {
    const { number, isGood, log } = JSON.parse(event.data);
    const isNew = buildNumber !== undefined && number !== buildNumber;
    buildNumber = number;
    document.documentElement.dataset.sitejsonBuild = number;
    if (!isGood) showNotice("The build failed", log);
    else if (!isNew) return;
    // The inputs of an open playground are not discarded.
    else if (document.querySelector("dialog[open]")) showNotice("The site was built again", "", true);
    else location.reload();
  });
  // A frozen page must not keep a connection: browsers allow six to one server.
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
})();
