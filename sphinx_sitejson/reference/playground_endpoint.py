"""The playground of an endpoint that a page describes in its own words."""

from __future__ import annotations

import re

from .options import ReferenceOptions
from .playground import PlaygroundParameter, PlaygroundRequest, site_scheme
from .views import OperationView

_PLACEHOLDER = re.compile(r"\{([^{}/]+)\}")


def endpoint_playground(view: OperationView, options: ReferenceOptions) -> PlaygroundRequest:
    """Return what can be known from method and address alone: the parts of the path."""
    names = dict.fromkeys(_PLACEHOLDER.findall(view.path))
    return PlaygroundRequest(
        method=view.method,
        path=view.path,
        key=view.key,
        servers=view.servers,
        security=((site_scheme(options),),) if options.auth_method else (),
        parameters=tuple(
            PlaygroundParameter(
                name=name,
                location="path",
                schema={"type": "string"},
                required=True,
                sample=(name,),
            )
            for name in names
        ),
    )
