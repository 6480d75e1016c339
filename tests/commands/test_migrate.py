"""``sitejson migrate`` and what ``sitejson init`` does in a project that has settings."""

import json

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.settings.loading import load_settings
from support.divisions import anchor, dropdown, group, language, tab, version

DOCS = {
    "theme": "maple",
    "name": "Site",
    "colors": {"primary": "#0D9373"},
    "favicon": {"light": "/l.svg", "dark": "/d.svg"},
    "footer": {"socials": {"github": "https://github.com/a", "bluesky": "https://bsky.app/a"}},
    "seo": {"metatags": {"canonical": "https://docs.example.com"}},
    "contextual": {"options": ["copy", "claude"]},
    "interaction": {"drilldown": False},
    "navigation": {
        "versions": [
            version(
                "2",
                tabs=[
                    tab("Guides", icon="book", groups=[group("G", "a", "b")]),
                    tab("API", openapi={"source": "api.json", "directory": "v2"}),
                ],
            ),
            version(
                "1",
                tabs=[
                    tab(
                        "Guides",
                        dropdowns=[
                            dropdown("Old", "b", "GET /x", description="Before"),
                            dropdown("Gone", "c", hidden=True),
                        ],
                    )
                ],
            ),
        ],
        "global": {"anchors": [anchor("Chat", href="https://chat.example.com")]},
    },
}


def migrate(folder, capsys, value, name="docs.json"):
    (folder / name).write_text(json.dumps(value))
    code = main(["migrate", str(folder)])
    return code, capsys.readouterr()


def test_a_docs_json_becomes_a_site_json(tmp_path, capsys):
    code, said = migrate(tmp_path, capsys, DOCS)
    site = json.loads((tmp_path / "site.json").read_text())

    assert code == 0
    assert (site["name"], site["theme"], site["layout"]) == ("Site", "venus", "sidenav")
    assert site["versions"] == ["2", "1"]
    assert site["tabs"] == [
        {"name": "Guides", "url": "guides", "icon": "book"},
        {"name": "API", "url": "api", "version": "2"},
    ]
    assert site["anchors"] == [
        {"name": "Old", "url": "old", "version": "1"},
        {"name": "Gone", "url": "gone", "isDefaultHidden": True, "version": "1"},
        {"name": "Chat", "url": "https://chat.example.com"},
    ]
    assert site["navigation"] == [
        group("G", "a", "b", tab="Guides", version="2"),
        {"openapi": {"source": "api.json", "directory": "v2"}, "tab": "API", "version": "2",
         "pages": []},
        group("", "b", "GET /x", tab="Guides", anchor="Old", version="1"),
        group("", "c", tab="Guides", anchor="Gone", version="1"),
    ]  # fmt: skip
    assert f"wrote {tmp_path / 'site.json'} from docs.json" in said.out


def test_what_could_not_be_carried_over_is_reported(tmp_path, capsys):
    _code, said = migrate(tmp_path, capsys, DOCS)
    losses = [line[2:] for line in said.out.splitlines() if line.startswith("- ")]

    assert losses[:5] == [
        "dropdown entries became anchors above the sidebar",
        "descriptions of divisions are not shown",
        'there is no social platform "bluesky"',
        '"favicon.dark" has no key in site.json',
        "not supported: interaction",
    ]
    assert said.out.count("interaction") == 1
    assert "interaction" not in said.err


def test_the_site_can_be_built_afterwards(tmp_path, capsys):
    (tmp_path / "new").mkdir()
    docs = {
        **DOCS,
        "metadata": {"timestamp": True},
        "markdown": {"instructions": 'Be "kind" 🙂\n'},
    }
    _code, said = migrate(tmp_path / "new", capsys, docs)

    conf: dict[str, object] = {}
    exec((tmp_path / "new/conf.py").read_text("utf-8"), conf)
    assert conf["extensions"] == ["sphinx_sitejson"]
    assert conf["html_baseurl"] == "https://docs.example.com"
    assert [link["name"] for link in conf["sitejson_page_links"]] == ["Claude"]
    assert conf["html_last_updated_fmt"] == ""
    assert conf["sitejson_agent_instructions"] == 'Be "kind" 🙂\n'
    assert "to conf.py" not in said.out
    assert said.out.endswith(f"Now run: sitejson preview {tmp_path / 'new'}\n")


def test_a_conf_py_stays_as_it_is(tmp_path, capsys):
    (tmp_path / "conf.py").write_text("project = 'X'\n")
    _code, said = migrate(tmp_path, capsys, DOCS)

    assert (tmp_path / "conf.py").read_text() == "project = 'X'\n"
    assert '- add html_baseurl = "https://docs.example.com" to conf.py\n' in said.out
    assert 'Add "sphinx_sitejson" to the extensions' in said.out


def test_what_is_written_is_read_without_a_word(tmp_path, capsys):
    migrate(tmp_path, capsys, DOCS)

    assert load_settings(tmp_path / "site.json").problems == ()


def test_an_older_file_keeps_its_keys(tmp_path, capsys):
    older = {
        "$schema": "https://example.com/schema.json",
        "name": "Site",
        "navigation": [group("G", "a")],
        "isWhiteLabeled": True,
    }
    code, said = migrate(tmp_path, capsys, older, "mint.json")

    assert code == 0
    assert json.loads((tmp_path / "site.json").read_text()) == {
        "$schema": "./site.schema.json",
        "name": "Site",
        "navigation": [group("G", "a")],
    }
    assert '- "isWhiteLabeled" is not supported' in said.out


def test_nothing_is_ever_overwritten(tmp_path, capsys):
    (tmp_path / "site.json").symlink_to(tmp_path / "nowhere")
    code, said = migrate(tmp_path, capsys, DOCS)

    assert code == 1
    assert "already exists and was not changed" in said.err
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("content", ["{", '{"name": "X"}', '{"navigation": {}}'])
def test_of_a_broken_file_nothing_is_made(tmp_path, capsys, content):
    (tmp_path / "docs.json").write_text(content)

    assert main(["migrate", str(tmp_path)]) == 1
    assert "docs.json" in capsys.readouterr().err
    assert not (tmp_path / "site.json").exists()


def test_without_a_file_it_says_which_it_looks_for(tmp_path, capsys):
    assert main(["migrate", str(tmp_path)]) == 1
    assert "No docs.json or mint.json in " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "line"), [("docs.json", ""), ("mint.json", 'sitejson_file = "mint.json"\n')]
)
def test_init_adds_only_what_sphinx_needs_to_a_project_with_settings(tmp_path, capsys, name, line):
    (tmp_path / name).write_text("{}")

    assert main(["init", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["conf.py", name])
    assert (tmp_path / "conf.py").read_text().endswith(f'["sphinx_sitejson"]\n{line}')
    assert f"Using the settings in {tmp_path / name}\n" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["init", "migrate"])
def test_style_sheets_are_loaded_and_scripts_are_listed(tmp_path, capsys, command):
    (tmp_path / "docs.json").write_text(json.dumps(DOCS))
    for name in ("style.css", "brand.css", "chat.js", "eslint.config.js", ".x.js", "tools/a.css"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")

    assert main([command, str(tmp_path)]) == 0
    text = (tmp_path / "conf.py").read_text()
    conf: dict[str, object] = {}
    exec(text, conf)
    assert conf["html_static_path"] == ["brand.css", "style.css", "chat.js"]
    assert conf["html_css_files"] == ["brand.css", "style.css"]
    assert '\n# html_js_files = ["chat.js"]\n' in text
    said = capsys.readouterr().out
    assert "loads on every page: brand.css, style.css\n" in said
    assert "until you remove the # before html_js_files: chat.js\n" in said


def test_an_existing_conf_py_gets_the_style_sheets_as_a_step(tmp_path, capsys):
    (tmp_path / "docs.json").write_text(json.dumps(DOCS))
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    (tmp_path / "style.css").write_text("")

    assert main(["migrate", str(tmp_path)]) == 0
    assert '- add html_css_files = ["style.css"] to conf.py\n' in capsys.readouterr().out


MARKDOWN_SYNTAX = 'sitejson_markdown_syntax = "mdx"'


@pytest.mark.parametrize(
    ("command", "file", "is_set"),
    [
        ("init", "guides/start.md", True),
        ("migrate", "guides/start.md", True),
        ("init", "notes/unlisted.md", True),
        ("init", "README.md", False),
    ],
)
def test_pages_in_md_files_are_read_as_mdx(tmp_path, command, file, is_set):
    navigation = {"pages": ["index", "/guides/start"]}
    (tmp_path / "docs.json").write_text(json.dumps({**DOCS, "navigation": navigation}))
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text("# Start\n")

    assert main([command, str(tmp_path)]) == 0
    assert (MARKDOWN_SYNTAX in (tmp_path / "conf.py").read_text()) == is_set


def test_the_schema_of_docs_json_is_printed(capsys):
    assert main(["schema", "--of", "docs.json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "docs.json"


def migrated_site(folder, capsys, navigation):
    migrate(folder, capsys, {"theme": "mint", "name": "S", "navigation": navigation})
    return json.loads((folder / "site.json").read_text())


def test_languages_keep_the_names_that_readers_know(tmp_path, capsys):
    site = migrated_site(
        tmp_path,
        capsys,
        {
            "languages": [
                language("en", "guides/a", default=True),
                language("jp", "guides/jp/a"),
                language("pt-BR", "guides/pt-BR/a"),
            ]
        },
    )

    assert site["versions"] == [
        {"name": "English", "locale": "en", "default": True},
        {"name": "日本語", "locale": "ja"},
        {"name": "Português (Brasil)", "locale": "pt-BR"},
    ]
    assert [group["version"] for group in site["navigation"]] == [
        "English",
        "日本語",
        "Português (Brasil)",
    ]


def test_versions_in_a_language_have_that_language(tmp_path, capsys):
    inner = [version("2", "a"), version("1", "b")]
    site = migrated_site(tmp_path, capsys, {"languages": [language("fr", versions=inner)]})

    assert site["versions"] == [
        {"name": "Français / 2", "locale": "fr"},
        {"name": "Français / 1", "locale": "fr"},
    ]


@pytest.mark.parametrize(
    ("third", "is_lost"), [(["c"], True), (["c", "shared"], False)], ids=["some", "all"]
)
def test_a_page_of_several_versions_is_listed_in_each(tmp_path, capsys, third, is_lost):
    versions = [["a", "shared"], ["b", "shared"], third]
    navigation = {"versions": [version(str(n), *pages) for n, pages in enumerate(versions)]}
    settings = {"theme": "mint", "name": "S", "navigation": navigation}
    _code, said = migrate(tmp_path, capsys, settings)
    site = json.loads((tmp_path / "site.json").read_text())

    assert [group["pages"] for group in site["navigation"]] == versions
    loss = '- 1 pages that some versions list, such as "shared", are shown with every version'
    assert (loss in said.out.splitlines()) == is_lost


def test_what_only_one_version_has_is_shown_there_only(tmp_path, capsys):
    both = anchor("Guides", "a")
    new = anchor("New", "b")
    site = migrated_site(
        tmp_path,
        capsys,
        {
            "versions": [
                version("2", anchors=[both, new]),
                version("1", anchors=[{**both, "pages": ["old/a"]}]),
            ]
        },
    )

    assert [(each["name"], each.get("version")) for each in site["anchors"]] == [
        ("Guides", None),
        ("New", "2"),
    ]


def test_the_words_of_the_missing_page_become_a_page(tmp_path, capsys):
    missing = {"title": "Lost at sea", "description": "Try the [harbor](/a)."}
    code, _said = migrate(tmp_path, capsys, {**DOCS, "errors": {"404": missing}})

    assert code == 0
    page = (tmp_path / "404.mdx").read_text("utf-8")
    assert page == '---\ntitle: "Lost at sea"\n---\n\nTry the [harbor](/a).\n'
    assert (tmp_path / "site.schema.json").is_file()
