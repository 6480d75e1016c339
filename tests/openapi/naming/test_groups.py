"""Groups of operations: by tag, and by path where there are no tags."""

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.openapi.model import Operation, Tag
from sphinx_sitejson.openapi.naming.groups import (
    MAX_GROUP_SIZE,
    find_deep_tags,
    operation_groups,
    resolve_tag_parents,
)


def groups_of(*keys, tags=(), operation_ids=()):
    ids = [*operation_ids, *("" for _ in keys)]
    operations = [
        Operation(
            method=key.split()[0],
            path=key.split()[1],
            tags=tuple(key.split()[2:]),
            operation_id=id_,
        )
        for key, id_ in zip(keys, ids, strict=False)
    ]
    return outline(operation_groups({tag.name: tag for tag in tags}, operations))


def outline(groups):
    return [
        (group.title, [operation.key for operation in group.operations])
        if not group.groups
        else (group.title, [operation.key for operation in group.operations], outline(group.groups))
        for group in groups
    ]


def test_tags_in_order_of_appearance_nested_by_their_parents():
    tags = (Tag(name="cats", parent="pets", summary="Cats"), Tag(name="pets", description="All."))

    assert groups_of("GET /b dogs", "GET /a cats", "GET /c pets", tags=tags) == [
        ("dogs", ["GET /b"]),
        ("pets", ["GET /c"], [("Cats", ["GET /a"])]),
    ]


def test_a_few_operations_without_tags_stay_together():
    assert groups_of("GET /a", "GET /b", "POST /b") == [
        ("API Reference", ["GET /a", "GET /b", "POST /b"])
    ]
    assert groups_of("GET /v1/pets", "POST /v1/pets") == [
        ("API Reference", ["GET /v1/pets", "POST /v1/pets"])
    ]


def test_others_are_grouped_by_the_first_part_that_distinguishes_them():
    found = groups_of(
        "GET /api/v1/payment_intents",
        "GET /api/v1/health",
        "POST /api/v1/payment_intents",
        "GET /api/v1/users.json",
        "GET /api/v1/users/{id}",
    )

    assert found == [
        ("Payment intents", ["GET /api/v1/payment_intents", "POST /api/v1/payment_intents"]),
        ("Users", ["GET /api/v1/users.json", "GET /api/v1/users/{id}"]),
        ("Other", ["GET /api/v1/health"]),
    ]


def test_what_all_paths_begin_with_is_not_a_group():
    found = groups_of(
        "GET /v1/projects/{project}",
        "DELETE /v1/projects/{project}",
        "GET /v1/projects/{project}/topics",
        "POST /v1/projects/{project}/topics",
    )

    assert [title for title, *_ in found] == ["Projects", "Topics"]


def test_a_long_group_is_divided_again():
    keys = [
        f"GET /customers/{part}/{number}x" for part in ("cards", "orders") for number in range(20)
    ]
    found = groups_of("GET /customers", "GET /files", "GET /files/{id}", *keys)

    assert len(keys) > MAX_GROUP_SIZE
    customers, files = found
    assert customers[:2] == ("Customers", ["GET /customers"])
    assert [title for title, *_ in customers[2]] == ["Cards", "Orders"]
    assert files[0] == "Files"


def test_many_operations_whose_paths_say_nothing_are_grouped_by_their_nouns():
    nouns = ("Table", "Backup")
    verbs = [f"{verb}{noun}" for noun in nouns for verb in ("Create", "Delete", "Describe")] * 6
    keys = [f"POST /#X-Target=Db.{number}" for number in range(len(verbs))]
    found = groups_of(*keys, operation_ids=verbs)

    assert [(title, len(entries)) for title, entries in found] == [("Table", 18), ("Backup", 18)]


def test_webhooks_have_a_group_of_their_own():
    groups = operation_groups({}, [Operation(method="POST", path="newPet", is_webhook=True)])

    assert [group.title for group in groups] == ["Webhooks"]


def test_a_tag_that_all_of_many_operations_have_is_not_a_group():
    many = [f"GET /x/{number} all cats" for number in range(MAX_GROUP_SIZE)]
    by_tag = groups_of(*many, "GET /y all", "POST /y all", "GET /z all dogs")
    assert [name for name, _ in by_tag] == ["cats", "dogs", "Other"]

    paths = [f"GET /{name}/{number} all" for name in ("a", "b") for number in range(MAX_GROUP_SIZE)]
    assert [name for name, _ in groups_of(*paths)] == ["A", "B"]
    described = Tag(name="all", description="Words.")
    ((name, _, inner),) = groups_of(*paths, tags=[described])
    assert (name, [title for title, _ in inner]) == ("all", ["A", "B"])


def test_a_tag_of_all_operations_stays_where_nothing_else_distinguishes_them():
    few = ("GET /a all", "GET /b all", "GET /c all")
    assert [name for name, _ in groups_of(*few)] == ["all"]
    alike = [f"GET /{number} all" for number in range(2 * MAX_GROUP_SIZE)]
    assert [name for name, _ in groups_of(*alike)] == ["all"]


def test_parents_that_are_no_tags_or_point_in_a_circle_are_none():
    written = {"a": "b", "b": "", "c": "nowhere", "d": "e", "e": "f", "f": "e", "g": "d"}

    assert resolve_tag_parents(written) == dict.fromkeys(written, "") | {"a": "b"}


def test_the_deepest_tags_are_side_by_side():
    written = {f"t{n}": f"t{n + 1}" if n < 5000 else "" for n in range(5001)}
    parents = resolve_tag_parents(written)

    deepest = f"t{5000 - MAX_NESTING + 2}"
    assert {parents[f"t{n}"] for n in range(4000)} == {deepest}
    assert parents["t4999"] == "t5000"
    assert len(find_deep_tags(written)) == 5001 - MAX_NESTING
