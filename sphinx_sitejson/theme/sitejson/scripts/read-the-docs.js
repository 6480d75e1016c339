// @ts-check
"use strict";

/* On Read the Docs the hosted versions come into the version menu, and its own menu is not shown. */
document.addEventListener("readthedocs-addons-data-ready", (event) => {
  const { active = [], current } = /** @type {any} */ (event).detail.data().versions ?? {};
  const menus = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".sj-versions"));
  if (active.length === 0 || menus.length === 0) return;

  for (const menu of menus) {
    const template = /** @type {HTMLTemplateElement | null} */ (menu.querySelector("[data-hosted-version]"));
    const list = menu.querySelector("ul");
    if (!template || !list) return;
    const hasOwn = list.children.length > 0;
    for (const version of active) {
      const entry = /** @type {Element} */ (template.content.firstElementChild?.cloneNode(true));
      const link = /** @type {HTMLAnchorElement} */ (entry.querySelector("a"));
      entry.className = "sj-hosted";
      link.href = version.urls.documentation;
      /** @type {Element} */ (link.querySelector("span")).textContent = version.slug;
      if (version.slug === current?.slug) link.setAttribute("aria-current", "true");
      list.append(entry);
    }
    if (hasOwn) continue;
    /** @type {Element} */ (menu.querySelector("[data-version-name]")).textContent = current?.slug ?? "";
    menu.hidden = false;
  }
  document.documentElement.dataset.hostedVersions = "";
});
