"""Variants that a property tells apart: each shows the value by which it is known."""

from __future__ import annotations

from dataclasses import replace

from sphinx_sitejson.reference.views import (
    DiscriminatorView,
    EnumValue,
    FieldGroup,
    FieldView,
    VariantView,
)


def with_values_in_place(group: FieldGroup) -> FieldGroup:
    """Return a group whose variants say which value the property has that tells them apart."""
    discriminator = group.discriminator
    if discriminator is None or not group.variants:
        return group
    variants = tuple(_with_value(variant, discriminator) for variant in group.variants)
    return replace(group, variants=variants)


def _with_value(variant: VariantView, discriminator: DiscriminatorView) -> VariantView:
    link = variant.link
    values = tuple(
        EnumValue(value=value)
        for value, target in discriminator.mapping
        if link is not None and target.name == link.name
    )
    name = discriminator.property_name
    if not values:
        return variant
    own = variant.group.fields if variant.group else ()
    if variant.group is None or not any(field.name == name for field in own):
        said = ", ".join(value.value for value in values)
        return replace(variant, facts=(*variant.facts, f"{name}: {said}"))
    fields = tuple(_known_by(field, values) if field.name == name else field for field in own)
    return replace(variant, group=replace(variant.group, fields=fields))


def _known_by(field: FieldView, values: tuple[EnumValue, ...]) -> FieldView:
    """Return the property with the values it has here, of those that all variants have."""
    known = {value.value for value in values}
    allowed = tuple(value for value in field.enum if value.value in known)
    return replace(field, enum=allowed or values)
