"""Problems found in settings, pages and documents, and their locations."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from difflib import SequenceMatcher, get_close_matches
from enum import StrEnum
from itertools import islice
from typing import NewType, Self

from .characters import escape_unprintable
from .nesting import JsonPath as JsonPath
from .records import record

Finding = tuple[JsonPath, str]
"""What is wrong with a value: its path, and a message."""


class ProblemCode(StrEnum):
    """The kinds of problems, each with its meaning and its cure in one sentence.

    Sphinx warnings carry the value as their subtype: ``sitejson.<code>`` in ``suppress_warnings``.
    The page of warnings in the documentation is generated from this list.
    """

    description: str

    # Settings
    SETTINGS_FILE = (
        "settings_file",
        "The settings file is missing, cannot be read, or is not valid JSON, which stops the "
        "build; create it, or correct its syntax.",
    )
    SETTINGS_REFERENCE = (
        "settings_reference",
        "A `$ref` in `docs.json` points to a file that cannot be used; correct the path or the "
        "file.",
    )
    CONF_PY = (
        "conf_py",
        "`conf.py` has a syntax error, names an extension or a theme that does not exist, or sets "
        "a value that nothing reads; correct the line.",
    )
    OLDER_KEY = (
        "older_key",
        "A `docs.json` contains a key of an older format, which is used where the newer key is "
        "missing; replace it.",
    )
    MISSING_KEY = ("missing_key", "A required key is missing; add it.")
    UNKNOWN_KEY = (
        "unknown_key",
        "A key of `site.json` or of front matter does not exist; correct its spelling, or remove "
        "it.",
    )
    NO_EFFECT = (
        "no_effect",
        "A key of a hosted service cannot have an effect on a static site; remove it, or add it to "
        "`sitejson_front_matter`.",
    )
    DUPLICATE_KEY = (
        "duplicate_key",
        "An object or the front matter of a page contains the same key twice; remove one of them.",
    )
    WRONG_VALUE = (
        "wrong_value",
        "A value has the wrong type, is not allowed, or conflicts with another key; use a value "
        "that the message names.",
    )
    MISSING_FILE = (
        "missing_file",
        "A file that the settings or a page refer to is not in the project; add it, or correct "
        "the path.",
    )
    CONTRAST = (
        "contrast",
        "A color cannot be read on its background; use the color that the message suggests.",
    )
    CATALOG = (
        "catalog",
        "A catalog or one of its lines cannot be read, so its translations are not used; correct "
        "the `.po` or `.mo` file.",
    )
    BROKEN_IMAGE = (
        "broken_image",
        "An image is empty, is text, or is SVG that is not valid XML, so browsers do not show it; "
        "correct the file.",
    )
    STYLE_SHEET = (
        "style_sheet",
        "The braces or a comment of a style sheet do not match, so browsers ignore part of it; "
        "correct the file.",
    )
    UNKNOWN_ICON = (
        "unknown_icon",
        "An icon does not exist, or an icon file of the project cannot be used; correct the name "
        "or the file.",
    )
    REDIRECT = (
        "redirect",
        "A redirect cannot work, or leads through another one; correct its source or destination.",
    )
    FEEDBACK = (
        "feedback",
        "A feedback option is enabled without a destination; set the value that the message "
        "names, or disable the option.",
    )
    SOCIAL_CARDS = (
        "social_cards",
        "Social cards are enabled but cannot be generated; install the package or correct the "
        "value that the message names.",
    )
    OLD_THEME = (
        "old_theme",
        "A template or script of the project depends on the theme that it was written for; adapt "
        "or remove it.",
    )
    UNKNOWN_CHECK = (
        "unknown_check",
        "`sitejson_checks` contains a check that does not exist; correct its name.",
    )

    # Navigation
    MISSING_PAGE = (
        "missing_page",
        "The navigation lists a page that has no file; create the file, or correct the path.",
    )
    DUPLICATE_PAGE = (
        "duplicate_page",
        "The navigation lists a page twice; remove one of the entries, or suppress the warning if"
        " both are intended.",
    )
    EMPTY_DIVISION = (
        "empty_division",
        "A tab, an anchor, a version, or another part of the site has no pages; add pages, "
        "correct its `url`, or remove it.",
    )
    UNKNOWN_VERSION = (
        "unknown_version",
        "A version that `versions` does not contain is used; correct its name, or add the version.",
    )
    UNKNOWN_DIVISION = (
        "unknown_division",
        "A group refers to a tab or an anchor that does not exist; correct its name, or add the "
        "tab or anchor.",
    )

    # Pages
    FRONT_MATTER = (
        "front_matter",
        "The front matter of a page is not valid YAML or is not closed; correct its syntax.",
    )
    PAGE_ENCODING = (
        "page_encoding",
        "A page is not encoded in UTF-8 or contains a control character; save it as UTF-8, or "
        "remove the character.",
    )
    PAGE_FAILED = (
        "page_failed",
        "An unexpected error occurred on a page, which is shown in a reduced form; check the code"
        " that the message names.",
    )
    NESTED_TOO_DEEP = (
        "nested_too_deep",
        "Content is nested more than 50 levels deep; reduce the nesting.",
    )
    CASE_COLLISION = (
        "case_collision",
        "The URLs of two pages or files differ only by case, so that one replaces the other on "
        "Windows and macOS; rename one of them.",
    )
    OUTSIDE_FILE = (
        "outside_file",
        "An MDX page refers to a file outside the project, which is not read; move the file, or "
        "correct the path.",
    )
    LINKED_PAGE = (
        "linked_page",
        "A page is a symbolic link to a location outside the repository, and is skipped; copy the"
        " file into the repository.",
    )
    BROKEN_LINK = (
        "broken_link",
        "A link points to a page or a heading that does not exist, so that only its text is shown, "
        "or it is no valid Markdown; correct the link.",
    )
    UNSAFE_ADDRESS = (
        "unsafe_address",
        "A URL or an attribute would run code in the browser, and is omitted; remove it.",
    )
    CREDENTIALS = (
        "credentials",
        "A URL contains a user name or a password, which are omitted; remove them from the URL.",
    )
    UNKNOWN_VARIABLE = (
        "unknown_variable",
        "A page uses a variable that `variables` does not contain; correct its name, or add it.",
    )
    DUPLICATE_ANCHOR = (
        "duplicate_anchor",
        "A heading asks for an anchor that another element of the page has; use a different one.",
    )
    TABLE = (
        "table",
        "The first row of a Markdown table and the line below it have different numbers of cells, "
        "so that it is shown as text; give both the same number.",
    )
    FORMULA = (
        "formula",
        "A formula could not be rendered, or a text may have been intended as one; correct the "
        "formula.",
    )

    # MDX
    MDX_TAG = (
        "mdx_tag",
        "A tag or a comment is not closed, a tag has no opening tag, or it is not allowed in a "
        "page; add, correct, or remove it.",
    )
    MDX_EXPRESSION = (
        "mdx_expression",
        "JavaScript in a page failed or is not closed; correct the code, or escape a brace that is"
        " text: `\\{`.",
    )
    MDX_FENCE = (
        "mdx_fence",
        "A block is not closed, or not recognized, or its syntax is not that of the pages; close "
        "the block, correct its name, or set `markdownSyntax`.",
    )
    MDX_SNIPPET = (
        "mdx_snippet",
        "A snippet does not exist, includes itself, or is included too often; correct the path or"
        " the snippet.",
    )
    JAVASCRIPT_ENGINE = (
        "javascript_engine",
        "The JavaScript engine is not installed or was stopped; install its packages, or simplify"
        " the code.",
    )
    JAVASCRIPT_LIMIT = (
        "javascript_limit",
        "The JavaScript of a page exceeds its budget; simplify the code, or raise "
        "`sitejson_javascript_limits`.",
    )

    # Components
    UNKNOWN_COMPONENT = (
        "unknown_component",
        "A component does not exist or comes from a package; correct its name, or add the "
        "component.",
    )
    UNKNOWN_PROP = (
        "unknown_prop",
        "A component does not support a prop; correct its name, or remove it.",
    )
    WRONG_PROP = (
        "wrong_prop",
        "The value of a prop is not valid; use a value of the type that the message names.",
    )
    MISPLACED_COMPONENT = (
        "misplaced_component",
        "A component is in the wrong place or lacks the content that it requires; move it, or add"
        " the content.",
    )
    COMPONENT_FAILED = (
        "component_failed",
        "The function or the template of a component raised an error; correct the code that the "
        "message names.",
    )

    # API
    BINDING = (
        "binding",
        "The operation, schema, or endpoint that a page shows is not valid or not unique; correct"
        " it, or add the document.",
    )
    OPERATION_NOT_FOUND = (
        "operation_not_found",
        "No document contains the operation, or the document does not exist; correct the name or "
        "the document.",
    )
    SCHEMA_NOT_FOUND = (
        "schema_not_found",
        "No document contains the schema, or the document does not exist; correct the name or the"
        " document.",
    )
    OPENAPI_DOCUMENT = (
        "openapi_document",
        "A document cannot be read, or is not an API description of a known format; correct or "
        "convert it.",
    )
    OPENAPI_UNREADABLE = (
        "openapi_unreadable",
        "A document that the site names cannot be read, so that the site is built without its "
        "reference; correct the document before you publish.",
    )
    OPENAPI_INVALID = (
        "openapi_invalid",
        "Part of a document violates its specification, and the rest is shown; correct the "
        "document.",
    )
    OPENAPI_REFERENCE = (
        "openapi_reference",
        "A `$ref` has no target, has a target that is not read, or refers to itself; correct it.",
    )
    OPENAPI_REMOTE = (
        "openapi_remote",
        "A remote document was not fetched, and a stored copy is used if there is one; check the "
        "URL and the network.",
    )
    OPENAPI_CHARACTER = (
        "openapi_character",
        "A text in a document contains a control character, which is shown as an escape sequence;"
        " remove it.",
    )
    OPENAPI_OPTION = (
        "openapi_option",
        "An option of the `openapi` directive, or a renderer in `conf.py`, cannot be used; "
        "correct it.",
    )
    OPENAPI_OVERLAY = (
        "openapi_overlay",
        "An overlay cannot be read, or one of its actions changes nothing; correct the file or "
        "the `target`.",
    )
    SAMPLE_FAILED = (
        "sample_failed",
        "The function of a sample language raised an error, and its samples were skipped; correct "
        "the code that the message names.",
    )
    HTTP_ROLE = (
        "http_role",
        "A role or a field names a status code or a method that HTTP does not define; correct it.",
    )
    REDOC = (
        "redoc",
        "An entry of `redoc` in `conf.py` is not valid, or would replace a page; correct the "
        "entry.",
    )

    # Output
    PUBLISHED_FILE = (
        "published_file",
        "A file that is published along with the pages could not be written; check the reason in "
        "the message.",
    )
    PICTURE_LEFT_OUT = (
        "picture_left_out",
        "A PDF or an EPUB cannot contain images in this format, so their `alt` text is shown; "
        "install a converter, or use PNG.",
    )

    # Checks
    OPERATION_WITHOUT_PAGE = (
        "operation_without_page",
        "An operation has no page; add its document to a tab or an anchor, or create a page for "
        "it.",
    )
    PAGE_WITHOUT_NAVIGATION = (
        "page_without_navigation",
        "A page is not listed in the navigation; add it, or set `hidden: true` in its front "
        "matter.",
    )
    UNUSED_SCHEMA = (
        "unused_schema",
        "A schema is not used by any operation; remove it, or use it.",
    )
    SAMPLE_LANGUAGE = (
        "sample_language",
        "A code sample is in a language that the settings do not list; add the language, or "
        "remove the sample.",
    )
    EXAMPLE_MISMATCH = (
        "example_mismatch",
        "An example does not match its schema; correct the example or the schema.",
    )
    INTERACTIVE_COMPONENT = (
        "interactive_component",
        "A component handles events, which does not work on a static site; remove the event "
        "handlers.",
    )

    def __new__(cls, value: str, description: str = "") -> Self:
        """Make a code from its value and its description."""
        code = str.__new__(cls, value)
        code._value_ = value
        code.description = description
        return code


ProjectCode = NewType("ProjectCode", str)
"""A code defined by the project or another extension, for its component or check."""

MAX_QUOTE_LENGTH = 60
"""How many characters of a text from a file are repeated in a message."""

_MAX_COMPARED_LENGTH = 200
_MAX_COMPARED_NAMES = 200
"""Limits for finding the nearest name, since each comparison is slow."""

_MAX_SHORT_LENGTH = 5
_LIKENESS_OF_SHORT = 0.6
"""One typing error in a short word changes much of it: "GTE" and "GET"."""

_METHOD = re.compile(r"^[a-z]+ (?=/)")
"""The HTTP method before the path of an operation."""

MAX_KEY_PATH_LENGTH = 120
"""How many characters a key path may have before its middle is omitted."""

# Inside other text a URL ends with a space or a quotation mark.
URL_WITH_USER = re.compile(r"(?P<before>[a-z+]{0,12}:[/\\]{2})[^\s/\\?#<>\"'`]*@", re.IGNORECASE)
"""The beginning of a URL in a text, up to the host."""


@dataclass(frozen=True)
class Location:
    """A location in a file, as far as it is known."""

    file: str
    _: KW_ONLY
    line: int | None = None
    column: int | None = None
    key_path: str = ""

    @property
    def position(self) -> str:
        """The location as editors and terminals link it: ``file:line:column``."""
        numbers = (number for number in (self.line, self.column) if number is not None)
        return ":".join([self.file, *map(str, numbers)])

    def __str__(self) -> str:
        return f"{self.position} {self.key_path}".rstrip()


@dataclass(frozen=True)
class Problem:
    """A problem, described in one sentence that says what to do."""

    code: ProblemCode | ProjectCode
    message: str
    location: Location
    _: KW_ONLY
    stops_build: bool = False
    is_error: bool = False
    """Whether the site lacks what it should have, although it is built."""
    is_repaired: bool = False
    """Whether the value was repaired, so that the author need not do anything."""
    lost_from: str = ""
    """The operation whose page lacks something, such as ``GET /pets``; empty if none does."""

    def __post_init__(self) -> None:
        # Logs are public, and programs parse them line by line.
        one_line = strip_credentials_in_text(self.message).replace("\n", "\\n")
        object.__setattr__(self, "message", one_line)

    def __str__(self) -> str:
        return escape_unprintable(f"{self.location}: {self.message}")


@record
class CheckFinding:
    """One thing that a check found. The name of the check becomes the code of the warning."""

    message: str
    """One sentence that says what is wrong and what to do."""
    file: str = ""
    """The file, such as ``env.doc2path(docname)``."""
    line: int | None = None
    """The line in that file, if it is known."""
    column: int | None = None
    """The column in that line, if it is known."""
    key_path: str = ""
    """The key in that file, such as ``tabs[0].url``, if the file contains keys and values."""


def key_path(path: JsonPath) -> str:
    """Format a path: ``("tabs", 0, "url")`` becomes ``tabs[0].url``."""
    text = ""
    for part in path:
        plain = isinstance(part, str) and part.isprintable() and not set(part) & set(' ."[]')
        if isinstance(part, str) and not (plain and 0 < len(part) <= MAX_QUOTE_LENGTH):
            text += f"[{quoted(part)}]"
        else:
            text += f"[{part}]" if isinstance(part, int) else f".{part}"
    text = text.removeprefix(".")
    return text if len(text) <= MAX_KEY_PATH_LENGTH else f"{text[:60]}…{text[-40:]}"


def quoted(text: str) -> str:
    """Quote text of a file for a message: on one line, shortened, without credentials."""
    text = strip_credentials_in_text(text)
    if len(text) > MAX_QUOTE_LENGTH:
        text = f"{text[: MAX_QUOTE_LENGTH - 1]}…"
    one_line = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return f'"{one_line}"'


def github_command(level: str, properties: Mapping[str, str], message: str) -> str:
    """Return a workflow command, which GitHub Actions shows beside a line."""

    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    facts = ",".join(
        f"{name}={escape(text).replace(':', '%3A').replace(',', '%2C')}"
        for name, text in properties.items()
    )
    return f"::{f'{level} {facts}'.strip()}::{escape(message)}"


def strip_credentials_in_text(text: str) -> str:
    """Strip user names and passwords from all URLs in a text."""
    return URL_WITH_USER.sub(r"\g<before>", text) if "@" in text else text


def _comparable(wrong: str, known: Collection[str]) -> Collection[str]:
    """Return the names to compare; of many, only those with the same beginning or end."""
    if len(known) <= _MAX_COMPARED_NAMES:
        return [name for name in known if len(name) <= 3 * len(wrong)]
    last = _last_part(wrong)
    alike = (
        name
        for name in known
        if _last_part(name)[:3] == last[:3]
        or name[-4:] == wrong[-4:]
        # A short name with a typing error has neither in common.
        or (_last_part(name)[:1] == last[:1] and abs(len(name) - len(wrong)) <= 1)
    )
    return list(islice(alike, _MAX_COMPARED_NAMES))


def _last_part(path: str) -> str:
    return path.rpartition("/")[2]


def did_you_mean(wrong: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """Return a sentence that suggests the nearest known name, or an empty string.

    :param likeness: the required similarity, from 0 to 1.
    """
    nearest = nearest_name(wrong, known, likeness=likeness)
    return "" if nearest is None else suggest_name(nearest)


def nearest_name(wrong: str, known: Iterable[str], *, likeness: float = 0.6) -> str | None:
    """Return the known name that is most similar to a wrong one, in upper or lower case."""
    by_lower_case = {name.lower(): name for name in known if name != wrong}
    wrong = wrong.lower()[:_MAX_COMPARED_LENGTH]
    close = get_close_matches(wrong, _comparable(wrong, by_lower_case), n=20, cutoff=likeness)
    return next((by_lower_case[name] for name in close if _has_similar_parts(name, wrong)), None)


def _has_similar_parts(name: str, wrong: str) -> bool:
    """Return whether each part of a path is similar; all paths of a long folder are, as a whole."""
    parts, others = (_METHOD.sub("", path).strip("/").split("/") for path in (name, wrong))
    if not _is_alike(parts[-1], others[-1], likeness=0.7):
        return False
    if len(parts) != len(others):
        # It may have been moved.
        return True
    folders = zip(parts[:-1], others[:-1], strict=True)
    return all(part[:1] == "{" or _is_alike(part, other, likeness=0.5) for part, other in folders)


def _is_alike(part: str, other: str, *, likeness: float) -> bool:
    shorter, longer = sorted((part, other), key=len)
    if len(longer) <= _MAX_SHORT_LENGTH:
        likeness = min(likeness, _LIKENESS_OF_SHORT)
    is_contained = len(shorter) > 2 and (longer.startswith(shorter) or longer.endswith(shorter))
    are_parameters = part[:1] == other[:1] == "{"
    ratio = SequenceMatcher(None, part, other).ratio()
    return is_contained or are_parameters or ratio >= likeness


def suggest_name(name: str) -> str:
    """Return a sentence that suggests a name."""
    return f' Did you mean "{name}"?'


LocateSetting = Callable[[JsonPath], Location]
