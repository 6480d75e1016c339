"""What the documentation says about the services of other hosts is complete and right."""

import re
import sys
from pathlib import Path

import pytest

from sphinx_sitejson.settings.service_catalog import SERVICES

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "sphinx_sitejson/static/services"


@pytest.fixture
def facts(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "example_project/_extensions"))
    import service_hosts

    yield service_hosts.FACTS
    sys.modules.pop("service_hosts")


def test_every_service_is_described(facts):
    assert facts.keys() == SERVICES.keys()


@pytest.mark.parametrize("name", SERVICES)
def test_the_reason_says_why_a_service_waits(facts, name):
    service, privacy = SERVICES[name], facts[name].privacy

    assert re.fullmatch(r"[A-Z].*[a-z]\.", privacy)
    needs_no_consent = not service.tracks_readers and service.kind != "consent"
    assert ("without cookies" in privacy) is needs_no_consent


@pytest.mark.parametrize("name", SERVICES)
def test_the_script_asks_only_the_hosts_that_are_listed(facts, name):
    text = (SCRIPTS / f"{name}.js").read_text("utf-8")
    allowed = [
        re.compile(re.escape(host).replace(r"\*", r"[a-z0-9.-]+"))
        for host in (*facts[name].scripts, *facts[name].connections)
    ]
    hosts = re.findall(r"https://[a-z0-9.-]+\.[a-z]+", text)

    assert all(any(host.fullmatch(found) for host in allowed) for found in hosts)
    assert hosts or name in ("osano", "plausible")
