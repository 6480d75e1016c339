"""Pages made from a document: their names, groups and text."""

from types import SimpleNamespace

import pytest
from openapi.support import document_of

from sphinx_sitejson.navigation.authored_pages import parse_binding
from sphinx_sitejson.navigation.page_generation import (
    LONGEST_SLUG,
    PageFolder,
    PageGenerator,
    UniqueNames,
    path_slug,
    slug,
)
from sphinx_sitejson.settings.front_matter.reading import read_front_matter

PETS = ("/api.json", "GET /pets")


def generate(paths, *, generator=None, schemas=False, prefix="api", **parts):
    document = document_of(paths, **parts)
    folder = PageFolder(document, prefix, "api")
    generator = generator or PageGenerator()
    groups = generator.generate(folder, schemas=schemas)
    return SimpleNamespace(stubs=generator.stubs, groups=groups)


def names(pages):
    return [stub.docname for stub in pages.stubs]


def outline(groups):
    def entry(node):
        return (
            node.docname if hasattr(node, "docname") else (node.name, [*map(entry, node.entries)])
        )

    return [*map(entry, groups)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Get a user's profile", "get-a-users-profile"),
        ("Create User (v2)", "create-user-v2"),
        ("Admin: Users", "admin-users"),
        ("  --a__b--  ", "a-b"),
        ("Größe ändern", "größe-ändern"),
        ("日本語", "日本語"),
        ("../../etc/passwd", "etc-passwd"),
        ("..\\..\\x", "x"),
        ("???", ""),
        ("a\x00b\n", "a-b"),
    ],
)
def test_slugs_are_clean(text, name):
    assert slug(text) == name


def test_long_slugs_are_cut_by_bytes():
    assert len(slug("ä" * 5000).encode()) <= LONGEST_SLUG


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/pets/{petId}/toys/{toyId}", "get-v1-pets-by-petid-toys-by-toyid"),
        ("/users/{id}/", "get-users-by-id"),
        ("/", "get"),
    ],
)
def test_paths_become_names(path, name):
    assert path_slug("GET", path) == name


def test_names_are_given_once_whatever_their_case():
    unique = UniqueNames(["a", "B-2"], str.lower)

    new = [unique.new(name) for name in ("a", "A", "b", "b", "b")]
    assert new == ["a-2", "A-3", "b", "b-3", "b-4"]


def test_an_operation_is_named_by_tag_and_summary():
    pages = generate({
        "/pets": {"get": {"tags": ["Pet shop", "other"], "summary": "List pets"},
                  "post": {"tags": ["Pet shop"], "summary": "List pets"}},
        "/x/{id}": {"get": {}},
    })  # fmt: skip

    listed = ["api/pet-shop/list-pets", "api/pet-shop/list-pets-2"]
    assert names(pages) == [*listed, "api/get-x-by-id"]
    assert outline(pages.groups) == [("Pet shop", listed), ("Other", ["api/get-x-by-id"])]


def test_an_operation_without_a_summary_is_named_by_its_title_and_was_by_its_path():
    generator = PageGenerator()
    pages = generate(
        {
            "/orders": {"get": {"tags": ["Shop"], "description": "Returns what was sold."}},
            "/orders/{id}": {"delete": {"operationId": "cancelOrder"}},
            "/carts": {"get": {"summary": "TODO"}, "post": {"summary": "/carts"}},
        },
        webhooks={"order.paid": {"post": {}}},
        generator=generator,
    )

    renamed = {
        "api/shop/get-orders": "api/shop/list-orders",
        "api/delete-orders-by-id": "api/cancel-order",
        "api/todo": "api/list-carts",
        "api/carts": "api/create-a-cart",
        "api/post-order-paid": "api/order-paid",
    }
    assert names(pages) == [*renamed.values()]
    assert generator.renamed == renamed


def test_a_name_stays_when_the_description_is_edited():
    by_text = {
        tuple(names(generate({"/pods/{id}": {"get": {"description": text, "operationId": name}}})))
        for text in ("", "Read the specified pod.", "Pods run containers.")
        for name in ("readCoreV1NamespacedPod", "read_core_v1_namespaced_pod")
    }

    assert by_text == {("api/read-core-v1-namespaced-pod",)}


EQUAL_TITLES = {
    "/v1/orders": {"get": {}},
    "/v2/orders": {"get": {}},
    "/pets": {"get": {"summary": "Get a pet"}},
    "/pets/{id}": {"get": {}},
    "/shops": {"get": {"operationId": "getDocks"}},
    "/docks": {"get": {}},
}
NAMES_FROM_PATHS = {
    "GET /v1/orders": "api/get-v1-orders", "GET /v2/orders": "api/get-v2-orders",
    "GET /pets": "api/get-a-pet", "GET /pets/{id}": "api/get-pets-by-id",
    "GET /shops": "api/get-shops", "GET /docks": "api/list-docks",
}  # fmt: skip


@pytest.mark.parametrize("order", [1, -1])
def test_operations_with_equal_titles_are_named_by_their_paths_in_any_order(order):
    generator = PageGenerator()
    pages = generate(dict([*EQUAL_TITLES.items()][::order]), generator=generator)

    assert {stub.key: stub.docname for stub in pages.stubs} == NAMES_FROM_PATHS
    assert generator.renamed == {"api/get-docks": "api/list-docks"}


def test_equal_names_from_paths_link_to_their_own_pages():
    generator = PageGenerator()
    ids = {"/a/b": "openDoor", "/a-b": "closeDoor"}
    generate({path: {"get": {"operationId": ids[path]}} for path in ids}, generator=generator)

    renamed = {"api/get-a-b": "api/open-door", "api/get-a-b-2": "api/close-door"}
    assert generator.renamed == renamed


@pytest.mark.parametrize("page", ["api/list-orders", "api/get-orders"])
def test_a_written_page_wins_by_either_name(page):
    generator = PageGenerator(authored_pages={page})
    pages = generate({"/orders": {"get": {}}}, generator=generator)

    assert names(pages) == []
    assert outline(pages.groups) == [("API Reference", [page])]
    assert generator.renamed == ({"api/get-orders": page} if page == "api/list-orders" else {})


def test_a_stub_binds_to_its_operation():
    (stub,) = generate({"/pets/{id}": {"get": {"summary": "Get"}}}).stubs

    binding = parse_binding(read_front_matter(stub.text, file="x").values)
    assert (binding.document, binding.key) == ("api", "GET /pets/{id}")


@pytest.mark.parametrize(
    "path",
    ['/a"\ntitle: x\n---\n# body', "/a\\n", "/a: b #c", "/ü/日本/\u2028x", "/🔥/日本", "/a b" * 99],
)
def test_text_of_a_document_cannot_leave_its_place(path):
    (stub,) = generate({path: {"get": {}}}).stubs
    front_matter = read_front_matter(stub.text, file="x")

    assert set(front_matter.values) == {"openapi"}
    assert front_matter.line_count == 3
    assert stub.text.count("\n") == 3
    assert front_matter.values["openapi"] == f"api GET {path}"


def tagged(**tags):
    return {f"/{path}": {"get": {"tags": [tag]}} for path, tag in tags.items()}


GROUPS = {
    "in the order of their first operation": (
        tagged(b="B", a="A", c="B"), {"tags": [{"name": "A"}, {"name": "B", "summary": "Bees"}]},
        [("Bees", ["api/b/get-b", "api/b/get-c"]), ("A", ["api/a/get-a"])]),
    "of tags with parents are nested": (
        tagged(a="Dogs", b="Pets"),
        {"tags": [{"name": "Pets"}, {"name": "Dogs", "parent": "Pets"}]},
        [("Pets", ["api/pets/get-b", ("Dogs", ["api/dogs/get-a"])])]),
    "of tags in a circle lose nothing": (
        tagged(a="A", b="B"),
        {"tags": [{"name": name, "parent": parent} for name, parent in ("AB", "BA", "CC")]},
        [("A", ["api/a/get-a"]), ("B", ["api/b/get-b"])]),
    "webhooks are together": (
        {}, {"webhooks": {"newPet": {"post": {"summary": "New pet"}}}},
        [("Webhooks", ["api/new-pet"])]),
}  # fmt: skip


@pytest.mark.parametrize(("paths", "parts", "groups"), GROUPS.values(), ids=GROUPS)
def test_groups(paths, parts, groups):
    assert outline(generate(paths, **parts).groups) == groups


def test_hidden_and_excluded_operations():
    pages = generate(
        {
            "/a": {"get": {"summary": "A", "x-hidden": True}},
            "/b": {"get": {"summary": "B", "x-excluded": True}},
            "/c": {"get": {"summary": "C", "x-internal": True}},
        }
    )

    assert [(stub.docname, stub.is_listed) for stub in pages.stubs] == [("api/a", False)]
    assert pages.groups == ()


@pytest.mark.parametrize(
    ("page", "options"),
    [("api/List-pets", {}), ("guides/pets", {"bound_pages": {PETS: "guides/pets"}})],
    ids=["of the same path", "that shows the operation"],
)
def test_a_written_page_wins(page, options):
    generator = PageGenerator(authored_pages={page}, **options)
    paths = {"/pets": {"get": {"summary": "List pets"}}, "/x": {"get": {"summary": "X"}}}
    pages = generate(paths, generator=generator)

    assert names(pages) == ["api/x"]
    assert outline(pages.groups) == [("API Reference", [page, "api/x"])]


def test_schemas_have_pages_outside_the_navigation():
    pages = generate({}, schemas=True, components={"schemas": {"Pet.v1": {}, "pet_v1": {}}})

    assert [(stub.docname, stub.is_listed, stub.is_schema) for stub in pages.stubs] == [
        ("api/schemas/pet-v1", False, True),
        ("api/schemas/pet-v1-2", False, True),
    ]


def test_names_are_unique_across_documents():
    generator = PageGenerator()
    paths = {"/pets": {"get": {"summary": "List"}}}

    generate(paths, generator=generator)
    assert names(generate(paths, generator=generator)) == ["api/list", "api/list-2"]


def test_thousands_of_equal_names_stay_quick():
    pages = generate({f"/{n}": {"get": {"summary": "Same"}} for n in range(5000)})

    assert len(set(names(pages))) == 5000


@pytest.mark.parametrize("name", ["CON", "nul", "Aux", "com1", "LPT9"])
def test_no_name_is_a_device_of_windows(name):
    assert slug(name) == f"{name.lower()}-1"
    assert slug(f"{name} x") == f"{name.lower()}-x"
