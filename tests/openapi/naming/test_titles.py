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


@pytest.mark.parametrize(
    ("key", "operation_id", "description", "title"),
    [
        # A program has made the id of the path: the description says more.
        ("POST /v1/payment_intents/{intent}", "PostPaymentIntentsIntent",
         "<p>Updates properties on a PaymentIntent object without confirming.</p><p>More.</p>",
         "Update properties on a PaymentIntent object without confirming"),
        ("GET /v1/accounts", "GetAccounts", "Returns a list of accounts.", "List accounts"),
        # A person has chosen the id.
        ("POST /", "CreateTable", "The <code>CreateTable</code> operation adds a table.",
         "Create table"),
        ("GET /#Action=CreateTopic", "GET_CreateTopic", "Creates a topic.", "Create topic"),
        ("DELETE /pets/{petId}", "deletePet", "deletes a single pet by its ID", "Delete pet"),
        ("GET /pets/{id}", "find pet by id", "", "Find pet by ID"),
        ("GET /x", "listHTTPRoutes", "", "List HTTP routes"),
        ("GET /x", "listObjectsV2", "", "List objects V2"),
        # The verb of a dotted id comes last.
        ("GET /files", "drive.files.list", "Lists the user's files.", "List the user's files"),
        ("GET /files", "drive.files.list", "", "List files"),
        # Neither id nor description: method and path in words.
        ("GET /v1/users/{user_id}/posts", "", "", "List user posts"),
        ("GET /v2/users/{userId}", "", "", "Get a user"),
        ("POST /api/orders/{id}/cancel", "", "", "Cancel an order"),
        ("POST /api/orders/{id}/unsuspend", "", "", "Unsuspend an order"),
        ("POST /search", "", "", "Post to search"),
        ("PATCH /users/{id}", "PatchUsersId", "", "Update a user"),
        ("GET /v1/users/{id}/status", "", "", "Get user status"),
        ("POST /users/{id}/bank-accounts", "", "", "Create a user bank account"),
        ("DELETE /users/{id}/bank-accounts/{account}", "", "", "Delete a user bank account"),
        ("PUT /businesses/{id}", "", "", "Update a business"),
        ("POST /documents/{id}/move-to-archive", "", "", "Move a document to archive"),
        ("GET /sms/{id}", "", "", "Get SMS by ID"),
        ("GET /analytics", "", "", "Get analytics"),
        ("POST /v1/quotes", "PostQuotes", "A quote models prices.", "Create a quote"),
        ("GET /v1/test_helpers/test_clocks", "GetTestHelpersTestClocks", "",
         "List test helpers test clocks"),
        # A path is no id, and says less than the method with the path of the operation.
        ("GET /api/v1/odata/Things", "api/v{version}/odata/Things", "", "List things"),
        ("POST /#X-Amz-Target=Db.Query", "Query", "You must name a key.", "Query"),
        ("POST /#X-Amz-Target=Db.PutItem", "PutItem", "Creates an item.", "Put item"),
        ("POST /3d_secure", "Create3DSecure", "", "Create 3D secure"),
        ("GET /drives/{id}", "drive.teamDrives.get", "", "Get a team drive"),
        ("GET /", "", "", "GET /"),
        ("GET /{id}", "", "", "GET /{id}"),
        ("GET /customers/{customer}/discount", "GetCustomersCustomerDiscount", "",
         "Get customer discount"),
    ],
)  # fmt: skip
def test_without_a_summary(key, operation_id, description, title):
    assert titled(key, operation_id, description) == title


@pytest.mark.parametrize(
    ("key", "operation_id", "description", "title"),
    [
        # Django REST framework and other generators that put the verb last.
        ("GET /patients/{id}/lab-results/", "patient_lab_results_read", "",
         "Read patient lab results"),
        ("POST /api/users/", "api_users_create", "", "Create a user"),
        ("PATCH /users/{id}/", "users_partial_update", "", "Partially update a user"),
        ("POST /instances/{id}/migrate", "instance_migrate", "", "Migrate instance"),
        ("GET /fm/versions", "config_show_version", "", "Show config version"),
        ("GET /order.find.json", "OrderFind", "", "Find order"),
        ("DELETE /scope/{job}", "sign_delete", "", "Delete sign"),
        # .NET and NestJS put the class first.
        ("GET /prices", "Pricings_ListByGroup", "Prices of the group", "List pricings by group"),
        ("PUT /x/{id}", "Servers_CreateOrUpdate", "", "Create or update a server"),
        ("GET /vms", "Machines_ListSizes", "", "List sizes for machines"),
        ("GET /users", "UsersController_findAll", "", "Find all users"),
        ("GET /users/{id}", "UsersController_findOne", "", "Find a user"),
        ("GET /health", "AppController_systemHealth", "", "System health"),
        ("POST /api/Policies", "Policies_PostByModel", "", "Create a policy"),
        ("POST /users/report_spam", "users.report_spam", "", "Report spam for users"),
        # A separator or a verb shows that the method was put before the name.
        ("GET /#Action=GetCaller", "GET_GetCaller", "", "Get caller"),
        ("GET /match/{key}/zebra", "getMatchScore", "", "Get match score"),
        ("GET /pets", "getAllPetsUsingGET_1", "", "Get all pets"),
        # The description says it better than the id.
        ("GET /api/v1/namespaces/{namespace}/pods/{name}/status", "readCoreV1NamespacedPodStatus",
         "read status of the specified Pod", "Read status of the specified Pod"),
        ("GET /v1/IpRecords", "ListIpRecord", "", "List IP records"),
        ("GET /x", "listUserIDs", "", "List user IDs"),
        # Verbs in paths.
        ("GET /track.search", "", "", "Search track"),
        ("GET /api/LabTest/{id}", "", "", "Get lab test by ID"),
        ("POST /{realm}/testConnection", "", "", "Test connection"),
        ("POST /blog/CreateBlog", "", "", "Create blog"),
        ("POST /orders/{id}/send-email", "", "", "Send email for an order"),
        ("GET /export/pdf/receipts", "", "", "Export PDF receipts"),
        ("POST /v1/intents/{intent}/cancel", "PostIntentsIntentCancel", "", "Cancel an intent"),
        ("DELETE /x", "PetsApi_DeletePet2", "", "Delete pet"),
        ("PATCH /x", "PetsApi_PatchPet", "", "Update pet"),
        ("GET /listPets", "", "", "List pets"),
        ("GET /findPets", "", "findPets", "Find pets"),
        ("GET /findPets", "", "findPetsFind all pets of a shop.", "Find all pets of a shop"),
        ("POST /contacts", "ContactsPOST", "", "Create a contact"),
        ("GET /balance", "Balance", "", "Get balance"),
        ("POST /traces", "", "Traces of the reads", "Create a trace"),
        ("OPTIONS /plans/{id}", "", "", "Get options for a plan"),
        ("GET /a/b/plans/{id}/ports/{port}", "", "", "Get a b plan port"),
        # What generators write into descriptions tells nothing.
        ("GET /pets", "", "Auto generated using Swagger Inspector", "List pets"),
        # App Store Connect: items and relationships of JSON:API.
        ("PATCH /v1/ratingDeclarations/{id}", "ratingDeclarations-update_instance", "",
         "Update a rating declaration"),
        ("POST /v1/apps", "apps-create_instance", "", "Create an app"),
        ("GET /v1/apps", "apps-get_collection", "", "List apps"),
        ("PATCH /v1/clips/{id}/relationships/release", "clips-release-update_to_one_relationship",
         "", "Update clip release relationship"),
        ("GET /v1/apps/{id}/relationships/builds", "apps-builds-get_to_many_relationship", "",
         "List app build relationships"),
        ("GET /v1/reviews/{id}", "reviews-get_instance", "", "Get a review"),
        ("GET /apps/{id}/appEvents", "apps-appEvents-get_to_many_related", "", "List app events"),
        # Spring Data REST: the id names the kind of the resource.
        ("GET /banks/{id}", "getItemResource-bank-get", "", "Get a bank"),
        ("POST /clinics", "postCollectionResource-clinic-post", "", "Create a clinic"),
        ("GET /accounts/search/findByOwner", "executeSearch-account-get", "",
         "Find accounts by owner"),
        ("GET /pets/{id}/owner/{propertyId}", "followPropertyReference-pet-get_1", "",
         "Get pet owner by property ID"),
        # Django REST framework: the path has the verb, and the id ends in the method.
        ("POST /leads/upload/", "leads_upload_create", "", "Upload leads"),
        ("POST /rest-auth/login/", "rest_auth_login_create", "", "Login"),
        ("POST /password/reset/confirm/", "password_reset_confirm_create", "",
         "Confirm password reset"),
        ("POST /users/{id}/send_mail/", "users_send_mail_create", "", "Send mail for a user"),
        ("GET /users/get-teams/", "users_get_teams_retrieve", "", "Get teams for users"),
        ("DELETE /leads/comment/{id}/", "leads_comment_destroy", "", "Destroy lead comment"),
        # The area of the API before the verb.
        ("GET /getpageexport", "Export_getPageExport", "", "Get page export"),
        ("GET /onboard/status", "onboardReadStatus", "", "Read status"),
        # Letters beyond ASCII.
        ("GET /x", "größeÄndern", "", "Größe ändern"),
        ("POST /x", "créer_le_téléphone", "", "Créer le téléphone"),
        # Google: a custom method behind the resource.
        ("POST /files/{name}:copy", "", "", "Copy a file"),
        ("POST /v1/{name}:undelete", "", "", "Undelete"),
        # NestJS: a function for all methods.
        ("GET /hooks/{name}", "HooksController_receive_get", "", "Get a hook"),
    ],
)  # fmt: skip
def test_ids_of_generators_and_verbs_in_paths(key, operation_id, description, title):
    assert titled(key, operation_id, description) == title


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
