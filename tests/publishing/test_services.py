"""Which services a site names, and which hosts they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_sitejson.publishing.services import SERVICES, has_events, named_services
from sphinx_sitejson.settings.json_object import json_keys
from sphinx_sitejson.settings.publishing import Analytics, Integrations
from sphinx_sitejson.settings.site import SiteSettings

SCRIPTS = Path(__file__).parents[2] / "sphinx_sitejson/static/services"


def settings(**keys):
    return SiteSettings.from_json({"name": "x", "navigation": [], **keys})


def test_every_service_of_the_settings_is_known_and_has_a_script():
    keys = {key for cls in (Analytics, Integrations) for _name, key in json_keys(cls)}

    assert keys == SERVICES.keys()
    assert {file.stem for file in SCRIPTS.glob("[!_]*.js")} == keys


def test_the_one_that_asks_for_consent_comes_first():
    services = named_services(
        settings(
            analytics={"ga4": {"measurementId": "G-1"}},
            integrations={"intercom": "abcdef", "osano": "https://cmp.osano.com/x/osano.js"},
        )
    )

    assert [service.name for service in services] == ["osano", "intercom", "ga4"]
    assert services[2].values == {"measurementId": "G-1"}
    assert services[1].values == {"id": "abcdef"}


def test_own_servers_are_among_the_hosts():
    posthog, plausible = named_services(
        settings(
            analytics={
                "plausible": {"domain": "x.y", "server": "stats.x.y"},
                "posthog": {"apiKey": "phc_1", "apiHost": "https://ph.x.y"},
            }
        )
    )

    assert plausible.hosts.scripts == ("https://stats.x.y",)
    assert posthog.hosts.scripts[0] == "https://ph.x.y"


def test_who_takes_events():
    assert not has_events(named_services(settings(analytics={"clearbit": {"publicApiKey": "pk"}})))
    assert has_events(named_services(settings(analytics={"fathom": {"siteId": "ABC"}})))


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_the_script_asks_only_the_hosts_that_are_listed(name):
    text = (SCRIPTS / f"{name}.js").read_text("utf-8")
    allowed = [
        re.compile(re.escape(host).replace(r"\*", r"[a-z0-9.-]+"))
        for host in (*SERVICES[name].scripts, *SERVICES[name].connections)
    ]
    hosts = re.findall(r"https://[a-z0-9.-]+\.[a-z]+", text)

    assert all(any(host.fullmatch(found) for host in allowed) for found in hosts)
    assert hosts or name in ("osano", "plausible")
