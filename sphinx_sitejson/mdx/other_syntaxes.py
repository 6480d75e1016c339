"""Rewrite blocks of other documentation tools as elements of MDX, line by line.

``{% hint style="info" %}`` becomes ``<Info>``, and ``::: details Why`` becomes
``<Accordion title="Why">``. Every line keeps its number, so that messages name the right one.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from sphinx_sitejson.common.problems import quoted

from .scanning.lines import prefix_end

LITERAL_BRACES = frozenset({"github", "material", "gitbook", "vitepress"})
"""The kinds of Markdown in which text in braces is no JavaScript, and indented lines are code."""

# A line without any of these, outside of code, stays as it is.
_CANDIDATE = re.compile(
    r":::|\{%|<<<|@include|-8<-|\{:?[ \t]*[.#\w]|:(?:material|octicons|fontawesome|simple)-"
    r"|(?:useBaseUrl|require)\(|^[ \t>]*(?:@tab\b|== |///)|<table data-view|<script\b|\{\{|<!--"
)
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})(.*)")
# `::: package.module` of mkdocstrings, also as a heading.
_OBJECT = re.compile(r"(#{1,6}[ \t]+)?:::[ \t]+([\w.-]+)")
_COLONS = re.compile(r"(:{3,})[ \t]*(.*)")
# `/// tip | Title` of Material for MkDocs, and an option below it.
_SLASHES = re.compile(r"(/{3,})[ \t]*(?:([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*(.*))?)?")
_OPTION = re.compile(r"(?: {4}|\t)[ \t]*([\w-]+):[ \t]*(.*)")
# `{% hint style="info" %}`, `{% endhint %}`, `{%- raw -%}`.
_TAG = r"\{%-?[ \t]*(?P<name>@?[A-Za-z][\w/-]*)(?P<rest>(?:\"[^\"]*\"|(?!%\}).)*?)-?%\}"
_CODE = r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
_CODE_OR_TAG = re.compile(rf"{_CODE}|{_TAG}")
_ATTRIBUTE = re.compile(r"([A-Za-z][\w-]*)=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+))")
# `<<< @/a.ts#part{1,3 ts:line-numbers} [Title]` of VitePress.
_CODE_FILE = re.compile(
    r"<<<[ \t]*([^\s#{\[]+)(?:#([\w-]+))?[ \t]*(?:\{([^}]*)\})?[ \t]*(?:\[(.*)\])?[ \t]*"
)
# `<!--@include: ./part.md{2,5}-->` of VitePress.
_INCLUDE = re.compile(
    r"<!--[ \t]*@include:[ \t]*([^\s#{]+)(?:#([\w-]+))?(?:\{([\d,]*)\})?[ \t]*-->"
)
FILE_LINE = re.compile(r"[ \t]*-+8<-+[ \t]+[\"']([^\"':\n]+)(?::([^\"'\n]+))?[\"'][ \t]*")
"""``--8<-- "file.md:part"`` of Material for MkDocs, on a line of text or of code."""
_FILES_EDGE = re.compile(r"-+8<-+[ \t]*")
# A table of GitBook that is shown as cards, usually on one line.
_CARDS = re.compile(r"<table[^>]*\bdata-view=\"cards\"[^>]*>(.*?)</table>", re.DOTALL)
_ROW = re.compile(r"<tr\b[^>]*>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<t[hd]\b([^>]*)>(.*?)</t[hd]>", re.DOTALL)
_LINK = re.compile(r"<(?:a|img)\b[^>]*\b(?:href|src)=\"([^\"]*)\"")
_STRONG = re.compile(r"[ \t]*<strong>(.*?)</strong>[ \t]*")
# The id of a video: `https://www.youtube.com/watch?v=abc`, `https://youtu.be/abc`.
_VIDEO = re.compile(r"https://(?:www\.)?(?:youtube\.com/watch\?v=|youtu\.be/)([\w-]+)")
_LIST_ENTRY = r"(?:[.#][\w:-]+|[\w-]+=(?:\"[^\"\n]*\"|[\w%.-]+))"
# `[Text](/a){ .md-button }`, `![](/a.png){: width="300" }`, `# Title { #id }`, and `{: .note }` on
# a line by itself; not `${a.b}`, and not `{name}`.
_ATTRIBUTES = re.compile(
    rf"(?P<code>{_CODE})(?:\{{:?[ \t]*\.[^{{}}\n]*\}})?"
    r"|(?P<image>!\[(?P<alt>[^\]\n]*)\]\((?P<src>[^\s()]+)(?:[ \t]+\"[^\"\n]*\")?\))?"
    r"(?:(?<=[)\]*_>])|(?<=[ \t])(?=\{[^{}\n]*\}[ \t]*$)|^[ \t]*(?=\{[^{}\n]*\}[ \t]*$))[ \t]?"
    rf"\{{:?[ \t]*(?P<list>{_LIST_ENTRY}(?:[ \t]+(?:{_LIST_ENTRY}|[\w-]+))*)[ \t]*\}}"
)
_ICON = re.compile(
    r"(?<![\w:]):(?:material|octicons|fontawesome|simple)-(?:(brands|regular|solid)-)?"
    r"([a-z0-9-]+?)(?:-(?:16|24))?:(?:\{[^{}\n]*\})?"
)
# `useBaseUrl("/a.png")` and `require("./a.png").default` of Docusaurus: the path itself.
_PATH_CALL = re.compile(
    r"\b(?:useBaseUrl|require)\([ \t]*(\"[^\"\n]*\"|'[^'\n]*')[ \t]*\)(?:\.default)?"
)
# `[](){#name}` of Material for MkDocs.
_ANCHOR = re.compile(r"\[\]\(\)\{:?[ \t]*#([\w.:-]+)[ \t]*\}")
_HEADING = re.compile(r"#{1,6}[ \t]+(.+?)[ \t#]*")
_HEADING_ID = re.compile(
    r"(#{1,6}[ \t].*?)[ \t]*\{:?[ \t]*(?:[^{}#]*[ \t])?(#[\w.:-]+)[^{}]*\}[ \t]*"
)
# A line whose content may be indented: a list, a fold, a footnote, a definition, a tag, a quote.
_CONTAINER = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|!!!|\?\?\?|===|\[\^|\*\[|:[ \t]|<|>")
_INDENT = re.compile(r" {4}| {0,3}\t")

_HINTS = {"warning": "Warning", "danger": "Danger", "success": "Check", "info": "Info"}
_TAG_ELEMENTS = {
    "tabs": "Tabs",
    "tab": "Tab",
    "stepper": "Steps",
    "step": "Step",
    "columns": "Columns",
    "column": "Column",
}
_COLON_ELEMENTS = {"details": "Accordion", "code-group": "CodeGroup", "tabs": "Tabs"}
_UNMARKED = frozenset({"v-pre", "raw", "no-v-pre"})
_SLASH_ELEMENTS = {
    **dict.fromkeys(("info", "abstract"), "Info"),
    **dict.fromkeys(("tip", "hint", "important"), "Tip"),
    **dict.fromkeys(("check", "success"), "Check"),
    **dict.fromkeys(("warning", "caution", "attention"), "Warning"),
    **dict.fromkeys(("danger", "error", "failure", "bug"), "Danger"),
    **dict.fromkeys(("html", "caption", "figure-caption", "definition"), ""),
    "details": "Accordion",
    "tab": "Tab",
}


@dataclass(kw_only=True)
class _Block:
    """A block that is not closed yet."""

    name: str
    source: str
    line: int
    element: str = ""
    """The element it becomes; empty if it stays as it is, or has none."""
    colons: int = 0
    is_kept: bool = False
    is_nested: bool = False
    """Whether it is in a list or a quote."""
    has_tab: bool = False


def _tag(name: str, props: Mapping[str, str] | None = None, end: str = ">") -> str:
    """Return an opening tag; empty props are left out."""
    texts = (f' {key}="{html.escape(text)}"' for key, text in (props or {}).items() if text)
    return f"<{name}{''.join(texts)}{end}"


class BlockRewriter:
    """Rewrites one text, and collects what could not be."""

    def __init__(self, text: str, syntax: str) -> None:
        self._lines = text.split("\n")
        self._syntax = syntax
        self._is_literal = syntax in LITERAL_BRACES
        self._blocks: list[_Block] = []
        self._fence_options = ""
        self._may_indent = False
        self._is_kept = self._is_nested = False
        self._last = 0
        """The last line that was read."""
        self.problems: dict[str, int] = {}
        """Messages, each with its first line."""

    def rewrite(self) -> str:
        """Return the text with the same lines."""
        lines, fence, number = self._lines, "", 0
        while number < len(lines):
            line = lines[number]
            self._last = number
            if fence:
                end = line.strip(" \t>")
                fence = "" if end.startswith(fence) and not end.strip(fence[0]) else fence
            elif match := _FENCE.fullmatch(line):
                fence = match[1]
                lines[number] += self._fence_options
                self._fence_options = ""
                self._may_indent = self._may_indent and line[:1] in " \t"
            elif (
                self._is_literal
                and not self._may_indent
                and number
                and not lines[number - 1].strip()
                and _INDENT.match(line)
                and not line.lstrip().startswith("<")
            ):
                self._fence_code(number)
            elif _CANDIDATE.search(line):
                self._rewrite_line(number)
            if not fence and line[:1] not in ("", " ", "\t"):
                self._may_indent = _CONTAINER.match(line) is not None
            number = self._last + 1
        # An element in a list or a quote ends with it, which the reader of MDX reports.
        unclosed = [block for block in self._blocks if not block.is_kept and not block.is_nested]
        closing = [self._close(block) for block in reversed(unclosed)]
        for block in unclosed:
            message = f"{quoted(block.source)} is not closed; it ends with the page."
            self.problems.setdefault(message, block.line)
        return "\n".join([*lines, *filter(None, closing)])

    # Indented code

    def _fence_code(self, number: int) -> None:
        """Replace the blank lines around indented code by fences."""
        lines, end = self._lines, number
        for index in range(number, len(lines)):
            if lines[index].strip():
                if not _INDENT.match(lines[index]):
                    break
                end = index
        self._last = end
        if end + 1 < len(lines) and lines[end + 1].strip():
            # There is no line for the second fence.
            return
        code = [_INDENT.sub("", line, count=1) for line in lines[number : end + 1]]
        run = "`" * (3 + max(line.count("`") for line in code))
        lines[number - 1 : end + 2] = [run, *code, run]
        self._last = end + 1

    # Lines

    def _rewrite_line(self, number: int) -> None:
        line = self._lines[number]
        start = prefix_end(line, 0)
        prefix, text = line[:start], line[start:].rstrip()
        self._is_nested = bool(prefix)
        if text.startswith("<!--") and "-->" not in text:
            self._last = self._find(number, "-->")
        elif re.match(r"<script\b", text):
            self._last = end = self._find(number, "</script>")
            if self._syntax == "vitepress":
                self._report("a script of Vue is not run, and what it computes is missing.", number)
                self._lines[number : end + 1] = [""] * (end + 1 - number)
        elif text.startswith("<table data-view"):
            end = self._last = self._find(number, "</table>")
            table = " ".join(map(str.strip, self._lines[number : end + 1]))
            below = [""] * (end - number)
            self._lines[number : end + 1] = [f"{prefix}{_CARDS.sub(_cards, table)}", *below]
        elif _FILES_EDGE.fullmatch(text):
            self._rewrite_files(number, prefix)
        else:
            self._lines[number] = f"{prefix}{self._rewrite_block(text, number)}"

    def _rewrite_block(self, text: str, number: int) -> str:
        if self._syntax == "material" and (found := _OBJECT.fullmatch(text)):
            self._report("an object of mkdocstrings is shown by its name only.", number)
            # Its options are indented below.
            while self._last + 1 < len(self._lines) and _INDENT.match(self._lines[self._last + 1]):
                self._last += 1
                self._lines[self._last] = ""
            return f"{found[1] or ''}`{found[2]}`"
        if found := _COLONS.fullmatch(text):
            return self._rewrite_colons(found, number)
        if self._syntax == "material" and (found := _SLASHES.fullmatch(text)):
            return self._rewrite_slashes(found, number)
        if self._blocks and self._blocks[-1].name == "tabs" and re.match("==|@tab", text):
            return self._open_tab(text)
        if found := _CODE_FILE.fullmatch(text):
            return _code_file(found)
        if found := FILE_LINE.fullmatch(text):
            return _snippet(found[1], found[2])
        return self._rewrite_text(text, number)

    def _rewrite_text(self, text: str, number: int) -> str:
        """Rewrite what may be anywhere in a line."""
        text = _INCLUDE.sub(lambda found: _snippet(found[1], found[2] or found[3]), text)
        text = _PATH_CALL.sub(r"\1", text)
        if "{%" in text:
            text = self._rewrite_tags(text, number)
        if self._is_literal:
            if found := _HEADING_ID.fullmatch(text):
                return f"{found[1]} {{{found[2]}}}"
            text = _ANCHOR.sub(r'<a id="\1"></a>', text)
            text = _ATTRIBUTES.sub(self._apply_attributes, text)
            text = _ICON.sub(
                lambda found: _tag("Icon", {"icon": found[2], "iconType": found[1] or ""}, " />"),
                text,
            )
        if self._syntax == "vitepress" and "{{" in re.sub(_CODE, "", text):
            self._report("an expression of Vue in braces is shown as written.", number)
        return text

    def _find(self, number: int, end: str) -> int:
        """Return the next line with a text, or the last one."""
        found = (i for i in range(number, len(self._lines)) if end in self._lines[i])
        return next(found, len(self._lines) - 1)

    def _report(self, message: str, number: int) -> None:
        self.problems.setdefault(message, number + 1)

    def _rewrite_files(self, number: int, prefix: str) -> None:
        """Rewrite the files between two lines of scissors, of which each is on a line."""
        lines = self._lines
        end = next(
            (i for i in range(number + 1, len(lines)) if _FILES_EDGE.fullmatch(lines[i].strip())),
            number,
        )
        for index in range(number, end + 1):
            name, _, part = lines[index].strip().partition(":")
            is_file = number < index < end and name and not name.startswith(";")
            lines[index] = f"{prefix}{_snippet(name, part)}" if is_file else prefix
        self._last = end

    @staticmethod
    def _apply_attributes(found: re.Match[str]) -> str:
        """Return an image with its size; other attributes are for the other tool's styles."""
        if found["code"]:
            return found["code"]
        if not found["image"]:
            return ""
        named = {
            match[1]: match[2] or match[4] or "" for match in _ATTRIBUTE.finditer(found["list"])
        }
        sizes = {name: text for name, text in named.items() if name in ("width", "height", "align")}
        if not sizes:
            return found["image"]
        return _tag("img", {"src": found["src"], "alt": found["alt"], **sizes}, " />")

    # Blocks between colons

    def _rewrite_colons(self, found: re.Match[str], number: int) -> str:
        colons, info = len(found[1]), found[2].strip()
        if not info:
            return self._close_colons(found[0], colons, number)
        name = re.split(r"[\s\[{]", info, maxsplit=1)[0]
        block = _Block(
            is_nested=self._is_nested,
            name=name.lower(),
            source=f"{found[1]} {name}",
            line=number + 1,
            colons=colons,
        )
        block.element = _COLON_ELEMENTS.get(block.name, "")
        block.is_kept = not block.element and block.name not in _UNMARKED
        self._blocks.append(block)
        if block.is_kept:
            return found[0]
        title = re.sub(r"\{[^{}]*\}", "", info[len(name) :]).strip().strip("[]")
        if block.name != "details":
            return _tag(block.element) if block.element else ""
        is_open = {"defaultOpen": "true"} if re.search(r"\{[^{}]*\bopen\b", info) else {}
        return _tag(block.element, {"title": title or "Details", **is_open})

    def _close_colons(self, source: str, colons: int, number: int) -> str:
        found = [i for i, block in enumerate(self._blocks) if 0 < block.colons <= colons]
        if not found:
            return source
        tags = self._close_from(found[-1])
        if not self._is_kept:
            return tags
        # A line with anything else would not end the block.
        self._lines[number - 1] += tags
        return source

    def _close_from(self, index: int) -> str:
        """Close a block with all blocks in it, and return the closing tags."""
        closed = self._blocks[index:]
        del self._blocks[index:]
        self._is_kept = closed[0].is_kept
        return "".join(map(self._close, reversed(closed)))

    @staticmethod
    def _close(block: _Block) -> str:
        if block.is_kept or not block.element:
            return ""
        return f"{'</Tab>' if block.has_tab else ''}</{block.element}>"

    def _open_tab(self, text: str) -> str:
        """Rewrite the title of a tab: ``== Title`` or ``@tab Title``."""
        block = self._blocks[-1]
        title = re.sub(r"^(?:==|@tab(?::active)?)[ \t]*", "", text)
        before, block.has_tab = "</Tab>" if block.has_tab else "", True
        return before + _tag("Tab", {"title": title})

    # Blocks between slashes

    def _rewrite_slashes(self, found: re.Match[str], number: int) -> str:
        slashes, name, title = found.groups(default="")
        if not name:
            return self._close_slashes(slashes)
        options = {}
        while self._last + 1 < len(self._lines) and (
            option := _OPTION.fullmatch(self._lines[self._last + 1])
        ):
            self._last += 1
            self._lines[self._last] = ""
            options[option[1]] = option[2].strip()
        if name == "admonition":
            name = options.get("type", "note")
        element = _SLASH_ELEMENTS.get(name, "Note")
        is_group_open = self._blocks and self._blocks[-1].source == f"{slashes} tab"
        tabs = ["Tabs"] if element == "Tab" and not is_group_open else []
        for each in (*tabs, element):
            source = f"{slashes} tab" if each == "Tabs" else slashes
            self._blocks.append(_Block(name=name, source=source, line=number + 1, element=each))
        if element == "Note" and name != "note":
            title = title or name.capitalize()
        is_open = "true" if options.get("open", "").lower() == "true" else ""
        tag = _tag(element, {"title": title, "defaultOpen": is_open}) if element else ""
        return f"{'<Tabs>' if tabs else ''}{tag}"

    def _close_slashes(self, slashes: str) -> str:
        opened = [i for i, block in enumerate(self._blocks) if block.source == slashes]
        if not opened:
            return slashes
        is_tab = self._blocks[opened[-1]].element == "Tab"
        tags = self._close_from(opened[-1])
        below = (self._lines[i].strip() for i in range(self._last + 1, len(self._lines)))
        if is_tab and not re.match(rf"{slashes}[ \t]*tab\b", next(filter(None, below), "")):
            tags += self._close_from(len(self._blocks) - 1)
        return tags

    # Tags of GitBook

    def _rewrite_tags(self, text: str, number: int) -> str:
        def rewrite(found: re.Match[str]) -> str:
            if found["ticks"]:
                return found[0]
            name, rest = found["name"].strip("/"), found["rest"]
            if name in ("raw", "endraw"):
                return ""
            if name.startswith("end"):
                return self._close_tag(name.removeprefix("end"), found[0])
            values = {
                match[1]: html.unescape(match[2] or match[3] or match[4] or "")
                for match in _ATTRIBUTE.finditer(rest)
            }
            return self._open_tag(name, values, found[0], number)

        return _CODE_OR_TAG.sub(rewrite, text)

    def _take_heading(self, number: int) -> str:
        """Return the heading at the start of a step as its title, and remove it."""
        for index in range(number + 1, len(self._lines)):
            text = self._lines[index].strip()
            if found := _HEADING.fullmatch(text):
                self._lines[index] = ""
                return re.sub(r"[*`]", "", found[1])
            if text:
                break
        return ""

    def _open_tag(self, name: str, values: Mapping[str, str], source: str, number: int) -> str:
        url = unquote(values.get("url") or values.get("page") or values.get("src") or "")
        element = _HINTS.get(values.get("style", ""), "Note") if name == "hint" else ""
        element = element or _TAG_ELEMENTS.get(name, "")
        if element:
            title = self._take_heading(number) if name == "step" else values.get("title", "")
            block = _Block(
                is_nested=self._is_nested,
                name=name,
                source=source,
                line=number + 1,
                element=element,
            )
            self._blocks.append(block)
            return _tag(element, {"title": title})
        if name in ("content-ref", "page-ref"):
            # The content of the block repeats its link.
            end = self._find(number + 1, "endcontent-ref") if name == "content-ref" else number
            if end < number + 6 and "endcontent-ref" in self._lines[end]:
                self._lines[number + 1 : end + 1] = [""] * (end - number)
            return _tag("Card", {"href": url}, " />")
        if name == "embed":
            if found := _VIDEO.match(url):
                src = f"https://www.youtube.com/embed/{found[1]}"
                return _tag("iframe", {"src": src, "title": "Video"}, "></iframe>")
            return _tag("Card", {"href": url, "title": url.split("://")[-1]}, " />")
        if name == "file":
            title = values.get("caption") or url.rpartition("/")[2]
            return _tag("Card", {"href": url, "title": title, "icon": "file"}, " />")
        if name == "include":
            return _snippet(source.strip("{% }").removeprefix("include").strip(" \"'"), "")
        if name == "code":
            self._fence_options = _fence_options(values)
            return ""
        if name in ("openapi", "swagger") and {"path", "method", "src"} <= values.keys():
            return self._operation(name, values, number)
        if self._syntax != "gitbook":
            return source
        message = f"{quoted(f'{{% {name} %}}')} is not known; only its content is shown."
        self._report(message, number)
        return f"[{url}]({url})" if url else ""

    def _operation(self, name: str, values: Mapping[str, str], number: int) -> str:
        """Return the directive of an operation, whose lines are those of the block."""
        url, end = values["src"], self._find(number, f"end{name}")
        if end == number or f"end{name}" not in self._lines[end]:
            self._report(f"{quoted(f'{{% {name} %}}')} is shown as a link to its file.", number)
            return f"[{url}]({url})"
        self._lines[number + 1 : end + 1] = [*[""] * (end - number - 1), "```"]
        self._last = end
        return f"```{{openapi-operation}} {url} {values['method'].upper()} {values['path']}"

    def _close_tag(self, name: str, source: str) -> str:
        names = [block.name for block in self._blocks]
        if name not in names:
            known = name in _TAG_ELEMENTS or name in ("hint", "code", "embed", "file")
            return "" if known or self._syntax == "gitbook" else source
        return self._close_from(len(names) - 1 - names[::-1].index(name))


def _fence_options(values: Mapping[str, str]) -> str:
    """Return what ``{% code title="a.js" overflow="wrap" %}`` adds to the line of its fence."""
    title = values.get("title", "").replace('"', "'")
    options = [f' title="{title}"'] if title else []
    options += [" wrap"] if values.get("overflow") == "wrap" else []
    options += [" lines"] if values.get("lineNumbers") == "true" else []
    return "".join(options)


def _cards(table: re.Match[str]) -> str:
    """Return the rows of a table as cards; its head says which cells are links and pictures."""
    head, *rows = [_CELL.findall(row) for row in _ROW.findall(table[1])] or [[]]
    cards = []
    for row in rows:
        props: dict[str, str] = {}
        texts: list[str] = []
        for (kind, _), (_, content) in zip(head, row, strict=False):
            link = _LINK.search(content)
            if "data-card-target" in kind:
                props["href"] = html.unescape(link[1]) if link else ""
            elif "data-card-cover" in kind:
                props.setdefault("img", html.unescape(link[1]) if link else "")
            elif content.strip() and "data-hidden" not in kind:
                texts.append(content.strip())
        if texts and (title := _STRONG.fullmatch(texts[0])):
            props["title"] = html.unescape(re.sub(r"<[^>]*>", "", title[1]))
            texts.pop(0)
        cards.append(f"{_tag('Card', props)}{'<br />'.join(texts)}</Card>")
    return f"<CardGroup>{''.join(cards)}</CardGroup>"


def _snippet(path: str, part: str | None) -> str:
    return _tag("Snippet", {"file": re.sub("^@/", "/", path), "part": part or ""}, " />")


def _code_file(found: re.Match[str]) -> str:
    """Return the element of ``<<< @/a.ts#part{1,3 ts:line-numbers} [Title]``."""
    path, part, options, title = found.groups(default="")
    highlight, language = "", ""
    for option in options.split():
        if option[0].isdigit():
            highlight = option
        else:
            language = option.partition(":")[0]
    props = {
        "file": re.sub("^@/", "/", path),
        "part": part,
        "language": language or path.rpartition(".")[2],
        "highlight": highlight,
        "title": title,
        "lines": "true" if ":line-numbers" in options else "",
    }
    return _tag("CodeBlock", props, " />")


def rewrite_blocks(text: str, syntax: str) -> tuple[str, Mapping[str, int]]:
    """Return a text with the blocks of other tools as elements, and messages with their lines."""
    is_literal = syntax in LITERAL_BRACES
    if not (is_literal or _CANDIDATE.search(text) or "{%" in text):
        return text, {}
    rewriter = BlockRewriter(text, syntax)
    return rewriter.rewrite(), rewriter.problems
