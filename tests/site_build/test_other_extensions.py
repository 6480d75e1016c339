"""Popular extensions beside this one: nothing is made twice, and nothing is warned of."""

from dataclasses import replace

import pytest

from sphinx_sitejson.common.files import THEME
from sphinx_sitejson.theme.files import EXTENSION_STYLES, extension_styles
from support.extensions import EXTENSIONS, Extension, installed_extensions, project_with

# Other extensions call what later versions of Sphinx will not have.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::PendingDeprecationWarning"),
]

LEFT_TO_OTHERS = (
    "sphinx-sitejson leaves to other extensions: copy buttons (sphinx-copybutton), the page "
    "404.html (sphinx-notfound-page), the favicon (sphinx-favicon), sitemap.xml "
    "(sphinx-sitemap), the tags for previews (sphinxext-opengraph), the dates of pages "
    "(sphinx-last-updated-by-git)."
)


def named(module: str) -> Extension:
    found = next(one for one in EXTENSIONS if one.module == module)
    if not found.is_installed:
        pytest.skip(f"{found.package} is not installed")
    return found


@pytest.fixture(scope="module")
def together(build_shared_site):
    """A project with all extensions that are installed."""
    return build_shared_site(project_with(installed_extensions()))


def test_all_of_them_are_side_by_side(together):
    assert together.warnings == ""
    lines = [line for line in together.status.splitlines() if "leaves to other" in line]
    assert lines == [LEFT_TO_OTHERS]


def test_nothing_in_a_page_is_doubled(together):
    page = together.page("index.html")

    assert len(page.select('link[rel="icon"]')) == 1
    assert page.select_one('link[rel="icon"]')["href"] == "_static/icon.svg"
    assert page.select_one("#sj-copy-button") is None
    for tag in ('[property="og:title"]', '[property="og:description"]', '[name="description"]'):
        assert len(page.select(f"meta{tag}")) <= 1, tag
    assert len(page.select('meta[property="og:url"]')) == 1
    assert len(page.select('link[rel="canonical"]')) == 1


def test_files_for_everybody_are_those_of_the_other_extensions(together):
    sitemap = together.text("sitemap.xml")

    assert sitemap.count("https://docs.example.com/index.html") == 1
    assert "Page not found" in together.page("404.html").select_one("h1").get_text()
    # Where the page begins is told to the other extension, which has its own idea of it.
    assert "/en/latest/_static/sitejson.css" in together.text("404.html")


def in_both_orders(module, conf):
    """Yield the files of a project that loads an extension after this one, and before."""
    files = project_with([replace(named(module), conf=conf)])
    for names in (["sphinx_sitejson", module], [module, "sphinx_sitejson"]):
        yield {**files, "conf.py": f"{files['conf.py']}\nextensions = {names!r}\n"}


def test_a_page_that_describes_itself_is_described_once(build_site):
    for files in in_both_orders("sphinxext.opengraph", "ogp_enable_meta_description = True"):
        files["index.rst"] = f".. toctree::\n\n   own\n\n{files['index.rst']}"
        files["own.mdx"] = "---\ntitle: Own\ndescription: In its own words.\n---\n\nText.\n"
        site = build_site(files)

        assert site.warnings == ""
        tags = site.page("own.html").select('meta[name="description"]')
        assert [tag["content"] for tag in tags] == ["In its own words."], files["conf.py"]


def test_an_extension_that_is_loaded_and_not_used_takes_nothing_away(build_clean):
    site = build_clean(project_with([replace(named("sphinx_favicon"), conf="favicons = []")]))

    assert len(site.page("index.html").select('link[rel="icon"]')) == 1
    assert "leaves to other extensions" not in site.status


def test_other_themes_keep_what_the_other_extensions_do(build_clean):
    chosen = [named("sphinx_copybutton"), named("notfound.extension")]
    files = project_with(chosen)
    files["conf.py"] = f'{files["conf.py"]}\nhtml_theme = "alabaster"\n'
    site = build_clean(files)

    assert "copybutton.js" in site.text("index.html")
    assert site.exists("404.html")


def test_styles_for_an_extension_come_with_it_alone(build_site, together):
    plain = build_site(project_with([]))

    assert ".copybtn" not in plain.text("_static/sitejson.css")
    assert ".copybtn" in together.text("_static/sitejson.css")
    assert extension_styles(["nbsphinx", "myst_nb", "other"]) == ("extensions/notebooks",)
    folder = THEME / "styles" / "extensions"
    assert {path.stem for path in folder.glob("*.css")} == set(EXTENSION_STYLES.values())


def test_the_not_found_page_of_another_extension_depends_on_no_folder(build_site):
    for files in in_both_orders("notfound.extension", 'notfound_urls_prefix = "/docs/"'):
        site = build_site(files)

        assert site.warnings == ""
        page = site.page("404.html")
        urls = [tag.get("href") or tag.get("src") for tag in page.select("[href], [src]")]
        relative = [url for url in urls if not url.startswith(("#", "/docs/", "https:", "data:"))]
        assert relative == [], files["conf.py"]
        assert page.html["data-content_root"] == "/docs/"


@pytest.mark.parametrize("theme", ["sitejson", "furo"])
def test_no_tag_of_a_preview_is_doubled(build_site, theme):
    extension = named("sphinxext.opengraph")
    if theme == "furo":
        pytest.importorskip("furo")
    files = project_with([replace(extension, conf='ogp_site_url = "https://example.com/"')])
    files["conf.py"] = f'{files["conf.py"]}\nhtml_theme = "{theme}"\n'
    fields = {"title": "T", "image": "pic.png", "image:alt": "Alt", "description": "D", "type": "x"}
    files["index.rst"] = f".. toctree::\n\n   own\n\n{files['index.rst']}"
    lines = "\n".join(f":og:{name}: {value}" for name, value in fields.items())
    files["own.rst"] = f"{lines}\n:description: Described\n\nOwn\n===\n\nText.\n"
    site = build_site(files)

    found = site.page("own.html").select("meta[property], meta[name=description]")
    names = [tag.get("property") or tag.get("name") for tag in found]
    assert sorted(names) == sorted(set(names))
    assert {f"og:{name}" for name in fields} <= set(names)
