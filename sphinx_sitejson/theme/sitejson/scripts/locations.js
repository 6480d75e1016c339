// @ts-check
"use strict";

/* A page may have several locations in the navigation: versions or tabs that share it. It is rendered in the first;
   a reader who comes from another of its locations sees the navigation of that one. The location is stored. */
(() => {
  const root = document.documentElement;
  const pageLocation = root.dataset.location;
  if (pageLocation === undefined) return;
  const locations = (root.dataset.locations ?? pageLocation).split(" ");
  const storeLocation = (/** @type {string} */ target) => sitejson.writeStorage("location", target, "sessionStorage");

  /** Count the divisions that two locations share, from the outermost. @param {string} a @param {string} b */
  const countShared = (a, b) => {
    const [first, second] = [a.split("."), b.split(".")];
    const end = first.findIndex((division, index) => division !== second[index]);
    return end < 0 ? first.length : end;
  };
  const storedLocation = sitejson.readStorage("location", "sessionStorage");
  let visibleLocation = pageLocation;
  for (const target of storedLocation ? locations : []) {
    if (countShared(target, storedLocation) > countShared(visibleLocation, storedLocation)) visibleLocation = target;
  }
  storeLocation(visibleLocation);

  /**
   * Let links to a division store its location, also if its first page is rendered elsewhere.
   * @param {ParentNode} part
   */
  const prepareLinks = (part) => {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (part.querySelectorAll("a[data-set-location]"))) {
      const target = link.dataset.setLocation ?? "";
      if (link.dataset.first) link.setAttribute("href", link.dataset.first);
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        storeLocation(target);
        if (link.dataset.first || !locations.some((each) => `${each}.`.startsWith(`${target}.`))) return;
        // The current page has that location, so the reader stays.
        event.preventDefault();
        location.reload();
      });
    }
  };
  prepareLinks(document);
  if (visibleLocation === pageLocation) return;

  /**
   * Replace a part of the navigation with that of another location.
   * @param {ParentNode} parts
   * @param {string} name
   * @param {string} selector
   */
  const replacePart = (parts, name, selector) => {
    const part = parts.querySelector(`[data-part="${name}"]`);
    if (!part) return;
    const old = [...document.querySelectorAll(selector)];
    const replacement = part.querySelector(selector);
    for (const element of old) {
      // Lists keep their element, since other scripts have listeners on it.
      if (replacement && element.matches(".sj-tabs"))
        element
          .querySelector("ul")
          ?.replaceChildren(
            ...[.../** @type {Element} */ (replacement.cloneNode(true)).querySelectorAll(":scope > ul > li")]
          );
      else if (replacement) element.replaceWith(replacement.cloneNode(true));
      else element.remove();
    }
    if (old.length === 0 && replacement && (name === "choosers" || name === "anchors"))
      document.querySelector(".sj-sidebar-scroll .sj-tree")?.before(...part.children);
  };

  /** Called by the file of a location. @param {[string, Record<string, string>]} content */
  sitejson.setLocation = ([common, pages]) => {
    const contentRoot = root.dataset.content_root ?? "";
    const tree = /** @type {HTMLElement | null} */ (document.querySelector(".sj-sidebar-scroll .sj-tree"));
    const page = pages[tree?.dataset.page ?? ""];
    if (!tree || page === undefined) return;
    const template = document.createElement("template");
    template.innerHTML = (common + page).replaceAll("\ue000/", contentRoot);
    const parts = template.content;
    for (const row of parts.querySelectorAll("a.sj-row")) {
      if (row.getAttribute("href") !== contentRoot + tree.dataset.page) continue;
      row.setAttribute("aria-current", "page");
      row.setAttribute("href", "#");
      for (let fold = row.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
        fold.open = true;
    }
    const icons = parts.querySelector("symbol")?.closest("div");
    if (icons) document.body.append(icons);
    replacePart(parts, "tabs", ".sj-tabs");
    replacePart(parts, "choosers", ".sj-chooser");
    replacePart(parts, "anchors", ".sj-anchors");
    replacePart(parts, "eyebrow", ".sj-breadcrumbs");
    replacePart(parts, "neighbors", ".sj-neighbours");
    replacePart(parts, "versions", ".sj-versions:not(.sj-languages)");
    replacePart(parts, "languages", ".sj-languages");
    const rows = parts.querySelector('[data-part="tree"]');
    if (rows) tree.replaceChildren(...rows.childNodes);
    delete tree.dataset.tree;
    root.dataset.location = visibleLocation;
    prepareLinks(document);
    document.dispatchEvent(new Event("sitejson:location"));
  };

  void sitejson.loadScript(`_static/sitejson-location-${visibleLocation}.js`);
})();
