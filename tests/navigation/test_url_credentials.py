"""A secret is planted in every address of a project; nothing of a build may repeat it."""

import base64
import json
import re
from urllib.parse import quote

import pytest
from openapi.reading.support import document, getting, serving
from sphinx.application import Sphinx

from sphinx_sitejson.commands import main
from sphinx_sitejson.navigation.page_links import CHECKED_PREFIXES
from sphinx_sitejson.settings.loading import load_settings
from sphinx_sitejson.settings.validation import SITE_SCHEMA
from support.sites import DEFAULT_CONF, isolated_build, write_files
from support.small_sites import settings

USER, PASSWORD, TOKEN = "s3cretuser", "s3cretpassword", "s3crettoken"
URL = f"https://{USER}:{PASSWORD}@example.com/place"
SECRETS = [
    secret.encode()
    for word in (USER, PASSWORD, TOKEN)
    for secret in (word, base64.b64encode(word.encode()).decode().rstrip("="))
]
SECRETS.append(base64.b64encode(f"{USER}:{PASSWORD}".encode()))
SAMPLES = (
    "#112233", "https://github.com/ann/pets", "https://cmp.osano.com/a/b/osano.js", "G-1", "phc_a",
    "abcdef", "123", "en", "a",
)  # fmt: skip


@pytest.fixture
def server():
    with serving() as running:
        path = f"/api.json?v=1&token={TOKEN}"
        api = document(paths={"/pets": getting({"type": "string"}, summary="Get a pet")})
        running.answers[path] = (200, {}, json.dumps(api).encode())
        yield running


def secret_address(server):
    return server.url.replace("//", f"//{USER}:{PASSWORD}@") + f"/api.json?v=1&token={TOKEN}"


def planted(schema, branch, api, at=()):
    """Return a value of a schema in which each text is an address with a secret, if it can be."""
    if schema.get("$ref", "").endswith("/document"):
        return api
    schema = SITE_SCHEMA.resolved(schema)
    if "anyOf" in schema:
        choices = schema["anyOf"]
        return planted(choices[min(branch, len(choices) - 1)], branch, api, at)
    if "enum" in schema or "const" in schema:
        return schema.get("const") or schema["enum"][0]
    match schema.get("type", "string"):
        case "object":
            return planted_object(schema, branch, api, at)
        case "array":
            return [planted(schema["items"], branch, api, (*at, 0))] if len(at) < 8 else []
        case "string":
            fitting = (URL, f"{URL}.svg", *SAMPLES)
            pattern = re.compile(schema.get("pattern", ""))
            return next(text for text in fitting if pattern.search(text))
        case "boolean":
            return True
        case _:
            return schema.get("minimum", 1)


def planted_object(schema, branch, api, at):
    value = {
        key: planted(inner, branch, api, (*at, key))
        for key, inner in schema.get("properties", {}).items()
        # A hash has no room for an address, and a wrong one leaves the document out.
        if len(at) < 8 and key != "sha256"
    }
    others = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
    for other in others:
        if isinstance(other, dict):
            value["og:image"] = planted(other, branch, api, (*at, "og:image"))
    return value


def planted_settings(branch, api):
    settings = planted(SITE_SCHEMA.full, branch, api)
    settings["navigation"][0] |= {"pages": ["index", "api", "bound", "old", URL], "version": ""}
    settings["navigation"] = [
        {key: value for key, value in group.items() if key != "version"}
        for group in settings["navigation"]
    ]
    settings["api"]["playground"] = {"mode": "show", "disableProxy": False}
    for entry in (*settings["tabs"], *settings["anchors"]):
        entry |= {"url": "reference"}
        entry.pop("version", None)
    return settings


def planted_configuration(app):
    """Return configuration values with a secret in each that could have an address."""
    values = {}
    for name, option in app.config._options.items():
        default = getattr(app.config, name)
        if not name.startswith("sitejson_") or name in ("sitejson_file", "sitejson_catalogs"):
            continue
        kinds = option.valid_types or {type(default)}
        if str in kinds:
            values[name] = URL
        elif dict in kinds:
            values[name] = {URL: URL}
        elif list in kinds:
            values[name] = [URL]
    values["sitejson_page_links"] = [{"name": "Ask", "url": f"{URL}?about={{url}}"}, URL]
    return values


def pages(api):
    front = "".join(
        f'{key}: "{URL}"\n' for key in ("og:image", "canonical", "url", "icon", "other")
    )
    return {
        "index.mdx": f"---\ntitle: Start\n{front}---\n\n"
        f'<Card title="A" href="{URL}" img="{URL}.png" icon="{URL}.svg">Words</Card>\n\n'
        f'<Note href="{URL}">Words</Note>\n\n'
        f"[link]({URL}) and ![image]({URL}.png) and <{URL}>\n\n"
        f'<a href="{URL}">a</a> <img src="{URL}" srcSet="{URL} 1x, {URL} 2x" /> '
        f'<iframe src="{URL}"></iframe><video poster="{URL}" src="{URL}"></video>\n',
        "api.mdx": f'---\ntitle: Ask\napi: "GET {URL}/{{id}}"\n---\n\nWords.\n',
        "bound.md": f'---\nopenapi: "{api} GET /pets"\nimage: {URL}\n---\n\nWords.\n\n'
        f"[link]({URL}), <{URL}>, [see {URL}]({URL}), ![image {URL}]({URL}.png), [by name]\n\n"
        f'<a href="{URL}">a</a> <img src={URL}>\n\n[by name]: {URL}\n',
        "old.rst": f":openapi: {api} GET /pets\n:image: {URL}\n\nOld\n===\n\nWords.\n\n"
        f"`link <{URL}>`_, {URL}, `by name`_\n\n.. image:: {URL}.png\n   :alt: {URL}\n\n"
        f".. _by name: {URL}\n\n.. raw:: html\n\n   <a href='{URL}'>a</a>\n",
    }


def assert_no_secret(site):
    told = site.warnings + site.status
    for secret in SECRETS:
        assert secret.decode() not in told
    for path in (site.folder / "build").rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert [secret for secret in SECRETS if secret in content] == [], path
            assert quote(URL, safe="").encode() not in content, path


@pytest.mark.parametrize("branch", [0, 1, 2])
def test_a_secret_in_every_setting(build_site, server, branch):
    api = secret_address(server)
    remote = f'[remote "origin"]\n\turl = https://{USER}:{PASSWORD}@github.com/ann/pets.git\n'
    files = {
        "site.json": planted_settings(branch, api),
        ".git/config": remote,
        ".git/HEAD": "ref: refs/heads/main\n",
        **pages(api),
    }
    site = build_site(files, conf=f'html_baseurl = "{URL}"\nhtml_context = {{"a": ["{URL}"]}}')

    assert_no_secret(site)
    assert "Get a pet" in site.text("bound.html")
    assert "https://example.com/place" in site.text("index.html")
    # The server got all it needs.
    assert f"/api.json?v=1&token={TOKEN}" in server.paths
    assert any("Authorization" in headers for _path, headers in server.requests)
    for place in ("api.baseUrl", "topbarLinks[0].url", "index.mdx:3", "api.mdx:3", "html_baseurl"):
        assert place in site.warnings
    again = site.rebuild({"bound.md": files["bound.md"] + "\nMore words.\n"})
    assert_no_secret(again)


def test_a_secret_in_every_configuration_value(build_site, tmp_path, server):
    plain = build_site({"site.json": {"name": "A", "navigation": []}, "index.md": "# A\n"})
    with isolated_build(plain.srcdir):
        folders = (plain.srcdir, plain.srcdir, plain.outdir, plain.doctreedir)
        values = planted_configuration(Sphinx(*folders, "html", status=None))
    assert {"sitejson_proxy_url", "sitejson_repository", "sitejson_page_links"} <= values.keys()
    api = secret_address(server)
    values |= {"html_baseurl": URL, "html_logo": f"{URL}.png", "html_favicon": f"{URL}.png"}
    values |= {"sitejson_openapi_previous": {api: api}}
    values["sitejson_markdown_syntax"] = "myst"
    conf = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    settings = {
        "name": "A",
        "navigation": [{"pages": ["index", "api"]}],
        "tabs": [{"name": "API", "url": "reference", "openapi": api}],
        "feedback": {"suggestEdit": True, "raiseIssue": True, "thumbsRating": True},
    }
    site = build_site({"site.json": settings, **pages(api)}, conf=conf)
    assert_no_secret(site)
    for name in ("html_baseurl", "sitejson_proxy_url", "sitejson_feedback_url"):
        assert f': WARNING: the URL in "{name}" contains a user name or password' in site.warnings
    assert all(name.startswith(CHECKED_PREFIXES) for name in values)


def test_samples_of_a_document_without_servers(build_clean, server):
    """They begin with the document's own address, as everybody may know it."""
    settings = {
        "name": "A",
        "navigation": [{"pages": ["index"]}],
        "tabs": [{"name": "API", "url": "reference", "openapi": secret_address(server)}],
    }
    site = build_clean({"site.json": settings, "index.md": "# A\n"})
    assert_no_secret(site)
    (page,) = site.outdir.glob("reference/**/get-a-pet.html")
    assert f"{server.url}/pets" in page.with_suffix(".md").read_text()
    assert f"{server.url}/pets" in site.text("llms-full.txt")


def test_documents_that_differ_only_in_their_token(build_site, server):
    cats = document(paths={"/cats": getting({"type": "string"}, summary="Get a cat")})
    server.answers["/api.json?v=1&token=other"] = (200, {}, json.dumps(cats).encode())
    first = secret_address(server)
    tabs = [
        {"name": "Pets", "url": "pets", "openapi": first},
        {"name": "Cats", "url": "cats", "openapi": first.replace(TOKEN, "other")},
    ]
    settings = {"name": "A", "navigation": [{"pages": ["index"]}], "tabs": tabs}
    site = build_site({"site.json": settings, "index.md": "# A\n"})
    assert_no_secret(site)
    assert len(list(site.outdir.glob("pets/**/get-a-pet.html"))) == 1
    assert len(list(site.outdir.glob("cats/**/get-a-cat.html"))) == 1


def overlay(**summaries):
    actions = [
        {"target": f"$.paths['/{name}'].get", "update": {"summary": summary}}
        for name, summary in summaries.items()
    ]
    whole = {"overlay": "1.0.0", "info": {"title": "O", "version": "1"}, "actions": actions}
    return (200, {}, json.dumps(whole).encode())


@pytest.mark.parametrize("is_list", [False, True])
def test_overlays_are_fetched_with_their_secrets(build_site, server, is_list):
    """Each with its own, on the server of the document and on another one."""
    with serving() as other:
        first = f"/names.json?sig={TOKEN}&v=1"
        second = f"/names.json?sig={TOKEN}2&v=1"
        same_as_document = f"/api.json?v=1&token={TOKEN}3"
        other.answers[first] = overlay(pets="One pet")
        other.answers[second] = overlay(pets="Another pet")
        server.answers[same_as_document] = overlay(pets="The last pet")
        host = other.url.replace("//", f"//{USER}2:{PASSWORD}@")
        document = {
            "source": secret_address(server),
            "overlays": [host + first, other.url + second, server.url + same_as_document],
        }
        settings = {"name": "A", "navigation": [{"pages": ["index", "pet"]}]}
        settings["openapi"] = [document] if is_list else document
        page = "---\nopenapi: GET /pets\n---\n"
        site = build_site({"site.json": settings, "index.md": "# A\n", "pet.mdx": page})

        assert_no_secret(site)
        assert site.warnings == ""
        assert site.page("pet.html").select_one("h1").text.startswith("The last pet")
        assert other.paths == [first, second]
        # No server gets the user of another one.
        for asked, user in ((server, USER), (other, f"{USER}2")):
            sent = base64.b64encode(f"{user}:{PASSWORD}".encode()).decode()
            assert {headers["Authorization"] for _path, headers in asked.requests} == {
                f"Basic {sent}"
            }
        assert_no_secret(site.rebuild({"index.md": "# B\n"}))


def test_check_fetches_overlays_with_their_secrets(server, tmp_path, monkeypatch, capsys):
    server.answers[f"/o.json?sig={TOKEN}"] = (200, {}, b'{"overlay": "1.0.0", "info": 1}')
    source = {"source": "/api.json", "overlays": f"{server.url}/o.json?sig={TOKEN}"}
    files = {"index.md": "# A\n", "api.json": document(paths={}), "conf.py": DEFAULT_CONF}
    write_files(tmp_path, {"site.json": settings(openapi=source), **files})
    monkeypatch.chdir(tmp_path)
    main(["check"])
    assert server.paths
    assert {*server.paths} == {f"/o.json?sig={TOKEN}"}
    shown = "".join(capsys.readouterr())
    assert f"{server.url}/o.json" in shown
    assert TOKEN not in shown


def test_a_secret_in_values_that_are_wrong(tmp_path):
    """Messages about a value name it, but not with what is in it."""

    def wrong(schema, at=()):
        schema = SITE_SCHEMA.resolved(schema)
        if "anyOf" in schema:
            return wrong(schema["anyOf"][-1], at)
        if schema.get("type") == "object":
            inside = schema.get("properties", {})
            return {key: wrong(inner, (*at, key)) for key, inner in inside.items()}
        if schema.get("type") == "array" and len(at) < 8:
            return [wrong(schema["items"], (*at, 0))]
        return f"https://{USER}:{PASSWORD} x@exa mple.com/<>"

    for value in (wrong(SITE_SCHEMA.full), {"name": "A", URL: 1, "navigation": URL}):
        path = tmp_path / "site.json"
        path.write_text(json.dumps(value))
        told = "\n".join(map(str, load_settings(path).problems))
        assert told
        assert USER not in told
        assert PASSWORD not in told
    path.write_text(f'{{"name": "{URL}" "{URL}"}}')
    told = "\n".join(map(str, load_settings(path).problems))
    assert USER not in told


@pytest.mark.parametrize(
    "arguments", [["openapi-file", "{api}"], ["openapi-file", "{api}x"], ["check", "{root}"]]
)
def test_commands(server, tmp_path, capsys, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    api = secret_address(server)
    settings = planted_settings(0, api)
    (tmp_path / "site.json").write_text(json.dumps(settings))
    main([each.format(api=api, root=tmp_path) for each in arguments])
    told = "".join(capsys.readouterr())
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*.mdx"))
    for secret in SECRETS:
        assert secret.decode() not in told
        assert secret not in written


def test_the_links_of_every_kind_of_page_are_recorded(build_site):
    links = f"[a]({URL}) ![b]({URL}.png)\n\n<a href='{URL}'>c</a>\n"
    site = build_site(
        {
            "site.json": {"name": "A", "navigation": [{"group": "B", "pages": ["index"]}]},
            "index.mdx": f"# A\n\n{links}",
            "plain.md": f"# B\n\n{links}",
            "old.rst": f"C\n=\n\n`a <{URL}>`_\n\n.. image:: {URL}.png\n",
        }
    )

    assert_no_secret(site)
    told = [line for line in site.warnings.splitlines() if "[sitejson.credentials]" in line]
    places = [re.search(r"(\w+\.\w+):(\d+)", line)[0] for line in told]
    pages = ("index.mdx", "plain.md")
    expected = [f"{page}:{line}" for page in pages for line in (3, 3, 5)]
    assert sorted(places) == sorted([*expected, "old.rst:4", "old.rst:6"])


def test_code_beside_a_link_with_a_secret_stays_highlighted(build_site):
    code = "load('ftp://ann@example.com')"
    site = build_site(
        {
            "site.json": {"name": "A", "navigation": [{"group": "B", "pages": ["index"]}]},
            "index.rst": f"A\n=\n\n`a <{URL}>`_ ::\n\n    {code}\n\n>>> {code}\n",
        }
    )
    shown = site.page("index.html").select("main .highlight pre")

    assert [each.get_text().strip() for each in shown] == [code, f">>> {code}"]


@pytest.mark.parametrize(
    "address",
    [
        "ssh://git@git.example.com/ann/pets.git",
        "ftp://public@example.com/pets",
        "https://ann-lee@git.example.com/ann/pets.git",
        "git+https://git@git.example.com/ann/pets.git",
    ],
)
def test_a_user_without_a_key_or_a_password_is_no_secret(build_clean, address):
    site = build_clean(
        {
            "site.json": {"name": "A", "navigation": [{"group": "B", "pages": ["index", "b"]}]},
            "index.mdx": f'# A\n\n[{address}]({address}) <Card title="C" href="{address}" />\n',
            "b.rst": f"B\n=\n\n`a <{address}>`_ `c`_ {address}\n\n.. _c: {address}\n",
        }
    )

    assert [link["href"] for link in site.page("index.html").select("main a[href*=pets]")] == [
        address,
        address,
    ]
    assert address in site.page("index.html").select_one("main").text
    for page in ("index.html", "b.html"):
        assert site.page(page).select_one(f'a[href="{address}"]')


@pytest.mark.parametrize(
    "user",
    [
        "ghp_x1Y2z3A4b5C6d7E8f9", "0123456789abcdef", "example.com", "ann:", "ann@example.org",
        "abcdefghijklmnopqrstuvwxyz", "QwErTyUiOp", "my-secret",
    ],
)  # fmt: skip
def test_a_user_that_may_be_a_token_or_a_host_is_removed(build_site, user):
    url = f"https://{user}@example.com/x"
    site = build_site(
        {
            "site.json": {"name": "A", "navigation": [{"group": "B", "pages": ["index"]}]},
            "index.mdx": f"# A\n\n[{url}]({url})\n",
        }
    )

    assert site.warnings.count("[sitejson.credentials]") == 1
    link = site.page("index.html").select_one("main a[href*=example]")
    assert (link["href"], link.get_text()) == ("https://example.com/x", "https://example.com/x")


def test_users_that_are_no_secret_stay_beside_a_secret(build_site):
    plain = "https://ann@git.example.com/pets"
    site = build_site(
        {
            "site.json": {"name": "A", "navigation": [{"group": "B", "pages": ["index"]}]},
            "index.mdx": f"# A\n\n[{plain}]({plain}) and [b]({URL})\n",
        }
    )

    assert_no_secret(site)
    link = site.page("index.html").select_one("main a[href*=git]")
    assert (link["href"], link.get_text()) == (plain, plain)
