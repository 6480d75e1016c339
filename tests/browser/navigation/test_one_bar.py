"""The top bar at every width: nothing lies over anything else, whatever the brand of a site is."""

import pytest

from support.docs_site import docs_files
from support.windows import visit

pytestmark = pytest.mark.wide

WIDTHS = (
    320, 340, 360, 390, 414, 480, 600, 720, 768, 900,
    1023, 1024, 1100, 1200, 1279, 1280, 1366, 1440, 1920, 2560,
)  # fmt: skip
THEMES = ("venus", "quill", "prism")
OTHER_THEMES = f"""
from dataclasses import replace
from pathlib import Path
from sphinx_sitejson.site_build.build_state import site_domain
from sphinx_sitejson.theme.files import style_sheet

def write_themes(app, error):
    settings = site_domain(app.env).site.settings
    for theme in {THEMES}:
        style = style_sheet(app, replace(settings, theme=theme))
        Path(app.outdir, "_static", f"{{theme}}.css").write_text(style)

def setup(app):
    app.connect("build-finished", write_themes)
"""
BRANDS = {
    "mark": {},
    "long name": {"name": "International Consortium of Lighthouse Keepers and Pilots", "logo": 0},
    "mark and long name": {"name": "Lighthouse Keepers and Harbour Pilots of the North Sea"},
    "wide logo": {"logo": 900, "name": ""},
    "wide logo, long version": {"logo": 900, "name": "", "version": "2026.11.17-preview.4+nightly"},
    "twelve tabs": {"tabs": 12},
    "twelve tabs, wide logo, many links": {"tabs": 12, "logo": 600, "name": "", "links": 6},
    "long tabs": {"tabs": 6, "tab": "Application programming interfaces"},
    "no tabs, many links": {"tabs": 0, "links": 6},
    "long links": {"link": "Community discussion forum", "links": 2, "call": "Start a free trial"},
}
MEASURE = """async ([address, widths, themes, brands]) => {
  const frame = document.createElement("iframe");
  frame.style = "border: 0; block-size: 600px";
  document.body.append(frame);
  const load = (url) => new Promise((done) => { frame.onload = done; frame.src = url; });
  const problems = [];
  for (const [name, brand] of Object.entries(brands)) {
    frame.style.inlineSize = "1440px";
    await load(`${address}/v2/intro.html`);
    const page = frame.contentDocument;
    const all = (selector) => [...page.querySelectorAll(selector)];
    const drawing = (width) => "data:image/svg+xml," + encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="60"/>`);
    for (const place of all(".sj-brand")) {
      const text = place.querySelector(".sj-site-name");
      if (brand.name !== undefined) text.textContent = brand.name;
      if (brand.logo !== 0) {
        const logo = new page.defaultView.Image(brand.logo ?? 60, 60);
        logo.className = "sj-logo";
        logo.src = drawing(brand.logo ?? 60);
        await logo.decode();
        place.prepend(logo);
      }
    }
    if (brand.version) all("[data-version-name]").forEach((e) => (e.textContent = brand.version));
    for (const list of all(".sj-tabs > ul")) {
      if (brand.tab) for (const tab of list.querySelectorAll(".sj-tab")) tab.append(brand.tab);
      const menu = list.children[1];
      while (list.children.length < (brand.tabs ?? 0)) list.append(menu.cloneNode(true));
    }
    if (brand.tabs === 0) {
      all(".sj-tabs").forEach((tabs) => tabs.remove());
      page.documentElement.removeAttribute("data-has-tabs");
    }
    for (const list of all(".sj-links ul")) {
      if (brand.link) list.querySelector("a").textContent = brand.link;
      const link = list.children[0];
      while (list.children.length < (brand.links ?? 1)) list.append(link.cloneNode(true));
    }
    if (brand.call) all(".sj-call > span").forEach((call) => (call.textContent = brand.call));
    const style = all("link[rel=stylesheet]").find((link) => link.href.includes("sitejson.css"));
    for (const theme of themes) {
      await new Promise((done) => {
        style.onload = done;
        style.href = `${address}/_static/${theme}.css`;
      });
      for (const width of widths) {
        frame.style.inlineSize = `${width}px`;
        const window = page.documentElement.clientWidth;
        const say = (what) => problems.push(`${theme}, ${name}, ${width}: ${what}`);
        if (page.documentElement.scrollWidth > window) say("the page is wider than the window");
        const box = (element) => element?.getBoundingClientRect();
        const parts = all(".sj-topbar :is(.sj-menu-link, .sj-logo, .sj-site-name, .sj-versions," +
          ".sj-tabs, .sj-search, .sj-search-link, .sj-links-menu, .sj-links > ul," +
          ".sj-mode-toggle, .sj-call)")
          .filter((part) => part.checkVisibility())
          .map((part) => [part.className || "links", box(part), part.parentElement.parentElement])
          // Links without room are in a line below the visible one; their menu else has no width.
          .filter(([, place, row]) => place.width > 1 && place.top < box(row).bottom);
        for (const [index, [one, box]] of parts.entries()) {
          if (box.left < -0.5 || box.right > window + 0.5) say(`${one} is cut off`);
          for (const [other, next] of parts.slice(index + 1)) {
            const isOver = box.left < next.right - 0.5 && next.left < box.right - 0.5
              && box.top < next.bottom - 0.5 && next.top < box.bottom - 0.5;
            if (isOver) say(`${other} lies over ${one}`);
          }
        }
        if (width >= 1024) {
          const field = page.querySelector(".sj-topbar .sj-search");
          const label = [...field.querySelectorAll("span > span")].at(-1);
          if (field.offsetWidth < 140) say("the search is no field");
          const end = box(label).left + Math.min(label.scrollWidth, 60);
          if (end > box(field).right - 8) say("the search has no label");
          const menu = page.querySelector(".sj-links-menu"), list = menu.nextElementSibling;
          const isListSeen = box(list).top < box(menu.parentElement.parentElement).bottom;
          if (isListSeen === menu.offsetWidth > 1) say("the links are seen twice or not at all");
        }
        const bar = page.querySelector(".sj-topbar");
        if (width >= 1280 && bar.offsetHeight > 66) say("the bar has two rows");
      }
    }
  }
  return problems;
}"""


@pytest.fixture(scope="module")
def address(publish):
    files = docs_files(
        theme="mint",
        navbar={
            "links": [{"label": "Community", "href": "https://example.com"}],
            "primary": {"type": "button", "label": "Sign up", "href": "https://example.com"},
        },
    )
    return publish(files, conf=OTHER_THEMES)


def test_nothing_in_the_bar_lies_over_anything_else(page, address):
    visit(page, f"{address}/v2/intro.html", (2600, 700))

    problems = page.evaluate(MEASURE, [address, WIDTHS, THEMES, BRANDS])

    assert not problems, "\n".join(problems)
