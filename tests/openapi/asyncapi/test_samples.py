"""Samples send and receive messages; those for WebSocket are run."""

import ast
import base64
import hashlib
import shutil
import socket
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from sphinx_sitejson.openapi.document import FACTS_KEY, read_server
from sphinx_sitejson.openapi.model import Operation, SchemeUse, SecurityScheme
from sphinx_sitejson.reference.views.event_page import message_samples

EXAMPLE = '{\n  "ship": "O\'Hara",\n  "length": 12\n}'
PROTOCOLS = {
    "kafka://broker.example.com:9092": ("confluent_kafka", "@confluentinc/kafka-javascript"),
    "mqtts://broker.example.com": ("paho.mqtt.client", 'from "mqtt"'),
    "amqp://broker.example.com/vhost": ("pika", 'from "amqplib"'),
    "wss://broker.example.com/ws": ("websockets.sync.client", "new WebSocket("),
}
NODE = shutil.which("node")


def operation_at(
    url: str, method: str = "SEND", address: str = "ships/arrived", **server: object
) -> Operation:
    servers = (read_server({"url": url, **server}),)
    return Operation(method=method, path="o", event={"address": address}, servers=servers)


@pytest.mark.parametrize("method", ["SEND", "RECEIVE", "PUBLISH", "SUBSCRIBE"])
@pytest.mark.parametrize("url", PROTOCOLS)
def test_each_protocol_has_programs_in_python_and_javascript(url, method):
    python, javascript = message_samples(operation_at(url, method), EXAMPLE)

    assert PROTOCOLS[url][0] in python.code
    assert PROTOCOLS[url][1] in javascript.code
    is_sending = method in ("SEND", "PUBLISH")
    tree = ast.parse(python.code)
    literals = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert ('{"ship": "O\'Hara", "length": 12}' in literals) == is_sending
    assert ("Hara" in javascript.code) == is_sending


SCRAM = {
    FACTS_KEY: [["security.protocol", "SASL_SSL", ""], ["sasl.mechanism", "SCRAM-SHA-256", ""]]
}


@pytest.mark.parametrize("method", ["SEND", "RECEIVE"])
def test_kafka_clients_are_set_up_for_the_security_of_the_server(method):
    operation = operation_at("kafka-secure://a:9093", method, **SCRAM)
    python, javascript = message_samples(operation, EXAMPLE)

    for line in ('"security.protocol": "SASL_SSL",', '"sasl.mechanism": "SCRAM-SHA-256",'):
        assert f"\n    {line}\n" in python.code
        assert f"\n  {line}\n" in javascript.code
    ast.parse(python.code)


def with_password(operation: Operation) -> Operation:
    scheme = SecurityScheme(name="login", type="scramSha256")
    return replace(operation, security=((SchemeUse(scheme=scheme),),))


PASSWORD_LINES = {
    "kafka://a": ('"sasl.username": "<username>"', '"sasl.password": "<password>"'),
    "mqtt://a": ("<username>", "<password>"),
    "amqp://a": ("amqp://<username>:<password>@a",),
}


@pytest.mark.parametrize("method", ["SEND", "RECEIVE"])
@pytest.mark.parametrize("url", PASSWORD_LINES)
def test_clients_of_servers_with_a_password_have_placeholders_for_it(url, method):
    public = operation_at(url, method, **SCRAM)
    for sample in message_samples(with_password(public), EXAMPLE):
        assert all(line in sample.code for line in PASSWORD_LINES[url])
    for sample in message_samples(public, EXAMPLE):
        assert "<" not in sample.code


@pytest.mark.parametrize("url", ["http://[::1", "mqtt://[::1"])
def test_a_server_whose_url_is_invalid_is_no_trouble(url):
    assert len(message_samples(operation_at(url), EXAMPLE)) == (2 if url.startswith("mqtt") else 0)


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_the_programs_are_javascript(tmp_path):
    for number, url in enumerate(PROTOCOLS):
        for method in ("SEND", "RECEIVE"):
            operation = with_password(operation_at(url, method, **SCRAM))
            code = message_samples(operation, EXAMPLE)[1].code
            is_module = "require(" not in code
            file = tmp_path / f"{number}{method}.{'mjs' if is_module else 'cjs'}"
            file.write_text(code if is_module else f"(async () => {{\n{code}\n}});\n")
            subprocess.run([str(NODE), "--check", str(file)], check=True)


def test_parameters_of_the_address_are_filled_in_and_others_match_all_topics():
    first = operation_at("mqtt://a", "RECEIVE", "{harbour}/{ship}")

    code = message_samples(first, EXAMPLE)[0].code
    assert 'client.subscribe("+/+")' in code


@pytest.mark.parametrize("url", ["nats://a", "https://a", ""])
def test_other_protocols_have_none(url):
    assert message_samples(operation_at(url), EXAMPLE) == ()
    assert message_samples(replace(operation_at("ws://a"), method="CHANNEL"), EXAMPLE) == ()


def answer_one_client(server: socket.socket, received: list[str]) -> None:
    """Answer the handshake of a WebSocket and one message, then close (RFC 6455)."""
    client, _address = server.accept()
    with client:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(4096)
        received.append(head.split(b" ")[1].decode())
        lines = dict(
            line.split(": ", 1) for line in head.decode().split("\r\n")[1:] if ": " in line
        )
        received.append(lines.get("Authorization", ""))
        key = next(value for name, value in lines.items() if name.lower() == "sec-websocket-key")
        magic = f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()
        accept = base64.b64encode(hashlib.sha1(magic).digest())
        client.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )
        frame = client.recv(4096)
        length, mask = frame[1] & 127, frame[2:6]
        text = bytes(byte ^ mask[at % 4] for at, byte in enumerate(frame[6 : 6 + length]))
        received.append(text.decode())
        client.sendall(b"\x81\x05moors" + b"\x88\x02\x03\xe8")
        client.recv(4096)


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_programs_for_websocket_talk_to_a_server(tmp_path, language):
    if language == "javascript" and NODE is None:
        pytest.skip("needs Node.js")
    received: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=answer_one_client, args=(server, received))
        thread.start()
        url = f"ws://127.0.0.1:{server.getsockname()[1]}/v1"
        # In JavaScript, headers need a package that is not installed here.
        headers = {"Authorization": "Bearer a1"} if language == "python" else {}
        samples = message_samples(
            operation_at(url, address="/ships"),
            '{"ship": 1}',
            headers=headers.items(),
            query=[("key", "k1")],
        )
        code = next(sample.code for sample in samples if sample.language == language)
        file = tmp_path / "sample"
        file.write_text(code)
        runs = {
            "python": [sys.executable, str(file)],
            # Needed before Node.js 22, and ignored by later ones.
            "javascript": [str(NODE), "--experimental-websocket", str(file)],
        }
        done = subprocess.run(
            runs[language], check=True, capture_output=True, text=True, timeout=60
        )
        thread.join(timeout=10)

    assert done.stdout.strip() == "moors"
    assert received == ["/v1/ships?key=k1", headers.get("Authorization", ""), '{"ship": 1}']


def test_in_javascript_a_package_sends_the_headers_of_the_handshake():
    headers = {"Authorization": "Bearer <token>", "Cookie": "key=<api-key>"}
    operation = operation_at("wss://a", address="ships?new=1")
    _python, javascript = message_samples(
        operation, EXAMPLE, headers=headers.items(), query=[("api key", "<api-key>")]
    )

    assert javascript.code.startswith(
        'import WebSocket from "ws";\n\n'
        'const headers = {"Authorization": "Bearer <token>", "Cookie": "key=<api-key>"};\n'
        'const socket = new WebSocket("wss://a/ships?new=1&api%20key=<api-key>", { headers });\n'
    )
