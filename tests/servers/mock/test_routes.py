"""Several documents on one port."""

import json

import pytest

from sphinx_sitejson.servers.api_project import ProjectError, read_project
from sphinx_sitejson.servers.mock.mock_api import require_operations
from sphinx_sitejson.servers.mock.routes import BaseUrl, PathTemplate, shadowed_operations
from support.mocks import ask, mock_project, problem


def document(title, url, paths):
    answers = {"200": {"description": "OK", "content": {"text/plain": {"example": title}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "servers": [{"url": url}],
        "paths": {path: {"get": {"responses": answers}} for path in paths},
    }


@pytest.fixture
def project(tmp_path):
    def make(*documents, **settings):
        names = []
        for each in documents:
            name = f"{each['info']['title']}.json"
            (tmp_path / name).write_text(json.dumps(each))
            names.append(f"/{name}")
        (tmp_path / "index.mdx").write_text("# Home")
        navigation = [{"group": "G", "pages": ["index"]}]
        site = {"name": "X", "navigation": navigation, "openapi": names, **settings}
        (tmp_path / "site.json").write_text(json.dumps(site))
        return read_project(tmp_path, None)

    return make


def body(mock, path):
    answer = ask(mock, "GET", path)
    return answer.body.decode() if answer.status == 200 else answer.status


def test_each_document_has_its_base_path(project):
    found = project(
        document("one", "https://a.example/one", ["/x"]),
        document("two", "https://b.example/two", ["/x", "/y"]),
    )
    mock = mock_project(found)

    assert body(mock, "/one/x") == "one"
    assert body(mock, "/two/x") == "two"
    assert body(mock, "/y") == "two"
    assert list(shadowed_operations(require_operations(found))) == []


def test_a_document_that_is_hidden_is_found_by_its_name(project):
    found = project(
        document("one", "https://a.example/v1", ["/x"]),
        document("two", "https://b.example/v1", ["/x", "/y"]),
    )
    mock = mock_project(found)

    assert body(mock, "/v1/x") == "one"
    assert body(mock, "/two/v1/x") == "two"
    assert body(mock, "/v1/y") == "two"
    assert [each.operation.path for each in shadowed_operations(require_operations(found))] == [
        "/x"
    ]


def test_a_request_goes_to_the_version_of_an_api_that_it_matches(project):
    versions = [document(version, "https://a.example", ["/x"]) for version in ("one", "two")]
    for version in versions:
        schema = {"type": "string", "enum": [version["info"]["title"]]}
        parameter = {"name": "X-Version", "in": "header", "required": True, "schema": schema}
        version["paths"]["/x"]["get"]["parameters"] = [parameter]
    mock = mock_project(project(*versions))

    assert ask(mock, "GET", "/x", x_version="one").body == b"one"
    assert ask(mock, "GET", "/x", x_version="two").body == b"two"
    wrong = problem(ask(mock, "GET", "/x", x_version="three"))
    assert '"three" is not one of "one"' in wrong["detail"]


def test_base_urls_of_the_settings_take_the_place_of_servers(project):
    found = project(
        document("one", "https://a.example/v1", ["/x"]),
        api={"baseUrl": "https://own.example/api", "auth": {"method": "key", "name": "X-Own"}},
    )
    mock = mock_project(found)

    assert body(mock, "/api/x") == 401
    assert ask(mock, "GET", "/api/x", x_own="k").status == 200
    assert body(mock, "/v1/x") == 404


def test_a_project_without_operations(project):
    with pytest.raises(ProjectError, match="No OpenAPI document with operations"):
        require_operations(project())


@pytest.mark.parametrize(
    ("url", "origin", "path"),
    [
        ("https://A.example:443/v1/", "https://a.example", "/v1"),
        ("http://a.example:8080", "http://a.example:8080", ""),
        ("/v1", "", "/v1"),
        ("v1/", "", "/v1"),
        ("./v1", "", "/v1"),
        ("//a.example/v1", "", "/v1"),
        ("wss://a.example/v1?x", "", "/v1"),
        ("", "", ""),
    ],
)
def test_base_urls(url, origin, path):
    assert BaseUrl.of(url) == BaseUrl(origin=origin, path=path)


def test_what_is_fixed_comes_before_what_is_open():
    paths = ["/{a}/{b}", "/x/{b}", "/{a}/y", "/x/y", "/x/{b}.json"]
    ranked = sorted(paths, key=lambda path: PathTemplate(path).rank)
    assert ranked == ["/x/y", "/x/{b}.json", "/x/{b}", "/{a}/y", "/{a}/{b}"]


@pytest.mark.parametrize(
    ("template", "path", "values"),
    [
        ("/a/{b}", "/a/c", ["c"]),
        ("/a/{b}", "/a/", None),
        ("/a/{b}", "/a/c/d", None),
        ("/{a}.{b}", "/x.y.z", ["x.y", "z"]),
        ("/{a}.{b}", "/x.", None),
        ("/{a}.{b}", "/.x", None),
        ("/{a}-{b}-{c}", "/1-2-3-4", ["1-2", "3", "4"]),
        ("/{a}{b}", "/xyz", ["xy", "z"]),
        ("/{a}{b}", "/x", None),
        ("/a{b}a", "/aa", None),
        ("/a{b}a", "/aba", ["b"]),
        ("/ab{b}ba", "/aba", None),
        ("/x:{a}", "/x:y", ["y"]),
        ("/" + "{a}{b}{c}{d}{e}{f}" + "x", "/" + "a" * 5_000, None),
        ("/" + "{a}-{b}-{c}-{d}-{e}-{f}" + "x", "/" + "-a" * 5_000, None),
    ],
)
def test_values_of_a_path(template, path, values):
    found = PathTemplate(template).match(path, "")

    assert (None if found is None else list(found.values())) == values
