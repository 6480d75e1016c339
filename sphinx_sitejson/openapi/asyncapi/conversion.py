"""Convert a bundled AsyncAPI document to the form of OpenAPI, with its positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.common.records import record

from ..document import EVENT_KEY, FACTS_KEY, server_variable_names
from ..raw import (
    Raw,
    as_list,
    as_object,
    get_extensions,
    get_reference,
    get_text,
    iter_named_objects,
    select_keys,
    unescape_pointer_part,
    without_keys,
)
from ..reading.bundler import Bundle
from ..reading.conversion_state import (
    ConversionState,
    Position,
    ResolvedObject,
    drop_empty,
)
from ..reading.locations import make_fragment
from .parts import (
    MessageConverter,
    SecurityConverter,
    apply_traits,
    binding_facts,
    collect_facts,
    collect_tags,
    convert_external_docs,
    convert_parameters,
    convert_schema,
    convert_security_scheme,
    convert_server,
    full_text,
    join_texts,
)
from .validation import GRAMMAR as GRAMMAR
from .validation import StructureCheck, find_invalid_values, is_version_3

VERSION = "3.2.0"
"""The version of OpenAPI whose form the document gets."""
_ACTIONS_2 = ("publish", "subscribe")
CHANNEL = "channel"
"""The action of a channel without operations."""

_Message = tuple[str, Any, JsonPath]
"""The name of a message, its raw data and its path."""


@dataclass(frozen=True)
class _Channel:
    """A channel, as its operations need it."""

    name: str
    raw: Raw
    path: JsonPath

    @property
    def address(self) -> str:
        """The address; of a channel without one, which is known at run time only, the name."""
        return get_text(self.raw, "address") or self.name

    @property
    def title(self) -> str:
        """The title, or the address."""
        return get_text(self.raw, "title") or self.address


@record
class _Operation:
    """An operation with its traits merged, in the same form for both versions."""

    action: str
    name: str
    """The key of version 3, or the name of the channel."""
    operation_id: str = ""
    raw: Raw
    path: JsonPath
    channel: _Channel
    messages: tuple[_Message, ...] = ()
    reply: ResolvedObject = ResolvedObject({}, ())
    reply_channel: _Channel | None = None


class _Conversion:
    """Convert a bundled document whose structure is valid; never raises."""

    def __init__(self, state: ConversionState) -> None:
        self._data = state.data
        self._is_version_3 = is_version_3(state.data)
        self._state = state
        self._messages = MessageConverter(state)
        self._security = SecurityConverter(state)
        self._tags: dict[str, Raw] = {}
        self._servers = {
            name: self._state.resolve(raw, ("servers", name))
            for name, raw in iter_named_objects(state.data.get("servers"))
        }

    def run(self) -> Raw:
        data, state = self._data, self._state
        info = as_object(data.get("info"))
        described = info if self._is_version_3 else data
        for tag in collect_tags(described, state):
            self._add_tag(tag)
        operations = list(self._operations_3() if self._is_version_3 else self._operations_2())
        if self._is_version_3:
            channels = (each for one in operations for each in (one.channel, one.reply_channel))
            used = {channel.path for channel in channels if channel}
            operations += self._unused_channels_3(used)
        # Channels are the groups if no operation has a tag, and channels have several.
        has_tags = any(as_list(each.raw.get("tags")) for each in operations)
        channel_count = len({each.channel.path for each in operations})
        is_grouped = not has_tags and 1 < channel_count < len(operations)
        events: Raw = {}
        for operation in operations:
            item = events.setdefault(operation.name, {"additionalOperations": {}})
            method = operation.action.upper()
            keys = ("webhooks", operation.name, "additionalOperations", method)
            at = state.root.move(*keys, old=operation.path)
            item["additionalOperations"][method] = self._operation(operation, at, is_grouped)
        # Pages may name messages that no operation uses.
        shared = as_object(data.get("components"))
        for name, raw in iter_named_objects(shared.get("messages")):
            self._messages.convert(raw, ("components", "messages", name), name)
        at = state.root / "components" / "schemas"
        components = {
            "schemas": {
                name: convert_schema(raw, at / name)
                for name, raw in as_object(shared.get("schemas")).items()
            },
            "responses": self._messages.responses,
            "securitySchemes": {
                name: convert_security_scheme(raw) for name, raw in self._security.schemes.items()
            },
        }
        new: Raw = {
            "openapi": VERSION,
            EVENT_KEY: str(data.get("asyncapi", "")),
            "info": {"title": "", "version": "", **without_keys(info, "tags", "externalDocs")},
            "servers": [
                convert_server(name, found.raw, state, self._security)
                for name, found in self._servers.items()
            ],
            **convert_external_docs(described, state),
            "tags": list(self._tags.values()),
            "webhooks": events,
            "components": drop_empty(components),
            **get_extensions(data),
        }
        identifier = ["id", get_text(data, "id"), ""]
        facts = (identifier, *collect_facts(described, state))
        new[FACTS_KEY] = [fact for fact in facts if fact[0] in ("id", "tag") and fact[1]]
        for index, found in enumerate(self._servers.values()):
            state.root.move("servers", index, old=found.path)
        state.resolve_references()
        return new

    def _add_tag(self, tag: Raw) -> str:
        name = get_text(tag, "name")
        self._tags[name] = {**tag, **self._tags.get(name, {})}
        return name

    # Version 2: the channels have the operations

    def _operations_2(self) -> Iterator[_Operation]:
        for channel, declared in self._channels():
            # The siblings of a reference count in version 2.
            raw = {**channel.raw, **without_keys(declared, "$ref")}
            channel = replace(channel, raw=raw)
            actions = [action for action in _ACTIONS_2 if isinstance(raw.get(action), dict)]
            for action in actions:
                yield self._operation_2(action, raw[action], (*channel.path, action), channel)
            if not actions and raw:
                yield _Operation(
                    action=CHANNEL, name=channel.name, raw={}, path=channel.path, channel=channel
                )

    def _channels(self) -> Iterator[tuple[_Channel, Raw]]:
        """Yield the channels, and each as it is declared, which may be a reference."""
        for name, declared in iter_named_objects(self._data.get("channels")):
            yield _Channel(name, *self._state.resolve(declared, ("channels", name))), declared

    def _operation_2(
        self, action: str, found: Raw, path: JsonPath, channel: _Channel
    ) -> _Operation:
        raw = apply_traits(ResolvedObject(found, path), self._state)
        message, message_path = raw.get("message"), (*path, "message")
        resolved = self._state.resolve(message, message_path)
        variants = as_list(resolved.raw.get("oneOf"))
        if variants:
            messages = [
                (each, (*resolved.path, "oneOf", index)) for index, each in enumerate(variants)
            ]
        else:
            messages = [(message, message_path)] if isinstance(message, dict) else []
        operation_id = get_text(raw, "operationId")
        return _Operation(
            action=action,
            name=channel.name,
            operation_id=operation_id,
            raw=raw,
            path=path,
            channel=channel,
            messages=tuple(
                (self._message_name(each, at, operation_id or channel.name), each, at)
                for each, at in messages
            ),
        )

    def _message_name(self, raw: Any, path: JsonPath, fallback: str) -> str:
        found = self._state.resolve(raw, path).raw
        names = (get_text(found, key) for key in ("messageId", "name", "title"))
        return next(filter(None, names), fallback)

    # Version 3: the operations name a channel

    def _operations_3(self) -> Iterator[_Operation]:
        for name, operation in iter_named_objects(self._data.get("operations")):
            found = self._state.resolve(operation, ("operations", name))
            raw = apply_traits(found, self._state)
            channel = self._channel(raw.get("channel"), (*found.path, "channel"))
            action = get_text(raw, "action")
            if not found.raw or channel is None or action not in ("send", "receive"):
                continue
            reply = self._state.resolve(raw.get("reply"), (*found.path, "reply"))
            yield _Operation(
                action=action,
                name=name,
                operation_id=name,
                raw=raw,
                path=found.path,
                channel=channel,
                messages=self._messages_3(raw.get("messages"), found.path, channel),
                reply=reply,
                reply_channel=self._channel(reply.raw.get("channel"), (*reply.path, "channel")),
            )

    def _unused_channels_3(self, used: set[JsonPath]) -> Iterator[_Operation]:
        """Yield the channels that no operation uses, so that readers find their messages."""
        for channel, _declared in self._channels():
            if channel.raw and channel.path not in used:
                yield _Operation(
                    action=CHANNEL,
                    name=channel.name,
                    raw=select_keys(channel.raw, "title", "tags"),
                    path=channel.path,
                    channel=channel,
                    messages=self._messages_3(None, channel.path, channel),
                )

    def _channel(self, raw: Any, path: JsonPath) -> _Channel | None:
        """Return a channel; of a reference to nothing, which is reported already, the name."""
        if not isinstance(raw, dict):
            return None
        found = self._state.resolve(raw, path)
        return _Channel(str(found.path[-1]), *found)

    def _messages_3(self, raw: Any, path: JsonPath, channel: _Channel) -> tuple[_Message, ...]:
        """Return the messages of an operation; without any, all those of the channel."""
        if isinstance(raw, list):
            found = []
            for index, each in enumerate(raw):
                at: JsonPath = (*path, "messages", index)
                reference = get_reference(each)
                name = reference.rpartition("/")[2] if reference else f"message-{index + 1}"
                found.append((unescape_pointer_part(name), each, at))
            return tuple(found)
        at = (*channel.path, "messages")
        messages = self._state.resolve(channel.raw.get("messages"), at)
        return tuple(
            (key, each, (*messages.path, key)) for key, each in iter_named_objects(messages.raw)
        )

    # Both versions

    def _operation(self, operation: _Operation, at: Position, is_grouped: bool) -> Raw:
        raw, state, channel = operation.raw, self._state, operation.channel
        tags = [self._add_tag(tag) for tag in collect_tags(raw, state)]
        if is_grouped:
            tags.append(
                self._add_tag({"name": channel.title, "description": full_text(channel.raw)})
            )
        title, summary = get_text(raw, "title"), get_text(raw, "summary")
        if not title and not operation.operation_id:
            title, summary = summary, ""
        names = self._server_names(channel)
        servers = [
            convert_server(name, self._servers[name].raw, state, self._security) for name in names
        ]
        security = self._security.requirements(raw)
        if not security:
            for name in names:
                requirements = self._security.requirements(self._servers[name].raw)
                security += [each for each in requirements if each not in security]
        new = {
            "operationId": operation.operation_id,
            "summary": title,
            "description": join_texts(summary, get_text(raw, "description")),
            "tags": tags,
            "deprecated": raw.get("deprecated") is True,
            **convert_external_docs(raw, state),
            "parameters": self._parameters(channel, at),
            "servers": servers,
            "security": security,
            "responses": self._message_references(operation.messages),
        }
        return {
            **drop_empty(new, "description", "responses"),
            **get_extensions(raw),
            EVENT_KEY: self._event(operation),
        }

    def _event(self, operation: _Operation) -> Raw:
        """Return what only an operation of AsyncAPI has."""
        channel, state = operation.channel, self._state
        event: Raw = {
            "address": channel.address,
            "channelName": channel.name,
            "channel": get_text(channel.raw, "title"),
            "channelDescription": full_text(channel.raw),
            "protocols": [
                protocol
                for name in self._server_names(channel)
                if (protocol := get_text(self._servers[name].raw, "protocol"))
            ],
            "channelBindings": state.resolve(channel.raw.get("bindings"), ()).raw,
            FACTS_KEY: [
                *binding_facts(operation.raw.get("bindings"), state),
                *collect_facts(channel.raw, state),
            ],
        }
        if operation.reply.raw:
            event["reply"] = self._reply(operation)
        return event

    def _reply(self, operation: _Operation) -> Raw:
        reply, channel = operation.reply, operation.reply_channel
        address = self._state.resolve(reply.raw.get("address"), ()).raw
        messages: tuple[_Message, ...] = ()
        if channel is not None:
            messages = self._messages_3(reply.raw.get("messages"), reply.path, channel)
        return {
            "address": channel.address if channel else "",
            "location": get_text(address, "location"),
            "description": get_text(address, "description"),
            "messages": self._message_references(messages),
        }

    def _message_references(self, messages: tuple[_Message, ...]) -> Raw:
        """Return references to the messages of an operation, by name."""
        names = [self._messages.convert(raw, path, name) for name, raw, path in messages]
        return {name: {"$ref": make_fragment(("components", "responses", name))} for name in names}

    def _server_names(self, channel: _Channel) -> list[str]:
        """Return the servers of a channel; without any, all those of the document."""
        references = as_list(channel.raw.get("servers"))
        names = []
        for entry in references:
            if isinstance(entry, str) and entry in self._servers:
                names.append(entry)
            elif isinstance(entry, dict):
                path = self._state.resolve(entry, ()).path
                names += [name for name, found in self._servers.items() if found.path == path]
        return names if references else list(self._servers)

    def _parameters(self, channel: _Channel, at: Position) -> list[Raw]:
        """Return the parameters, including those that only the address contains."""
        position = at.inside("parameters", old=(*channel.path, "parameters"))
        parameters = self._state.resolve(channel.raw.get("parameters"), position.old).raw
        found = convert_parameters(parameters, position)
        known = {parameter["name"] for parameter in found}
        for name in server_variable_names(channel.address):
            if name not in known:
                schema = {"type": "string"}
                found.append({"name": name, "in": "path", "required": True, "schema": schema})
                message = f'the parameter "{name}" of the address is not described.'
                self._state.report_loss(channel.path, message)
        return found


def convert_bundle(bundle: Bundle) -> Bundle:
    """Check an AsyncAPI document, and convert what has a valid structure."""
    checked = StructureCheck(bundle.data)
    invalid = find_invalid_values(bundle.data, {path for path, _ in checked.findings})
    state = ConversionState(checked.data)
    converted = _Conversion(state).run()
    findings = (*checked.findings, *invalid, *state.losses)
    found = bundle.origins.problems(findings, checked.lost_parts)
    return bundle.convert(converted, checked.data, state.old_path, found)
