"""Translate commands of one package manager into those of others.

The input is the text of an ``npm`` or ``pip`` code block. The output is the same text for each
package manager that has all of its commands: ``npm install -D vite`` gives ``pnpm add -D vite``,
``yarn add -D vite`` and ``bun add -d vite``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

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


def translate_commands(
    code: str, language: str, managers: Iterable[PackageManager]
) -> dict[PackageManager, str]:
    """Return a code block for each package manager, without those that lack one of its commands.

    :param language: ``npm`` or ``pip``, the package manager whose commands the block has.
    :param managers: the package managers to show, in order; those of other languages are ignored.
    """
    parts = _split_commands(code)
    if not any(_arguments(_words(part), language) is not None for part in parts):
        return {}
    known = [name for name in managers if name in MANAGERS[language]]
    texts = {
        name: code if name == language else _translate_parts(parts, language, name)
        for name in known
    }
    return {name: text for name, text in texts.items() if text is not None}


def _split_commands(code: str) -> list[str]:
    """Split shell code into commands, and the operators, comments and line ends between them."""
    parts = [""]
    for end, text in _SPLIT.findall(code):
        if end:
            parts += [end, ""]
        else:
            parts[-1] += text
    return parts


def _words(part: str) -> list[str]:
    """Return the words of a command, without what stands before it."""
    return re.findall(_WORD, _BEFORE_COMMAND.sub("", part, count=1).replace("\\\n", " "))


def _translate_parts(parts: Sequence[str], language: str, manager: str) -> str | None:
    """Return code with its commands translated, or ``None`` if one has no counterpart."""
    result = ""
    for part in parts:
        arguments = _arguments(_words(part), language)
        if arguments is None:
            result += part
            continue
        translate = _translate_npm if language == "npm" else _translate_pip
        words = translate(arguments, manager)
        has_open_quote = bool(re.search(r"[\"']", re.sub(_WORD, "", part)))
        if words is None or has_open_quote:
            return None
        before = _BEFORE_COMMAND.match(part)
        end = part[len(part.rstrip()) :]
        result += f"{before[0] if before else ''}{' '.join(words)}{end}"
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

_INSTALL_FLAGS: Mapping[str, Mapping[str, str]] = {
    # Flag of npm: flags of pnpm, yarn and bun; packages are saved by default.
    "-D": {"pnpm": "-D", "yarn": "-D", "bun": "-d"},
    "-O": {"pnpm": "-O", "yarn": "-O", "bun": "--optional"},
    "-E": {"pnpm": "-E", "yarn": "-E", "bun": "-E"},
    "--save-peer": {"pnpm": "--save-peer", "yarn": "-P", "bun": "--peer"},
    "-g": {"pnpm": "-g", "yarn": "", "bun": "-g"},
    "--force": {"pnpm": "--force", "yarn": "--force", "bun": "--force"},
    "-S": {},
}
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


def _translate_npm(words: Words, manager: str) -> list[str] | None:
    command = _NPM_NAMES.get(words[0]) if words else None
    if command is None:
        return None
    translate = _NPM_TRANSLATIONS.get(command, _translate_script)
    return translate([command, *words[1:]], manager)


def _split_flags(words: Words, known: Iterable[str]) -> tuple[list[str], list[str]] | None:
    """Return the flags and the other words, or ``None`` if a flag is unknown."""
    flags, others = [], []
    for word in words:
        if not word.startswith("-"):
            others.append(word)
        elif (flag := _FLAG_SPELLINGS.get(word, word)) in known:
            flags.append(flag)
        else:
            return None
    return flags, others


def _translate_install(words: Words, manager: str) -> list[str] | None:
    parts = _split_flags(words[1:], _INSTALL_FLAGS)
    if parts is None:
        return None
    flags, packages = parts
    if not packages:
        return [manager, "install"] if not flags else None
    translated = [_INSTALL_FLAGS[flag].get(manager, "") for flag in flags]
    command = ["global", "add"] if manager == "yarn" and "-g" in flags else ["add"]
    return [manager, *command, *filter(None, translated), *packages]


def _translate_uninstall(words: Words, manager: str) -> list[str] | None:
    parts = _split_flags(words[1:], ("-D", "-O", "-S", "-g"))
    if parts is None or not parts[1]:
        return None
    is_global = "-g" in parts[0]
    if manager == "yarn":
        return ["yarn", *(["global"] if is_global else []), "remove", *parts[1]]
    return [manager, "remove", *(["-g"] if is_global else []), *parts[1]]


def _translate_update(words: Words, manager: str) -> list[str] | None:
    parts = _split_flags(words[1:], ("-g",))
    if parts is None:
        return None
    flags, packages = parts
    if manager == "yarn":
        return ["yarn", *(["global"] if flags else []), "upgrade", *packages]
    return [manager, "update", *flags, *packages]


def _translate_ci(words: Words, manager: str) -> list[str] | None:
    return [manager, "install", "--frozen-lockfile"] if len(words) == 1 else None


def _translate_script(words: Words, manager: str) -> list[str] | None:
    """Translate ``npm run``, and the scripts that npm runs by their names."""
    command, *arguments = words
    if command in ("outdated", "link"):
        has_flags = any(word.startswith("-") for word in arguments)
        return None if has_flags else [manager, command, *arguments]
    if command != "run":
        # `bun test` is its own test runner.
        script = ["run", command] if manager == "bun" else [command]
    elif not arguments:
        return [manager, "run"]
    elif arguments[0].startswith("-"):
        return None
    else:
        script, arguments = ["run", arguments[0]], arguments[1:]
    after = _arguments_of_program(arguments)
    return None if after is None else [manager, *script, *after]


def _arguments_of_program(words: Words) -> list[str] | None:
    """Return the arguments that npm passes on; only npm needs ``--`` before flags."""
    before, after = _partition(words, "--")
    return None if any(word.startswith("-") for word in before) else [*before, *after]


def _partition(words: Words, separator: str) -> tuple[Words, Words]:
    position = list(words).index(separator) if separator in words else len(words)
    return words[:position], words[position + 1 :]


def _translate_create(words: Words, manager: str) -> list[str] | None:
    flags = [word for word in words[1:] if word.startswith("-")]
    if len(flags) == len(words) - 1:
        # Only npm and yarn ask questions, which `-y` answers.
        is_quiet = bool(flags) and manager in ("yarn", "bun")
        known = set(flags) <= {"-y", "--yes"}
        return [manager, "init", *(["-y"] if is_quiet else [])] if known else None
    starter, *arguments = [word for word in words[1:] if word not in ("-y", "--yes")]
    after = _arguments_of_program(arguments)
    if after is None or starter.startswith("-"):
        return None
    if manager == "yarn":
        # Yarn 1 looks for a program with the name of the tag.
        starter = starter.removesuffix("@latest")
    return [manager, "create", starter, *after]


def _translate_exec(words: Words, manager: str) -> list[str] | None:
    """Translate ``npx`` and ``npm exec``, of which only the latter needs ``--`` before flags."""
    rest, packages, is_local = list(words[1:]), list[str](), False
    if words[0] == "exec":
        before, after = _partition(rest, "--")
        rest = [*before, *after]
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0)
        name, equals, value = flag.partition("=")
        if name in ("-p", "--package"):
            if not equals and not rest:
                return None
            packages.append(value if equals else rest.pop(0))
        elif name in ("--no", "--no-install"):
            is_local = True
        elif name not in ("-y", "--yes", "--"):
            return None
    if not rest:
        return None
    if is_local:
        return None if packages else [manager, "exec" if manager == "pnpm" else "run", *rest]
    if manager == "pnpm":
        return ["pnpm", *(f"--package={package}" for package in packages), "dlx", *rest]
    runner = ["bunx"] if manager == "bun" else ["yarn", "dlx"]
    return [*runner, *(word for package in packages for word in ("-p", package)), *rest]


_NPM_TRANSLATIONS: Mapping[str, Callable[[Words, str], list[str] | None]] = {
    "install": _translate_install,
    "uninstall": _translate_uninstall,
    "update": _translate_update,
    "ci": _translate_ci,
    "create": _translate_create,
    "exec": _translate_exec,
    "npx": _translate_exec,
}


# pip


_QUOTES = "\"'"
_PACKAGE = re.compile(r"[A-Za-z0-9][\w.-]*(?:\[[\w.,\s-]*\])?")
_PROJECT = re.compile(r"\.(?:\[(?P<extras>[\w.,\s-]+)\])?")


def _translate_pip(words: Words, manager: str) -> list[str] | None:
    command, *arguments = words or [""]
    if command == "install":
        return _translate_pip_install(arguments, manager)
    if command == "uninstall":
        packages = [word for word in arguments if word not in ("-y", "--yes")]
        is_known = packages and not any(word.startswith("-") for word in packages)
        return [manager, "remove", *packages] if is_known else None
    if command in ("list", "show", "freeze") and not any(w.startswith("-") for w in arguments):
        return _translate_pip_list(command, arguments, manager)
    return None


def _translate_pip_list(command: str, arguments: Words, manager: str) -> list[str] | None:
    if manager == "uv":
        return ["uv", "pip", command, *arguments]
    if command == "freeze":
        return ["pdm", "list", "--freeze"] if manager == "pdm" else None
    if manager == "poetry":
        return ["poetry", "show", *arguments]
    return ["pdm", command, *arguments]


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


def _translate_pip_install(words: Words, manager: str) -> list[str] | None:
    options: dict[str, str] = {}
    packages: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            packages.append(word)
            continue
        name, equals, value = word.partition("=")
        option = _PIP_OPTIONS.get(name)
        if option is None or option in options:
            return None
        if option in _OPTIONS_WITH_VALUE and not equals:
            if not rest:
                return None
            value = rest.pop(0)
        options[option] = value
    return _translate_pip_options(packages, options, manager)


def _translate_pip_options(
    packages: list[str], options: dict[str, str], manager: str
) -> list[str] | None:
    names = [package.strip(_QUOTES) for package in packages]
    if "pip" in names:
        # None of the others is a package that updates itself by pip.
        return None
    if options.keys() == {"requirements"} and not packages:
        return ["uv", "pip", "install", "-r", options["requirements"]] if manager == "uv" else None
    if options.keys() <= {"editable"} and len(names) + len(options) == 1:
        project = options.get("editable", "") or names[0]
        if match := _PROJECT.fullmatch(project.strip(_QUOTES)):
            return _install_project(match["extras"] or "", manager)
    if not packages or {"editable", "requirements"} & options.keys():
        return None
    if "upgrade" in options and all(map(_PACKAGE.fullmatch, names)):
        return _upgrade_packages(packages, options, manager)
    flags = _pip_add_flags(options, manager)
    return None if flags is None else [manager, "add", *flags, *packages]


_PROJECT_COMMANDS = {
    "uv": ("sync", "--extra"),
    "poetry": ("install", "--extras"),
    "pdm": ("install", "-G"),
}
"""The command that installs a project, and its flag for an extra."""


def _install_project(extras: str, manager: str) -> list[str]:
    """Return the command that installs the project in the current folder."""
    names = [name for name in map(str.strip, extras.split(",")) if name]
    command, flag = _PROJECT_COMMANDS[manager]
    return [manager, command, *(word for name in names for word in (flag, name))]


def _upgrade_packages(
    packages: list[str], options: dict[str, str], manager: str
) -> list[str] | None:
    if options.keys() != {"upgrade"}:
        return None
    if manager == "uv":
        flags = [word for package in packages for word in ("--upgrade-package", package)]
        return ["uv", "sync", *flags]
    return [manager, "update", *packages]


def _pip_add_flags(options: dict[str, str], manager: str) -> list[str] | None:
    flags: list[str] = []
    for option, value in options.items():
        if option == "pre":
            flags += {
                "uv": ["--prerelease", "allow"],
                "poetry": ["--allow-prereleases"],
                "pdm": ["--prerelease"],
            }[manager]
        elif option in ("index", "extra_index"):
            if manager != "uv":
                return None
            flags += ["--default-index" if option == "index" else "--index", value]
    return flags
