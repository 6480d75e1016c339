import pytest

from sphinx_sitejson.navigation.site_urls import host_base_url

ACTION = {"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "Harbour/docs"}


@pytest.mark.parametrize(
    ("variables", "address"),
    [
        ({}, ""),
        ({"READTHEDOCS_CANONICAL_URL": "https://d.example/en/latest/"}, "https://d.example/en/latest/"),
        ({"CI_PAGES_URL": "https://harbour.gitlab.io/docs"}, "https://harbour.gitlab.io/docs/"),
        (ACTION, ""),
        ({**ACTION, "GITHUB_WORKFLOW": "Deploy to GitHub Pages"}, "https://harbour.github.io/docs/"),
        ({**ACTION, "GITHUB_WORKFLOW_REF": "h/d/.github/workflows/pages.yml@main"},
         "https://harbour.github.io/docs/"),
        ({**ACTION, "GITHUB_JOB": "pages", "GITHUB_REPOSITORY": "Harbour/harbour.github.io"},
         "https://harbour.github.io/"),
        ({**ACTION, "GITHUB_PAGES": "true", "GITHUB_REPOSITORY": "no repository"}, ""),
        ({**ACTION, "GITHUB_PAGES": "true", "GITHUB_SERVER_URL": "https://git.example"}, ""),
        ({"GITHUB_REPOSITORY": "Harbour/docs", "GITHUB_WORKFLOW": "pages"}, ""),
    ],
)  # fmt: skip
def test_the_host_provides_the_url_of_the_site(variables, address):
    assert host_base_url(variables) == address
