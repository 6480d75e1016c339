"""The words of the playground, in the language of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx.locale import _


def playground_texts() -> Mapping[str, Any]:
    """Return the words that scripts need; each ``{}`` is a gap that they fill."""
    return {
        **_words(),
        "places": {
            "path": _("Path parameters"),
            "query": _("Query parameters"),
            "querystring": _("Query string"),
            "header": _("Header parameters"),
            "cookie": _("Cookie parameters"),
        },
        "flows": {
            "authorizationCode": _("Authorization code"),
            "implicit": _("Implicit"),
            "password": _("Password"),
            "clientCredentials": _("Client credentials"),
            "deviceAuthorization": _("Device authorization"),
        },
        "client": {
            "clientId": _("Client ID"),
            "clientSecret": _("Client secret"),
            "username": _("User name"),
            "password": _("Password"),
        },
        "extras": {
            "query": _("Query parameter"),
            "header": _("Header"),
            "cookie": _("Cookie"),
        },
        "addExtra": {
            "query": _("Add a query parameter"),
            "header": _("Add a header"),
            "cookie": _("Add a cookie"),
        },
        "keepFor": [
            _("Only on this page"),
            _("Keep for this tab"),
            _("Keep in this browser"),
        ],
        "rules": _rules(),
        "failures": _failures(),
    }


def _words() -> dict[str, str]:
    return {
        # Inputs.
        "required": _("required"),
        "unset": _("Not set"),
        "absent": _("not sent"),
        "empty": _("empty"),
        "changeBlank": _("Choose what is sent while nothing is typed"),
        "variants": _("Variants ({})"),
        "partHeaders": _("Headers of this part"),
        "clear": _("Clear"),
        "clearBody": _("Empty the body"),
        "fillExample": _("Fill in the example"),
        "variant": _("Variant"),
        "option": _("Option {}"),
        "value": _("Value"),
        "key": _("Name"),
        "item": _("Item {}"),
        "add": _("Add an item"),
        "addKey": _("Add a field"),
        "remove": _("Remove"),
        "fields": _("Fields ({})"),
        "moreFields": _("More fields ({})"),
        "filled": _("{} filled in"),
        "server": _("Server"),
        "requestBody": _("Body"),
        "mediaType": _("Media type"),
        "example": _("Example"),
        "exampleNumber": _("Example {}"),
        "form": _("Form"),
        "noInputs": _("This request needs no input."),
        "noCookies": _("A browser does not let a page set cookies for another site."),
        # Credentials.
        "authorization": _("Authorization"),
        "scheme": _("Method"),
        "none": _("None"),
        "token": _("Token"),
        "username": _("User name"),
        "password": _("Password"),
        "reveal": _("Show"),
        "keeping": _("How long they are kept"),
        "signedIn": _("{}: entered"),
        "notSignedIn": _("{}: not entered"),
        "forget": _("Forget"),
        "otherScheme": _("{}: your browser or network takes care of it."),
        "sentTo": _("Sent only to {}, straight from your browser."),
        "sentByProxy": _("Sent only to {}, through the proxy of this site: {}"),
        "signIn": _("Get a token"),
        "flow": _("Way to get a token"),
        "scopes": _("Scopes"),
        "getToken": _("Get token"),
        "discover": _("Find out how"),
        "waiting": _("Waiting for the sign-in …"),
        "device": _("Enter the code {} at"),
        "gotToken": _("The token is filled in."),
        "noToken": _("No token: {}"),
        "toCredentials": _("Enter credentials"),
        # Sending.
        "send": _("Send"),
        "sending": _("Sending"),
        "toCorrect": _("Inputs to correct: {}"),
        "notSent": _(
            "A browser does not send this for a page: {}. Copy the request as cURL instead."
        ),
        "noBodySent": _(
            "A browser sends no body with this method. Copy the request as cURL instead."
        ),
        "copy": _("Copy"),
        "options": _("More options"),
        "extraName": _("Name: {}"),
        "extraValue": _("Value: {}"),
        "anyType": _("Any"),
        "timeout": _("Wait for the response"),
        "seconds": _("{} seconds"),
        "noLimit": _("as long as it takes"),
        "ownBase": _("Another address …"),
        "ownBaseUrl": _("Address of the API"),
        "notLoaded": _("A script of this site could not be loaded. Try again."),
        "linked": _("These inputs came with a link. Look at them before you send."),
        "copied": _("Copied"),
        "notCopied": _("Could not copy"),
        "copyCurl": _("Copy as cURL"),
        "retry": _("Try again"),
        "tooLong": _("The inputs are too long for a link."),
        "leftOut": _(
            "Left out of the link: {}. Secrets, files and bodies of plain text are not shared."
        ),
        "repeatedKeys": _("Keys that come more than once: {}"),
        "repeatedKey": _("repeated"),
        # A simulated API, and a preview.
        "simulated": _("Simulated"),
        "isSimulated": _(
            "This API is simulated: its responses are examples of the documentation, and nothing "
            "is sent to it."
        ),
        "noSimulation": _("The documentation has no example of this response. {}"),
        "notNeeded": _("Not needed: this API is simulated, and nothing is sent to it."),
        "exampleOnly": _("Example response"),
        "throughProxy": _("through the proxy of this preview"),
        # The answer.
        "response": _("Response"),
        "exampleAnswer": _("Example response. Press Send to see a real one."),
        "noAnswer": _("The response appears here."),
        "body": _("Body"),
        "headers": _("Headers ({})"),
        "exposed": _("A page sees only the headers that the API exposes to it."),
        "noBody": _("The response has no body."),
        "binary": _("Data of the type {}."),
        "raw": _("Raw"),
        "reading": _("Reading …"),
        "search": _("Search"),
        "searchIn": _("Search in the response"),
        "previous": _("Previous"),
        "next": _("Next"),
        "checkNow": _("Compare with the schema"),
        "redirected": _("The request was redirected to {}"),
        "orProxy": _("Or the owner of this site sets up its proxy."),
        "copyHeaders": _("Copy the headers"),
        "openAddress": _("Open the address in a new tab"),
        "history": _("History"),
        "noHistory": _("No request was sent in this tab yet."),
        "compare": _("Compare two"),
        "changedLines": _("{} lines differ"),
        "noChange": _("Both responses are the same."),
        "sendAgain": _("Send again"),
        "show": _("Show"),
        "back": _("Back"),
        "more": _("{} more"),
        "download": _("Download"),
        "stop": _("Stop"),
        "stopped": _("stopped"),
        "fits": _("The body fits its schema."),
        "fitsSoFar": _("No difference from the schema was found, but not all of it was checked."),
        "oneDifference": _("1 difference from the schema"),
        "differences": _("{} differences from the schema"),
        "undocumented": _("The status {} is not documented."),
    }


def _rules() -> dict[str, str]:
    no_shape = _("It fits none of the documented shapes.")
    return {
        "required": _("This is required."),
        "type": _("It must be of the type {}."),
        "enum": _("It must be one of: {}"),
        "const": _("It must be {}."),
        "minimum": _("It must be at least {}."),
        "maximum": _("It must be at most {}."),
        "above": _("It must be more than {}."),
        "below": _("It must be less than {}."),
        "multipleOf": _("It must be a multiple of {}."),
        "minLength": _("It must have at least {} characters."),
        "maxLength": _("It must have at most {} characters."),
        "pattern": _("It must match {}."),
        "format": _("It must be a valid {}."),
        "minItems": _("It must have at least {} items."),
        "maxItems": _("It must have at most {} items."),
        "uniqueItems": _("No two items may be the same."),
        "minProperties": _("It must have at least {} fields."),
        "maxProperties": _("It must have at most {} fields."),
        "additional": _("This field is not documented."),
        "oneOf": no_shape,
        "anyOf": no_shape,
        "not": _("This value is not allowed."),
        "nothing": _("No value is allowed here."),
        "json": _("This is not valid JSON (line and column {})."),
        "step": _("A browser takes this for a step in the path and sends the request elsewhere."),
    }


def _failures() -> dict[str, tuple[str, str]]:
    return {
        "blocked": (
            _("The browser did not let the page read the response."),
            _(
                "{} answers, but it does not allow pages of {} to read what it answers (CORS). The "
                "request may have arrived. The API has to send these headers, also in its answer "
                "to OPTIONS:"
            ),
        ),
        "asked": (
            _("The browser did not send the request."),
            _(
                "{} lets pages of {} read its answers, but not with this method or these headers "
                "(CORS), or it dropped the connection. It has to send these headers in its answer "
                "to OPTIONS:"
            ),
        ),
        "dropped": (
            _("The connection broke off."),
            _("{} can be reached, but it closed the connection without an answer."),
        ),
        "policy": (
            _("The content security policy of this site forbids the request."),
            _("Its owner has to allow {} in connect-src."),
        ),
        "unreachable": (
            _("Nothing answers there."),
            _(
                "{} could not be reached: there is no such name, no network, or its certificate "
                "is wrong, or the browser does not let this page into your own network. Opened in "
                "a tab, the browser says which of them."
            ),
        ),
        "mixed": (
            _("The browser refused to send the request."),
            _("This page came over https, and {} has only http."),
        ),
        "offline": (_("You are offline."), _("{} is reached once there is a connection again.")),
        "proxy": (
            _("The proxy of this site did not answer."),
            _("The request to {} goes through it."),
        ),
        "refused": (_("The proxy of this site refused the request."), "{}"),
        "timeout": (_("No response."), _("There was none within {} seconds.")),
        "stopped": (_("Cancelled."), _("You stopped the request before a response came.")),
    }
