"""Small API clients: each reads a collection from its file and prepares its requests."""

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

VARIABLE = re.compile(r"\{\{(\w+)\}\}")
FILE = b"%PDF-1.7 a file"
BOUNDARY = "client-boundary"


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A request with the values of all variables."""

    folder: str
    name: str
    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Variables:
    """The variables of a collection; base URLs lead to another server."""

    def __init__(self, values: Mapping[str, str], server: str) -> None:
        self.values = dict(values)
        for name in filter(re.compile(r"baseUrl\d*").fullmatch, values):
            url = self.fill(values[name])
            assert urlsplit(url).scheme == "https" or url.startswith("http://"), url
            self.values[name] = server + urlsplit(url).path

    def fill(self, text: str) -> str:
        while VARIABLE.search(text):
            text = VARIABLE.sub(lambda found: self.values[found[1]], text)
        return text


def basic(user: str, password: str) -> str:
    return f"Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}"


def multipart(parts: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    content = b"".join(
        f"--{BOUNDARY}\r\n{head}\r\n\r\n".encode() + data + b"\r\n" for head, data in parts
    )
    media_type = f"multipart/form-data; boundary={BOUNDARY}"
    return media_type, content + f"--{BOUNDARY}--\r\n".encode()


def read_http_file(text: str, server: str) -> Iterator[Sent]:
    head, *requests = re.split(r"^### ", text, flags=re.MULTILINE)
    variables = Variables(dict(re.findall(r"^@(\w+) = (.*)$", head, re.MULTILINE)), server)
    for request in requests:
        title, line, *rest = request.rstrip("\n").split("\n")
        folder, _, name = title.rpartition(" / ")
        method, url = line.split(" ")
        end = rest.index("") if "" in rest else len(rest)
        headers = [tuple(variables.fill(each).split(": ", 1)) for each in rest[:end]]
        for number, (key, value) in enumerate(headers):
            if value.startswith(("Basic ", "Digest ")):
                headers[number] = (key, basic(*value.split(" ")[1:]))
        is_multipart = any("multipart/" in value for _, value in headers)
        lines = [
            FILE if each.startswith("< ./") else variables.fill(each).encode()
            for each in rest[end + 1 :]
        ]
        body = (b"\r\n" if is_multipart else b"\n").join(lines)
        yield Sent(
            folder=folder,
            name=name,
            method=method,
            url=variables.fill(url),
            headers=tuple(headers),
            body=body,
        )


def read_postman(text: str, server: str) -> Iterator[Sent]:
    data = json.loads(text)
    variables = Variables({each["key"]: each["value"] for each in data["variable"]}, server)

    def walk(items: list[Any], folder: str) -> Iterator[Sent]:
        for item in items:
            if "item" in item:
                yield from walk(item["item"], f"{folder} / {item['name']}".removeprefix(" / "))
            else:
                yield prepare(item["name"], item["request"], folder)

    def prepare(name: str, request: Any, folder: str) -> Sent:
        url = request["url"]
        values = {f":{each['key']}": each["value"] for each in url["variable"]}
        path = "/".join(values.get(segment, segment) for segment in url["path"])
        query = "&".join(
            f"{each['key']}={each['value']}" for each in url["query"] if not each.get("disabled")
        )
        headers = {
            each["key"]: each["value"] for each in request["header"] if not each.get("disabled")
        }
        auth = request["auth"]
        given = {each["key"]: each["value"] for each in auth.get(auth["type"], [])}
        if auth["type"] == "bearer":
            headers["Authorization"] = f"Bearer {given['token']}"
        elif auth["type"] in ("basic", "digest"):
            headers["Authorization"] = basic(
                variables.fill(given["username"]), variables.fill(given["password"])
            )
        body = request.get("body") or {"mode": "raw", "raw": ""}
        content = {
            "raw": lambda: body["raw"].encode(),
            "file": lambda: FILE,
            "urlencoded": lambda: urlencode(
                [(each["key"], each["value"]) for each in body["urlencoded"]]
            ).encode(),
            "formdata": lambda: b"",
        }[body["mode"]]()
        if body["mode"] == "formdata":
            headers["Content-Type"], content = multipart([*map(form_part, body["formdata"])])
        return Sent(
            folder=folder,
            name=name,
            method=request["method"],
            url=variables.fill(f"{url['host'][0]}/{path}{'?' if query else ''}{query}"),
            headers=tuple((key, variables.fill(value)) for key, value in headers.items()),
            body=content,
        )

    yield from walk(data["item"], "")


def form_part(part: Any) -> tuple[str, bytes]:
    head = f'Content-Disposition: form-data; name="{part["key"]}"'
    if part["type"] == "file":
        head += f'; filename="{part["src"]}"'
    if "contentType" in part:
        head += f"\r\nContent-Type: {part['contentType']}"
    return head, FILE if part["type"] == "file" else part["value"].encode()


def read_bruno(text: str, server: str) -> Iterator[Sent]:
    data = json.loads(text)
    given = {each["name"]: each["value"] for each in data["request"]["variables"]}
    variables = Variables(given, server)

    def walk(items: list[Any], folder: str) -> Iterator[Sent]:
        for number, item in enumerate(items, start=1):
            info = item["info"]
            assert info["seq"] == number
            if info["type"] == "folder":
                yield from walk(item["items"], f"{folder} / {info['name']}".removeprefix(" / "))
            else:
                yield prepare(info["name"], item["http"], folder)

    def prepare(name: str, request: Any, folder: str) -> Sent:
        url, _, query = request["url"].partition("?")
        params = [each for each in request["params"] if not each.get("disabled")]
        sent = [
            f"{each['name']}={each['value']}" if each["value"] else each["name"]
            for each in params
            if each["type"] == "query"
        ]
        assert query == "&".join(sent)
        values = {f":{each['name']}": each["value"] for each in params if each["type"] == "path"}
        url = "/".join(values.get(segment, segment) for segment in url.split("/"))
        headers = {
            each["name"]: each["value"] for each in request["headers"] if not each.get("disabled")
        }
        auth = request.get("auth") or {"type": "none"}
        if auth["type"] == "bearer":
            headers["Authorization"] = f"Bearer {auth['token']}"
        elif auth["type"] in ("basic", "digest"):
            headers["Authorization"] = basic(
                variables.fill(auth["username"]), variables.fill(auth["password"])
            )
        body = request.get("body") or {"type": "text", "data": ""}
        kind, content = body["type"], body["data"]
        if kind == "form-urlencoded":
            content = urlencode([(each["name"], each["value"]) for each in content]).encode()
        elif kind == "multipart-form":
            parts = [{**each, "key": each["name"], "src": each["value"][0]} for each in content]
            headers["Content-Type"], content = multipart([*map(form_part, parts)])
        else:
            content = FILE if kind == "file" else content.encode()
        return Sent(
            folder=folder,
            name=name,
            method=request["method"],
            url=variables.fill(url + ("?" if query else "") + query),
            headers=tuple((key, variables.fill(value)) for key, value in headers.items()),
            body=content,
        )

    yield from walk(data["items"], "")


CLIENTS: Mapping[str, Callable[[str, str], Iterator[Sent]]] = {
    "postman": read_postman,
    "bruno": read_bruno,
    "http": read_http_file,
}
