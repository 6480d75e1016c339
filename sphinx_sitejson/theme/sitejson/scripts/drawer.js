// @ts-check
"use strict";

/* The menu of small screens. Without this script its link opens the sidebar as a sheet (:target);
   with it the sidebar moves into a modal dialog, which traps the focus and makes the page inert. */
(() => {
  const sidebar = document.getElementById("sj-sidebar");
  const openLink = document.querySelector("[data-drawer-open]");
  const closeButton = /** @type {HTMLElement | null} */ (document.querySelector("[data-drawer-close]"));
  if (!sidebar || !openLink) return;

  const placeholder = document.createComment("sidebar");
  const dialog = document.createElement("dialog");
  dialog.className = "sj-drawer";
  dialog.setAttribute("aria-label", (openLink.textContent ?? "").replace(/\s+/g, " ").trim());
  document.body.append(dialog);
  openLink.setAttribute("aria-haspopup", "dialog");

  const open = () => {
    sidebar.before(placeholder);
    dialog.append(sidebar);
    dialog.showModal();
    closeButton?.focus();
    dialog.dispatchEvent(new Event("sitejson:open", { bubbles: true }));
  };

  openLink.addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
  closeButton?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // Sphinx's sphinx_highlight.js cancels Escape, so the event stops here.
    event.stopPropagation();
    dialog.close();
  });
  dialog.addEventListener("close", () => placeholder.replaceWith(sidebar));
  matchMedia("(min-width: 1024px)").addEventListener("change", () => dialog.close());
  if (location.hash === "#sj-sidebar" && matchMedia("(max-width: 1023.98px)").matches) open();
})();
