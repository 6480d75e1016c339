"""Titles of operations: what a person would write above them."""

import pytest

from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.naming.sentences import cut, shortened, title_in
from sphinx_sitejson.openapi.titles import operation_title, short_titles


def titled(key, operation_id="", description="", summary=""):
    method, path = key.split(" ")
    return operation_title(
        Operation(
            method=method,
            path=path,
            operation_id=operation_id,
            description=description,
            summary=summary,
        )
    )


@pytest.mark.parametrize(
    ("key", "operation_id", "description", "title"),
    [
        # A program has made the id of the path: the description says more.
        (
            "POST /v1/payment_intents/{intent}",
            "PostPaymentIntentsIntent",
            "<p>Updates properties on a PaymentIntent object without confirming.</p><p>More.</p>",
            "Updates properties on a PaymentIntent object without confirming",
        ),
        (
            "GET /v1/accounts",
            "GetAccounts",
            "Returns a list of accounts.",
            "Returns a list of accounts",
        ),
        # A person has chosen the id.
        (
            "POST /",
            "CreateTable",
            "The <code>CreateTable</code> operation adds a table.",
            "Create table",
        ),
        ("GET /#Action=CreateTopic", "GET_CreateTopic", "Creates a topic.", "Create topic"),
        ("DELETE /pets/{petId}", "deletePet", "deletes a single pet by its ID", "Delete pet"),
        ("GET /pets/{id}", "find pet by id", "", "Find pet by id"),
        ("GET /x", "listHTTPRoutes", "", "List HTTP routes"),
        ("GET /x", "listObjectsV2", "", "List objects V2"),
        # The verb of a dotted id comes last.
        ("GET /files", "drive.files.list", "Lists the user's files.", "Lists the user's files"),
        ("GET /files", "drive.files.list", "", "Drive files list"),
        # Neither id nor description: method and path in words.
        ("GET /v1/users/{user_id}/posts", "", "", "Get users posts"),
        ("GET /v2/users/{userId}", "", "", "Get users by user id"),
        ("POST /api/orders/{id}/cancel", "", "", "Cancel orders"),
        ("POST /search", "", "", "Post to search"),
        ("PATCH /users/{id}", "PatchUsersId", "", "Update users by id"),
        ("GET /", "", "", "GET /"),
        ("GET /{id}", "", "", "GET /{id}"),
        (
            "GET /customers/{customer}/discount",
            "GetCustomersCustomerDiscount",
            "",
            "Get customers discount",
        ),
    ],
)
def test_without_a_summary(key, operation_id, description, title):
    assert titled(key, operation_id, description) == title


def test_a_summary_is_the_title():
    assert titled("GET /x", "listPets", "Something.", " List   all\npets ") == "List all pets"


@pytest.mark.parametrize(
    ("description", "title"),
    [
        (
            "Creates a topic, e.g. a large one. It can be used at once.",
            "Creates a topic, e.g. a large one",
        ),
        ("**Lists** the [pets](https://x.y) of `owner`.", "Lists the pets of owner"),
        ("This endpoint creates a draft invoice.", "Creates a draft invoice"),
        ("With Connect, you can delete accounts you manage.", "Delete accounts you manage"),
        ("To charge a credit card at once, you create a charge.", "Charge a credit card at once"),
        ("When a reader asks, it answers. Answers a question.", "Answers a question"),
        ("If so.", ""),
        ("", ""),
        ("<p></p>", ""),
        ("# Pets\n\nAll of them.", "Pets"),
    ],
)
def test_the_sentence_of_a_description(description, title):
    assert title_in(description) == title


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Short enough", "Short enough"),
        (
            "Retrieves the balance transaction, which has changed it",
            "Retrieves the balance transaction",
        ),
        ("Returns a list of objects that contain the rates at which", "Returns a list of objects"),
        (
            "Returnsalistofallobjectswithoutasinglespaceinside and more",
            "Returnsalistofallobjectswithoutasinglespaceinsid…"[:39] + "…",
        ),
        ("Lists the transactions (e.g., charges or refunds or others)", "Lists the transactions"),
    ],
)
def test_what_is_too_long_loses_its_last_clauses(text, short):
    assert shortened(text, 40) == short


def test_a_summary_is_cut_behind_a_word():
    assert cut("Get the repositories of an organization", 30) == "Get the repositories of an…"


def test_labels_of_the_sidebar_stay_whole_where_two_would_be_alike():
    texts = {
        "/a": "Retrieves the balance transaction that changed the balance first.",
        "/b": "Retrieves the balance transaction that changed the balance last.",
        "/c": "Retrieves the exchange rates from one currency to all of the others.",
    }
    operations = [
        Operation(method="GET", path=path, description=text) for path, text in texts.items()
    ]

    assert short_titles(operations) == {
        "GET /a": "Retrieves the balance transaction that changed the balance first",
        "GET /b": "Retrieves the balance transaction that changed the balance last",
        "GET /c": "Retrieves the exchange rates from one currency",
    }
