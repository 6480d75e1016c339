"""Titles of operations: what a person would write above them."""

import pytest

from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.naming.titles import (
    operation_description,
    operation_title,
    short_titles,
    shorten_title,
    title_from_description,
    truncate_title,
)

from ..support import document_of


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


# fmt: off
TITLES: list[tuple[str, ...]] = [
    # The title, the method and path, the id if there is one, and the description.
    # A program has made the id of the path: the description says more.
    ("Update properties on a PaymentIntent object without confirming",
     "POST /v1/payment_intents/{intent}", "PostPaymentIntentsIntent",
     "<p>Updates properties on a PaymentIntent object without confirming.</p><p>More.</p>"),
    ("List accounts", "GET /v1/accounts", "GetAccounts", "Returns a list of accounts."),
    # A person has chosen the id.
    ("Create table", "POST /", "CreateTable",
     "The <code>CreateTable</code> operation adds a table."),
    ("Create topic", "GET /#Action=CreateTopic", "GET_CreateTopic", "Creates a topic."),
    ("Delete pet", "DELETE /pets/{petId}", "deletePet", "deletes a single pet by its ID"),
    ("Find pet by ID", "GET /pets/{id}", "find pet by id"),
    ("List HTTP routes", "GET /x", "listHTTPRoutes"),
    ("List objects V2", "GET /x", "listObjectsV2"),
    # The verb of a dotted id comes last.
    ("List the user's files", "GET /files", "drive.files.list", "Lists the user's files."),
    ("List files", "GET /files", "drive.files.list"),
    # Neither id nor description: method and path in words.
    ("List user posts", "GET /v1/users/{user_id}/posts"),
    ("Get a user", "GET /v2/users/{userId}"),
    ("Cancel an order", "POST /api/orders/{id}/cancel"),
    ("Unsuspend an order", "POST /api/orders/{id}/unsuspend"),
    ("Post to search", "POST /search"),
    ("Update a user", "PATCH /users/{id}", "PatchUsersId"),
    ("Get user status", "GET /v1/users/{id}/status"),
    ("Create a user bank account", "POST /users/{id}/bank-accounts"),
    ("Delete a user bank account", "DELETE /users/{id}/bank-accounts/{account}"),
    ("Update a business", "PUT /businesses/{id}"),
    ("Move a document to archive", "POST /documents/{id}/move-to-archive"),
    ("Get SMS by ID", "GET /sms/{id}"),
    ("Get analytics", "GET /analytics"),
    ("Create a quote", "POST /v1/quotes", "PostQuotes", "A quote models prices."),
    ("List test helpers test clocks", "GET /v1/test_helpers/test_clocks",
     "GetTestHelpersTestClocks"),
    # A path is no id, and says less than the method with the path of the operation.
    ("List things", "GET /api/v1/odata/Things", "api/v{version}/odata/Things"),
    ("Query", "POST /#X-Amz-Target=Db.Query", "Query", "You must name a key."),
    ("Put item", "POST /#X-Amz-Target=Db.PutItem", "PutItem", "Creates an item."),
    ("Create 3D secure", "POST /3d_secure", "Create3DSecure"),
    ("Get a team drive", "GET /drives/{id}", "drive.teamDrives.get"),
    ("GET /", "GET /"),
    ("GET /{id}", "GET /{id}"),
    ("Get customer discount", "GET /customers/{customer}/discount",
     "GetCustomersCustomerDiscount"),
    # Django REST framework and other generators that put the verb last.
    ("Read patient lab results", "GET /patients/{id}/lab-results/", "patient_lab_results_read"),
    ("Create a user", "POST /api/users/", "api_users_create"),
    ("Partially update a user", "PATCH /users/{id}/", "users_partial_update"),
    ("Migrate instance", "POST /instances/{id}/migrate", "instance_migrate"),
    ("Show config version", "GET /fm/versions", "config_show_version"),
    ("Find order", "GET /order.find.json", "OrderFind"),
    ("Delete sign", "DELETE /scope/{job}", "sign_delete"),
    # .NET and NestJS put the class first.
    ("List pricings by group", "GET /prices", "Pricings_ListByGroup", "Prices of the group"),
    ("Create or update a server", "PUT /x/{id}", "Servers_CreateOrUpdate"),
    ("List sizes for machines", "GET /vms", "Machines_ListSizes"),
    ("Find all users", "GET /users", "UsersController_findAll"),
    ("Find a user", "GET /users/{id}", "UsersController_findOne"),
    ("System health", "GET /health", "AppController_systemHealth"),
    ("Create a policy", "POST /api/Policies", "Policies_PostByModel"),
    ("Report spam for users", "POST /users/report_spam", "users.report_spam"),
    # A separator or a verb shows that the method was put before the name.
    ("Get caller", "GET /#Action=GetCaller", "GET_GetCaller"),
    ("Get match score", "GET /match/{key}/zebra", "getMatchScore"),
    ("Get all pets", "GET /pets", "getAllPetsUsingGET_1"),
    # The description says it better than the id.
    ("Read status of the specified Pod",
     "GET /api/v1/namespaces/{namespace}/pods/{name}/status", "readCoreV1NamespacedPodStatus",
     "read status of the specified Pod"),
    ("List IP records", "GET /v1/IpRecords", "ListIpRecord"),
    ("List user IDs", "GET /x", "listUserIDs"),
    # Verbs in paths.
    ("Search track", "GET /track.search"),
    ("Get lab test by ID", "GET /api/LabTest/{id}"),
    ("Test connection", "POST /{realm}/testConnection"),
    ("Create blog", "POST /blog/CreateBlog"),
    ("Send email for an order", "POST /orders/{id}/send-email"),
    ("Export PDF receipts", "GET /export/pdf/receipts"),
    ("Cancel an intent", "POST /v1/intents/{intent}/cancel", "PostIntentsIntentCancel"),
    ("Delete pet", "DELETE /x", "PetsApi_DeletePet2"),
    ("Update pet", "PATCH /x", "PetsApi_PatchPet"),
    ("List pets", "GET /listPets"),
    ("Find pets", "GET /findPets", "", "findPets"),
    ("Find all pets of a shop", "GET /findPets", "", "findPetsFind all pets of a shop."),
    ("Create a contact", "POST /contacts", "ContactsPOST"),
    ("Get balance", "GET /balance", "Balance"),
    ("Create a trace", "POST /traces", "", "Traces of the reads"),
    ("Get options for a plan", "OPTIONS /plans/{id}"),
    ("Get a b plan port", "GET /a/b/plans/{id}/ports/{port}"),
    # What generators write into descriptions tells nothing.
    ("List pets", "GET /pets", "", "Auto generated using Swagger Inspector"),
    # App Store Connect: items and relationships of JSON:API.
    ("Update a rating declaration", "PATCH /v1/ratingDeclarations/{id}",
     "ratingDeclarations-update_instance"),
    ("Create an app", "POST /v1/apps", "apps-create_instance"),
    ("List apps", "GET /v1/apps", "apps-get_collection"),
    ("Update clip release relationship", "PATCH /v1/clips/{id}/relationships/release",
     "clips-release-update_to_one_relationship"),
    ("List app build relationships", "GET /v1/apps/{id}/relationships/builds",
     "apps-builds-get_to_many_relationship"),
    ("Get a review", "GET /v1/reviews/{id}", "reviews-get_instance"),
    ("List app events", "GET /apps/{id}/appEvents", "apps-appEvents-get_to_many_related"),
    # Spring Data REST: the id names the kind of the resource.
    ("Get a bank", "GET /banks/{id}", "getItemResource-bank-get"),
    ("Create a clinic", "POST /clinics", "postCollectionResource-clinic-post"),
    ("Find accounts by owner", "GET /accounts/search/findByOwner", "executeSearch-account-get"),
    ("Get pet owner by property ID", "GET /pets/{id}/owner/{propertyId}",
     "followPropertyReference-pet-get_1"),
    # Django REST framework: the path has the verb, and the id ends in the method.
    ("Upload leads", "POST /leads/upload/", "leads_upload_create"),
    ("Login", "POST /rest-auth/login/", "rest_auth_login_create"),
    ("Confirm password reset", "POST /password/reset/confirm/",
     "password_reset_confirm_create"),
    ("Send mail for a user", "POST /users/{id}/send_mail/", "users_send_mail_create"),
    ("Get teams for users", "GET /users/get-teams/", "users_get_teams_retrieve"),
    ("Destroy lead comment", "DELETE /leads/comment/{id}/", "leads_comment_destroy"),
    # The area of the API before the verb.
    ("Get page export", "GET /getpageexport", "Export_getPageExport"),
    ("Read status", "GET /onboard/status", "onboardReadStatus"),
    # Letters beyond ASCII.
    ("Größe ändern", "GET /x", "größeÄndern"),
    ("Créer le téléphone", "POST /x", "créer_le_téléphone"),
    # Google: a custom method behind the resource.
    ("Copy a file", "POST /files/{name}:copy"),
    ("Undelete", "POST /v1/{name}:undelete"),
    # NestJS: a function for all methods.
    ("Get a hook", "GET /hooks/{name}", "HooksController_receive_get"),
]
# fmt: on


@pytest.mark.parametrize("row", TITLES, ids=lambda row: row[1])
def test_without_a_summary(row):
    title, *facts = row
    assert titled(*facts) == title


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("client.rateLimit.reached", "Client rate limit reached"),
        ("newPet", "New pet"),
        ("Account categories updated", "Account categories updated"),
    ],
)
def test_the_name_of_a_webhook_in_words(name, title):
    assert operation_title(Operation(method="POST", path=name, is_webhook=True)) == title


@pytest.mark.parametrize(
    ("summary", "operation_id", "title"),
    [
        ("GET /pets", "listPets", "List pets"),
        ("Placeholder", "listPets", "List pets"),
        ("GetCapabilities", "", "Get capabilities"),
        ("users_list", "", "List users"),
        ("newAddress", "", "New address"),
        ("getBoard()", "", "Get board"),
        ("getBoardsMyPrefsEmailListByIdBoard()", "", "List pets"),
        ("Get attractions\n\nRetrieves a list of attractions", "", "Get attractions"),
        ("SetDepth external", "", "Set depth external"),
        ("GET matrix endpoint", "", "Matrix endpoint"),
        ("GET pets", "", "GET pets"),
        ("iPhone", "", "iPhone"),
        ("search for a pet", "", "Search for a pet"),
        ("eSIM profiles", "", "eSIM profiles"),
        ("Refresh the `cash_report`", "", "Refresh the cash_report"),
        # FastAPI makes the summary of the name of a function.
        ("Sns Get", "sns_get_sns_get", "Get sns"),
        ("Read Users Me", "read_users_me_users_me_get", "Read users me"),
        ("Config", "config_config_get", "List pets"),
    ],
)
def test_a_summary_that_is_a_name(summary, operation_id, title):
    assert titled("GET /pets", operation_id, summary=summary) == title


def test_a_summary_of_several_sentences_gives_the_first_and_stays_in_the_description():
    operation = Operation(
        method="GET",
        path="/x",
        summary="Delete an archived call. Note: this keeps the record.",
        description="More.",
    )

    assert operation_title(operation) == "Delete an archived call"
    assert operation_description(operation) == f"{operation.summary}\n\nMore."


def test_a_summary_with_html_is_not_repeated_in_the_description():
    operation = Operation(
        method="GET", path="/pets", summary="List <b>all</b> pets &amp; owners", description="Now."
    )

    assert operation_title(operation) == "List all pets & owners"
    assert operation_description(operation) == "Now."


def test_a_description_that_many_operations_share_distinguishes_none():
    paths = ("articles", "groups", "states")
    document = document_of({f"/{path}": {"get": {"description": "Gets pages."}} for path in paths})

    titles = [operation_title(operation) for operation in document.operations]

    assert titles == ["List articles", "List groups", "List states"]


@pytest.mark.parametrize("deprecated", [True, False])
@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ("Deprecated: please use fetchShips instead", "List ships"),
        ("DEPRECATED. Use fetchShips instead.", "List ships"),
        ("(deprecated) see fetchShips", "List ships"),
        ("Deprecated: Use a berth", "Use a berth"),
    ],
)
def test_the_operation_to_use_instead_is_no_title(summary, title, deprecated):
    operation = Operation(
        method="GET", path="/x", operation_id="listShips", summary=summary, deprecated=deprecated
    )

    assert operation_title(operation).endswith(title)
    assert "fetchShips" not in operation_title(operation)
    assert ("fetchShips" in summary) == ("fetchShips" in operation_description(operation))


def test_a_deprecated_operation_needs_no_mark_in_its_title():
    operation = Operation(method="GET", path="/x", summary="DEPRECATED. Get it", deprecated=True)

    assert operation_title(operation) == "Get it"
    assert operation_description(operation) == ""


@pytest.mark.parametrize(
    ("description", "title"),
    [
        ("Returns a list of all pets.", "List all pets"),
        ("Returns list of pets.", "List pets"),
        ("Registers (or retrieves) a pet.", "Register (or retrieve) a pet"),
        ("Petlist returns the list of pets.", "List pets"),
        ("Creates a pet Note: it can be sold.", "Create a pet"),
        ("Uploads an image and returns an ID.", "Upload an image and return an ID"),
        ("Gets users and orders for a shop.", "Get users and orders for a shop"),
        ("Adds or updates pets.", "Add or update pets"),
        ("Description: The operation creates a pet.", "Create a pet"),
        ("Allows the authenticated user to sell a pet.", "Sell a pet"),
        ("Returns all pets of an owner.", "List all pets of an owner"),
        ("Returns the pet.", "Get the pet"),
        ("Retrieves the full list of pets.", "List pets"),
        ("Permanently deletes a pet.", "Permanently delete a pet"),
        ("Creates a pet and verifies the owner’s name.",
         "Create a pet and verify the owner’s name"),
        # Sentences that say how things are, not what is done: the path says more.
        ("Charges are listed here.", "Create a pet"),
        ("A pet can be sold once.", "Create a pet"),
        ("The pets of the shop.", "Create a pet"),
        ("Managed pets will be deleted.", "Create a pet"),
        ("Deleting pets means trouble.", "Create a pet"),
    ],
)  # fmt: skip
def test_a_description_becomes_an_order(description, title):
    assert titled("POST /pets", "PostPets", description) == title


def test_links_of_a_summary_are_their_text():
    summary = "Get a country by [ISO code](https://iso.org/x)"
    assert titled("GET /x", summary=summary) == "Get a country by ISO code"


@pytest.mark.parametrize("summary", ["GET - Read a pet", "GET: Read a pet", "GET Read a pet"])
def test_a_title_does_not_repeat_the_method(summary):
    assert titled("GET /pets/{id}", summary=summary) == "Read a pet"


def test_a_summary_is_the_title():
    assert titled("GET /x", "listPets", "Something.", " List   all\npets ") == "List all pets"


@pytest.mark.parametrize(
    ("description", "title"),
    [
        ("Creates a topic, e.g. a large one. It can be used at once.",
         "Create a topic, e.g. a large one"),
        ("**Lists** the [pets](https://x.y) of `owner`.", "List the pets of owner"),
        ("This endpoint creates a draft invoice.", "Create a draft invoice"),
        ("Settings in the resource group.", "Settings in the resource group"),
        ("With Connect, you can delete accounts you manage.", "Delete accounts you manage"),
        ("To charge a credit card at once, you create a charge.", "Charge a credit card at once"),
        ("When a reader asks, it answers. Answers a question.", "Answers a question"),
        ("If so.", ""),
        ("", ""),
        ("<p></p>", ""),
        ("# Pets\n\nAll of them.", "Pets"),
    ],
)  # fmt: skip
def test_the_sentence_of_a_description(description, title):
    assert title_from_description(description) == title


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Short enough", "Short enough"),
        ("Retrieves the balance transaction, which has changed it",
         "Retrieves the balance transaction"),
        ("Returns a list of objects that contain the rates at which", "Returns a list of objects"),
        ("Returnsalistofallobjectswithoutasinglespaceinside and more",
         "Returnsalistofallobjectswithoutasinglespaceinsid…"[:39] + "…"),
        ("Lists the transactions (e.g., charges or refunds or others)", "Lists the transactions"),
        ("Gets temporary credentials that use to sign", "Gets temporary credentials"),
        ("Lists pets of the project identified by its key", "Lists pets of the project"),
        ("Lists messages of an account, comprising any scheduled", "Lists messages of an account"),
        ("Adds the permissions of a role, or replace them all", "Adds the permissions of a role"),
    ],
)  # fmt: skip
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
def test_a_title_has_no_final_period(summary, label):
    operation = Operation(method="GET", path="/ships", summary=summary)

    assert operation_title(operation) == label
    assert short_titles([operation]) == {"GET /ships": label}


def test_labels_of_the_sidebar_stay_complete_where_two_would_be_alike():
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
