"""Commands that are used in the wrong way say in a sentence what is wrong."""

import pytest

from sphinx_sitejson.commands import main

MISUSES = {
    "check gone": "No such folder: gone\n",
    "check site.json": 'site.json is a file; name its folder, ".".\n',
    "preview gone": "No such folder: gone\n",
    "preview .": ". Run `sitejson init` to create one.\n",
    "mock gone.yaml": "No such folder or document: gone.yaml\n",
    "verify gone --base-url https://a.example": "No such folder or document: gone\n",
    "preview --port 99999999": '"99999999" is not a port; use a number from 1 to 65535\n',
    "preview --port web": '"web" is not a port; use a number from 1 to 65535\n',
    "verify --base-url https://a.example --timeout soon": (
        '"soon" is not a number greater than zero\n'
    ),
    "mcp .": "Name the output folder of a build, or the URL of a published site.\n",
}


@pytest.mark.parametrize("command", MISUSES)
def test_a_wrong_use_is_answered_by_a_sentence(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site.json").write_text("{}")
    try:
        code = main(command.split())
    except SystemExit as stopped:
        code = stopped.code
    said = capsys.readouterr()
    assert code in (1, 2)
    assert said.err.endswith(MISUSES[command])
    assert said.out == ""


def test_no_entries_for_pages_that_could_not_be_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "openapi.yaml").write_text(
        "openapi: 3.1.0\ninfo: {title: X, version: '1'}\n"
        "paths: {/a: {get: {responses: {'200': {description: A}}}}}\n"
    )
    assert main(["openapi-file", "openapi.yaml", "--out", "openapi.yaml"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("nothing was written: openapi.yaml")
