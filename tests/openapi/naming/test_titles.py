"""Titles of operations: what a person would write above them."""

import pytest

from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.naming.titles import (
    operation_title,
    short_titles,
    shorten_title,
    title_from_description,
    truncate_title,
)


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
            "Update properties on a PaymentIntent object without confirming",
        ),
        (
            "GET /v1/accounts",
            "GetAccounts",
            "Returns a list of accounts.",
            "List accounts",
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
        ("GET /files", "drive.files.list", "Lists the user's files.", "List the user's files"),
        ("GET /files", "drive.files.list", "", "List files"),
        # Neither id nor description: method and path in words.
        ("GET /v1/users/{user_id}/posts", "", "", "List user posts"),
        ("GET /v2/users/{userId}", "", "", "Get a user"),
        ("POST /api/orders/{id}/cancel", "", "", "Cancel an order"),
        ("POST /search", "", "", "Post to search"),
        ("PATCH /users/{id}", "PatchUsersId", "", "Update a user"),
        ("GET /v1/users/{id}/status", "", "", "Get user status"),
        ("POST /users/{id}/bank-accounts", "", "", "Create a user bank account"),
        ("DELETE /users/{id}/bank-accounts/{account}", "", "", "Delete a user bank account"),
        ("PUT /businesses/{id}", "", "", "Update a business"),
        ("POST /documents/{id}/move-to-archive", "", "", "Move a document to archive"),
        ("GET /sms/{id}", "", "", "Get sms by id"),
        ("GET /analytics", "", "", "Get analytics"),
        ("POST /v1/quotes", "PostQuotes", "A quote models prices.", "Create a quote"),
        (
            "GET /v1/test_helpers/test_clocks",
            "GetTestHelpersTestClocks",
            "",
            "List test helpers test clocks",
        ),
        # A path is no id, and says less than the method with the path of the operation.
        ("GET /api/v1/odata/Things", "api/v{version}/odata/Things", "", "List things"),
        ("POST /#X-Amz-Target=Db.Query", "Query", "You must name a key.", "Query"),
        ("POST /#X-Amz-Target=Db.PutItem", "PutItem", "Creates an item.", "Put item"),
        ("POST /3d_secure", "Create3DSecure", "", "Create 3D secure"),
        ("GET /drives/{id}", "drive.teamDrives.get", "", "Get a team drive"),
        ("GET /", "", "", "GET /"),
        ("GET /{id}", "", "", "GET /{id}"),
        (
            "GET /customers/{customer}/discount",
            "GetCustomersCustomerDiscount",
            "",
            "Get customer discount",
        ),
    ],
)
def test_without_a_summary(key, operation_id, description, title):
    assert titled(key, operation_id, description) == title


@pytest.mark.parametrize(
    ("description", "title"),
    [
        ("Returns a list of all pets.", "List all pets"),
        ("Returns all pets of an owner.", "List all pets of an owner"),
        ("Returns the pet.", "Get the pet"),
        ("Retrieves the full list of pets.", "List pets"),
        ("Permanently deletes a pet.", "Permanently delete a pet"),
        (
            "Creates a pet and verifies the owner’s name.",
            "Create a pet and verify the owner’s name",
        ),
        ("Charges are listed here.", "Charges are listed here"),
        # Sentences that say how things are, not what is done: the path says more.
        ("A pet can be sold once.", "Create a pet"),
        ("The pets of the shop.", "Create a pet"),
        ("Managed pets will be deleted.", "Create a pet"),
        ("Deleting pets means trouble.", "Create a pet"),
    ],
)
def test_a_description_becomes_an_order(description, title):
    assert titled("POST /pets", "PostPets", description) == title


def test_links_of_a_summary_are_their_words():
    summary = "Get a country by [ISO code](https://iso.org/x)"
    assert titled("GET /x", summary=summary) == "Get a country by ISO code"


def test_a_summary_is_the_title():
    assert titled("GET /x", "listPets", "Something.", " List   all\npets ") == "List all pets"


@pytest.mark.parametrize(
    ("description", "title"),
    [
        (
            "Creates a topic, e.g. a large one. It can be used at once.",
            "Create a topic, e.g. a large one",
        ),
        ("**Lists** the [pets](https://x.y) of `owner`.", "List the pets of owner"),
        ("This endpoint creates a draft invoice.", "Create a draft invoice"),
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
    assert title_from_description(description) == title


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
    assert shorten_title(text, 40) == short


def test_a_summary_is_cut_behind_a_word():
    assert (
        truncate_title("Get the repositories of an organization", 30)
        == "Get the repositories of an…"
    )


@pytest.mark.parametrize(
    ("summary", "label"),
    [
        ("Lists all ships.", "Lists all ships"),
        ("Lists all ships", "Lists all ships"),
        ("Lists ships of the U.S.", "Lists ships of the U.S."),
        ("Lists ships...", "Lists ships..."),
        ("Reads /ships.json", "Reads /ships.json"),
    ],
)
def test_the_sidebar_shows_a_summary_without_its_period(summary, label):
    operation = Operation(method="GET", path="/ships", summary=summary)

    assert operation_title(operation) == summary
    assert short_titles([operation]) == {"GET /ships": label}


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
        "GET /a": "Retrieve the balance transaction that changed the balance first",
        "GET /b": "Retrieve the balance transaction that changed the balance last",
        "GET /c": "Retrieve the exchange rates from one currency",
    }
