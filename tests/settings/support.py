"""What the tests of settings share."""

import json
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.json_documents.sources import read_strict_json
from sphinx_sitejson.settings.loading import LoadedSettings, load_settings

FILES = Path(__file__).parent / "files"
GOOD_FILES = sorted((FILES / "good").glob("*.json"))
BAD_FILES = sorted((FILES / "bad").glob("*.json"))


def load_text(folder: Path, text: str | bytes) -> LoadedSettings:
    """Load settings from a text; messages call the file ``site.json``."""
    path = folder / "site.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_settings(path, display_name="site.json")


def load_with(folder: Path, **settings: Any) -> LoadedSettings:
    """Load settings of which only the interesting keys are given."""
    return load_text(folder, json.dumps({"name": "Test", "navigation": [], **settings}))


def messages(loaded: LoadedSettings) -> list[str]:
    return [str(problem) for problem in loaded.problems]


def good_value(name: str) -> Any:
    content = (FILES / "good" / f"{name}.json").read_bytes()
    return read_strict_json(content, file=name).value
