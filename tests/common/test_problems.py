"""Problems: one line each, whatever stands in the text they speak of."""

import pytest
from navigation.support import tree_of

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean


@pytest.mark.parametrize("break_", ["\n", "\r", "\u2028", "\x85", "\x0b"])
def test_a_problem_is_one_line(break_):
    problem = Problem(code="redirect", message=f"a{break_}b", location=Location(file="site.json"))

    assert len(str(problem).splitlines()) == 1
    assert str(problem).startswith("site.json: a\\")


def test_the_name_of_a_page_cannot_begin_a_line_of_its_own():
    pages = ["index", "a\nERROR: b"]
    (problem,) = tree_of([{"group": "G", "pages": pages}], {"index"}).problems

    sentence = r'the page "a\nERROR: b" has no file; it was skipped.'
    assert str(problem) == f"site.json navigation[0].pages[1]: {sentence}"


def test_no_suggestion_repeats_what_was_written():
    assert did_you_mean("linked.yaml", ["linked.yaml"]) == ""
    hint = did_you_mean("linked.yaml", ["linked.yaml", "Linked.yaml"])
    assert hint == ' Did you mean "Linked.yaml"?'


@pytest.mark.parametrize("code", ProblemCode)
def test_every_code_has_one_sentence_with_its_cure(code):
    assert code == code.name.lower()
    assert code.description[0].isupper() or code.description[0] == "`"
    assert code.description.endswith(".")
    assert "; " in code.description
    assert ". " not in code.description


@pytest.mark.parametrize(
    ("wrong", "known", "meant"),
    [
        ("TabItem", ["Tab", "Table"], "Tab"),
        ("guides/quickstrat", ["guides/quickstart", "guides/overview"], "guides/quickstart"),
        ("/use-cases/resell-a-model", ["/guides/more/resell-a-model"],
         "/guides/more/resell-a-model"),
        ("/plugins/llm/examples", ["/plugin-registry/llm/examples"],
         "/plugin-registry/llm/examples"),
        ("GET /pets", ["GET /users", "POST /pets"], "POST /pets"),
        ("GET /pets/{id}/toy", ["GET /pets/{petId}/toys"], "GET /pets/{petId}/toys"),
        ("/pets/7/toy", ["/pets/{petId}/toys"], "/pets/{petId}/toys"),
    ],
)  # fmt: skip
def test_the_nearest_name_or_path_is_suggested(wrong, known, meant):
    assert did_you_mean(wrong, known, likeness=0.5) == f' Did you mean "{meant}"?'


@pytest.mark.parametrize(
    ("wrong", "other"),
    [
        ("modified", "mode"),
        ("Options", "Action"),
        ("/features/user-tracking", "/features/streaming"),
        ("/features/prompts", "/features/reports"),
        ("/vector/sdks/py/overview", "/redis/sdks/py/overview"),
        ("endpoints/fireworks/get-by-id", "endpoints/rundeck/get-by-id"),
        ("GET /v1/admin/settings", "GET /v1/integration"),
        ("DELETE /v1/alert/{alertId}", "DELETE /v1/prompt/{promptId}"),
    ],
)
def test_each_part_of_a_suggested_path_is_similar(wrong, other):
    assert did_you_mean(wrong, [other]) == ""
