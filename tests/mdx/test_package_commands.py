"""Commands of npm and pip for other package managers."""

from pathlib import Path
from typing import get_args

import pytest

from sphinx_sitejson.components.package_commands import MANAGERS, translate_commands
from sphinx_sitejson.settings.appearance import PackageManager

ALL = get_args(PackageManager)
FIXTURES = Path(__file__).parent / "fixtures"


def rows(language: str) -> list[list[str]]:
    """Read a command in each line, with its translations; an empty one is missing."""
    lines = (FIXTURES / f"{language}-commands.txt").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" |")] for line in lines]


@pytest.mark.parametrize(
    ("language", "row"),
    [(language, row) for language in MANAGERS for row in rows(language)],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_command_is_translated_for_each_manager_that_has_it(language, row):
    expected = dict(zip(MANAGERS[language], row, strict=True))
    found = translate_commands(row[0], language, ALL)
    assert found == {name: text for name, text in expected.items() if text}


def test_other_commands_are_not_translated():
    code = "# Begin\ngit clone  x\n\nnpm install \\\n  a \\\n  b\n  npm  test  \necho 'npm i'\n"
    found = translate_commands(code, "npm", ("yarn", "npm"))
    assert found == {
        "yarn": "# Begin\ngit clone  x\n\nyarn add a b\n  yarn test  \necho 'npm i'\n",
        "npm": code,
    }
    assert list(found) == ["yarn", "npm"]


@pytest.mark.parametrize("code", ["", "vite build", "echo 'npm i'", "# npm i", "python -m venv x"])
@pytest.mark.parametrize("language", MANAGERS)
def test_block_without_commands_has_no_translations(code, language):
    assert translate_commands(code, language, ALL) == {}


def test_one_command_without_counterpart_removes_the_manager():
    code = "npm install\nnpm audit"
    assert translate_commands(code, "npm", ALL) == {"npm": code}
