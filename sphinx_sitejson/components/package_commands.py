"""Translate commands of one package manager into those of others.

The input is the text of an ``npm`` or ``pip`` code block. The output is the same text for each
package manager that has all of its commands: ``npm install -D vite`` gives ``pnpm add -D vite``,
``yarn add -D vite`` and ``bun add -d vite``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from sphinx_sitejson.settings.appearance import PackageManager

MANAGERS: Mapping[str, tuple[PackageManager, ...]] = {
    "npm": ("npm", "pnpm", "yarn", "bun"),
    "pip": ("pip", "uv", "poetry", "pdm"),
}
"""The package managers by the language of a code block, whose commands are written in it."""

Words = Sequence[str]

_WORD = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;&|"'\\])+"""
_SPLIT = re.compile(rf"(\n|&&|\|\||[;&|]|(?<!\S)\#[^\n]*)|({_WORD}|\\\n|[^\n;&|])", re.DOTALL)
_BEFORE_COMMAND = re.compile(rf"\s*(?:(?:\$|>|%|sudo|[A-Za-z_]\w*=(?:{_WORD})?)\s+)*")
"""A prompt, ``sudo`` and environment variables."""
_PYTHON = re.compile(r"(?:python|py)(?:3(?:\.\d+)?)?")
_PIP = re.compile(r"pip(?:3(?:\.\d+)?)?")


class NoCounterpart(Exception):  # noqa: N818
    """The other package manager has no such command."""


def _require(condition: object) -> None:
    if not condition:
        raise NoCounterpart


def translate_commands(
    code: str, language: str, managers: Iterable[PackageManager]
) -> dict[PackageManager, str]:
    """Return a code block for each package manager, without those that lack one of its commands.

    :param language: ``npm`` or ``pip``, the package manager whose commands the block has.
    :param managers: the package managers to show, in order; those of other languages are ignored.
    """
    # Commands, and the operators, comments and line ends between them.
    parts = [""]
    for end, text in _SPLIT.findall(code):
        if end:
            parts += [end, ""]
        else:
            parts[-1] += text
    texts: dict[PackageManager, str] = {}
    if any(_arguments(_words(part), language) is not None for part in parts):
        for name in managers:
            if name in MANAGERS[language]:
                with suppress(NoCounterpart):
                    is_same = name == language
                    texts[name] = code if is_same else _translate_parts(parts, language, name)
    return texts


def _words(part: str) -> Words:
    """Return the words of a command, without what stands before it."""
    return re.findall(_WORD, _BEFORE_COMMAND.sub("", part, count=1).replace("\\\n", " "))


def _translate_parts(parts: Sequence[str], language: str, manager: str) -> str:
    """Return code with its commands translated."""
    result = ""
    for part in parts:
        arguments = _arguments(_words(part), language)
        if arguments is None:
            result += part
            continue
        _require(not re.search(r"[\"']", re.sub(_WORD, "", part)))
        translate = _translate_npm if language == "npm" else _translate_pip
        before = _BEFORE_COMMAND.match(part)
        end = part[len(part.rstrip()) :]
        result += f"{before[0] if before else ''}{' '.join(translate(arguments, manager))}{end}"
    return result


def _arguments(words: Words, language: str) -> Words | None:
    """Return the arguments of a command of a package manager, or ``None`` for other commands."""
    name = words[0] if words else ""
    if language == "npm":
        return words[1:] if name == "npm" else words if name == "npx" else None
    if _PIP.fullmatch(name):
        return words[1:]
    is_module = _PYTHON.fullmatch(name) and list(words[1:3]) == ["-m", "pip"]
    return words[3:] if is_module else None


# npm

_YES = ("-y", "--yes")
"""Answers to all questions."""
_NPM_COMMANDS: Mapping[str, Sequence[str]] = {
    "install": ("i", "add", "in", "ins", "inst"),
    "ci": ("clean-install", "install-clean", "ic"),
    "uninstall": ("remove", "rm", "r", "un", "unlink"),
    "update": ("up", "upgrade"),
    "run": ("run-script",),
    "test": ("t", "tst"),
    "start": (),
    "stop": (),
    "restart": (),
    "exec": ("x",),
    "npx": (),
    "create": ("init",),
    "outdated": (),
    "link": ("ln",),
}
_NPM_NAMES = {alias: name for name, aliases in _NPM_COMMANDS.items() for alias in (name, *aliases)}

_INSTALL_FLAGS = ("-D", "-O", "-E", "--save-peer", "-g", "--force", "-S")
_OTHER_FLAGS: Mapping[str, Mapping[str, str]] = {
    # All save packages by default.
    "pnpm": {"-S": ""},
    "yarn": {"-S": "", "--save-peer": "-P", "-g": ""},
    "bun": {"-S": "", "--save-peer": "--peer", "-D": "-d", "-O": "--optional"},
}
"""The flags that another package manager spells differently, or does not need."""
_FLAG_SPELLINGS = {
    "--save-dev": "-D",
    "--save-optional": "-O",
    "--save-exact": "-E",
    "--global": "-g",
    "--location=global": "-g",
    "-f": "--force",
    "--save": "-S",
    "-P": "-S",
    "--save-prod": "-S",
}


def _translate_npm(words: Words, manager: str) -> Words:
    command = _NPM_NAMES.get(words[0] if words else "", "")
    _require(command)
    translate = _NPM_TRANSLATIONS.get(command, _translate_script)
    return translate([command, *words[1:]], manager)


def _has_flags(words: Words) -> bool:
    return any(word.startswith("-") for word in words)


def _split_flags(words: Words, known: Iterable[str]) -> tuple[Words, Words]:
    """Return the flags, which must be known, and the other words."""
    flags = [_FLAG_SPELLINGS.get(word, word) for word in words if word.startswith("-")]
    _require(set(flags) <= set(known))
    return flags, [word for word in words if not word.startswith("-")]


def _translate_install(words: Words, manager: str) -> Words:
    flags, packages = _split_flags(words[1:], _INSTALL_FLAGS)
    if not packages:
        _require(not flags)
        return [manager, "install"]
    translated = (_OTHER_FLAGS[manager].get(flag, flag) for flag in flags)
    command = ["global", "add"] if manager == "yarn" and "-g" in flags else ["add"]
    return [manager, *command, *filter(None, translated), *packages]


def _translate_change(words: Words, manager: str) -> Words:
    """Translate ``npm uninstall`` and ``npm update``."""
    is_update = words[0] == "update"
    flags, packages = _split_flags(words[1:], ("-g",) if is_update else ("-D", "-O", "-S", "-g"))
    _require(packages or is_update)
    command = "remove"
    if is_update:
        command = "upgrade" if manager == "yarn" else "update"
    if manager == "yarn":
        return ["yarn", *(["global"] if "-g" in flags else []), command, *packages]
    return [manager, command, *(["-g"] if "-g" in flags else []), *packages]


def _translate_script(words: Words, manager: str) -> Words:
    """Translate ``npm run``, the scripts that npm runs by their names, and what is alike in all."""
    command, *arguments = words
    if command == "ci":
        _require(not arguments)
        return [manager, "install", "--frozen-lockfile"]
    if command in ("outdated", "link"):
        _require(not _has_flags(arguments))
        return [manager, command, *arguments]
    if command != "run":
        # `bun test` is its own test runner.
        script = ["run", command] if manager == "bun" else [command]
    elif not arguments:
        return [manager, "run"]
    else:
        _require(not arguments[0].startswith("-"))
        script, arguments = ["run", arguments[0]], arguments[1:]
    return [manager, *script, *_arguments_of_program(arguments)]


def _arguments_of_program(words: Words) -> Words:
    """Return the arguments that npm passes on; only npm needs ``--`` before flags."""
    before, after = _split_at_dashes(words)
    _require(not _has_flags(before))
    return [*before, *after]


def _split_at_dashes(words: Words) -> tuple[Words, Words]:
    position = list(words).index("--") if "--" in words else len(words)
    return words[:position], words[position + 1 :]


def _translate_create(words: Words, manager: str) -> Words:
    others = [word for word in words[1:] if word not in _YES]
    if all(word.startswith("-") for word in words[1:]):
        _require(not others)
        # Only npm and yarn ask questions, which `-y` answers.
        is_quiet = len(words) > 1 and manager in ("yarn", "bun")
        return [manager, "init", *(["-y"] if is_quiet else [])]
    starter, *arguments = others
    _require(not starter.startswith("-"))
    if manager == "yarn":
        # Yarn 1 looks for a program with the name of the tag.
        starter = starter.removesuffix("@latest")
    return [manager, "create", starter, *_arguments_of_program(arguments)]


def _translate_exec(words: Words, manager: str) -> Words:
    """Translate ``npx`` and ``npm exec``, of which only the latter needs ``--`` before flags."""
    rest, packages, is_local = list(words[1:]), list[str](), False
    if words[0] == "exec":
        before, after = _split_at_dashes(rest)
        rest = [*before, *after]
    while rest and rest[0].startswith("-"):
        name, equals, value = rest.pop(0).partition("=")
        if name in ("-p", "--package"):
            _require(equals or rest)
            packages.append(value if equals else rest.pop(0))
        elif name in ("--no", "--no-install"):
            is_local = True
        else:
            _require(name in (*_YES, "--"))
    _require(rest)
    if is_local:
        _require(not packages)
        return [manager, "exec" if manager == "pnpm" else "run", *rest]
    if manager == "pnpm":
        return ["pnpm", *(f"--package={package}" for package in packages), "dlx", *rest]
    runner = ["bunx"] if manager == "bun" else ["yarn", "dlx"]
    return [*runner, *(word for package in packages for word in ("-p", package)), *rest]


_NPM_TRANSLATIONS: Mapping[str, Callable[[Words, str], Words]] = {
    "install": _translate_install,
    "uninstall": _translate_change,
    "update": _translate_change,
    "create": _translate_create,
    "exec": _translate_exec,
    "npx": _translate_exec,
}


# pip


_QUOTES = "\"'"
_PACKAGE = re.compile(r"[A-Za-z0-9][\w.-]*(?:\[[\w.,\s-]*\])?")
_PROJECT = re.compile(r"\.(?:\[(?P<extras>[\w.,\s-]+)\])?")


def _translate_pip(words: Words, manager: str) -> Words:
    command, *arguments = words or [""]
    if command == "install":
        return _translate_pip_install(arguments, manager)
    if command == "uninstall":
        packages = [word for word in arguments if word not in _YES]
        _require(packages and not _has_flags(packages))
        return [manager, "remove", *packages]
    _require(command in ("list", "show", "freeze") and not _has_flags(arguments))
    if manager == "uv":
        return ["uv", "pip", command, *arguments]
    if command == "freeze":
        _require(manager == "pdm")
        return ["pdm", "list", "--freeze"]
    return [manager, "show" if manager == "poetry" else command, *arguments]


_PIP_OPTIONS = {
    "-U": "upgrade",
    "--upgrade": "upgrade",
    "--pre": "pre",
    "-r": "requirements",
    "--requirement": "requirements",
    "-e": "editable",
    "--editable": "editable",
    "-i": "index",
    "--index-url": "index",
    "--extra-index-url": "extra_index",
}
_OPTIONS_WITH_VALUE = frozenset({"requirements", "editable", "index", "extra_index"})


_PROJECT_COMMANDS = {
    "uv": ("sync", "--extra"),
    "poetry": ("install", "--extras"),
    "pdm": ("install", "-G"),
}
"""The command that installs a project, and its flag for an extra."""


_PRE_RELEASE_FLAGS = {
    "uv": ["--prerelease", "allow"],
    "poetry": ["--allow-prereleases"],
    "pdm": ["--prerelease"],
}


def _translate_pip_install(words: Words, manager: str) -> Words:
    options: dict[str, str] = {}
    packages: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            packages.append(word)
            continue
        name, equals, value = word.partition("=")
        option = _PIP_OPTIONS.get(name, "")
        _require(option and option not in options)
        if option in _OPTIONS_WITH_VALUE and not equals:
            _require(rest)
            value = rest.pop(0)
        options[option] = value
    names = [package.strip(_QUOTES) for package in packages]
    # None of the others is a package that updates itself by pip.
    _require("pip" not in names)
    if options.keys() == {"requirements"} and not packages:
        _require(manager == "uv")
        return ["uv", "pip", "install", "-r", options["requirements"]]
    if options.keys() <= {"editable"} and len(names) + len(options) == 1:
        [project] = [*options.values(), *names]
        if match := _PROJECT.fullmatch(project.strip(_QUOTES)):
            extras = filter(None, map(str.strip, (match["extras"] or "").split(",")))
            command, flag = _PROJECT_COMMANDS[manager]
            return [manager, command, *(word for name in extras for word in (flag, name))]
    _require(packages and not {"editable", "requirements"} & options.keys())
    if "upgrade" in options and all(map(_PACKAGE.fullmatch, names)):
        _require(len(options) == 1)
        if manager == "uv":
            flags = [word for package in packages for word in ("--upgrade-package", package)]
            return ["uv", "sync", *flags]
        return [manager, "update", *packages]
    flags = []
    for option, value in options.items():
        if option == "pre":
            flags += _PRE_RELEASE_FLAGS[manager]
        elif option in ("index", "extra_index"):
            _require(manager == "uv")
            flags += ["--default-index" if option == "index" else "--index", value]
    return [manager, "add", *flags, *packages]
