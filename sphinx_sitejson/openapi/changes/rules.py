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

    description: str
    """The description in the documentation."""
    sent: Level
    received: Level
    reverse: str
    """The name of the rule for the opposite change."""
    sentence: str = ""
    """The form of the sentence about a location, unless the comparison has another one."""
    sentence_about_operation: str = ""
    """The form of the sentence about the operation itself, which names no location."""

    def level(self, direction: Direction) -> Level:
        """Return the severity of the change for values in a direction."""
        return self.sent if direction == "sent" else self.received


def _narrower(description: str, reverse: str, sentence: str = "") -> Rule:
    return Rule(description, "breaking", "harmless", reverse, sentence)


def _wider(description: str, reverse: str, sentence: str = "") -> Rule:
    return Rule(description, "harmless", "breaking", reverse, sentence)


def _always(level: Level, description: str, reverse: str, *sentences: str) -> Rule:
    return Rule(description, level, level, reverse, *sentences)


_ADDED = form("{place} was added.")
_REQUIRED = form("{place} was added, and is required.")
_REMOVED = form("{place} was removed.")
_STABILITY = (
    form("{place}: the stability changed from {was} to {now}."),
    form("Its stability changed from {was} to {now}."),
)
_SUNSET = (
    form("{place} ends on {now}, no longer on {was}."),
    form("It ends on {now}, no longer on {was}."),
)
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
        "operation-added": _always("harmless", "an operation was added", "operation-removed"),
        "operation-removed": _always(
            "breaking", "an operation was removed", "operation-added", _REMOVED
        ),
        "removed-after-sunset": _always(
            "harmless",
            "an operation, parameter, header, or property was removed on or after its sunset date",
            "parameter-added",
            form("{place} was removed after its sunset date, {date}."),
            form("It was removed after its sunset date, {date}."),
        ),
        "removed-before-sunset": _always(
            "breaking",
            "it was removed before its sunset date",
            "parameter-added",
            form("{place} was removed before its sunset date, {date}."),
            form("It was removed before its sunset date, {date}."),
        ),
        "deprecated-removed": _always(
            "warning",
            "it was removed while deprecated, without a sunset date",
            "parameter-added",
            form("{place} was removed. It was deprecated, without a sunset date."),
            form("It was deprecated, without a sunset date."),
        ),
        "unstable-removed": _always(
            "harmless",
            "it was removed while its `x-stability-level` was `draft` or `alpha`",
            "parameter-added",
            form("{place} was removed. Its stability was {level}."),
            form("Its stability was {level}."),
        ),
        "stability-lowered": _always(
            "warning",
            "`x-stability-level` of an operation, parameter, or property is lower (`stable`, which "
            "is the default, `beta`, `alpha`, `draft`)",
            "stability-raised",
            *_STABILITY,
        ),
        "stability-raised": _always(
            "harmless", "`x-stability-level` is higher", "stability-lowered", *_STABILITY
        ),
        "deprecated": _always(
            "harmless",
            "an operation, parameter, property, or scheme is deprecated",
            "not-deprecated",
            form("{place} is deprecated."),
            form("It is deprecated."),
        ),
        "not-deprecated": _always(
            "harmless",
            "it is no longer deprecated",
            "deprecated",
            form("{place} is no longer deprecated."),
            form("It is no longer deprecated."),
        ),
        "sunset-set": _always(
            "warning",
            "a sunset date was added",
            "sunset-removed",
            form("{place} ends on {date}."),
            form("It ends on {date}."),
        ),
        "sunset-removed": _always(
            "harmless",
            "the sunset date was removed",
            "sunset-set",
            form("{place} no longer ends on {date}."),
            form("It no longer ends on {date}."),
        ),
        "sunset-earlier": _always(
            "warning", "the sunset date is earlier", "sunset-later", *_SUNSET
        ),
        "sunset-later": _always("harmless", "the sunset date is later", "sunset-earlier", *_SUNSET),
        "id-added": _always(
            "harmless",
            "an `operationId` was added",
            "id-removed",
            form("{place}: has the operationId {id}."),
            form("It has the operationId {id}."),
        ),
        "id-removed": _always(
            "warning",
            "an `operationId` was removed",
            "id-added",
            form("{place} no longer has the operationId {id}."),
            form("It no longer has the operationId {id}."),
        ),
        "id-changed": _always(
            "warning",
            "an `operationId` changed: names in generated clients change",
            "id-changed",
            form("{place}: has the operationId {now}, no longer {was}."),
            form("It has the operationId {now}, no longer {was}."),
        ),
        "tag-added": _always(
            "harmless",
            "a tag was added",
            "tag-removed",
            form("{place}: has the tag {tag}."),
            form("It has the tag {tag}."),
        ),
        "tag-removed": _always(
            "harmless",
            "a tag was removed",
            "tag-added",
            form("{place} no longer has the tag {tag}."),
            form("It no longer has the tag {tag}."),
        ),
        "callback-added": _always("harmless", "a callback was added", "callback-removed", _ADDED),
        "callback-removed": _always(
            "breaking", "a callback was removed, or its URL changed", "callback-added", _REMOVED
        ),
    },
    "Parameters and headers": {
        "parameter-added": _always(
            "harmless", "an optional parameter or header was added", "parameter-removed", _ADDED
        ),
        "required-parameter-added": _narrower(
            "a required parameter or header was added", "parameter-removed", _REQUIRED
        ),
        "parameter-removed": _always(
            "breaking", "a parameter or header was removed", "parameter-added", _REMOVED
        ),
        "became-required": _narrower(
            "a parameter, header, property, or body is now required",
            "became-optional",
            form("{place} is required now."),
        ),
        "became-optional": _wider(
            "a parameter, header, property, or body is now optional",
            "became-required",
            form("{place} is optional now."),
        ),
        "style-changed": _always("breaking", "`style` changed", "style-changed", _KEYWORD),
        "explode-changed": _always(
            "breaking", "`explode` changed, for arrays and objects", "explode-changed", _KEYWORD
        ),
        "reserved-allowed": _wider(
            "`allowReserved` was turned on",
            "reserved-refused",
            form("{place}: reserved characters may be sent as they are now."),
        ),
        "reserved-refused": _narrower(
            "`allowReserved` was turned off",
            "reserved-allowed",
            form("{place}: reserved characters have to be encoded now."),
        ),
        "empty-allowed": _wider(
            "`allowEmptyValue` was turned on", "empty-refused", form("{place} may be empty now.")
        ),
        "empty-refused": _narrower(
            "`allowEmptyValue` was turned off",
            "empty-allowed",
            form("{place} may no longer be empty."),
        ),
        "content-type-changed": _always(
            "breaking",
            "the content type of a parameter or form part changed",
            "content-type-changed",
            form("{place}: the content type changed from {was} to {now}."),
        ),
    },
    "Bodies and responses": {
        "body-added": _always("harmless", "an optional body was added", "body-removed", _ADDED),
        "required-body-added": _narrower("a required body was added", "body-removed", _REQUIRED),
        "body-removed": _always("breaking", "a body was removed", "body-added", _REMOVED),
        "media-type-added": _always(
            "harmless",
            "a media type was added",
            "media-type-removed",
            form("{place}: the media type {name} was added."),
        ),
        "media-type-removed": _always(
            "breaking",
            "a media type was removed",
            "media-type-added",
            form("{place}: the media type {name} was removed."),
        ),
        "media-type-wider": Rule(
            "a media type became wider, such as `image/*`",
            "harmless",
            "warning",
            "media-type-narrower",
            _MEDIA_TYPE,
        ),
        "media-type-narrower": _narrower(
            "a media type became narrower", "media-type-wider", _MEDIA_TYPE
        ),
        "media-type-parameters": _always(
            "warning",
            "the parameters of a media type changed",
            "media-type-parameters",
            _MEDIA_TYPE,
        ),
        "success-added": Rule(
            "a success response was added", "harmless", "warning", "success-removed", _ADDED
        ),
        "success-removed": _always(
            "breaking", "a success response was removed", "success-added", _REMOVED
        ),
        "status-added": _always("harmless", "another response was added", "status-removed", _ADDED),
        "status-removed": _always(
            "harmless", "another response was removed", "status-added", _REMOVED
        ),
        "link-added": _always(
            "harmless",
            "a link was added",
            "link-removed",
            form("{place}: the link {name} was added."),
        ),
        "link-removed": _always(
            "warning",
            "a link was removed",
            "link-added",
            form("{place}: the link {name} was removed."),
        ),
        "link-changed": _always(
            "warning",
            "the target of a link changed",
            "link-changed",
            form("{place}: the link {name} has another target."),
        ),
    },
    "Servers": {
        "server-added": _always("harmless", "a server was added", "server-removed", _ADDED),
        "server-removed": _always("breaking", "a server was removed", "server-added", _REMOVED),
        "server-default-changed": _always(
            "warning",
            "the default of a server variable changed",
            "server-default-changed",
            form("{place}: the default of {name} changed from {was} to {now}."),
        ),
        "server-value-added": _always(
            "harmless",
            "a server variable has more values",
            "server-value-removed",
            form("{place}: the value {value} of {name} was added."),
        ),
        "server-value-removed": _always(
            "breaking",
            "a server variable has fewer values",
            "server-value-added",
            form("{place}: the value {value} of {name} was removed."),
        ),
    },
    "Authorization": {
        "authorization-needed": _always(
            "breaking",
            "authorization is now required",
            "authorization-dropped",
            form("{place} is now required."),
        ),
        "authorization-dropped": _always(
            "harmless",
            "authorization is no longer required",
            "authorization-needed",
            form("{place} is no longer required."),
        ),
        "scheme-accepted": _always(
            "harmless",
            "another authentication method is accepted",
            "scheme-refused",
            form("{place}: {scheme} is accepted."),
        ),
        "scheme-refused": _always(
            "breaking",
            "an authentication method is no longer accepted",
            "scheme-accepted",
            _NOT_ACCEPTED,
        ),
        "optional-scheme-refused": _always(
            "warning",
            "the same, while requests without authorization are accepted",
            "scheme-accepted",
            _NOT_ACCEPTED,
        ),
        "scope-needed": _always(
            "breaking",
            "another scope or role is required",
            "scope-dropped",
            form("{place}: {scheme} also requires the scope {scope}."),
        ),
        "scope-dropped": _always(
            "harmless",
            "a scope or role is no longer required",
            "scope-needed",
            form("{place}: {scheme} no longer requires the scope {scope}."),
        ),
        "scheme-changed": _always(
            "breaking",
            "the type, location, or name of a scheme changed",
            "scheme-changed",
            form("{place}: the kind changed from {was} to {now}."),
        ),
        "token-format-changed": _always(
            "warning",
            "`bearerFormat` changed",
            "token-format-changed",
            form("{place}: the token format changed from {was} to {now}."),
        ),
        "address-changed": _always(
            "breaking", "a URL of OAuth or OpenID Connect changed", "address-changed"
        ),
        "flow-added": _always(
            "harmless",
            "an OAuth flow was added",
            "flow-removed",
            form("{place}: the flow {flow} was added."),
        ),
        "flow-removed": _always(
            "breaking",
            "an OAuth flow was removed",
            "flow-added",
            form("{place}: the flow {flow} was removed."),
        ),
        "scope-offered": _always(
            "harmless",
            "a flow offers another scope",
            "scope-withdrawn",
            form("{place}: the scope {scope} of the flow {flow} was added."),
        ),
        "scope-withdrawn": _always(
            "breaking",
            "a flow no longer offers a scope",
            "scope-offered",
            form("{place}: the scope {scope} of the flow {flow} was removed."),
        ),
        "event-authorization-changed": _always(
            "warning",
            "the authorization of a webhook changed",
            "event-authorization-changed",
            form("{place} changed from {was} to {now}."),
        ),
    },
    "Values": {
        "type-narrower": _narrower("fewer types are allowed", "type-wider", _TYPE),
        "type-wider": _wider("more types are allowed", "type-narrower", _TYPE),
        "type-changed": _always("breaking", "the type changed", "type-changed", _TYPE),
        "nothing-allowed": _narrower(
            "no value is allowed anymore",
            "something-allowed",
            form("{place} is no longer allowed."),
        ),
        "something-allowed": _wider(
            "values are allowed where none were", "nothing-allowed", form("{place} is allowed now.")
        ),
        "format-narrower": _narrower(
            "a format was added or became narrower", "format-wider", _FORMAT
        ),
        "format-wider": _wider("a format was removed or became wider", "format-narrower", _FORMAT),
        "format-changed": _always("breaking", "the format changed", "format-changed", _FORMAT),
        "null-allowed": _wider(
            "the value can now be null", "null-refused", form("{place} may be null now.")
        ),
        "null-refused": _narrower(
            "the value can no longer be null",
            "null-allowed",
            form("{place} may no longer be null."),
        ),
        "values-limited": _narrower(
            "only certain values are now allowed (`enum`, `const`)",
            "values-open",
            form("{place}: only certain values are allowed."),
        ),
        "values-open": _wider(
            "any value is now allowed", "values-limited", form("{place}: any value is allowed.")
        ),
        "value-removed": _narrower("an allowed value was removed", "value-added", _VALUE_REMOVED),
        "value-added": _wider("an allowed value was added", "value-removed", _VALUE_ADDED),
        "open-value-removed": _narrower(
            "a value of `x-extensible-enum` was removed", "open-value-added", _VALUE_REMOVED
        ),
        "open-value-added": _always(
            "harmless",
            "a value of `x-extensible-enum` was added",
            "open-value-removed",
            _VALUE_ADDED,
        ),
        "limit-tighter": _narrower(
            "a limit was added or is tighter (`minimum`, `maximum`, also exclusive; lengths, "
            "items, properties, `minContains`, `maxContains`)",
            "limit-looser",
            _KEYWORD,
        ),
        "limit-looser": _wider("a limit was removed or is looser", "limit-tighter", _KEYWORD),
        "multiple-narrower": _narrower(
            "`multipleOf` was added or is narrower", "multiple-wider", _KEYWORD
        ),
        "multiple-wider": _wider(
            "`multipleOf` was removed or is wider", "multiple-narrower", _KEYWORD
        ),
        "multiple-changed": _always(
            "breaking", "`multipleOf` changed", "multiple-changed", _KEYWORD
        ),
        "unique-needed": _narrower(
            "items must now be unique",
            "unique-dropped",
            form("{place}: items have to be unique now."),
        ),
        "unique-dropped": _wider(
            "items no longer have to be unique",
            "unique-needed",
            form("{place}: items may be the same now."),
        ),
        "pattern-added": _narrower(
            "a pattern was added",
            "pattern-removed",
            form("{place}: the pattern {pattern} was added."),
        ),
        "pattern-removed": _wider(
            "a pattern was removed",
            "pattern-added",
            form("{place}: the pattern {pattern} was removed."),
        ),
        "pattern-changed": Rule(
            "a pattern changed",
            "breaking",
            "warning",
            "pattern-changed",
            form("{place}: the pattern changed."),
        ),
        "default-added": Rule(
            "a default was added",
            "warning",
            "harmless",
            "default-removed",
            form("{place}: the default {value} was added."),
        ),
        "default-removed": Rule(
            "a default was removed",
            "warning",
            "harmless",
            "default-added",
            form("{place}: the default {value} was removed."),
        ),
        "default-changed": Rule(
            "a default changed",
            "breaking",
            "harmless",
            "default-changed",
            form("{place}: the default changed from {was} to {now}."),
        ),
        "content-changed": _always(
            "breaking",
            "`contentEncoding` or `contentMediaType` changed",
            "content-changed",
            _KEYWORD,
        ),
        "xml-changed": _always(
            "breaking",
            "`xml` changed, in XML bodies",
            "xml-changed",
            form("{place}: {name} in XML changed from {was} to {now}."),
        ),
    },
    "Objects, arrays, and variants": {
        "property-added": _always(
            "harmless", "an optional property was added", "property-removed", _ADDED
        ),
        "required-property-added": _narrower(
            "a required property was added", "property-removed", _REQUIRED
        ),
        "property-removed": _always(
            "breaking", "a property was removed", "property-added", _REMOVED
        ),
        "read-only-set": Rule(
            "a property is now `readOnly`",
            "breaking",
            "harmless",
            "read-only-unset",
            form("{place} is now read-only."),
        ),
        "read-only-unset": _always(
            "harmless",
            "a property is no longer `readOnly`",
            "read-only-set",
            form("{place} may be sent now."),
        ),
        "write-only-set": Rule(
            "a property is now `writeOnly`",
            "harmless",
            "breaking",
            "write-only-unset",
            form("{place} is now write-only."),
        ),
        "write-only-unset": _always(
            "harmless",
            "a property is no longer `writeOnly`",
            "write-only-set",
            form("{place} may be received now."),
        ),
        "others-refused": _narrower(
            "other properties or items are no longer allowed (`additionalProperties`, "
            "`patternProperties`, `unevaluatedProperties`, `items`, `unevaluatedItems`)",
            "others-allowed",
        ),
        "others-allowed": Rule(
            "other properties or items are now allowed", "harmless", "warning", "others-refused"
        ),
        "contains-added": _narrower("`contains` was added", "contains-removed", _KEYWORD_ADDED),
        "contains-removed": _wider("`contains` was removed", "contains-added", _KEYWORD_REMOVED),
        "not-added": _narrower("`not` was added", "not-removed", _KEYWORD_ADDED),
        "not-removed": _wider("`not` was removed", "not-added", _KEYWORD_REMOVED),
        "condition-added": _narrower(
            "`if` was added", "condition-removed", form("{place}: a condition was added.")
        ),
        "condition-removed": _wider(
            "`if` was removed", "condition-added", form("{place}: a condition was removed.")
        ),
        "condition-changed": _always(
            "breaking", "`if` changed", "condition-changed", form("{place}: a condition changed.")
        ),
        "dependency-added": _narrower(
            "a property requires another one (`dependentRequired`, `dependentSchemas`)",
            "dependency-removed",
            form("{place} needs {name}."),
        ),
        "dependency-removed": _wider(
            "a property no longer requires another one",
            "dependency-added",
            form("{place} no longer needs {name}."),
        ),
        "variant-added": _wider(
            "a variant was added (`oneOf`, `anyOf`)",
            "variant-removed",
            form('{place}: the variant "{name}" was added.'),
        ),
        "variant-removed": _narrower(
            "a variant was removed",
            "variant-added",
            form('{place}: the variant "{name}" was removed.'),
        ),
        "choice-needed": _narrower(
            "one of several variants is now required",
            "choice-dropped",
            form("{place}: one of several variants is now required."),
        ),
        "choice-dropped": _wider(
            "no variant is required anymore",
            "choice-needed",
            form("{place}: no variant is required anymore."),
        ),
        "choice-changed": _always(
            "warning", "`oneOf` became `anyOf`, or vice versa", "choice-changed"
        ),
        "discriminator-added": _always(
            "harmless",
            "a discriminator was added",
            "discriminator-removed",
            form("{place}: the discriminator was added."),
        ),
        "discriminator-removed": _always(
            "warning",
            "a discriminator was removed",
            "discriminator-added",
            form("{place}: the discriminator was removed."),
        ),
        "discriminator-changed": _always(
            "breaking",
            "the property of a discriminator changed",
            "discriminator-changed",
            form("{place}: the discriminator changed from {was} to {now}."),
        ),
        "mapping-added": _wider(
            "a discriminator value was added",
            "mapping-removed",
            form('{place}: the discriminator value "{value}" was added.'),
        ),
        "mapping-removed": _narrower(
            "a discriminator value was removed",
            "mapping-added",
            form('{place}: the discriminator value "{value}" was removed.'),
        ),
        "mapping-changed": _always(
            "breaking",
            "a discriminator value maps to another schema",
            "mapping-changed",
            form('{place}: the discriminator value "{value}" maps to {now}, no longer to {was}.'),
        ),
        "not-compared": _always(
            "warning",
            "a body is nested too deeply to compare completely",
            "not-compared",
            form("{place}: nested too deeply to compare."),
        ),
    },
}
"""The rules as the documentation groups them."""

RULES: Mapping[str, Rule] = {
    name: rule for rules in GROUPS.values() for name, rule in rules.items()
}
