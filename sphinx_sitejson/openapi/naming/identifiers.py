"""Split identifiers and paths into words, and make titles of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

_VERBS = """
abort accept activate add aggregate allocate analyze annotate anonymize append apply approve archive
assign associate attach authenticate authorize backup ban batch bind block book broadcast build burn
calculate cancel capture cast change charge check claim classify clean clear clone close collect
commit compare compile complete compress compute configure confirm connect convert copy count crawl
create deactivate debug decline decode decrypt define delegate delete deliver demote deny deploy
deregister describe destroy detach detect determine disable disassociate disconnect discover dismiss
dispatch display distribute download draft drop duplicate edit embed emit enable encode encrypt end
enqueue enrich enroll ensure enumerate estimate evaluate exclude execute expire export extract
favorite fetch filter finalize find flush follow forward generate get grant handle have hide
identify impersonate import include increment index ingest initialize initiate insert inspect
install introspect invalidate invite invoke issue join kick launch leave like link lint list load
lock log login logout lookup make map mark match merge migrate mint modify move mute notify obtain
onboard open order override parse pause pay perform pin ping poll predict prepare present preview
process promote propose provide provision publish purchase purge push query rate reactivate read
reassign reboot rebuild recalculate recall receive recognize reconcile record recover redact redeem
refresh refund regenerate register reinstate reject release reload remove rename render renew reopen
reorder replace reply report request requeue rerun resend reserve reset resize resolve respond
restart restore resume retrieve retry return reverse revert review revoke rollback rotate run save
scale scan schedule score scrape search seed select sell send set settle share show shutdown sign
simulate skip snooze sort split stake star start stop store stream submit subscribe summarize
suspend swap switch sync synchronize synthesize tag terminate test toggle tokenize track train
transcode transfer transform translate trigger undo update upgrade upload upsert validate verify
view void vote wait warm watch whitelist withdraw write
"""

PREPOSITIONS = frozenset(("to", "from", "into", "by", "with", "for", "as", "of", "in", "on", "at"))
_PLURAL_ICS = ("topics", "clinics", "comics", "critics", "fabrics", "classics", "medics")
"""Plurals among the words that end like "analytics"."""
_NOT_PLURAL = ("ics", "series", "species", "news", "https", "kubernetes", "dns", "sms", "aws")

_VERBS_OR_NOUNS = """
archive backup batch block book build burn capture cast change charge check claim clone commit count
debug download draft drop edit embed end estimate export favorite filter follow grant import
increment index insert invite issue join kick launch leave like link list load lock log login logout
lookup make map mark match merge mint move open order override pause pay pin ping poll present
preview process provision purchase push query rate read record refund release reply report request
reserve reset return reverse review rollback run save scale scan schedule score search seed set
share show shutdown sign sort split stake star start stop store stream swap switch sync tag test
toggle track train transfer trigger update upgrade upload view void vote wait watch
"""
_NOUN_VERBS = """
archive backup batch block book build cast charge claim commit draft favorite index invite issue
link list log map match order process query rate record refund reply report request review schedule
score seed share sign star store stream tag test track train transfer view vote watch
"""

_DONE_VERBS = frozenset(_VERBS.split())
VERBS = _DONE_VERBS | {f"un{verb}" for verb in _DONE_VERBS - {"read"}}
"""The verbs with which operation names begin, and those that undo what others do."""
CLEAR_VERBS = VERBS - frozenset(_VERBS_OR_NOUNS.split())
"""The verbs that are hardly ever nouns in identifiers."""
NOUN_VERBS = frozenset(_NOUN_VERBS.split())
"""The verbs that are the nouns of resources, too: ``orderCreate``."""
_FINAL_NOUN_VERBS = """
check clone count download edit export import insert invite list lock login logout lookup merge move
pause ping preview query read reset run save scan search set show start stop sync test trigger
update upgrade upload view
"""
FINAL_VERBS = CLEAR_VERBS | frozenset(_FINAL_NOUN_VERBS.split())
"""The verbs that end identifiers whose resource comes first: ``users_list``."""

_WORD = re.compile(
    r"OAuth2?|IPv[46]|[vV]\d+|\d+D(?![a-z])|[A-Z]{2,}s(?![a-z])|[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+[a-z]*|[^\W\d_]+"
)


def split_words(identifier: str) -> list[str]:
    """Split an identifier into words: ``getPetById`` gives ``get``, ``Pet``, ``By``, ``Id``."""
    if identifier.isascii():
        return _WORD.findall(identifier)
    # Letters such as "ö" are part of words, as the letters of ASCII are.
    plain = "".join(map(_ascii_letter, identifier))
    return [identifier[found.start() : found.end()] for found in _WORD.finditer(plain)]


def _ascii_letter(character: str) -> str:
    """Return a letter of ASCII in the same case, or the character if it has no case."""
    if character.isascii() or character.lower() == character.upper():
        return character
    return "a" if character.islower() else "A"


_UPPER_CASE_WORDS = """
ACL API CA CDN CPU CRM CSV DB DNS FAQ GDPR GPU HTML HTTP HTTPS IAM IBAN ID IP JSON JWK JWKS JWT KYC
LDAP MFA NAT NFT OTP PDF QR RDF RPC RSS SAML SCIM SDK SIP SLA SMS SMTP SQL SSH SSL SSO TCP TLS TTL
UDP UI URI URL UUID VAT VM VPC VPN XML YAML APIs IDs IPs PDFs URIs URLs VMs IPv4 IPv6 iOS
OAuth OAuth2
"""
_ACRONYMS = {word.lower(): word for word in _UPPER_CASE_WORDS.split()}


def make_title(words: Iterable[str]) -> str:
    """Join words to a title in sentence case, with acronyms in upper case: ``Get the API key``."""
    return capitalize_first(" ".join(map(_apply_case, words)))


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _apply_case(word: str) -> str:
    is_upper = word.isupper() and len(word) > 1
    return word if is_upper else _ACRONYMS.get(word.lower(), word.lower())


def imperative_form(word: str) -> str:
    """Return the imperative of a verb: ``creates`` gives ``create``; "" for other words."""
    lower = word.lower()
    forms = (lower, lower[:-1], lower[:-2], f"{lower[:-3]}y")
    return next(filter(VERBS.__contains__, forms), "") if lower.endswith("s") else ""


def is_plural(word: str) -> bool:
    """Return whether a word looks like a plural."""
    lower = word.lower()
    is_uncountable = lower.endswith(_NOT_PLURAL) and not lower.endswith(_PLURAL_ICS)
    return len(lower) > 3 and singularize(lower) != lower and not is_uncountable


def add_article(words: Sequence[str]) -> list[str]:
    """Prepend "a" or "an", depending on the first word."""
    first = words[0].lower()
    is_vowel = first[0] in "aeiou" and not first.startswith(("uni", "use", "usa", "eu", "one"))
    return ["an" if is_vowel else "a", *words]


def singularize(word: str) -> str:
    """Return the singular of a word: ``policies`` gives ``policy``."""
    lower = word.lower()
    if lower.endswith("ies") and len(lower) > 4:
        return f"{lower[:-3]}y"
    if lower.endswith(("sses", "shes", "ches", "xes")):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith(("ss", "us")) else lower


_GENERIC_SEGMENT = re.compile(
    r"(?:api[._-]?)?v?\d+(?:[._-]\d+)*(?:[._-]?(?:alpha|beta|rc|preview)\d*)?|api|apis|rest|odata",
    re.I,
)
_FILE_EXTENSION = re.compile(r"\.(?:json|xml|yaml|yml|php|aspx?)$|(?:\(.*\))$", re.I)
_METHOD_VERBS = {
    "POST": "Post to",
    "PUT": "Set",
    "PATCH": "Update",
    "OPTIONS": "Get options for",
    "HEAD": "Get headers of",
}
MAX_RESOURCES = 3
"""The number of segments in a title; those of a longer path are its context."""
_COLLECTION_VERBS = ("list", "search", "query", "count", "find", "filter", "export", "import")
_LEADING_PATH_VERBS = ("export", "import", "search", "validate", "verify", "download")
_FINAL_PATH_VERBS = CLEAR_VERBS | {"list", "read", "search", "update"}
_WRITE_METHODS = ("POST", "PUT", "PATCH")
_PARAMETER = "{}"


def split_path(path: str) -> tuple[str, ...]:
    """Split a path into segments: ``/pets/{id}.json`` gives ``pets``, ``{}``."""
    plain = path.partition("#")[0].partition("?")[0]
    return tuple(
        _PARAMETER if part.startswith("{") or "{" in part else _FILE_EXTENSION.sub("", part)
        for part in plain.split("/")
        if part
    )


def descriptive_segments(segments: Sequence[str], start: int = 0) -> tuple[str, ...]:
    """Return the segments that describe a resource: not parameters, versions or ``api``.

    :param start: the number of leading segments to skip, since all paths share them; of a path
        that has no others, the last of them is returned.
    """
    words = [
        part for part in segments if part != _PARAMETER and not _GENERIC_SEGMENT.fullmatch(part)
    ]
    before = [part for part in segments[:start] if part in words]
    return tuple(words[len(before) :] or before[-1:])


def title_from_path(method: str, path: str) -> str:
    """Make a title from a method and a path: ``GET /users/{id}/posts`` gives "List user posts"."""
    # A custom method of Google's APIs: "/files/{name}:copy".
    address, _, custom = path.rpartition(":")
    is_custom = custom.isalpha() and address.endswith("}")
    parts = [*split_path(address), custom] if is_custom else split_path(path)
    resources = _find_resources(parts)[-MAX_RESOURCES:]
    if not resources:
        return f"{method} {path}"
    last = resources[-1].words
    if is_custom and len(resources) == 1:
        return make_title(last)
    if action := _title_from_path_action(method, path, resources):
        return action
    is_one, is_many = resources[-1].is_one, is_plural(last[-1])
    is_collection = is_many and not is_one
    if method == "POST" and is_collection:
        created = [*resources[:-1], replace(resources[-1], is_one=True)]
        return make_title(["create", *_join_resources(created)])
    if method == "GET" and is_collection:
        return make_title(["list", *_join_resources(resources)])
    verb = _METHOD_VERBS.get(method, method.lower())
    if is_one and is_many and method in _WRITE_METHODS:
        verb = "Update"
    title = make_title([*verb.split(), *_join_resources(resources)])
    return title if is_many else f"{title}{_parameter_suffix(path)}"


def _title_from_path_action(method: str, path: str, resources: Sequence[_Resource]) -> str:
    """Make a title from a path that has the verb: ``/orders/{id}/cancel``, ``/track.search``."""
    first, last = resources[0].words, resources[-1].words
    is_written = len(last) > 1 and method in (*_WRITE_METHODS, "DELETE")
    known = VERBS if method == "POST" or is_written else CLEAR_VERBS
    begins = last[0].lower() in (known | {"list", "search"} if len(last) > 1 else known)
    if len(resources) > 1 and begins:
        # Spring Data REST puts queries below "search": "/accounts/search/findByOwner".
        others = [resource for resource in resources[:-1] if resource.words != ("search",)]
        return _title_from_action(last, others or resources[:-1])
    if begins and len(last) > 1:
        return f"{make_title(last)}{_parameter_suffix(path)}"
    if len(last) > 1 and last[-1].lower() in _FINAL_PATH_VERBS and not resources[-1].is_one:
        moved = [*resources[:-1], replace(resources[-1], words=last[:-1])]
        return make_title([last[-1], *_join_resources(moved)])
    if len(resources) > 1 and len(first) == 1 and first[0].lower() in _LEADING_PATH_VERBS:
        title = make_title([*first, *_join_resources(resources[1:])])
        return title if resources[-1].is_one else f"{title}{_parameter_suffix(path)}"
    return ""


def _title_from_action(action: Sequence[str], resources: Sequence[_Resource]) -> str:
    """Make a title from a path that ends in a verb: "Cancel an order", "Move an order to…"."""
    verb, *others = action
    named = _join_resources(resources)
    if not others or others[0].lower() in PREPOSITIONS:
        return make_title([verb, *named, *others])
    return make_title([*action, *_purpose(others, resources[-1].words, named)])


def _purpose(
    objects: Sequence[str], resource: Sequence[str], named: Sequence[str]
) -> tuple[str, ...]:
    """Return "for" and the resource of an action, unless the objects of the action name it."""
    known = {singularize(word) for word in resource}
    return () if any(singularize(word) in known for word in objects) else ("for", *named)


def has_descriptive_segment(path: str) -> bool:
    """Return whether a path has a segment that describes a resource."""
    return bool(_find_resources(split_path(path)))


_ID_SEPARATOR = re.compile(r"[._\-/:]+")
_CONTAINER_SUFFIX = re.compile(
    r"(?<=[a-z])(?:Controller|Api|API|Resource|Service|Handler|ViewSet)$"
)
_ADVERBS = {"partial": "partially", "bulk": "bulk"}
_QUANTITIES = ("all", "one", "many")
_METHODS = frozenset(("get", "put", "post", "patch", "delete", "head", "options"))
_METHOD_ACTIONS = {"patch": "update", "post": "create", "put": "set"}
_INNER_VERBS = ("add", "create", "delete", "get", "list", "remove", "show", "update")
_CREATING = ("create", "add", "insert", "register")
_ON_ITEM = (
    r"(?P<verb>[a-z]+)_(?P<target>instance|collection|to_(?:one|many)_(?:related|relationship))"
)
_JSON_API_ACTION = re.compile(rf"(?:[A-Za-z0-9]+-)+{_ON_ITEM}")
"""An action on an item or a relationship, as in App Store Connect: ``apps-update_instance``."""
_VIEW_SET_VERBS = ("create", "retrieve", "list", "update", "destroy")
"""The last words of ids of Django REST framework, which stand for the method."""
_FUNCTION_AND_METHOD = re.compile(r"[A-Za-z]+Controller_[A-Za-z]+_(?:get|delete)")
"""The id of a function for all methods in NestJS: ``HooksController_receive_get``."""

_SPRING_DATA_ID = re.compile(
    r"[a-z]+(?:ItemResource|CollectionResource|PropertyReference|Search)-\w+-[a-z]+"
)
"""An id of Spring Data REST, which names the kind of the resource: ``getItemResource-bank-get``."""


def is_framework_id(name: str) -> bool:
    """Return whether a framework made an id that names an entity and what is done to it."""
    return bool(_JSON_API_ACTION.fullmatch(name) or _SPRING_DATA_ID.fullmatch(name))


def title_from_final_verb(name: str, path: str) -> str:
    """Make a title from an id with the resource before the verb, or "" for other ids.

    ``drive.files.list`` gives "List files", ``users_partial_update`` "Partially update a user",
    and ``UsersController_findAll`` "Find all users".
    """
    is_dotted = "." in name
    stripped = name.strip("._-/:")
    if matched := _JSON_API_ACTION.fullmatch(stripped):
        return _title_from_json_api(matched["verb"], matched["target"], path)
    if _FUNCTION_AND_METHOD.fullmatch(stripped) or _SPRING_DATA_ID.fullmatch(stripped):
        return ""
    *before, last = stripped.split(".") if is_dotted else _ID_SEPARATOR.split(stripped)
    action = [word.lower() for word in split_words(last)]
    if not before:
        resource = split_words(last)[:-1]
        if not resource or action[-1] not in FINAL_VERBS:
            return ""
        if resource[0].lower() in (VERBS - NOUN_VERBS) | _METHODS:
            return ""
        return _title_from_verb(action[-1:], resource, path)
    containers = before[-1:] if is_dotted or before[-1] != before[-1].lower() else before
    while len(containers) > 1 and _GENERIC_SEGMENT.fullmatch(containers[0]):
        containers = containers[1:]
    nouns = [part for part in containers if part not in _ADVERBS]
    resource = [
        singularize(word) if is_plural(word) and part in nouns[:-1] else word
        for part in containers
        for word in split_words(_CONTAINER_SUFFIX.sub("", part))
    ]
    is_bare_verb = len(action) == 1 and not is_dotted
    if is_bare_verb and (
        title := _title_from_view_set(before, last, path) or _title_from_inner_verb(name)
    ):
        return title
    known = FINAL_VERBS if is_bare_verb else VERBS
    if not action or not resource or action[0] not in known | _METHODS:
        return ""
    if is_bare_verb and resource[0].lower() in VERBS - NOUN_VERBS:
        return ""
    adverb = _ADVERBS.get(resource[-1].lower())
    if adverb and len(action) == 1 and len(resource) > 1:
        return _title_from_verb([adverb, *action], resource[:-1], path)
    return _title_from_verb(action, resource, path)


def _title_from_json_api(verb: str, target: str, path: str) -> str:
    """Make a title from an action on an item or a relationship of JSON:API."""
    *others, last = _find_resources(split_path(path)) or [_Resource(())]
    if not last.words:
        return ""
    others = [resource for resource in others if resource.words != ("relationships",)]
    if target.endswith("relationship"):
        number = "relationship" if "_one_" in target else "relationships"
        last = _Resource((*_resource_words(replace(last, is_one=True)), number))
    elif target == "instance":
        last = replace(last, is_one=True)
    reads_many = verb == "get" and ("many" in target or target == "collection")
    return make_title(["list" if reads_many else verb, *_join_resources([*others, last])])


def _title_from_view_set(before: Sequence[str], last: str, path: str) -> str:
    """Make a title from the verb of a path: ``leads_upload_create`` gives "Upload leads"."""
    resources = _find_resources(split_path(path))
    if len(resources) < 2 or last not in _VIEW_SET_VERBS:
        return ""
    ending = [word.lower() for word in resources[-1].words]
    is_from_path = "_".join(before).lower().endswith("_".join(ending))
    known = VERBS if last == "create" and len(ending) == 1 else CLEAR_VERBS
    if not is_from_path or resources[-1].is_one or ending[0] not in known - NOUN_VERBS:
        return ""
    if resources[-2].words[-1].lower() == "auth":
        return make_title(ending)
    # "Confirm password reset" says more than "Confirm reset".
    start = -3 if all(word.lower() in VERBS for word in resources[-2].words) else -2
    return _title_from_action(resources[-1].words, resources[start:-1])


def _title_from_inner_verb(name: str) -> str:
    """Make a title from an id with the verb in the middle: ``config_show_version``."""
    words = name.split("_")
    inner = [index for index, word in enumerate(words) if word in _INNER_VERBS]
    if len(inner) != 1 or inner[0] in (0, len(words) - 1) or words[0] in VERBS:
        return ""
    before, verb, rest = words[: inner[0]], words[inner[0]], words[inner[0] + 1 :]
    return make_title([verb, *before, *rest]) if rest[0] not in VERBS else ""


def _title_from_verb(action: Sequence[str], resource: Sequence[str], path: str) -> str:
    """Make a title from the words of an action and those of the resource."""
    verbs, rest = _split_action(action)
    if verbs[-1] in _METHOD_ACTIONS and rest and rest[0] not in PREPOSITIONS:
        verbs = [*verbs[:-1], _METHOD_ACTIONS[verbs[-1]]]
    if verbs[-1] in _METHODS - {"get", "delete"}:
        # The method of the request is less specific than the path: "Create a user", not "Post
        # users".
        return ""
    quantity = rest[0] if rest and rest[0] in _QUANTITIES else ""
    rest = rest[1:] if quantity else rest
    ends_in_parameter = path.rstrip("/").endswith("}")
    is_many = quantity in ("all", "many") or (not quantity and verbs[-1] in _COLLECTION_VERBS)
    is_one = not is_many and (quantity == "one" or ends_in_parameter or verbs[-1] in _CREATING)
    named = _join_resources([_Resource(tuple(resource), is_one=is_one)])
    if verbs[-1] == "list" and not quantity:
        named[-1] = plural_in_path(named[-1], path)
    if rest and rest[0] not in PREPOSITIONS:
        return make_title([*verbs, *rest, *_purpose(rest, resource, named)])
    return make_title([*verbs, *(["all"] if quantity == "all" else []), *named, *rest])


def _split_action(action: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the words of an action behind its verbs: ``create or update``, ``partially update``."""
    end = 2 if action[0] in _ADVERBS.values() else 1
    while end + 1 < len(action) and action[end] in ("or", "and") and action[end + 1] in VERBS:
        end += 2
    return list(action[:end]), list(action[end:])


def plural_in_path(word: str, path: str) -> str:
    """Return a word in the plural if a path has it as its last resource in the plural."""
    resources = _find_resources(split_path(path))
    last = resources[-1].words[-1] if resources else ""
    is_same = is_plural(last) and singularize(last) == word.lower()
    return last.lower() if is_same and not is_plural(word) else word


@dataclass(frozen=True)
class _Resource:
    """The words of a segment, and whether a parameter selects one item of it."""

    words: tuple[str, ...]
    is_one: bool = False


def _find_resources(segments: Sequence[str]) -> list[_Resource]:
    found: list[_Resource] = []
    for part in segments:
        if part == _PARAMETER and found:
            found[-1] = replace(found[-1], is_one=True)
        elif part != _PARAMETER and not _GENERIC_SEGMENT.fullmatch(part) and split_words(part):
            found.append(_Resource(tuple(split_words(part))))
    return found


def _join_resources(resources: Sequence[_Resource]) -> list[str]:
    """Join the words of resources, with an article before a single item."""
    named = [_resource_words(resource) for resource in resources]
    words = [
        word
        for part, following in zip(named, [*named[1:], []], strict=True)
        # "App events" says more than "app app events".
        if [each.lower() for each in following[: len(part)]] != [each.lower() for each in part]
        for word in part
    ]
    last = resources[-1]
    return add_article(words) if last.is_one and is_plural(last.words[-1]) else words


def _resource_words(resource: _Resource) -> list[str]:
    *first, last = resource.words
    return [*first, singularize(last) if resource.is_one and is_plural(last) else last]


def _parameter_suffix(path: str) -> str:
    """Return a suffix for a path that ends in a parameter: ``/users/{name}`` gives " by name"."""
    match = re.search(r"\{[+/#?&;]?([^{}]*)\}$", path.rstrip("/"))
    name = " ".join(map(_apply_case, split_words(match[1]))) if match else ""
    return f" by {name}" if name else ""
