"""Feedback and services of other hosts in built sites."""

import json

import pytest

SITE = {"name": "Parcel", "navigation": [{"group": "Start", "pages": ["index", "guides/a"]}]}
FILES = {
    "site.json": SITE,
    "index.mdx": "---\ntitle: Home & more\n---\n\nText.\n",
    "guides/a.mdx": "---\ntitle: A\n---\n\nText.\n",
}
ALL = {"thumbsRating": True, "suggestEdit": True, "raiseIssue": True}


def site_with(**keys):
    return {**FILES, "site.json": {**SITE, **keys}}


@pytest.fixture
def no_host(monkeypatch):
    """As if no host told of a repository, whatever machine runs the tests."""
    monkeypatch.delenv("READTHEDOCS_GIT_CLONE_URL", raising=False)
    monkeypatch.setattr(
        "sphinx_sitejson.publishing.feedback.find_git_checkout", lambda folder: None
    )


def test_links_to_change_a_page_and_to_raise_an_issue(build_clean, no_host):
    repository = {"url": "https://github.com/light/house", "branch": "main", "path": "docs"}
    site = build_clean(
        site_with(feedback={"suggestEdit": True, "raiseIssue": True}),
        overrides={"sitejson_repository": repository},
    )
    links = site.page("guides/a.html").select(".sj-feedback a")

    assert [link["href"] for link in links] == [
        "https://github.com/light/house/edit/main/docs/guides/a.mdx",
        "https://github.com/light/house/issues/new?title=Issue+on+the+page+A&body=%2Fguides%2Fa%0A%0A",
    ]
    assert all("noopener" in link["rel"] for link in links)
    assert not site.page("guides/a.html").select("[data-rating]")
    assert not site.page("search.html").select(".sj-feedback")


def test_nothing_that_nobody_could_answer_is_offered(build_site, no_host):
    site = build_site(site_with(feedback=ALL))

    assert site.warnings.count("[sitejson.feedback]") == 3
    assert "feedback.suggestEdit: the repository is unknown" in site.warnings
    assert "feedback.thumbsRating: no service receives the answers" in site.warnings
    assert not site.page("index.html").select(".sj-feedback")


def test_a_docs_json_is_asked_for_a_service_by_its_own_key(build_site, no_host):
    docs = {
        "name": "Parcel",
        "theme": "mint",
        "colors": {"primary": "#0D9373"},
        "navigation": {"pages": ["index", "guides/a"]},
        "feedback": {"thumbsRating": True},
    }
    files = {name: text for name, text in FILES.items() if name != "site.json"}
    site = build_site({**files, "docs.json": docs})

    assert 'no service receives the answers; add one to "integrations", or set' in site.warnings


def test_the_repository_url_comes_from_git_without_passwords(build_site, monkeypatch):
    monkeypatch.delenv("READTHEDOCS_GIT_CLONE_URL", raising=False)
    git = {
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/config": '[remote "origin"]\n\turl = https://me:hunter2@gitlab.com/a/b.git\n',
    }
    site = build_site({**site_with(feedback={"suggestEdit": True}), **git})
    (link,) = site.page("index.html").select(".sj-feedback a")

    assert link["href"] == "https://gitlab.com/a/b/-/edit/main/index.mdx"
    assert "hunter2" not in site.text("index.html")
    again = site.rebuild({".git/HEAD": "ref: refs/heads/other\n"})
    assert "/-/edit/other/index.mdx" in again.text("index.html")


def test_the_question_is_asked_where_somebody_gets_the_answer(build_site):
    site = build_site(
        site_with(feedback={"thumbsRating": True}),
        overrides={"sitejson_feedback_url": "https://example.com/answers"},
    )
    page = site.page("index.html")

    assert site.warnings == ""
    assert page.select_one("[data-rating]")["data-post"] == "https://example.com/answers"
    assert page.select_one("[data-rating]").has_attr("hidden")
    assert page.select('script[src*="feedback.js"]')

    bad = build_site(
        site_with(feedback={"thumbsRating": True}),
        overrides={"sitejson_feedback_url": "javascript:alert(1)"},
    )
    assert "is neither a URL nor a path" in bad.warnings
    assert not bad.page("index.html").select("[data-rating]")


def test_services_are_data_and_files(build_clean):
    site = build_clean(
        site_with(
            analytics={"ga4": {"measurementId": "G-ABC"}, "plausible": {"domain": "x.y"}},
            integrations={"intercom": "abcdef"},
            feedback={"thumbsRating": True},
        )
    )

    for path in ("index.html", "search.html"):
        page = site.page(path)
        assert json.loads(page.select_one("#sj-services").string) == {
            "intercom": {"kind": "chat", "waits": True, "values": {"id": "abcdef"}},
            "ga4": {"kind": "analytics", "waits": True, "values": {"measurementId": "G-ABC"}},
            "plausible": {"kind": "analytics", "waits": False, "values": {"domain": "x.y"}},
        }
        names = [
            script["src"].partition("?")[0].rpartition("/")[2]
            for script in page.select("script[src]")
            if "service" in script["src"]
        ]
        assert names == ["sitejson-services.js"]
    assert site.page("index.html").select("[data-rating]")
    assert "https://www.googletagmanager.com" not in site.text("index.html")
    script = site.text("_static/sitejson-services.js")
    assert script.count("use strict") == 1
    assert "widget.intercom.io" in script
    assert "plausible.io" in script
    assert "heapanalytics" not in script
    assert "/*" not in script
    assert "  " not in script
    assert not site.exists("_static/services/ga4.js")


@pytest.mark.parametrize(("builder", "preview"), [("html", True), ("epub", False)])
def test_no_service_in_a_preview_or_a_book(build_site, builder, preview):
    site = build_site(
        site_with(analytics={"ga4": {"measurementId": "G-ABC"}}),
        builder=builder,
        overrides={"sitejson_preview": preview},
    )

    assert not list(site.outdir.rglob("sitejson-services.js"))


def test_a_site_without_services_has_none_of_it(build_site):
    site = build_site(FILES)

    assert "services" not in site.text("index.html")
    assert not list(site.outdir.rglob("sitejson-services.js"))


def test_identifiers_are_checked(build_site):
    site = build_site(
        site_with(analytics={"ga4": {"measurementId": 'G-"></script>'}, "posthog": {"apiKey": "x"}})
    )

    assert site.warnings.count("[sitejson.wrong_value]") == 2
    assert "sj-services" not in site.text("index.html")


def test_the_question_for_consent_is_in_every_page(build_site):
    site = build_site(
        site_with(
            analytics={"ga4": {"measurementId": "G-ABC"}, "plausible": {"domain": "x.y"}},
            integrations={"intercom": "abcdef"},
        ),
        overrides={"language": "de"},
    )

    for path in ("index.html", "guides/a.html", "search.html", "404.html"):
        page = site.page(path)
        question = page.select_one("head template#sj-consent")
        assert "Intercom, Google Analytics 4." in str(question)
        assert "Plausible" not in str(question)
        assert [button.string for button in question.select("[data-answer]")] == [
            "Ablehnen",
            "Zustimmen",
        ]
        (link,) = page.select("footer [data-privacy-choices]")
        assert link.text == "Datenschutz-Einstellungen"
        # Only a script can answer it.
        assert link.has_attr("hidden")
        assert not page.select('link[href*="consent"]')
    assert ".sj-consent" in site.text("_static/sitejson.css")


@pytest.mark.parametrize(
    ("analytics", "integrations", "values", "waits"),
    [
        ({"plausible": {"domain": "x.y"}, "fathom": {"siteId": "A"}}, {}, {}, False),
        (
            {"ga4": {"measurementId": "G-1"}},
            {"osano": "https://cmp.osano.com/x/osano.js"},
            {},
            True,
        ),
        ({"ga4": {"measurementId": "G-1"}}, {}, {"sitejson_consent_bar": False}, False),
    ],
    ids=["nothing waits", "another service asks", "the project does not ask"],
)
def test_nothing_is_asked_where_nobody_needs_the_result(
    build_site, analytics, integrations, values, waits
):
    site = build_site(site_with(analytics=analytics, integrations=integrations), overrides=values)
    services = json.loads(site.page("index.html").select_one("#sj-services").string)

    assert any(service["waits"] for service in services.values()) is waits
    assert not site.page("index.html").select("#sj-consent, [data-privacy-choices]")
    assert "sj-consent" not in site.text("_static/sitejson.css")
    assert "sitejson.consent" not in site.text("_static/sitejson-services.js")


def test_the_question_under_another_theme_has_its_own_style(build_site):
    site = build_site(
        site_with(analytics={"ga4": {"measurementId": "G-ABC"}}),
        overrides={"html_theme": "alabaster"},
    )
    page = site.page("guides/a.html")

    assert page.select_one("template#sj-consent").select("[data-privacy-choices]")
    (link,) = page.select('link[href*="sitejson-consent.css"]')
    assert site.exists(f"guides/{link['href'].partition('?')[0]}")


def test_a_preview_does_not_ask(build_site):
    site = build_site(
        site_with(analytics={"ga4": {"measurementId": "G-ABC"}}),
        overrides={"sitejson_preview": True},
    )

    assert "consent" not in site.text("index.html")
    assert "sj-consent" not in site.text("_static/sitejson.css")
