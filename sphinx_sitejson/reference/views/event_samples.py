"""Code that sends and receives messages by Kafka, MQTT, AMQP and WebSocket."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.openapi.asyncapi.parts import KAFKA_MECHANISM, KAFKA_PROTOCOL
from sphinx_sitejson.openapi.model import Operation, Server
from sphinx_sitejson.openapi.raw import as_object, get_text

SENDING = ("SEND", "PUBLISH")
RECEIVING = ("RECEIVE", "SUBSCRIBE")
PASSWORD_TYPES = ("userPassword", "plain", "scramSha256", "scramSha512")
"""The types of security schemes with a user name and a password."""
USERNAME, PASSWORD = "<username>", "<password>"
_VARIABLE = re.compile(r"\{([^{}]+)\}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What a program needs to send or receive a message."""

    is_sending: bool
    url: str
    """The URL of the server, with its variables filled in."""
    address: str
    """The address of the channel, with example values for its parameters."""
    payload: str
    """An example as it is sent: JSON, or another text."""
    bindings: Mapping[str, Any]
    settings: Mapping[str, str]
    """The settings of a Kafka client that the server requires."""
    has_password: bool = False
    """Whether the client needs a user name and a password."""
    headers: Mapping[str, str]
    query: Mapping[str, str]
    """Credentials of a handshake by HTTP, such as that of a WebSocket."""

    @property
    def host(self) -> str:
        """The host with its port."""
        return _SCHEME.sub("", self.url).partition("/")[0]

    @property
    def hostname(self) -> str:
        """The host without its port."""
        return self.host.rpartition(":")[0] or self.host

    def port(self, default: int) -> int:
        """Return the port, or a default."""
        port = self.host.rpartition(":")[2]
        return int(port) if port.isdecimal() and len(port) < 6 else default

    @property
    def path_url(self) -> str:
        """The URL of a channel that is a path of the server, such as that of a WebSocket."""
        path = self.address.lstrip("/")
        base = self.url.rstrip("/")
        url = f"{base}/{path}" if path and not base.endswith(f"/{path}") else base
        query = "&".join(f"{quote(name)}={value}" for name, value in self.query.items())
        return f"{url}{'&' if '?' in url else '?'}{query}" if query else url


def message_samples(
    operation: Operation,
    example: str,
    *,
    headers: Iterable[tuple[str, str]] = (),
    query: Iterable[tuple[str, str]] = (),
) -> tuple[CodeSample, ...]:
    """Return programs that do what an operation says, for the first server with a known protocol.

    :param example: the example of a message, as pages show it.
    :param headers: the credentials that a handshake by HTTP has as headers.
    :param query: those that are parameters of its URL.
    """
    if operation.method not in (*SENDING, *RECEIVING):
        return ()
    for server in operation.servers:
        url = _fill_variables(server)
        writers = _WRITERS.get(split_url(url).scheme)
        if writers is None:
            continue
        event = as_object(operation.event)
        types = {use.scheme.type for use in (operation.security or ((),))[0]}
        has_password = not types.isdisjoint(PASSWORD_TYPES)
        settings = {
            name: value
            for name, value, _text in server.facts
            if name in (KAFKA_PROTOCOL, KAFKA_MECHANISM)
        }
        if has_password and KAFKA_MECHANISM in settings:
            settings.update({"sasl.username": USERNAME, "sasl.password": PASSWORD})
        exchange = Exchange(
            is_sending=operation.method in SENDING,
            url=url,
            address=_fill_address(get_text(event, "address"), operation),
            payload=_compact(example),
            bindings=as_object(event.get("channelBindings")),
            settings=settings,
            has_password=has_password,
            headers=dict(headers),
            query=dict(query),
        )
        return tuple(
            CodeSample(
                language=language,
                label=label,
                code=write(exchange).strip("\n"),
                generator=language,
            )
            for (language, label), write in zip(_LANGUAGES, writers, strict=True)
        )
    return ()


_LANGUAGES = (("python", "Python"), ("javascript", "JavaScript"))


def _fill_variables(server: Server) -> str:
    values = {each.name: each.value for each in server.variables}
    return _VARIABLE.sub(lambda found: values.get(found[1]) or found[0], server.url)


def _fill_address(address: str, operation: Operation) -> str:
    """Fill in the parameters of an address that have a default, an example or allowed values."""
    values: dict[str, str] = {}
    for parameter in operation.parameters:
        raw = parameter.schema.raw
        examples, enum = raw.get("examples"), raw.get("enum")
        for value in (raw.get("default"), *_first(examples), *_first(enum)):
            if isinstance(value, str | int) and not isinstance(value, bool):
                values.setdefault(parameter.name, str(value))
    return _VARIABLE.sub(lambda found: values.get(found[1], found[0]), address)


def _first(value: Any) -> list[Any]:
    return value[:1] if isinstance(value, list) else []


def _compact(example: str) -> str:
    """Return JSON on one line; other examples stay as they are."""
    try:
        return json.dumps(json.loads(example), ensure_ascii=False)
    except ValueError:
        return example


def _text(value: str | Mapping[str, str]) -> str:
    """Return a literal that Python and JavaScript both read."""
    return json.dumps(value, ensure_ascii=False)


def _quote_payload(value: str) -> str:
    """Return a string literal for JSON, without escapes if possible."""
    is_plain = value.isprintable() and "'" not in value and "\\" not in value
    return f"'{value}'" if is_plain else _text(value)


def _kafka_python(exchange: Exchange) -> str:
    topic = _text(_topic(exchange))
    settings = {"bootstrap.servers": exchange.host, **exchange.settings}
    if exchange.is_sending:
        return f"""
from confluent_kafka import Producer

producer = Producer({_kafka_settings(settings)})
producer.produce({topic}, {_quote_payload(exchange.payload)})
producer.flush()
"""
    return f"""
from confluent_kafka import Consumer

consumer = Consumer({_kafka_settings({**settings, "group.id": "example"})})
consumer.subscribe([{topic}])
while True:
    message = consumer.poll(1.0)
    if message is not None and message.error() is None:
        print(message.value().decode())
"""


def _kafka_settings(settings: Mapping[str, str]) -> str:
    """Return a dict of settings, on several lines if it would be a long one."""
    pairs = [f"{_text(name)}: {_text(value)}" for name, value in settings.items()]
    if len(pairs) <= 2:
        return f"{{{', '.join(pairs)}}}"
    lines = "".join(f"    {pair},\n" for pair in pairs)
    return f"{{\n{lines}}}"


def _kafka_javascript(exchange: Exchange) -> str:
    server, topic = _text(exchange.host), _text(_topic(exchange))
    config = f"kafkaJS: {{ brokers: [{server}] }}"
    if exchange.settings:
        lines = (f"{_text(name)}: {_text(value)}" for name, value in exchange.settings.items())
        config = "".join(f"\n  {line}," for line in (config, *lines)) + "\n"
    else:
        config = f" {config} "
    head = f"""
const {{ Kafka }} = require("@confluentinc/kafka-javascript").KafkaJS;

const kafka = new Kafka({{{config}}});
"""
    if exchange.is_sending:
        return f"""{head}const producer = kafka.producer();
await producer.connect();
await producer.send({{
  topic: {topic},
  messages: [{{ value: {_quote_payload(exchange.payload)} }}],
}});
await producer.disconnect();
"""
    return f"""{head}const consumer = kafka.consumer({{ kafkaJS: {{ groupId: "example" }} }});
await consumer.connect();
await consumer.subscribe({{ topic: {topic} }});
await consumer.run({{
  eachMessage: async ({{ message }}) => console.log(message.value.toString()),
}});
"""


def _topic(exchange: Exchange) -> str:
    """Return the Kafka topic, which a binding may name."""
    return get_text(as_object(exchange.bindings.get("kafka")), "topic") or exchange.address


def _mqtt_python(exchange: Exchange) -> str:
    is_secure = split_url(exchange.url).scheme in ("mqtts", "secure-mqtt")
    login = f"client.username_pw_set({_text(USERNAME)}, {_text(PASSWORD)})\n"
    secure = (login if exchange.has_password else "") + ("client.tls_set()\n" if is_secure else "")
    port = exchange.port(8883 if is_secure else 1883)
    topic = _text(exchange.address if exchange.is_sending else _mqtt_filter(exchange.address))
    head = """
import paho.mqtt.client as mqtt

client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
"""
    connect = f"{secure}client.connect({_text(exchange.hostname)}, {port})\n"
    if exchange.is_sending:
        return f"""{head}{connect}client.loop_start()
client.publish({topic}, {_quote_payload(exchange.payload)}).wait_for_publish()
client.disconnect()
"""
    return f"""{head}client.on_message = lambda *call: print(call[-1].payload.decode())
{connect}client.subscribe({topic})
client.loop_forever()
"""


def _mqtt_javascript(exchange: Exchange) -> str:
    scheme = split_url(exchange.url).scheme
    protocol = "mqtts" if scheme in ("mqtts", "secure-mqtt") else "mqtt"
    url = _text(f"{protocol}://{exchange.host}")
    if exchange.has_password:
        login = f"  username: {_text(USERNAME)},\n  password: {_text(PASSWORD)},\n"
        url = f"{url}, {{\n{login}}}"
    head = f"""
import mqtt from "mqtt";

const client = await mqtt.connectAsync({url});
"""
    if exchange.is_sending:
        topic, payload = _text(exchange.address), _quote_payload(exchange.payload)
        return f"""{head}await client.publishAsync({topic}, {payload});
await client.endAsync();
"""
    return f"""{head}client.on("message", (topic, payload) => console.log(payload.toString()));
await client.subscribeAsync({_text(_mqtt_filter(exchange.address))});
"""


def _mqtt_filter(address: str) -> str:
    """Return the topic filter of an address: a parameter without a value matches one level."""
    return _VARIABLE.sub("+", address)


def _amqp_python(exchange: Exchange) -> str:
    head = f"""
import pika

connection = pika.BlockingConnection(pika.URLParameters({_text(_amqp_url(exchange))}))
channel = connection.channel()
"""
    queue = _text(_queue(exchange))
    if exchange.is_sending:
        return f"""{head}channel.basic_publish(
    exchange={_text(_amqp_exchange(exchange))},
    routing_key={queue},
    body={_quote_payload(exchange.payload)},
)
connection.close()
"""
    return f"""{head}channel.queue_declare(queue={queue})
for method, properties, body in channel.consume({queue}):
    print(body.decode())
    channel.basic_ack(method.delivery_tag)
"""


def _amqp_javascript(exchange: Exchange) -> str:
    queue = _text(_queue(exchange))
    head = f"""
import amqp from "amqplib";

const connection = await amqp.connect({_text(_amqp_url(exchange))});
const channel = await connection.createChannel();
"""
    if exchange.is_sending:
        return f"""{head}channel.publish(
  {_text(_amqp_exchange(exchange))},
  {queue},
  Buffer.from({_quote_payload(exchange.payload)}),
);
await channel.close();
await connection.close();
"""
    return f"""{head}await channel.assertQueue({queue});
await channel.consume({queue}, (message) => {{
  console.log(message.content.toString());
  channel.ack(message);
}});
"""


def _amqp_url(exchange: Exchange) -> str:
    scheme = split_url(exchange.url).scheme
    login = f"{USERNAME}:{PASSWORD}@" if exchange.has_password else ""
    return f"{'amqps' if scheme == 'amqps' else 'amqp'}://{login}{_SCHEME.sub('', exchange.url)}"


def _amqp_exchange(exchange: Exchange) -> str:
    binding = as_object(exchange.bindings.get("amqp"))
    name = get_text(as_object(binding.get("exchange")), "name")
    return "" if name == "default" else name


def _queue(exchange: Exchange) -> str:
    binding = as_object(exchange.bindings.get("amqp"))
    return get_text(as_object(binding.get("queue")), "name") or exchange.address


def _websocket_python(exchange: Exchange) -> str:
    body = (
        f"websocket.send({_quote_payload(exchange.payload)})\n    print(websocket.recv())"
        if exchange.is_sending
        else "for message in websocket:\n        print(message)"
    )
    headers = f"headers = {_text(exchange.headers)}\n" if exchange.headers else ""
    option = ", additional_headers=headers" if headers else ""
    return f"""
from websockets.sync.client import connect

{headers}with connect({_text(exchange.path_url)}{option}) as websocket:
    {body}
"""


def _websocket_javascript(exchange: Exchange) -> str:
    send = (
        f'\nsocket.addEventListener("open", () => socket.send({_quote_payload(exchange.payload)}));'
        if exchange.is_sending
        else ""
    )
    head, option = "", ""
    if exchange.headers:
        # Browsers send no headers of a page; this package of Node.js does.
        head = f'import WebSocket from "ws";\n\nconst headers = {_text(exchange.headers)};\n'
        option = ", { headers }"
    return f"""
{head}const socket = new WebSocket({_text(exchange.path_url)}{option});{send}
socket.addEventListener("message", (event) => console.log(event.data));
"""


_Writers = tuple[Callable[[Exchange], str], Callable[[Exchange], str]]
_KAFKA: _Writers = (_kafka_python, _kafka_javascript)
_MQTT: _Writers = (_mqtt_python, _mqtt_javascript)
_AMQP: _Writers = (_amqp_python, _amqp_javascript)
_WEBSOCKET: _Writers = (_websocket_python, _websocket_javascript)
_WRITERS: Mapping[str, _Writers] = {
    **dict.fromkeys(("kafka", "kafka-secure"), _KAFKA),
    **dict.fromkeys(("mqtt", "mqtt5", "mqtts", "secure-mqtt"), _MQTT),
    **dict.fromkeys(("amqp", "amqps"), _AMQP),
    **dict.fromkeys(("ws", "wss"), _WEBSOCKET),
}
"""The programs in Python and JavaScript, by protocol."""
