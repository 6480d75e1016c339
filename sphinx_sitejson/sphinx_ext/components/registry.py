"""All components: what they are called, which props they know, who builds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.domain import Door

from .built_in.callouts import build_callout
from .built_in.cards import build_card, build_card_group, build_column
from .built_in.examples import build_request_example, build_response_example
from .built_in.fields import build_expandable, build_param_field, build_response_field
from .built_in.folds import build_accordion, build_accordion_group
from .built_in.frames import build_frame, build_update
from .built_in.inline import build_badge, build_icon, build_latex, build_tooltip
from .built_in.steps import build_step, build_steps
from .built_in.tabs import build_code_group, build_tab, build_tabs

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from .calls import Component

COMMON_PROPS = frozenset({"id", "className", "class", "style", "key"})
"""Props that every component takes without a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentSpec:
    """A component as the reader of pages knows it."""

    name: str
    build: Component
    props: frozenset[str]
    is_block: bool = True
    argument: str = ""
    """The prop that a directive of the same name takes as its argument."""

    @property
    def directive(self) -> str:
        """The name of its directive or role: ``card-group``."""
        parts = "".join(f"-{char.lower()}" if char.isupper() else char for char in self.name)
        return parts.lstrip("-")


def spec(
    name: str, build: Component, props: str = "", *, argument: str = "", is_block: bool = True
) -> ComponentSpec:
    """Describe a component.

    :param props: the names of its props, with spaces between them.
    """
    return ComponentSpec(
        name=name,
        build=build,
        props=frozenset(props.split()) | COMMON_PROPS,
        argument=argument,
        is_block=is_block,
    )


_CALLOUT = "title type icon iconType emoji color href"
_PARAM = (
    "path query header body cookie auth name type required optional deprecated default "
    "placeholder initialValue example"
)

BUILT_IN: Mapping[str, ComponentSpec] = {
    each.name: each
    for each in (
        spec(
            "Card",
            build_card,
            "title icon iconType icontype href url img color horizontal vertical cta arrow "
            "description disabled target",
            argument="title",
        ),
        spec("CardGroup", build_card_group, "cols col columns row rows gap horizontal iconType"),
        spec("Columns", build_card_group, "cols col columns gap"),
        spec("Column", build_column),
        spec("Note", build_callout, _CALLOUT),
        spec("Warning", build_callout, _CALLOUT),
        spec("Info", build_callout, _CALLOUT),
        spec("Tip", build_callout, _CALLOUT),
        spec("Check", build_callout, _CALLOUT),
        spec("Danger", build_callout, _CALLOUT),
        spec("Callout", build_callout, _CALLOUT, argument="title"),
        spec("CodeGroup", build_code_group, "dropdown"),
        spec("Frame", build_frame, "caption hint width height", argument="caption"),
        spec(
            "Accordion",
            build_accordion,
            "title description icon iconType defaultOpen openDefault type href",
            argument="title",
        ),
        spec("AccordionGroup", build_accordion_group),
        spec("Steps", build_steps, "titleSize title"),
        spec("Step", build_step, "title icon iconType titleSize stepNumber", argument="title"),
        spec("Tabs", build_tabs, "items"),
        spec("Tab", build_tab, "title value label icon iconType", argument="title"),
        spec("ParamField", build_param_field, _PARAM),
        spec("Param", build_param_field, _PARAM),
        spec("ResponseField", build_response_field, _PARAM, argument="name"),
        spec(
            "Expandable",
            build_expandable,
            "title summary defaultOpen openDefault defaultClosed",
            argument="title",
        ),
        spec("RequestExample", build_request_example),
        spec("ResponseExample", build_response_example),
        spec("Update", build_update, "label description tags", argument="label"),
        spec(
            "Icon", build_icon, "icon iconType icontype size color", argument="icon", is_block=False
        ),
        spec(
            "Tooltip", build_tooltip, "tip headline content title", argument="tip", is_block=False
        ),
        spec(
            "Badge",
            build_badge,
            "color icon iconType size shape stroke disabled",
            argument="color",
            is_block=False,
        ),
        spec("Latex", build_latex, "inline", is_block=False),
    )
}


known_components: Door[Mapping[str, ComponentSpec]] = Door(lambda env: BUILT_IN)
"""All components that pages of this project may use, by name."""


def find_component(name: str, env: BuildEnvironment) -> ComponentSpec | None:
    """Return a component, or nothing when there is none of that name."""
    return known_components(env).get(name)


def own_spec(
    name: str, build: Component, *, props: Iterable[str], is_inline: bool, argument: str
) -> ComponentSpec:
    """Describe a component of a project's own."""
    return ComponentSpec(
        name=name,
        build=build,
        props=frozenset(props) | COMMON_PROPS,
        is_block=not is_inline,
        argument=argument,
    )
