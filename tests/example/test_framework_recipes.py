"""The recipes for web frameworks: their code exports a document, and the API matches it."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from sphinx_sitejson.commands import main

GUIDES = Path(__file__).parents[2] / "example_project" / "guides"
_FILE = re.compile(r"^```\{code-block\} python\n:caption: (\S+)\n\n(.*?)^```", re.DOTALL | re.M)
_SHELL = re.compile(r"^```shell\n(?:PYTHONPATH=\. )?python (.*?)\n```", re.MULTILINE)
_SERVER = re.compile(r"^    python (.*) &$", re.MULTILINE)
SECONDS = 60

# What every Django project has besides the files of the recipe.
DJANGO = {
    "coast/settings.py": 'SECRET_KEY = "for tests"\nALLOWED_HOSTS = ["127.0.0.1"]\n'
    'ROOT_URLCONF = "coast.urls"\n',
    "coast/urls.py": "from django.urls import path\n\nfrom .views import LightView\n\n"
    'urlpatterns = [path("lights/<slug:light_id>", LightView.as_view())]\n',
    "manage.py": "import os\nimport sys\n\n"
    "from django.core.management import execute_from_command_line\n\n"
    'os.environ["DJANGO_SETTINGS_MODULE"] = "coast.settings"\n'
    "execute_from_command_line(sys.argv)\n",
}
# The usual authentication classes need the apps of Django's own users.
DJANGO_END = (
    'REST_FRAMEWORK |= {"DEFAULT_AUTHENTICATION_CLASSES": [], "UNAUTHENTICATED_USER": None}\n'
)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("page", "files"), [("fastapi", {}), ("flask", {}), ("django-rest-framework", DJANGO)]
)
def test_a_recipe_exports_a_document_that_its_api_matches(
    tmp_path, capsys, monkeypatch, page, files
):
    text = (GUIDES / f"{page}.mdx").read_text("utf-8")
    code = dict(_FILE.findall(text))
    if "coast/settings.py" in code:
        code["coast/settings.py"] += DJANGO_END
    (tmp_path / "docs").mkdir()
    for name in {**files, **code}:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(files.get(name, "") + code.get(name, ""), "utf-8")
    monkeypatch.chdir(tmp_path)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", *filter(None, sys.path)])}

    (export,) = _SHELL.findall(text)
    subprocess.run([sys.executable, *export.split()], env=environment, check=True)
    (document,) = (tmp_path / "docs").glob("openapi.*")
    port = _free_port()
    (server,) = _SERVER.findall(text)
    assert "8000" in server
    command = [sys.executable, *server.replace("8000", str(port)).split()]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(f"http://127.0.0.1:{port}/")
            code = main(["verify", str(document), "--base-url", f"http://127.0.0.1:{port}"])
        finally:
            process.terminate()

    assert code == 0
    assert capsys.readouterr().out.endswith("1 operation: 1 as documented.\n")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(url: str) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            urlopen(url, timeout=SECONDS).close()
        except HTTPError:
            return
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(url)
