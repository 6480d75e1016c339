// @ts-check
"use strict";

/* On Read the Docs the hosted versions, languages and downloads come into the version menu; its own menu is not shown then. */
(() => {
  /** @typedef {{ name: string, href: string, isCurrent?: boolean, language?: string }} Entry */

  /** Where the page stands below the root of its version; all versions and languages are asked for the same page. */
  const pathOfPage = () => {
    const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
    const page = location.origin + location.pathname;
    return page.startsWith(root) ? page.slice(root.length).replace(/(^|\/)index\.html$/, "$1") : "";
  };

  /** The parts of the menu: the name of a part, and what is in it. @param {any} data @returns {[string, Entry[]][]} */
  const partsOf = ({ versions: { active, current }, projects: { current: project = {}, translations = [] } = {} }) => {
    const path = pathOfPage();
    const page = (/** @type {any} */ { urls }) => urls.documentation.replace(/\/*$/, "/") + path;
    const versions = active.map((/** @type {any} */ version) => ({
      name: version.slug,
      href: page(version),
      isCurrent: version.slug === current?.slug
    }));
    const projects = translations.length ? [...translations, project] : [];
    const languages = projects.map((/** @type {any} */ each) => {
      const language = each.language.code.replace("_", "-");
      const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
      return { name, href: page(each), isCurrent: each === project, language };
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
  const show = (data) => {
    const { active = [], current } = data.versions ?? {};
    const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll("[data-hosted]"));
    if (!active.length || !templates.length || data.projects?.current?.versioning_scheme?.startsWith("single")) return;

    const parts = partsOf(data).filter(([, entries]) => entries.length);
    for (const template of templates) {
      const menu = /** @type {HTMLElement} */ (template.parentElement);
      const list = /** @type {Element} */ (menu.querySelector("ul"));
      const hasOwn = list.children.length > 0;
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
      if (hasOwn) continue;
      /** @type {Element} */ (menu.querySelector("[data-version-name]")).textContent = current?.slug ?? "";
      menu.hidden = false;
    }
    document.documentElement.dataset.hostedVersions = "";
  };

  const known = /** @type {any} */ (globalThis).ReadTheDocsEventData;
  if (known) show(known.data());
  else
    document.addEventListener(
      "readthedocs-addons-data-ready",
      (event) => show(/** @type {any} */ (event).detail.data()),
      { once: true }
    );
})();
