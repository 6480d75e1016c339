// @ts-check
"use strict";

/* On Read the Docs, add the hosted versions, languages and downloads to the version menu, and hide the menu of Read the Docs. */
(() => {
  /** @typedef {{ name: string, href: string, isCurrent?: boolean, language?: string }} Entry */

  /**
   * Return the path of the page below the root of its version; links to other versions and languages use the same path.
   */
  const pagePath = () => {
    const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
    const pageIn = location.origin + location.pathname;
    return pageIn.startsWith(root) ? pageIn.slice(root.length).replace(/(^|\/)index\.html$/, "$1") : "";
  };

  /**
   * Return the sections of the menu, each with its name and entries.
   * @param {any} data
   * @returns {[string, Entry[]][]}
   */
  const menuParts = ({
    versions: { active, current },
    projects: { current: project = {}, translations = [] } = {}
  }) => {
    const path = pagePath();
    const pageIn = (/** @type {any} */ { urls }) => urls.documentation.replace(/\/*$/, "/") + path;
    const versions = active.map((/** @type {any} */ version) => ({
      name: version.slug,
      href: pageIn(version),
      isCurrent: version.slug === current?.slug
    }));
    const projects = translations.length ? [...translations, project] : [];
    const languages = projects.map((/** @type {any} */ each) => {
      const language = each.language.code.replace("_", "-");
      const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
      return { name, href: pageIn(each), isCurrent: each === project, language };
    });
    const downloads = Object.entries(current?.downloads ?? {}).map(([format, href]) => ({
      name: format.replace("zip", "").toUpperCase(),
      href: String(href)
    }));
    languages.sort((a, b) => a.language.localeCompare(b.language));
    return [
      ["", versions],
      ["languages", languages],
      ["downloads", downloads]
    ];
  };

  /** @param {any} data */
  const renderMenu = (data) => {
    const { active = [], current } = data.versions ?? {};
    const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll("[data-hosted]"));
    if (!active.length || !templates.length || data.projects?.current?.versioning_scheme?.startsWith("single")) return;

    const parts = menuParts(data).filter(([, entries]) => entries.length);
    for (const template of templates) {
      const menu = /** @type {HTMLElement} */ (template.parentElement);
      const list = /** @type {Element} */ (menu.querySelector("ul"));
      const hasEntries = list.children.length > 0;
      for (const [part, entries] of parts) {
        const { children } = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
        const [heading, item] = children;
        heading.textContent = template.dataset[part] ?? "";
        const items = entries.map(({ name, href, isCurrent, language = "" }) => {
          const copy = /** @type {Element} */ (item.cloneNode(true));
          const link = /** @type {HTMLAnchorElement} */ (copy.firstElementChild);
          link.href = href;
          /** @type {Element} */ (link.firstElementChild).textContent = name;
          if (isCurrent) link.setAttribute("aria-current", "true");
          if (language) link.lang = link.hreflang = language;
          return copy;
        });
        const all = part ? [heading, ...items] : items;
        all[0].className += " sj-hosted";
        list.append(...all);
      }
      if (hasEntries) continue;
      /** @type {Element} */ (menu.querySelector("[data-version-name]")).textContent = current?.slug ?? "";
      menu.hidden = false;
    }
    document.documentElement.dataset.hostedVersions = "";
  };

  const eventData = /** @type {any} */ (globalThis).ReadTheDocsEventData;
  if (eventData) renderMenu(eventData.data());
  else
    document.addEventListener(
      "readthedocs-addons-data-ready",
      (event) => renderMenu(/** @type {any} */ (event).detail.data()),
      { once: true }
    );
})();
