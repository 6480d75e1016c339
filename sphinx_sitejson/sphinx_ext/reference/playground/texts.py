"""The words of the playground, in the language of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx.locale import _


def playground_texts() -> Mapping[str, Any]:
    """Return the words that scripts need; each ``{}`` is a gap that they fill."""
    return {
        **_labels(),
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
            _("On this page only"),
            _("For this tab"),
            _("In this browser"),
        ],
        "rules": _rules(),
        "failures": _failures(),
    }


def _labels() -> dict[str, str]:
    return {
        # Inputs.
        "required": _("required"),
        "unset": _("Not set"),
        "absent": _("not sent"),
        "empty": _("empty"),
        "changeBlank": _("Choose what to send when the field is empty"),
        "variants": _("Variants ({})"),
        "partHeaders": _("Headers of this part"),
        "clear": _("Clear"),
        "clearBody": _("Clear the body"),
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
        "noCookies": _("Browsers do not let a page set cookies for another site."),
        # Credentials.
        "authorization": _("Authorization"),
        "scheme": _("Method"),
        "none": _("None"),
        "token": _("Token"),
        "username": _("User name"),
        "password": _("Password"),
        "reveal": _("Show"),
        "keeping": _("Remember credentials"),
        "signedIn": _("{}: entered"),
        "notSignedIn": _("{}: not entered"),
        "forget": _("Forget"),
        "otherScheme": _("{}: handled by your browser or network."),
        "sentTo": _("The request is sent only to {}, directly from your browser."),
        "sentByProxy": _("The request is sent only to {}, through the proxy of this site: {}"),
        "tokenFrom": _("These values are sent only to {}, directly from your browser."),
        "signIn": _("Get a token"),
        "flow": _("OAuth flow"),
        "scopes": _("Scopes"),
        "getToken": _("Get token"),
        "discover": _("Load sign-in options"),
        "waiting": _("Waiting for sign-in …"),
        "device": _("Enter the code {} at"),
        "gotToken": _("Token received."),
        "noToken": _("No token: {}"),
        "plainHttp": _("This page was loaded over https, but {} uses http."),
        "toCredentials": _("Enter credentials"),
        # Sending.
        "send": _("Send"),
        "sending": _("Sending"),
        "toCorrect": _("Fields to fix: {}"),
        "notSent": _("Browsers do not let a page send this: {}. Copy the request as cURL instead."),
        "noBodySent": _(
            "Browsers do not send a body with this method. Copy the request as cURL instead."
        ),
        "copy": _("Copy"),
        "options": _("More options"),
        "extraName": _("Name: {}"),
        "extraValue": _("Value: {}"),
        "anyType": _("Any"),
        "timeout": _("Timeout"),
        "seconds": _("{} seconds"),
        "noLimit": _("no limit"),
        "ownBase": _("Another base URL …"),
        "ownBaseUrl": _("API base URL"),
        "notLoaded": _("A script of this site could not be loaded. Try again."),
        "linked": _("These values came from a link. Check them before you send the request."),
        "copied": _("Copied"),
        "notCopied": _("Could not copy"),
        "copyCurl": _("Copy as cURL"),
        "retry": _("Try again"),
        "tooLong": _("The request is too long for a link."),
        "leftOut": _(
            "Not in the link: {}. Secrets, files, and plain-text bodies are never shared."
        ),
        "repeatedKeys": _("Duplicate keys: {}"),
        "repeatedKey": _("duplicate"),
        # A simulated API, and a preview.
        "simulated": _("Simulated"),
        "isSimulated": _(
            "This API is simulated: responses are examples from the documentation, and nothing "
            "is sent."
        ),
        "noSimulation": _("The documentation has no example for this response. {}"),
        "notNeeded": _("Not needed: this API is simulated, and nothing is sent."),
        "exampleOnly": _("Example response"),
        "throughProxy": _("through the preview proxy"),
        # The answer.
        "response": _("Response"),
        "exampleAnswer": _("Example response. Press Send to see a real one."),
        "noAnswer": _("The response appears here."),
        "body": _("Body"),
        "headers": _("Headers ({})"),
        "exposed": _("Pages can read only the headers that the API exposes."),
        "noBody": _("The response has no body."),
        "binary": _("Content of type {}."),
        "raw": _("Raw"),
        "reading": _("Reading …"),
        "search": _("Search"),
        "searchIn": _("Search the response"),
        "previous": _("Previous"),
        "next": _("Next"),
        "checkNow": _("Compare with the schema"),
        "redirected": _("The request was redirected to {}"),
        "orProxy": _("Alternatively, the site owner can set up a proxy."),
        "copyHeaders": _("Copy the headers"),
        "openAddress": _("Open the URL in a new tab"),
        "history": _("History"),
        "noHistory": _("No requests sent from this tab yet."),
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
        "fits": _("The body matches its schema."),
        "fitsSoFar": _("No differences from the schema found, but not everything was checked."),
        "oneDifference": _("1 difference from the schema"),
        "differences": _("{} differences from the schema"),
        "undocumented": _("The status {} is not documented."),
    }


def _rules() -> dict[str, str]:
    no_shape = _("It matches none of the documented variants.")
    return {
        "required": _("This is required."),
        "type": _("Must be of type {}."),
        "enum": _("Must be one of: {}"),
        "const": _("Must be {}."),
        "minimum": _("Must be at least {}."),
        "maximum": _("Must be at most {}."),
        "above": _("Must be greater than {}."),
        "below": _("Must be less than {}."),
        "multipleOf": _("Must be a multiple of {}."),
        "minLength": _("Must have at least {} characters."),
        "maxLength": _("Must have at most {} characters."),
        "pattern": _("Must match {}."),
        "format": _("Must be a valid {}."),
        "minItems": _("Must have at least {} items."),
        "maxItems": _("Must have at most {} items."),
        "uniqueItems": _("Items must be unique."),
        "minProperties": _("Must have at least {} fields."),
        "maxProperties": _("Must have at most {} fields."),
        "additional": _("This field is not documented."),
        "oneOf": no_shape,
        "anyOf": no_shape,
        "not": _("This value is not allowed."),
        "nothing": _("No value is allowed here."),
        "json": _("This is not valid JSON (line and column {})."),
        "step": _(
            "Browsers treat this as a relative path segment and would send the request elsewhere."
        ),
    }


def _failures() -> dict[str, tuple[str, str]]:
    return {
        "blocked": (
            _("The browser blocked the page from reading the response."),
            _(
                "{} responded, but does not allow pages from {} to read its responses (CORS). "
                "The request may have been processed. The API must send these headers, including "
                "in its response to OPTIONS:"
            ),
        ),
        "asked": (
            _("The browser did not send the request."),
            _(
                "{} allows pages from {} to read its responses, but not with this method or "
                "these headers (CORS), or it dropped the connection. It must send these headers "
                "in its response to OPTIONS:"
            ),
        ),
        "dropped": (
            _("The connection was lost."),
            _("{} is reachable, but it closed the connection without a response."),
        ),
        "policy": (
            _("The content security policy of this site blocks the request."),
            _("The site owner must allow {} in connect-src."),
        ),
        "unreachable": (
            _("The API could not be reached."),
            _(
                "{} did not respond. The host name may not exist, the network may be down, the "
                "certificate may be invalid, or the browser may block access to your local "
                "network. Open the URL in a new tab to see which."
            ),
        ),
        "mixed": (
            _("The browser refused to send the request."),
            _("This page was loaded over https, but {} uses http."),
        ),
        "redirect": (
            _("The redirect was not followed."),
            _("{} redirects to another server, which would receive your credentials."),
        ),
        "offline": (_("You are offline."), _("Reconnect to the network to reach {}.")),
        "proxy": (
            _("The proxy of this site did not respond."),
            _("Requests to {} go through it."),
        ),
        "refused": (_("The proxy of this site refused the request."), "{}"),
        "timeout": (_("No response."), _("Nothing arrived within {} seconds.")),
        "stopped": (_("Canceled."), _("You stopped the request before a response arrived.")),
    }
