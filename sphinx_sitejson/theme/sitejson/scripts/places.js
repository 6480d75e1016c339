// @ts-check
"use strict";

/* A page may be listed in several places: versions or tabs that share it. It is drawn in the first; whoever comes
   from another place that lists it sees the navigation of that one, and a choice of a place is kept. */
(() => {
  const root = document.documentElement;
  const own = root.dataset.place;
  if (own === undefined) return;
  const places = (root.dataset.places ?? own).split(" ");
  const keep = (/** @type {string} */ place) => sitejson.keep("place", place, "sessionStorage");

  /** How many divisions two places share, from the outside in. @param {string} a @param {string} b */
  const shared = (a, b) => {
    const [first, second] = [a.split("."), b.split(".")];
    const end = first.findIndex((division, index) => division !== second[index]);
    return end < 0 ? first.length : end;
  };
  const kept = sitejson.recall("place", "sessionStorage");
  let shown = own;
  for (const place of kept ? places : []) {
    if (shared(place, kept) > shared(shown, kept)) shown = place;
  }
  keep(shown);

  /** A link to a division whose first page is drawn elsewhere leads there all the same. @param {ParentNode} part */
  const prepare = (part) => {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (part.querySelectorAll("a[data-keep-place]"))) {
      const place = link.dataset.keepPlace ?? "";
      if (link.dataset.first) link.setAttribute("href", link.dataset.first);
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        keep(place);
        if (link.dataset.first || !places.some((each) => `${each}.`.startsWith(`${place}.`))) return;
        // The page itself is listed there, so the reader stays.
        event.preventDefault();
        location.reload();
      });
    }
  };
  prepare(document);
  if (shown === own) return;

  /**
   * Put parts of another place where those of the first one are.
   * @param {ParentNode} parts
   * @param {string} name
   * @param {string} selector
   */
  const replace = (parts, name, selector) => {
    const part = parts.querySelector(`[data-part="${name}"]`);
    if (!part) return;
    const old = [...document.querySelectorAll(selector)];
    const fresh = part.querySelector(selector);
    for (const element of old) {
      // Lists keep their element, since other scripts listen to it.
      if (fresh && element.matches(".sj-tabs"))
        element
          .querySelector("ul")
          ?.replaceChildren(
            ...[.../** @type {Element} */ (fresh.cloneNode(true)).querySelectorAll(":scope > ul > li")]
          );
      else if (fresh) element.replaceWith(fresh.cloneNode(true));
      else element.remove();
    }
    if (old.length === 0 && fresh && (name === "choosers" || name === "anchors"))
      document.querySelector(".sj-sidebar-scroll .sj-tree")?.before(...part.children);
  };

  /** Called by the file of a place. @param {[string, Record<string, string>]} content */
  sitejson.setPlace = ([common, pages]) => {
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
    replace(parts, "tabs", ".sj-tabs");
    replace(parts, "choosers", ".sj-chooser");
    replace(parts, "anchors", ".sj-anchors");
    replace(parts, "eyebrow", ".sj-breadcrumbs");
    replace(parts, "neighbors", ".sj-neighbours");
    replace(parts, "versions", ".sj-versions:not(.sj-languages)");
    replace(parts, "languages", ".sj-languages");
    const rows = parts.querySelector('[data-part="tree"]');
    if (rows) tree.replaceChildren(...rows.childNodes);
    delete tree.dataset.tree;
    root.dataset.place = shown;
    prepare(document);
    document.dispatchEvent(new Event("sitejson:place"));
  };

  void sitejson.load(`_static/sitejson-place-${shown}.js`);
})();
