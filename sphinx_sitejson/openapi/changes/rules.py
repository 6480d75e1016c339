"""The table of all reported changes, with their severity and sentence; documented as it is.

A change breaks clients if values that they send become narrower, or values that they receive wider.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.common.messages import form

Level = Literal["breaking", "warning", "harmless"]
LEVELS: tuple[Level, ...] = ("breaking", "warning", "harmless")
Direction = Literal["sent", "received"]
"""Whether clients of the API send a value, or receive it."""


@dataclass(frozen=True)
class Rule:
    """One kind of change."""

    sentence: str
    """The form of the sentence about a location, unless the comparison has another one."""
    description: str
    """The description in the documentation."""
    sent: Level
    received: Level
    reverse: str
    """The name of the rule for the opposite change."""
    sentence_about_operation: str = ""
    """The form of the sentence about the operation itself, which names no location."""

    def level(self, direction: Direction) -> Level:
        """Return the severity of the change for values in a direction."""
        return self.sent if direction == "sent" else self.received


# The first argument of each is a label, which is translated.
def _narrower(sentence: str, description: str, reverse: str) -> Rule:
    return Rule(sentence, description, "breaking", "harmless", reverse)


def _wider(sentence: str, description: str, reverse: str) -> Rule:
    return Rule(sentence, description, "harmless", "breaking", reverse)


def _always(
    sentence: str, level: Level, description: str, reverse: str, about_operation: str = ""
) -> Rule:
    return Rule(sentence, description, level, level, reverse, about_operation)


_ADDED = form("{place} was added.")
_REQUIRED = form("{place} was added, and is required.")
_REMOVED = form("{place} was removed.")
_STABILITY = form("{place}: the stability changed from {was} to {now}.")
_ITS_STABILITY = form("Its stability changed from {was} to {now}.")
_SUNSET = form("{place} ends on {now}, no longer on {was}.")
_ITS_SUNSET = form("It ends on {now}, no longer on {was}.")
_KEYWORD = form("{place}: {name} changed from {was} to {now}.")
_KEYWORD_ADDED = form("{place}: {name} was added.")
_KEYWORD_REMOVED = form("{place}: {name} was removed.")
_MEDIA_TYPE = form("{place}: the media type {was} became {now}.")
_NOT_ACCEPTED = form("{place}: {scheme} is no longer accepted.")
_TYPE = form("{place}: the type changed from {was} to {now}.")
_FORMAT = form("{place}: the format changed from {was} to {now}.")
_VALUE_ADDED = form("{place}: the value {value} was added.")
_VALUE_REMOVED = form("{place}: the value {value} was removed.")

GROUPS: Mapping[str, Mapping[str, Rule]] = {
    "Operations": {
        "operation-added": _always("", "harmless", "an operation was added", "operation-removed"),
        "operation-removed": _always(
            _REMOVED, "breaking", "an operation was removed", "operation-added"
        ),
        "removed-after-sunset": _always(
            "{place} was removed after its sunset date, {date}.",
            "harmless",
            "an operation, parameter, header, or property was removed on or after its sunset date",
            "parameter-added",
            form("It was removed after its sunset date, {date}."),
        ),
        "removed-before-sunset": _always(
            "{place} was removed before its sunset date, {date}.",
            "breaking",
            "it was removed before its sunset date",
            "parameter-added",
            form("It was removed before its sunset date, {date}."),
        ),
        "deprecated-removed": _always(
            "{place} was removed. It was deprecated, without a sunset date.",
            "warning",
            "it was removed while deprecated, without a sunset date",
            "parameter-added",
            form("It was deprecated, without a sunset date."),
        ),
        "unstable-removed": _always(
            "{place} was removed. Its stability was {level}.",
            "harmless",
            "it was removed while its `x-stability-level` was `draft` or `alpha`",
            "parameter-added",
            form("Its stability was {level}."),
        ),
        "stability-lowered": _always(
            _STABILITY,
            "warning",
            "`x-stability-level` of an operation, parameter, or property is lower (`stable`, which "
            "is the default, `beta`, `alpha`, `draft`)",
            "stability-raised",
            _ITS_STABILITY,
        ),
        "stability-raised": _always(
            _STABILITY,
            "harmless",
            "`x-stability-level` is higher",
            "stability-lowered",
            _ITS_STABILITY,
        ),
        "deprecated": _always(
            "{place} is deprecated.",
            "harmless",
            "an operation, parameter, property, or scheme is deprecated",
            "not-deprecated",
            form("It is deprecated."),
        ),
        "not-deprecated": _always(
            "{place} is no longer deprecated.",
            "harmless",
            "it is no longer deprecated",
            "deprecated",
            form("It is no longer deprecated."),
        ),
        "sunset-set": _always(
            "{place} ends on {date}.",
            "warning",
            "a sunset date was added",
            "sunset-removed",
            form("It ends on {date}."),
        ),
        "sunset-removed": _always(
            "{place} no longer ends on {date}.",
            "harmless",
            "the sunset date was removed",
            "sunset-set",
            form("It no longer ends on {date}."),
        ),
        "sunset-earlier": _always(
            _SUNSET, "warning", "the sunset date is earlier", "sunset-later", _ITS_SUNSET
        ),
        "sunset-later": _always(
            _SUNSET, "harmless", "the sunset date is later", "sunset-earlier", _ITS_SUNSET
        ),
        "id-added": _always(
            "{place}: has the operationId {id}.",
            "harmless",
            "an `operationId` was added",
            "id-removed",
            form("It has the operationId {id}."),
        ),
        "id-removed": _always(
            "{place} no longer has the operationId {id}.",
            "warning",
            "an `operationId` was removed",
            "id-added",
            form("It no longer has the operationId {id}."),
        ),
        "id-changed": _always(
            "{place}: has the operationId {now}, no longer {was}.",
            "warning",
            "an `operationId` changed: names in generated clients change",
            "id-changed",
            form("It has the operationId {now}, no longer {was}."),
        ),
        "tag-added": _always(
            "{place}: has the tag {tag}.",
            "harmless",
            "a tag was added",
            "tag-removed",
            form("It has the tag {tag}."),
        ),
        "tag-removed": _always(
            "{place} no longer has the tag {tag}.",
            "harmless",
            "a tag was removed",
            "tag-added",
            form("It no longer has the tag {tag}."),
        ),
        "callback-added": _always(_ADDED, "harmless", "a callback was added", "callback-removed"),
        "callback-removed": _always(
            _REMOVED, "breaking", "a callback was removed, or its URL changed", "callback-added"
        ),
    },
    "Parameters and headers": {
        "parameter-added": _always(
            _ADDED, "harmless", "an optional parameter or header was added", "parameter-removed"
        ),
        "required-parameter-added": _narrower(
            _REQUIRED, "a required parameter or header was added", "parameter-removed"
        ),
        "parameter-removed": _always(
            _REMOVED, "breaking", "a parameter or header was removed", "parameter-added"
        ),
        "became-required": _narrower(
            "{place} is required now.",
            "a parameter, header, property, or body is now required",
            "became-optional",
        ),
        "became-optional": _wider(
            "{place} is optional now.",
            "a parameter, header, property, or body is now optional",
            "became-required",
        ),
        "style-changed": _always(_KEYWORD, "breaking", "`style` changed", "style-changed"),
        "explode-changed": _always(
            _KEYWORD, "breaking", "`explode` changed, for arrays and objects", "explode-changed"
        ),
        "reserved-allowed": _wider(
            "{place}: reserved characters may be sent as they are now.",
            "`allowReserved` was turned on",
            "reserved-refused",
        ),
        "reserved-refused": _narrower(
            "{place}: reserved characters have to be encoded now.",
            "`allowReserved` was turned off",
            "reserved-allowed",
        ),
        "empty-allowed": _wider(
            "{place} may be empty now.", "`allowEmptyValue` was turned on", "empty-refused"
        ),
        "empty-refused": _narrower(
            "{place} may no longer be empty.", "`allowEmptyValue` was turned off", "empty-allowed"
        ),
        "content-type-changed": _always(
            "{place}: the content type changed from {was} to {now}.",
            "breaking",
            "the content type of a parameter or form part changed",
            "content-type-changed",
        ),
    },
    "Bodies and responses": {
        "body-added": _always(_ADDED, "harmless", "an optional body was added", "body-removed"),
        "required-body-added": _narrower(_REQUIRED, "a required body was added", "body-removed"),
        "body-removed": _always(_REMOVED, "breaking", "a body was removed", "body-added"),
        "media-type-added": _always(
            "{place}: the media type {name} was added.",
            "harmless",
            "a media type was added",
            "media-type-removed",
        ),
        "media-type-removed": _always(
            "{place}: the media type {name} was removed.",
            "breaking",
            "a media type was removed",
            "media-type-added",
        ),
        "media-type-wider": Rule(
            _MEDIA_TYPE,
            "a media type became wider, such as `image/*`",
            "harmless",
            "warning",
            "media-type-narrower",
        ),
        "media-type-narrower": _narrower(
            _MEDIA_TYPE, "a media type became narrower", "media-type-wider"
        ),
        "media-type-parameters": _always(
            _MEDIA_TYPE,
            "warning",
            "the parameters of a media type changed",
            "media-type-parameters",
        ),
        "success-added": Rule(
            _ADDED, "a success response was added", "harmless", "warning", "success-removed"
        ),
        "success-removed": _always(
            _REMOVED, "breaking", "a success response was removed", "success-added"
        ),
        "status-added": _always(_ADDED, "harmless", "another response was added", "status-removed"),
        "status-removed": _always(
            _REMOVED, "harmless", "another response was removed", "status-added"
        ),
        "link-added": _always(
            "{place}: the link {name} was added.", "harmless", "a link was added", "link-removed"
        ),
        "link-removed": _always(
            "{place}: the link {name} was removed.", "warning", "a link was removed", "link-added"
        ),
        "link-changed": _always(
            "{place}: the link {name} has another target.",
            "warning",
            "the target of a link changed",
            "link-changed",
        ),
    },
    "Servers": {
        "server-added": _always(_ADDED, "harmless", "a server was added", "server-removed"),
        "server-removed": _always(_REMOVED, "breaking", "a server was removed", "server-added"),
        "server-default-changed": _always(
            "{place}: the default of {name} changed from {was} to {now}.",
            "warning",
            "the default of a server variable changed",
            "server-default-changed",
        ),
        "server-value-added": _always(
            "{place}: the value {value} of {name} was added.",
            "harmless",
            "a server variable has more values",
            "server-value-removed",
        ),
        "server-value-removed": _always(
            "{place}: the value {value} of {name} was removed.",
            "breaking",
            "a server variable has fewer values",
            "server-value-added",
        ),
    },
    "Authorization": {
        "authorization-needed": _always(
            "{place} is now required.",
            "breaking",
            "authorization is now required",
            "authorization-dropped",
        ),
        "authorization-dropped": _always(
            "{place} is no longer required.",
            "harmless",
            "authorization is no longer required",
            "authorization-needed",
        ),
        "scheme-accepted": _always(
            "{place}: {scheme} is accepted.",
            "harmless",
            "another authentication method is accepted",
            "scheme-refused",
        ),
        "scheme-refused": _always(
            _NOT_ACCEPTED,
            "breaking",
            "an authentication method is no longer accepted",
            "scheme-accepted",
        ),
        "optional-scheme-refused": _always(
            _NOT_ACCEPTED,
            "warning",
            "the same, while requests without authorization are accepted",
            "scheme-accepted",
        ),
        "scope-needed": _always(
            "{place}: {scheme} also requires the scope {scope}.",
            "breaking",
            "another scope or role is required",
            "scope-dropped",
        ),
        "scope-dropped": _always(
            "{place}: {scheme} no longer requires the scope {scope}.",
            "harmless",
            "a scope or role is no longer required",
            "scope-needed",
        ),
        "scheme-changed": _always(
            "{place}: the kind changed from {was} to {now}.",
            "breaking",
            "the type, location, or name of a scheme changed",
            "scheme-changed",
        ),
        "token-format-changed": _always(
            "{place}: the token format changed from {was} to {now}.",
            "warning",
            "`bearerFormat` changed",
            "token-format-changed",
        ),
        "address-changed": _always(
            "", "breaking", "a URL of OAuth or OpenID Connect changed", "address-changed"
        ),
        "flow-added": _always(
            "{place}: the flow {flow} was added.",
            "harmless",
            "an OAuth flow was added",
            "flow-removed",
        ),
        "flow-removed": _always(
            "{place}: the flow {flow} was removed.",
            "breaking",
            "an OAuth flow was removed",
            "flow-added",
        ),
        "scope-offered": _always(
            "{place}: the scope {scope} of the flow {flow} was added.",
            "harmless",
            "a flow offers another scope",
            "scope-withdrawn",
        ),
        "scope-withdrawn": _always(
            "{place}: the scope {scope} of the flow {flow} was removed.",
            "breaking",
            "a flow no longer offers a scope",
            "scope-offered",
        ),
        "event-authorization-changed": _always(
            "{place} changed from {was} to {now}.",
            "warning",
            "the authorization of a webhook changed",
            "event-authorization-changed",
        ),
    },
    "Values": {
        "type-narrower": _narrower(_TYPE, "fewer types are allowed", "type-wider"),
        "type-wider": _wider(_TYPE, "more types are allowed", "type-narrower"),
        "type-changed": _always(_TYPE, "breaking", "the type changed", "type-changed"),
        "nothing-allowed": _narrower(
            "{place} is no longer allowed.", "no value is allowed anymore", "something-allowed"
        ),
        "something-allowed": _wider(
            "{place} is allowed now.", "values are allowed where none were", "nothing-allowed"
        ),
        "format-narrower": _narrower(
            _FORMAT, "a format was added or became narrower", "format-wider"
        ),
        "format-wider": _wider(_FORMAT, "a format was removed or became wider", "format-narrower"),
        "format-changed": _always(_FORMAT, "breaking", "the format changed", "format-changed"),
        "null-allowed": _wider(
            "{place} may be null now.", "the value can now be null", "null-refused"
        ),
        "null-refused": _narrower(
            "{place} may no longer be null.", "the value can no longer be null", "null-allowed"
        ),
        "values-limited": _narrower(
            "{place}: only certain values are allowed.",
            "only certain values are now allowed (`enum`, `const`)",
            "values-open",
        ),
        "values-open": _wider(
            "{place}: any value is allowed.", "any value is now allowed", "values-limited"
        ),
        "value-removed": _narrower(_VALUE_REMOVED, "an allowed value was removed", "value-added"),
        "value-added": _wider(_VALUE_ADDED, "an allowed value was added", "value-removed"),
        "open-value-removed": _narrower(
            _VALUE_REMOVED, "a value of `x-extensible-enum` was removed", "open-value-added"
        ),
        "open-value-added": _always(
            _VALUE_ADDED,
            "harmless",
            "a value of `x-extensible-enum` was added",
            "open-value-removed",
        ),
        "limit-tighter": _narrower(
            _KEYWORD,
            "a limit was added or is tighter (`minimum`, `maximum`, also exclusive; lengths, "
            "items, properties, `minContains`, `maxContains`)",
            "limit-looser",
        ),
        "limit-looser": _wider(_KEYWORD, "a limit was removed or is looser", "limit-tighter"),
        "multiple-narrower": _narrower(
            _KEYWORD, "`multipleOf` was added or is narrower", "multiple-wider"
        ),
        "multiple-wider": _wider(
            _KEYWORD, "`multipleOf` was removed or is wider", "multiple-narrower"
        ),
        "multiple-changed": _always(
            _KEYWORD, "breaking", "`multipleOf` changed", "multiple-changed"
        ),
        "unique-needed": _narrower(
            "{place}: items have to be unique now.", "items must now be unique", "unique-dropped"
        ),
        "unique-dropped": _wider(
            "{place}: items may be the same now.",
            "items no longer have to be unique",
            "unique-needed",
        ),
        "pattern-added": _narrower(
            "{place}: the pattern {pattern} was added.", "a pattern was added", "pattern-removed"
        ),
        "pattern-removed": _wider(
            "{place}: the pattern {pattern} was removed.", "a pattern was removed", "pattern-added"
        ),
        "pattern-changed": Rule(
            "{place}: the pattern changed.",
            "a pattern changed",
            "breaking",
            "warning",
            "pattern-changed",
        ),
        "default-added": Rule(
            "{place}: the default {value} was added.",
            "a default was added",
            "warning",
            "harmless",
            "default-removed",
        ),
        "default-removed": Rule(
            "{place}: the default {value} was removed.",
            "a default was removed",
            "warning",
            "harmless",
            "default-added",
        ),
        "default-changed": Rule(
            "{place}: the default changed from {was} to {now}.",
            "a default changed",
            "breaking",
            "harmless",
            "default-changed",
        ),
        "content-changed": _always(
            _KEYWORD,
            "breaking",
            "`contentEncoding` or `contentMediaType` changed",
            "content-changed",
        ),
        "xml-changed": _always(
            "{place}: {name} in XML changed from {was} to {now}.",
            "breaking",
            "`xml` changed, in XML bodies",
            "xml-changed",
        ),
    },
    "Objects, arrays, and variants": {
        "property-added": _always(
            _ADDED, "harmless", "an optional property was added", "property-removed"
        ),
        "required-property-added": _narrower(
            _REQUIRED, "a required property was added", "property-removed"
        ),
        "property-removed": _always(
            _REMOVED, "breaking", "a property was removed", "property-added"
        ),
        "read-only-set": Rule(
            "{place} is now read-only.",
            "a property is now `readOnly`",
            "breaking",
            "harmless",
            "read-only-unset",
        ),
        "read-only-unset": _always(
            "{place} may be sent now.",
            "harmless",
            "a property is no longer `readOnly`",
            "read-only-set",
        ),
        "write-only-set": Rule(
            "{place} is now write-only.",
            "a property is now `writeOnly`",
            "harmless",
            "breaking",
            "write-only-unset",
        ),
        "write-only-unset": _always(
            "{place} may be received now.",
            "harmless",
            "a property is no longer `writeOnly`",
            "write-only-set",
        ),
        "others-refused": _narrower(
            "",
            "other properties or items are no longer allowed (`additionalProperties`, "
            "`patternProperties`, `unevaluatedProperties`, `items`, `unevaluatedItems`)",
            "others-allowed",
        ),
        "others-allowed": Rule(
            "", "other properties or items are now allowed", "harmless", "warning", "others-refused"
        ),
        "contains-added": _narrower(_KEYWORD_ADDED, "`contains` was added", "contains-removed"),
        "contains-removed": _wider(_KEYWORD_REMOVED, "`contains` was removed", "contains-added"),
        "not-added": _narrower(_KEYWORD_ADDED, "`not` was added", "not-removed"),
        "not-removed": _wider(_KEYWORD_REMOVED, "`not` was removed", "not-added"),
        "condition-added": _narrower(
            "{place}: a condition was added.", "`if` was added", "condition-removed"
        ),
        "condition-removed": _wider(
            "{place}: a condition was removed.", "`if` was removed", "condition-added"
        ),
        "condition-changed": _always(
            "{place}: a condition changed.", "breaking", "`if` changed", "condition-changed"
        ),
        "dependency-added": _narrower(
            "{place} needs {name}.",
            "a property requires another one (`dependentRequired`, `dependentSchemas`)",
            "dependency-removed",
        ),
        "dependency-removed": _wider(
            "{place} no longer needs {name}.",
            "a property no longer requires another one",
            "dependency-added",
        ),
        "variant-added": _wider(
            '{place}: the variant "{name}" was added.',
            "a variant was added (`oneOf`, `anyOf`)",
            "variant-removed",
        ),
        "variant-removed": _narrower(
            '{place}: the variant "{name}" was removed.', "a variant was removed", "variant-added"
        ),
        "choice-needed": _narrower(
            "{place}: one of several variants is now required.",
            "one of several variants is now required",
            "choice-dropped",
        ),
        "choice-dropped": _wider(
            "{place}: no variant is required anymore.",
            "no variant is required anymore",
            "choice-needed",
        ),
        "choice-changed": _always(
            "", "warning", "`oneOf` became `anyOf`, or vice versa", "choice-changed"
        ),
        "discriminator-added": _always(
            "{place}: the discriminator was added.",
            "harmless",
            "a discriminator was added",
            "discriminator-removed",
        ),
        "discriminator-removed": _always(
            "{place}: the discriminator was removed.",
            "warning",
            "a discriminator was removed",
            "discriminator-added",
        ),
        "discriminator-changed": _always(
            "{place}: the discriminator changed from {was} to {now}.",
            "breaking",
            "the property of a discriminator changed",
            "discriminator-changed",
        ),
        "mapping-added": _wider(
            '{place}: the discriminator value "{value}" was added.',
            "a discriminator value was added",
            "mapping-removed",
        ),
        "mapping-removed": _narrower(
            '{place}: the discriminator value "{value}" was removed.',
            "a discriminator value was removed",
            "mapping-added",
        ),
        "mapping-changed": _always(
            '{place}: the discriminator value "{value}" maps to {now}, no longer to {was}.',
            "breaking",
            "a discriminator value maps to another schema",
            "mapping-changed",
        ),
        "not-compared": _always(
            "{place}: nested too deeply to compare.",
            "warning",
            "a body is nested too deeply to compare completely",
            "not-compared",
        ),
    },
}
"""The rules as the documentation groups them."""

RULES: Mapping[str, Rule] = {
    name: rule for rules in GROUPS.values() for name, rule in rules.items()
}
