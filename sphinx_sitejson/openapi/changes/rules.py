"""The table of all reported changes and the severity of each; the documentation renders it.

A change breaks clients if values that they send become narrower, or values that they receive wider.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Level = Literal["breaking", "warning", "harmless"]
LEVELS: tuple[Level, ...] = ("breaking", "warning", "harmless")
Direction = Literal["sent", "received"]
"""Whether clients of the API send a value, or receive it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of change."""

    description: str
    """The description in the documentation."""
    sent: Level
    received: Level
    reverse: str
    """The name of the rule for the opposite change."""

    def level(self, direction: Direction) -> Level:
        """Return the severity of the change for values in a direction."""
        return self.sent if direction == "sent" else self.received


def _narrower(description: str, reverse: str) -> Rule:
    return Rule(description, "breaking", "harmless", reverse)


def _wider(description: str, reverse: str) -> Rule:
    return Rule(description, "harmless", "breaking", reverse)


def _always(level: Level, description: str, reverse: str) -> Rule:
    return Rule(description, level, level, reverse)


_OPERATIONS: Mapping[str, Rule] = {
    "operation-added": _always("harmless", "an operation was added", "operation-removed"),
    "operation-removed": _always("breaking", "an operation was removed", "operation-added"),
    "removed-after-sunset": _always(
        "harmless",
        "an operation, parameter, header, or property was removed on or after its sunset date",
        "parameter-added",
    ),
    "removed-before-sunset": _always(
        "breaking", "it was removed before its sunset date", "parameter-added"
    ),
    "deprecated-removed": _always(
        "warning", "it was removed while deprecated, without a sunset date", "parameter-added"
    ),
    "unstable-removed": _always(
        "harmless",
        "it was removed while its `x-stability-level` was `draft` or `alpha`",
        "parameter-added",
    ),
    "stability-lowered": _always(
        "warning",
        "`x-stability-level` of an operation, parameter, or property is lower (`stable`, which is "
        "the default, `beta`, `alpha`, `draft`)",
        "stability-raised",
    ),
    "stability-raised": _always("harmless", "`x-stability-level` is higher", "stability-lowered"),
    "deprecated": _always(
        "harmless", "an operation, parameter, property, or scheme is deprecated", "not-deprecated"
    ),
    "not-deprecated": _always("harmless", "it is no longer deprecated", "deprecated"),
    "sunset-set": _always("warning", "a sunset date was added", "sunset-removed"),
    "sunset-removed": _always("harmless", "the sunset date was removed", "sunset-set"),
    "sunset-earlier": _always("warning", "the sunset date is earlier", "sunset-later"),
    "sunset-later": _always("harmless", "the sunset date is later", "sunset-earlier"),
    "id-added": _always("harmless", "an `operationId` was added", "id-removed"),
    "id-removed": _always("warning", "an `operationId` was removed", "id-added"),
    "id-changed": _always(
        "warning", "an `operationId` changed: names in generated clients change", "id-changed"
    ),
    "tag-added": _always("harmless", "a tag was added", "tag-removed"),
    "tag-removed": _always("harmless", "a tag was removed", "tag-added"),
    "callback-added": _always("harmless", "a callback was added", "callback-removed"),
    "callback-removed": _always(
        "breaking", "a callback was removed, or its URL changed", "callback-added"
    ),
}
_PARAMETERS: Mapping[str, Rule] = {
    "parameter-added": _always(
        "harmless", "an optional parameter or header was added", "parameter-removed"
    ),
    "required-parameter-added": _narrower(
        "a required parameter or header was added", "parameter-removed"
    ),
    "parameter-removed": _always(
        "breaking", "a parameter or header was removed", "parameter-added"
    ),
    "became-required": _narrower(
        "a parameter, header, property, or body is now required", "became-optional"
    ),
    "became-optional": _wider(
        "a parameter, header, property, or body is now optional", "became-required"
    ),
    "style-changed": _always("breaking", "`style` changed", "style-changed"),
    "explode-changed": _always(
        "breaking", "`explode` changed, for arrays and objects", "explode-changed"
    ),
    "reserved-allowed": _wider("`allowReserved` was turned on", "reserved-refused"),
    "reserved-refused": _narrower("`allowReserved` was turned off", "reserved-allowed"),
    "empty-allowed": _wider("`allowEmptyValue` was turned on", "empty-refused"),
    "empty-refused": _narrower("`allowEmptyValue` was turned off", "empty-allowed"),
    "content-type-changed": _always(
        "breaking",
        "the content type of a parameter or form part changed",
        "content-type-changed",
    ),
}
_BODIES: Mapping[str, Rule] = {
    "body-added": _always("harmless", "an optional body was added", "body-removed"),
    "required-body-added": _narrower("a required body was added", "body-removed"),
    "body-removed": _always("breaking", "a body was removed", "body-added"),
    "media-type-added": _always("harmless", "a media type was added", "media-type-removed"),
    "media-type-removed": _always("breaking", "a media type was removed", "media-type-added"),
    "media-type-wider": Rule(
        "a media type became wider, such as `image/*`",
        "harmless",
        "warning",
        "media-type-narrower",
    ),
    "media-type-narrower": _narrower("a media type became narrower", "media-type-wider"),
    "media-type-parameters": _always(
        "warning", "the parameters of a media type changed", "media-type-parameters"
    ),
    "success-added": Rule("a success response was added", "harmless", "warning", "success-removed"),
    "success-removed": _always("breaking", "a success response was removed", "success-added"),
    "status-added": _always("harmless", "another response was added", "status-removed"),
    "status-removed": _always("harmless", "another response was removed", "status-added"),
    "link-added": _always("harmless", "a link was added", "link-removed"),
    "link-removed": _always("warning", "a link was removed", "link-added"),
    "link-changed": _always("warning", "the target of a link changed", "link-changed"),
}
_SERVERS: Mapping[str, Rule] = {
    "server-added": _always("harmless", "a server was added", "server-removed"),
    "server-removed": _always("breaking", "a server was removed", "server-added"),
    "server-default-changed": _always(
        "warning", "the default of a server variable changed", "server-default-changed"
    ),
    "server-value-added": _always(
        "harmless", "a server variable has more values", "server-value-removed"
    ),
    "server-value-removed": _always(
        "breaking", "a server variable has fewer values", "server-value-added"
    ),
}
_SECURITY: Mapping[str, Rule] = {
    "authorization-needed": _always(
        "breaking", "authorization is now required", "authorization-dropped"
    ),
    "authorization-dropped": _always(
        "harmless", "authorization is no longer required", "authorization-needed"
    ),
    "scheme-accepted": _always(
        "harmless", "another authentication method is accepted", "scheme-refused"
    ),
    "scheme-refused": _always(
        "breaking", "an authentication method is no longer accepted", "scheme-accepted"
    ),
    "optional-scheme-refused": _always(
        "warning",
        "the same, while requests without authorization are accepted",
        "scheme-accepted",
    ),
    "scope-needed": _always("breaking", "another scope or role is required", "scope-dropped"),
    "scope-dropped": _always("harmless", "a scope or role is no longer required", "scope-needed"),
    "scheme-changed": _always(
        "breaking", "the type, location, or name of a scheme changed", "scheme-changed"
    ),
    "token-format-changed": _always("warning", "`bearerFormat` changed", "token-format-changed"),
    "address-changed": _always(
        "breaking", "a URL of OAuth or OpenID Connect changed", "address-changed"
    ),
    "flow-added": _always("harmless", "an OAuth flow was added", "flow-removed"),
    "flow-removed": _always("breaking", "an OAuth flow was removed", "flow-added"),
    "scope-offered": _always("harmless", "a flow offers another scope", "scope-withdrawn"),
    "scope-withdrawn": _always("breaking", "a flow no longer offers a scope", "scope-offered"),
    "event-authorization-changed": _always(
        "warning", "the authorization of a webhook changed", "event-authorization-changed"
    ),
}
_VALUES: Mapping[str, Rule] = {
    "type-narrower": _narrower("fewer types are allowed", "type-wider"),
    "type-wider": _wider("more types are allowed", "type-narrower"),
    "type-changed": _always("breaking", "the type changed", "type-changed"),
    "nothing-allowed": _narrower("no value is allowed anymore", "something-allowed"),
    "something-allowed": _wider("values are allowed where none were", "nothing-allowed"),
    "format-narrower": _narrower("a format was added or became narrower", "format-wider"),
    "format-wider": _wider("a format was removed or became wider", "format-narrower"),
    "format-changed": _always("breaking", "the format changed", "format-changed"),
    "null-allowed": _wider("the value can now be null", "null-refused"),
    "null-refused": _narrower("the value can no longer be null", "null-allowed"),
    "values-limited": _narrower(
        "only certain values are now allowed (`enum`, `const`)", "values-open"
    ),
    "values-open": _wider("any value is now allowed", "values-limited"),
    "value-removed": _narrower("an allowed value was removed", "value-added"),
    "value-added": _wider("an allowed value was added", "value-removed"),
    "open-value-removed": _narrower(
        "a value of `x-extensible-enum` was removed", "open-value-added"
    ),
    "open-value-added": _always(
        "harmless", "a value of `x-extensible-enum` was added", "open-value-removed"
    ),
    "limit-tighter": _narrower(
        "a limit was added or is tighter (`minimum`, `maximum`, also exclusive; lengths, items, "
        "properties, `minContains`, `maxContains`)",
        "limit-looser",
    ),
    "limit-looser": _wider("a limit was removed or is looser", "limit-tighter"),
    "multiple-narrower": _narrower("`multipleOf` was added or is narrower", "multiple-wider"),
    "multiple-wider": _wider("`multipleOf` was removed or is wider", "multiple-narrower"),
    "multiple-changed": _always("breaking", "`multipleOf` changed", "multiple-changed"),
    "unique-needed": _narrower("items must now be unique", "unique-dropped"),
    "unique-dropped": _wider("items no longer have to be unique", "unique-needed"),
    "pattern-added": _narrower("a pattern was added", "pattern-removed"),
    "pattern-removed": _wider("a pattern was removed", "pattern-added"),
    "pattern-changed": Rule("a pattern changed", "breaking", "warning", "pattern-changed"),
    "default-added": Rule("a default was added", "warning", "harmless", "default-removed"),
    "default-removed": Rule("a default was removed", "warning", "harmless", "default-added"),
    "default-changed": Rule("a default changed", "breaking", "harmless", "default-changed"),
    "content-changed": _always(
        "breaking", "`contentEncoding` or `contentMediaType` changed", "content-changed"
    ),
    "xml-changed": _always("breaking", "`xml` changed, in XML bodies", "xml-changed"),
}
_STRUCTURES: Mapping[str, Rule] = {
    "property-added": _always("harmless", "an optional property was added", "property-removed"),
    "required-property-added": _narrower("a required property was added", "property-removed"),
    "property-removed": _always("breaking", "a property was removed", "property-added"),
    "read-only-set": Rule(
        "a property is now `readOnly`", "breaking", "harmless", "read-only-unset"
    ),
    "read-only-unset": _always("harmless", "a property is no longer `readOnly`", "read-only-set"),
    "write-only-set": Rule(
        "a property is now `writeOnly`", "harmless", "breaking", "write-only-unset"
    ),
    "write-only-unset": _always(
        "harmless", "a property is no longer `writeOnly`", "write-only-set"
    ),
    "others-refused": _narrower(
        "other properties or items are no longer allowed (`additionalProperties`, "
        "`patternProperties`, `unevaluatedProperties`, `items`, `unevaluatedItems`)",
        "others-allowed",
    ),
    "others-allowed": Rule(
        "other properties or items are now allowed", "harmless", "warning", "others-refused"
    ),
    "contains-added": _narrower("`contains` was added", "contains-removed"),
    "contains-removed": _wider("`contains` was removed", "contains-added"),
    "not-added": _narrower("`not` was added", "not-removed"),
    "not-removed": _wider("`not` was removed", "not-added"),
    "condition-added": _narrower("`if` was added", "condition-removed"),
    "condition-removed": _wider("`if` was removed", "condition-added"),
    "condition-changed": _always("breaking", "`if` changed", "condition-changed"),
    "dependency-added": _narrower(
        "a property requires another one (`dependentRequired`, `dependentSchemas`)",
        "dependency-removed",
    ),
    "dependency-removed": _wider("a property no longer requires another one", "dependency-added"),
    "variant-added": _wider("a variant was added (`oneOf`, `anyOf`)", "variant-removed"),
    "variant-removed": _narrower("a variant was removed", "variant-added"),
    "choice-needed": _narrower("one of several variants is now required", "choice-dropped"),
    "choice-dropped": _wider("no variant is required anymore", "choice-needed"),
    "choice-changed": _always("warning", "`oneOf` became `anyOf`, or vice versa", "choice-changed"),
    "discriminator-added": _always(
        "harmless", "a discriminator was added", "discriminator-removed"
    ),
    "discriminator-removed": _always(
        "warning", "a discriminator was removed", "discriminator-added"
    ),
    "discriminator-changed": _always(
        "breaking", "the property of a discriminator changed", "discriminator-changed"
    ),
    "mapping-added": _wider("a discriminator value was added", "mapping-removed"),
    "mapping-removed": _narrower("a discriminator value was removed", "mapping-added"),
    "mapping-changed": _always(
        "breaking", "a discriminator value maps to another schema", "mapping-changed"
    ),
    "not-compared": _always(
        "warning", "a body is nested too deeply to compare completely", "not-compared"
    ),
}

GROUPS: Mapping[str, Mapping[str, Rule]] = {
    "Operations": _OPERATIONS,
    "Parameters and headers": _PARAMETERS,
    "Bodies and responses": _BODIES,
    "Servers": _SERVERS,
    "Authorization": _SECURITY,
    "Values": _VALUES,
    "Objects, arrays, and variants": _STRUCTURES,
}
"""The rules as the documentation groups them."""

RULES: Mapping[str, Rule] = {
    name: rule for rules in GROUPS.values() for name, rule in rules.items()
}
