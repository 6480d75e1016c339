"""The table of all reported changes, with their severity and sentence.

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
    sent: Level
    received: Level
    sentence_about_operation: str = ""
    """The form of the sentence about the operation itself, which names no location."""
    reverse: str = ""
    """The name of the rule for the opposite change, if a comparison finds either."""

    def level(self, direction: Direction) -> Level:
        """Return the severity of the change for values in a direction."""
        return self.sent if direction == "sent" else self.received


# The first argument of each is a label, which is translated.
def _narrower(sentence: str, reverse: str = "") -> Rule:
    return Rule(sentence, "breaking", "harmless", reverse=reverse)


def _wider(sentence: str, reverse: str = "") -> Rule:
    return Rule(sentence, "harmless", "breaking", reverse=reverse)


def _always(sentence: str, level: Level, about_operation: str = "", reverse: str = "") -> Rule:
    return Rule(sentence, level, level, about_operation, reverse)


_OF_COMPARISON = ""
"""The comparison has a sentence of its own."""
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

RULES: Mapping[str, Rule] = {
    # Operations
    "operation-added": _always(_OF_COMPARISON, "harmless"),
    "operation-removed": _always(_REMOVED, "breaking"),
    "removed-after-sunset": _always(
        "{place} was removed after its sunset date, {date}.",
        "harmless",
        form("It was removed after its sunset date, {date}."),
    ),
    "removed-before-sunset": _always(
        "{place} was removed before its sunset date, {date}.",
        "breaking",
        form("It was removed before its sunset date, {date}."),
    ),
    "deprecated-removed": _always(
        "{place} was removed. It was deprecated, without a sunset date.",
        "warning",
        form("It was deprecated, without a sunset date."),
    ),
    "unstable-removed": _always(
        "{place} was removed. Its stability was {level}.",
        "harmless",
        form("Its stability was {level}."),
    ),
    "stability-lowered": _always(_STABILITY, "warning", _ITS_STABILITY),
    "stability-raised": _always(_STABILITY, "harmless", _ITS_STABILITY),
    "deprecated": _always(
        "{place} is deprecated.", "harmless", form("It is deprecated."), reverse="not-deprecated"
    ),
    "not-deprecated": _always(
        "{place} is no longer deprecated.", "harmless", form("It is no longer deprecated.")
    ),
    "sunset-set": _always(
        "{place} ends on {date}.", "warning", form("It ends on {date}."), reverse="sunset-removed"
    ),
    "sunset-removed": _always(
        "{place} no longer ends on {date}.", "harmless", form("It no longer ends on {date}.")
    ),
    "sunset-earlier": _always(_SUNSET, "warning", _ITS_SUNSET),
    "sunset-later": _always(_SUNSET, "harmless", _ITS_SUNSET),
    "id-added": _always(
        "{place}: has the operationId {id}.",
        "harmless",
        form("It has the operationId {id}."),
        reverse="id-removed",
    ),
    "id-removed": _always(
        "{place} no longer has the operationId {id}.",
        "warning",
        form("It no longer has the operationId {id}."),
    ),
    "id-changed": _always(
        "{place}: has the operationId {now}, no longer {was}.",
        "warning",
        form("It has the operationId {now}, no longer {was}."),
    ),
    "tag-added": _always(
        "{place}: has the tag {tag}.",
        "harmless",
        form("It has the tag {tag}."),
        reverse="tag-removed",
    ),
    "tag-removed": _always(
        "{place} no longer has the tag {tag}.", "harmless", form("It no longer has the tag {tag}.")
    ),
    "callback-added": _always(_ADDED, "harmless"),
    "callback-removed": _always(_REMOVED, "breaking"),
    # Parameters and headers
    "parameter-added": _always(_ADDED, "harmless"),
    "required-parameter-added": _narrower(_REQUIRED),
    "parameter-removed": _always(_REMOVED, "breaking"),
    "became-required": _narrower("{place} is required now.", "became-optional"),
    "became-optional": _wider("{place} is optional now."),
    "style-changed": _always(_KEYWORD, "breaking"),
    "explode-changed": _always(_KEYWORD, "breaking"),
    "reserved-allowed": _wider(
        "{place}: reserved characters may be sent as they are now.", "reserved-refused"
    ),
    "reserved-refused": _narrower("{place}: reserved characters have to be encoded now."),
    "empty-allowed": _wider("{place} may be empty now.", "empty-refused"),
    "empty-refused": _narrower("{place} may no longer be empty."),
    "content-type-changed": _always(
        "{place}: the content type changed from {was} to {now}.", "breaking"
    ),
    # Bodies and responses
    "body-added": _always(_ADDED, "harmless"),
    "required-body-added": _narrower(_REQUIRED),
    "body-removed": _always(_REMOVED, "breaking"),
    "media-type-added": _always("{place}: the media type {name} was added.", "harmless"),
    "media-type-removed": _always("{place}: the media type {name} was removed.", "breaking"),
    "media-type-wider": Rule(_MEDIA_TYPE, "harmless", "warning"),
    "media-type-narrower": _narrower(_MEDIA_TYPE),
    "media-type-parameters": _always(_MEDIA_TYPE, "warning"),
    "success-added": Rule(_ADDED, "harmless", "warning"),
    "success-removed": _always(_REMOVED, "breaking"),
    "status-added": _always(_ADDED, "harmless"),
    "status-removed": _always(_REMOVED, "harmless"),
    "link-added": _always(
        "{place}: the link {name} was added.", "harmless", reverse="link-removed"
    ),
    "link-removed": _always("{place}: the link {name} was removed.", "warning"),
    "link-changed": _always("{place}: the link {name} has another target.", "warning"),
    # Servers
    "server-added": _always(_ADDED, "harmless"),
    "server-removed": _always(_REMOVED, "breaking"),
    "server-default-changed": _always(
        "{place}: the default of {name} changed from {was} to {now}.", "warning"
    ),
    "server-value-added": _always(
        "{place}: the value {value} of {name} was added.",
        "harmless",
        reverse="server-value-removed",
    ),
    "server-value-removed": _always(
        "{place}: the value {value} of {name} was removed.",
        "breaking",
        reverse="server-value-added",
    ),
    # Authorization
    "authorization-needed": _always(
        "{place} is now required.", "breaking", reverse="authorization-dropped"
    ),
    "authorization-dropped": _always("{place} is no longer required.", "harmless"),
    "scheme-accepted": _always("{place}: {scheme} is accepted.", "harmless"),
    "scheme-refused": _always(_NOT_ACCEPTED, "breaking"),
    "optional-scheme-refused": _always(_NOT_ACCEPTED, "warning"),
    "scope-needed": _always("{place}: {scheme} also requires the scope {scope}.", "breaking"),
    "scope-dropped": _always("{place}: {scheme} no longer requires the scope {scope}.", "harmless"),
    "scheme-changed": _always("{place}: the kind changed from {was} to {now}.", "breaking"),
    "token-format-changed": _always(
        "{place}: the token format changed from {was} to {now}.", "warning"
    ),
    "address-changed": _always(_OF_COMPARISON, "breaking"),
    "flow-added": _always("{place}: the flow {flow} was added.", "harmless"),
    "flow-removed": _always("{place}: the flow {flow} was removed.", "breaking"),
    "scope-offered": _always(
        "{place}: the scope {scope} of the flow {flow} was added.",
        "harmless",
        reverse="scope-withdrawn",
    ),
    "scope-withdrawn": _always(
        "{place}: the scope {scope} of the flow {flow} was removed.", "breaking"
    ),
    "event-authorization-changed": _always("{place} changed from {was} to {now}.", "warning"),
    # Values
    "type-narrower": _narrower(_TYPE),
    "type-wider": _wider(_TYPE),
    "type-changed": _always(_TYPE, "breaking"),
    "nothing-allowed": _narrower("{place} is no longer allowed."),
    "something-allowed": _wider("{place} is allowed now.", "nothing-allowed"),
    "format-narrower": _narrower(_FORMAT),
    "format-wider": _wider(_FORMAT),
    "format-changed": _always(_FORMAT, "breaking"),
    "null-allowed": _wider("{place} may be null now.", "null-refused"),
    "null-refused": _narrower("{place} may no longer be null."),
    "values-limited": _narrower("{place}: only certain values are allowed.", "values-open"),
    "values-open": _wider("{place}: any value is allowed."),
    "value-removed": _narrower(_VALUE_REMOVED),
    "value-added": _wider(_VALUE_ADDED, "value-removed"),
    "open-value-removed": _narrower(_VALUE_REMOVED),
    "open-value-added": _always(_VALUE_ADDED, "harmless", reverse="open-value-removed"),
    "limit-tighter": _narrower(_KEYWORD),
    "limit-looser": _wider(_KEYWORD),
    "multiple-narrower": _narrower(_KEYWORD),
    "multiple-wider": _wider(_KEYWORD),
    "multiple-changed": _always(_KEYWORD, "breaking"),
    "unique-needed": _narrower("{place}: items have to be unique now.", "unique-dropped"),
    "unique-dropped": _wider("{place}: items may be the same now."),
    "pattern-added": _narrower("{place}: the pattern {pattern} was added.", "pattern-removed"),
    "pattern-removed": _wider("{place}: the pattern {pattern} was removed."),
    "pattern-changed": Rule("{place}: the pattern changed.", "breaking", "warning"),
    "default-added": Rule(
        "{place}: the default {value} was added.", "warning", "harmless", reverse="default-removed"
    ),
    "default-removed": Rule("{place}: the default {value} was removed.", "warning", "harmless"),
    "default-changed": Rule(
        "{place}: the default changed from {was} to {now}.", "breaking", "harmless"
    ),
    "content-changed": _always(_KEYWORD, "breaking"),
    "xml-changed": _always("{place}: {name} in XML changed from {was} to {now}.", "breaking"),
    # Objects, arrays, and variants
    "property-added": _always(_ADDED, "harmless"),
    "required-property-added": _narrower(_REQUIRED),
    "property-removed": _always(_REMOVED, "breaking"),
    "read-only-set": Rule(
        "{place} is now read-only.", "breaking", "harmless", reverse="read-only-unset"
    ),
    "read-only-unset": _always("{place} may be sent now.", "harmless"),
    "write-only-set": Rule(
        "{place} is now write-only.", "harmless", "breaking", reverse="write-only-unset"
    ),
    "write-only-unset": _always("{place} may be received now.", "harmless"),
    "others-refused": _narrower(_OF_COMPARISON, "others-allowed"),
    "others-allowed": Rule(_OF_COMPARISON, "harmless", "warning"),
    "contains-added": _narrower(_KEYWORD_ADDED, "contains-removed"),
    "contains-removed": _wider(_KEYWORD_REMOVED),
    "not-added": _narrower(_KEYWORD_ADDED, "not-removed"),
    "not-removed": _wider(_KEYWORD_REMOVED),
    "condition-added": _narrower("{place}: a condition was added.", "condition-removed"),
    "condition-removed": _wider("{place}: a condition was removed."),
    "condition-changed": _always("{place}: a condition changed.", "breaking"),
    "dependency-added": _narrower("{place} needs {name}.", "dependency-removed"),
    "dependency-removed": _wider("{place} no longer needs {name}."),
    "variant-added": _wider('{place}: the variant "{name}" was added.'),
    "variant-removed": _narrower('{place}: the variant "{name}" was removed.'),
    "choice-needed": _narrower(
        "{place}: one of several variants is now required.", "choice-dropped"
    ),
    "choice-dropped": _wider("{place}: no variant is required anymore."),
    "choice-changed": _always(_OF_COMPARISON, "warning"),
    "discriminator-added": _always(
        "{place}: the discriminator was added.", "harmless", reverse="discriminator-removed"
    ),
    "discriminator-removed": _always("{place}: the discriminator was removed.", "warning"),
    "discriminator-changed": _always(
        "{place}: the discriminator changed from {was} to {now}.", "breaking"
    ),
    "mapping-added": _wider(
        '{place}: the discriminator value "{value}" was added.', "mapping-removed"
    ),
    "mapping-removed": _narrower('{place}: the discriminator value "{value}" was removed.'),
    "mapping-changed": _always(
        '{place}: the discriminator value "{value}" maps to {now}, no longer to {was}.', "breaking"
    ),
    "not-compared": _always("{place}: nested too deeply to compare.", "warning"),
}
