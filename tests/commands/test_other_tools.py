"""``sitejson init`` in projects of other tools, and in folders of pages."""

import json
from pathlib import Path

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.other_tools.javascript import prepare
from support.sites import files_of, write_files

PAGES = {"docs/index.md": "# Home\n", "docs/guide/install.md": "# Install\n"}
VITEPRESS = "docs/.vitepress/config.mts"
DOCUSAURUS = "docusaurus.config.js"
MKDOCS = "mkdocs.yml"

PROJECTS = {
    "MkDocs": {
        **PAGES,
        "docs/guide/index.md": "# Guide\n",
        "docs/logo.svg": "<svg/>",
        MKDOCS: """\
site_name: Lamps
site_url: https://lamps.example.com/
repo_url: https://github.com/example/lamps
edit_uri: blob/main/docs
theme:
  name: material
  logo: logo.svg
  palette: {primary: teal}
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.twemoji
extra:
  social: [{icon: fontawesome/brands/mastodon, link: https://social.example.com/@lamps}]
  analytics: {property: !ENV [KEY, G-ABC]}
plugins:
  - redirects: {redirect_maps: {old.md: guide/install.md}}
  - lamps-plugin
nav:
  - Start: index.md
  - Guides:
      - guide/index.md
      - Set up: ./guide/install.md
      - Elsewhere: https://example.com
  - Gone: gone.md
""",
    },
    "Docusaurus": {
        "docs/intro.md": "---\nslug: /\n---\n# Intro\n",
        "docs/02-guide/01-set_up.mdx": "---\nid: install\nsidebar_label: Set up\n---\n# I\n",
        "docs/02-guide/_category_.json": '{"label": "Guides", "link": {"type": "generated-index"}}',
        "docs/_parts/part.mdx": "A part\n",
        "static/img/logo.svg": "<svg/>",
        "footer.js": "module.exports = {links: [{title: 'More', items: ["
        "{label: 'I', to: '/guide/install'}, {label: 'Chat', href: 'https://chat.example.com'}]}]};",
        DOCUSAURUS: """\
const {themes} = require('prism-react-renderer');
const footer = require('./footer');
module.exports = async function create() {
  const plugin = (await import('remark-math')).default;
  return {
    title: 'Lamps', url: 'https://lamps.example.com', baseUrl: '/', tagline: `Light ${1 + 1}`,
    presets: [['classic', {
      docs: {routeBasePath: '/', editUrl: 'https://github.com/example/lamps/edit/main/',
        remarkPlugins: [plugin]},
      gtag: {trackingID: 'G-ABC'},
    }]],
    plugins: [['@docusaurus/plugin-client-redirects', {redirects: [
      {from: ['/a', '/b'], to: '/'}, {from: '/c', to: '/nowhere'}]}]],
    themeConfig: {navbar: {logo: {src: 'img/logo.svg'}, items: [
      {href: 'https://github.com/example/lamps', label: 'GitHub'}]}, footer,
      prism: {theme: themes.github}, image: process.env.IMAGE.length},
  };
};
""",
    },
    "GitBook": {
        "book/README.md": "# Lamps\n",
        "book/guide/README.md": "# Guides\n",
        "book/guide/set_up.md": "# Set up\n",
        "book/SUMMARY.md": "# Table of contents\n\n* [Welcome](README.md)\n\n## Use\n\n"
        "* [Guides](guide/README.md)\n  * [Set up](guide/set\\_up.md)\n"
        "* [Chat](https://chat.example.com)\n* [Gone](gone.md)\n",
        ".gitbook.yaml": "root: ./book/\nredirects:\n  old: guide/set_up.md\n  bad#x: README.md\n",
    },
    "VitePress": {
        "docs/index.md": "---\nlayout: home\ntitle: Lamps\n---\n",
        "docs/guide/install.md": "# Install\n",
        "docs/guide/theme-nav.md": "# Navigation\n",
        "docs/api/index.md": "# API\n",
        "docs/public/logo.svg": "<svg/>",
        "docs/.vitepress/items.ts": "export function item(text: string): Item;\n"
        "export function item(text: string, link?: string): Item { return { text, link } as X }\n",
        VITEPRESS: """\
import { defineConfig, type DefaultTheme } from 'vitepress'
import fs from 'node:fs'
import { item } from './items'
const list = (): DefaultTheme.SidebarItem[] => [item('Set up', '/guide/install.html')]
export default defineConfig({
  title: 'Lamps',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: '/logo.svg' }]],
  lastUpdated: fs.existsSync('x'),
  themeConfig: {
    logo: '/logo.svg',
    nav: [{ text: 'Guide', link: '/guide/install' }, { text: 'API', link: '/api/' }],
    sidebar: {
      '/guide/': [{ text: 'Guides', items: list() },
        { text: 'Theme', base: '/guide/theme-', items: [{ text: 'Navigation', link: 'nav' }] }],
      '/api/': [{ text: 'All', link: '/api/' }, ...fs.readdirSync('api').map((x) => x)],
      '/auto/': pages({ dir: 'auto' }).map((page) => page),
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/example/lamps' }],
  } satisfies DefaultTheme.Config,
})
import pages from 'vitepress-pages'
""",
    },
    "folders": {
        "docs/index.md": "# Lamps\n",
        "docs/10-use/index.md": "# Use lamps\n",
        "docs/10-use/20-light.md": "# Light\n",
        "docs/10-use/3-buy.md": "# Buy\n",
        "docs/2-about/team.md": "---\norder: 2\n---\n# Team\n",
        "docs/2-about/zoo.md": "---\norder: 1\n---\n# Zoo\n",
        "docs/2-about/2024-01-news.md": "# News\n",
    },
    "contents": {
        "a.md": "# A\n",
        "b.md": "# B\n",
        "c.md": "# C\n",
        "contents.md": "- ## First\n    - [The B](/docs/{{version}}/b)\n- [A](a.md)\n- [C](c)\n",
    },
}


def init(folder: Path, files: dict[str, str], *arguments: str) -> dict[str, object]:
    """Make a site of a project, none of whose files changes; return its settings."""
    write_files(folder, files)
    assert main(["init", str(folder), "--yes", *arguments]) == 0
    assert {name: (folder / name).read_text("utf-8") for name in files} == files
    (settings,) = folder.rglob("site.json")
    return {"folder": settings.parent, **json.loads(settings.read_text("utf-8"))}


LISTED = {
    "MkDocs": [{"pages": [{"group": "Start", "root": "index"}]},
               {"group": "Guides", "root": "guide/index",
                "pages": [{"group": "Set up", "root": "guide/install"},
                          {"group": "Elsewhere", "root": "https://example.com"}]}],
    "Docusaurus": [{"group": "Guides",
                    "pages": [{"group": "Set up", "root": "02-guide/01-set_up"}]},
                   {"pages": ["intro"]}],
    "GitBook": [{"pages": [{"group": "Welcome", "root": "README"}]},
                {"group": "Use",
                 "pages": [{"group": "Guides", "root": "guide/README", "pages": ["guide/set_up"]},
                           {"group": "Chat", "root": "https://chat.example.com"}]}],
    "VitePress": [{"group": "Guides", "tab": "Guide",
                   "pages": [{"group": "Set up", "root": "guide/install"}]},
                  {"group": "Theme", "tab": "Guide", "pages": ["guide/theme-nav"]},
                  {"tab": "API", "pages": [{"group": "All", "root": "api/index"}]}],
    "folders": [{"pages": ["index"]},
                {"group": "About",
                 "pages": ["2-about/zoo", "2-about/team", "2-about/2024-01-news"]},
                {"group": "Use lamps", "root": "10-use/index",
                 "pages": ["10-use/3-buy", "10-use/20-light"]}],
    "contents": [{"group": "First", "pages": [{"group": "The B", "root": "b"}]},
                 {"pages": ["a", "c"]}],
}  # fmt: skip
SAID = {
    "MkDocs": (
        'mkdocs.yml:24: the page "gone.md" does not exist; it was left out',
        "mkdocs.yml:17: lamps-plugin: the plugin is not used",
        "the link to https://social.example.com/@lamps has no icon here",
    ),
    "Docusaurus": (
        "docusaurus.config.js:16: not computed: cannot read property 'length' of undefined",
        'the redirect of /c leads to "/nowhere", which is no page',
    ),
    "GitBook": (
        'SUMMARY.md:10: the page "gone.md" does not exist; it was left out',
        '"bad#x" cannot be redirected: it has an anchor',
    ),
    "VitePress": (
        ".vitepress/config.mts:9: not computed: it reads files or the network",
        ".vitepress/config.mts:16: not computed: it reads files or the network",
        ".vitepress/config.mts:17: not computed: it uses a package, which is not run",
    ),
    "folders": (),
    "contents": (),
}


@pytest.mark.parametrize("tool", PROJECTS)
def test_the_navigation_is_that_of_the_tool(tmp_path, capsys, tool):
    settings = init(tmp_path, PROJECTS[tool])

    assert settings["navigation"] == LISTED[tool]
    assert settings["$schema"] == "./site.schema.json"
    assert settings["name"] in ("Lamps", "A") or tool == "contents"
    said = capsys.readouterr()
    assert [line for line in SAID[tool] if line not in said.out] == []
    assert (settings["folder"] / "site-report.txt").read_text("utf-8") in said.out


@pytest.mark.parametrize("tool", PROJECTS)
def test_a_second_run_and_a_dry_run_write_nothing(tmp_path, capsys, tool):
    write_files(tmp_path, PROJECTS[tool])
    assert main(["init", str(tmp_path), "--yes", "--dry-run"]) == 0
    assert files_of(tmp_path).keys() == PROJECTS[tool].keys()
    assert '"navigation": [' in capsys.readouterr().out

    init(tmp_path, PROJECTS[tool])
    before = files_of(tmp_path)
    assert main(["init", str(tmp_path), "--yes"]) == 0
    assert files_of(tmp_path) == before


@pytest.mark.parametrize("tool", ["MkDocs", "Docusaurus", "GitBook", "VitePress"])
def test_old_addresses_redirect_to_the_pages(tmp_path, build_site, tool):
    folder = init(tmp_path, PROJECTS[tool])["folder"]
    site = build_site(files_of(folder), builder="dirhtml")
    addresses = {
        "MkDocs": ["old", "guide/install"],
        "Docusaurus": ["", "a", "b", "guide/install", "category/guides"],
        "GitBook": ["", "old", "guide", "guide/set_up"],
        "VitePress": ["", "guide/install", "api"],
    }
    written = [f"{address}/index.html".lstrip("/") for address in addresses[tool]]

    assert [path for path in written if not site.exists(path)] == []
    if tool == "MkDocs":
        # The title of the navigation, not that of the page.
        labels = [link.get_text(strip=True) for link in site.page("index.html").select("nav a")]
        assert "Set up" in labels
        assert "Install" not in labels


def test_the_folder_of_pages_and_a_document_may_be_named(tmp_path):
    write_files(tmp_path, PROJECTS["MkDocs"] | {"api.json": '{"openapi": "3.1.0"}'})
    arguments = ["--yes", "--name", "L", "--color", "#123456", "--openapi"]
    assert main(["init", str(tmp_path / "docs"), *arguments, str(tmp_path / "api.json")]) == 0

    settings = json.loads((tmp_path / "docs/site.json").read_text("utf-8"))
    assert settings["navigation"] == LISTED["MkDocs"]
    assert (settings["name"], settings["colors"]) == ("L", {"primary": "#123456"})
    assert settings["openapi"] == "/api.json"
    assert (tmp_path / "docs/api.json").is_file()


def test_what_has_a_key_is_taken_over(tmp_path):
    mkdocs = init(tmp_path / "m", PROJECTS["MkDocs"])
    assert mkdocs["logo"] == "/logo.svg"
    assert mkdocs["colors"] == {"primary": "#00796b"}
    assert mkdocs["analytics"] == {"ga4": {"measurementId": "G-ABC"}}
    assert mkdocs["redirects"] == [{"source": "/old", "destination": "/guide/install"}]
    conf = (mkdocs["folder"] / "conf.py").read_text("utf-8")
    assert "html_baseurl = 'https://lamps.example.com/'" in conf
    assert "'branch': 'main', 'path': 'docs'" in conf

    docusaurus = init(tmp_path / "d", PROJECTS["Docusaurus"])
    assert docusaurus["description"] == "Light 2"
    assert docusaurus["footer"]["links"] == [
        {"title": "More",
         "links": [{"label": "I", "url": "/02-guide/01-set_up"},
                   {"label": "Chat", "url": "https://chat.example.com"}]},
    ]  # fmt: skip
    conf = (docusaurus["folder"] / "conf.py").read_text("utf-8")
    assert "html_logo = '../static/img/logo.svg'" in conf
    assert "root_doc = 'intro'" in conf

    vitepress = init(tmp_path / "v", PROJECTS["VitePress"])
    assert (vitepress["logo"], vitepress["favicon"]) == ("/public/logo.svg", "/public/logo.svg")
    assert [tab["name"] for tab in vitepress["tabs"]] == ["Guide", "API"]
    report = (vitepress["folder"] / "site-report.txt").read_text("utf-8")
    assert "addresses such as /guide:" in report


@pytest.mark.parametrize("hostname", ["https://example.com/lamps/", "https://example.com"])
def test_the_address_of_a_vitepress_site_has_its_base_path_once(tmp_path, hostname):
    config = f"export default {{ base: '/lamps/', sitemap: {{ hostname: '{hostname}' }} }}"
    site = init(tmp_path, {"docs/index.md": "# Lamps\n", VITEPRESS: config})
    conf = (site["folder"] / "conf.py").read_text("utf-8")
    assert "html_baseurl = 'https://example.com/lamps'" in conf


SIDEBAR = "export default { s: ['guide/install'] }"
BROKEN = {
    "broken YAML": ({MKDOCS: "site_name: [Lamps\nnav: x"}, "mkdocs.yml:2: the file is not valid"),
    "other values": (
        {MKDOCS: "nav: 3\ntheme: [a]\nplugins: x\nextra: 1\nrepo_url: 5"},
        "Read MkDocs",
    ),
    "a list": ({MKDOCS: "- a\n- b"}, "Read MkDocs"),
    "a loop": (
        {VITEPRESS: "while (true) {}\nexport default { title: 'Lamps' }"},
        "the file could not be run (it takes too long); only literals were read",
    ),
    "a recursion": (
        {VITEPRESS: "const f = () => f()\nexport default f()"},
        "the file was not read",
    ),
    "the network": (
        {VITEPRESS: "export default { title: 'Lamps', head: await fetch('https://example.com') }"},
        "config.mts:1: not computed: it reads files or the network",
    ),
    "no JavaScript": ({VITEPRESS: "export default {{{"}, "the file was not read"),
    "a file outside": (
        {VITEPRESS: "import x from '../../../secret.json'\nexport default { title: 'Lamps' }"},
        "config.mts:1: not computed: ../../../secret.json does not exist in this project",
    ),
    "a sidebar without pages": (
        {DOCUSAURUS: "module.exports = {}", "sidebars.js": "module.exports = {s: ['gone']}"},
        'the page "gone" does not exist; it was left out',
    ),
    "a missing sidebar": (
        {DOCUSAURUS: "module.exports = {presets: [['c', {docs: {sidebarPath: './x.js'}}]]}"},
        "the sidebar ./x.js does not exist",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_bad_settings_are_reported_and_the_site_is_made(tmp_path, capsys, case):
    files, said = BROKEN[case]
    settings = init(tmp_path, PAGES | files)

    assert said in capsys.readouterr().out
    assert "guide/install" in json.dumps(settings["navigation"])


def test_a_readme_alone_is_no_documentation(tmp_path):
    write_files(tmp_path, {"README.md": "# Tool\n"})
    assert main(["init", str(tmp_path), "--yes"]) == 0
    assert (tmp_path / "guides/quickstart.mdx").is_file()


TYPES = {
    "const a: Config<X[]> = { b: 1 }": "const a = { b: 1 }",
    "let f = (a: string | null, b?: X): Y[] => a": "let f = (a, b) => a",
    "f({ a: b ? (c) : d }) as const": "f({ a: b ? (c) : d })",
    "export type A = {\n  b: string\n}\nlet c = 1": "\n\n\nlet c = 1",
    "import { type A, b } from 'c'": "import { b } from 'c'",
    "x = f<A>(b!.c) satisfies D.E": "x = f(b.c)",
    "interface A { b(): C }\nvar d": "\nvar d",
    "function f(a = b ? 1 : 2): void {}": "function f(a = b ? 1 : 2) {}",
    "s = `a: ${b as string}` // as x": "s = `a: ${b}` // as x",
}


@pytest.mark.parametrize("source", TYPES)
def test_types_are_removed(source):
    assert "".join(prepare(source, Path("a.ts")).split()) == "".join(TYPES[source].split())
