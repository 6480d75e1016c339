"""Which services a site names, and which hosts they need."""

import re
from pathlib import Path

import pytest

from sphinx_sitejson.publishing.services import (
    configured_services,
    consent_services,
    has_events,
    shows_consent_dialog,
)
from sphinx_sitejson.settings.service_catalog import SERVICES
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.validation import SITE_SCHEMA

SCRIPTS = Path(__file__).parents[2] / "sphinx_sitejson/static/services"


def settings(**keys):
    return SiteSettings.from_json({"name": "x", "navigation": [], **keys})


def test_every_service_of_the_settings_is_known_and_has_a_script():
    groups = (SITE_SCHEMA.full["$defs"][name] for name in ("analytics", "integrations"))
    keys = {key for group in groups for key in group["properties"]}

    assert keys == SERVICES.keys()
    assert {file.stem for file in SCRIPTS.glob("[!_]*.js")} == keys


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_the_schema_has_what_the_table_says(name):
    service, definitions = SERVICES[name], SITE_SCHEMA.full["$defs"]
    if service.is_named_by_one_value:
        found = {service.keys[0].name: definitions["integrations"]["properties"][name]}
    else:
        of_service = definitions["analytics"]["properties"][name]
        assert of_service["description"] == f"Settings for {service.title}."
        whole = SITE_SCHEMA.resolved(of_service)
        found = whole["properties"]
        assert whole["required"] == [key.name for key in service.keys if key.is_required]

    assert found.keys() == {key.name for key in service.keys}
    for key in service.keys:
        rules = found[key.name]
        assert rules["description"] == key.help
        assert rules.get("x-expected", "") == key.expected
        assert key.pattern in rules.get("pattern", "")
        assert bool(key.pattern) is (rules.get("$ref") != "#/$defs/webAddress")


def test_who_needs_no_consent_is_known_by_name():
    assert {name for name, service in SERVICES.items() if not service.tracks_readers} == {
        "fathom", "pirsch", "plausible", "osano",
    }  # fmt: skip


@pytest.mark.parametrize("name", [n for n, s in SERVICES.items() if not s.tracks_readers])
def test_a_service_without_consent_asks_its_browser_to_keep_nothing(name):
    text = (SCRIPTS / f"{name}.js").read_text("utf-8")

    assert not re.search(r"cookie|localStorage|sessionStorage|indexedDB", text.partition("*/")[2])


GA4 = {"ga4": {"measurementId": "G-1"}}
FATHOM = {"fathom": {"siteId": "ABC"}}
OSANO = {"osano": "https://cmp.osano.com/x/osano.js"}


@pytest.mark.parametrize(
    ("analytics", "integrations", "waiting", "asks"),
    [
        (FATHOM, {}, [], False),
        (GA4, {}, ["ga4"], True),
        ({**GA4, **FATHOM}, {"intercom": "abcdef"}, ["intercom", "ga4"], True),
        # Who names a service that asks lets all others wait for its word.
        ({**GA4, **FATHOM}, OSANO, ["fathom", "ga4"], False),
        ({}, OSANO, [], False),
        ({}, {}, [], False),
    ],
)
def test_who_waits_for_consent(analytics, integrations, waiting, asks):
    services = configured_services(settings(analytics=analytics, integrations=integrations))

    assert consent_services(services, has_bar=True) == waiting
    assert shows_consent_dialog(services, has_bar=True) is asks


def test_the_one_that_asks_for_consent_comes_first():
    services = configured_services(
        settings(
            analytics={"ga4": {"measurementId": "G-1"}},
            integrations={"intercom": "abcdef", "osano": "https://cmp.osano.com/x/osano.js"},
        )
    )

    assert list(services) == ["osano", "intercom", "ga4"]
    assert services["ga4"] == {"measurementId": "G-1"}
    assert services["intercom"] == {"id": "abcdef"}


def test_who_takes_events():
    assert not has_events(
        configured_services(settings(analytics={"clearbit": {"publicApiKey": "pk"}}))
    )
    assert has_events(configured_services(settings(analytics={"fathom": {"siteId": "ABC"}})))
