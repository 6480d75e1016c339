"""Samples say in every language what the request says, whatever its texts hold."""

import json
import os
import subprocess
import sys
import types
from dataclasses import replace
from pathlib import Path

import pytest

from sphinx_sitejson.http_messages.request import (
    BasicAuth,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    TextBody,
)
from sphinx_sitejson.http_messages.samples import LANGUAGES, SCRIPTS

from .support import (
    BODIES,
    FULL,
    PRINTABLE,
    TRICKY_VALUE,
    URL,
    code_of,
    request_of,
    run_if_present,
)

each_body = pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("quoteShell", "plain-1.2", "plain-1.2"),
        ("quoteShell", '$(id) `id` "q"', "'$(id) `id` \"q\"'"),
        ("quoteShell", "it's", "'it'\\''s'"),
        ("quoteShell", "a\nb", "'a\nb'"),
        ("quoteShell", "a\rb'\\\0", "$'a\\rb\\'\\\\�'"),
        ("quoteShell", "", "''"),
        ("quotePython", "a'b\"c\\\n\0\u2028", '"a\'b\\"c\\\\\\n\\x00\\u2028"'),
        ("quotePython", 'say "hi"', "'say \"hi\"'"),
        ("quoteScript", "</script>${x}`\u2028", '"<\\/script>${x}`\\u2028"'),
        ("quotePhp", "it's $x \\", "'it\\'s $x \\\\'"),
        ("quotePhp", '$x {$y}\n"\0\u202e', '"\\$x {\\$y}\\n\\"\\x00\\u{202e}"'),
        ("quoteGo", 'a"b\\c\n\0`\u202e', '"a\\"b\\\\c\\n\\u0000`\\u202e"'),
        ("quoteGo", "\ud800", '"\\ufffd"'),
        ("quoteJava", 'a"b\\u0022\n\0\u2028😀', '"a\\"b\\\\u0022\\n\\000\\u2028😀"'),
        ("quoteRuby", '#{x} #$x "\\\0', '"\\#{x} \\#$x \\"\\\\\\u{0}"'),
        ("quoteCSharp", 'a"b\\\n{x}\0\U000e0001', '"a\\"b\\\\\\n{x}\\u0000\\udb40\\udc01"'),
        ("quotePowerShell", "it's $x `n", "'it''s $x `n'"),
        ("quotePowerShell", "\u2018a\u2019", "'\u2018\u2018a\u2019\u2019'"),
        ("quotePowerShell", '$x\n`"\u201c\0', '"`$x`n```"`\u201c`0"'),
    ],
)
def test_strings(quote, text, expected):
    assert SCRIPTS.call(quote, text) == expected


@each_body
@pytest.mark.parametrize("name", LANGUAGES)
def test_every_sample_can_be_stored_and_shows_nothing_hidden(name, body):
    code = code_of(name, request_of(body))

    assert code.encode()
    assert all(char.isprintable() or char in "\n\t" for char in code)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_method_of_any_name(name):
    code = code_of(name, request_of(method="QUERY"))

    assert "QUERY" in code


# Python


class StubRequests(types.ModuleType):
    def __init__(self):
        super().__init__("requests")
        self.calls = []

    def __getattr__(self, name):
        def call(*arguments, **options):
            self.calls.append((name, arguments, options))
            return types.SimpleNamespace(text="")

        return call


def run_python(request, monkeypatch):
    stub = StubRequests()
    monkeypatch.setitem(sys.modules, "requests", stub)
    scope = {"open": lambda name, mode: f"<{name}>"}
    exec(compile(code_of("python", request), "sample.py", "exec"), scope)
    return stub.calls[0]


def test_python_says_all_of_a_request(monkeypatch, capsys):
    name, arguments, options = run_python(FULL, monkeypatch)

    assert (name, arguments) == ("post", (URL,))
    assert options == {
        "headers": dict(FULL.headers),
        "cookies": {"a": "1", "b": "2"},
        "auth": ("<username>", "<password>"),
        "json": TRICKY_VALUE,
    }


@each_body
def test_python_bodies(body, monkeypatch, capsys):
    _, _, options = run_python(request_of(body), monkeypatch)

    if isinstance(body, JsonBody) and body.value is not None:
        assert options["json"] == body.value
    elif isinstance(body, FormBody):
        given = options["data"]
        assert tuple(given.items() if isinstance(given, dict) else given) == body.fields
    elif isinstance(body, TextBody):
        assert options["data"] == body.text.encode()
    elif isinstance(body, MultipartBody):
        assert options["files"] == [
            ("text", (None, PRINTABLE)),
            ("meta", (None, '{"a":1}', "application/json")),
            ("file", ("image.png", "<image.png>", "image/png")),
            ("file", ("file.bin", "<file.bin>", "application/octet-stream")),
        ]


def test_python_keeps_large_numbers(monkeypatch, capsys):
    request = request_of(JsonBody(value=[10**20, 1e300]))

    assert run_python(request, monkeypatch)[2]["json"] == [10**20, 1e300]


# Shells


def words_of(code, command, tmp_path):
    """Return the words that a shell passes to a command; the home and the folder stay empty."""
    script = f'{command}() {{ printf "%s\\0" "$@"; }}\n{code}\n'
    output = run_if_present("bash", "-c", script, cwd=tmp_path, env={"LC_ALL": "C.UTF-8"})
    return None if output is None else output.split("\0")[:-1]


@each_body
def test_bash_passes_every_text_unchanged(body, tmp_path):
    words = words_of(code_of("bash", replace(FULL, body=body)), "curl", tmp_path)

    if words is not None:
        assert words[:4] == ["--request", "POST", "--url", URL]
        assert f"X-Text: {dict(FULL.headers)['X-Text']}" in words
        assert "X-Empty;" in words
        assert words[words.index("--cookie") + 1] == "a=1; b=2"
        if isinstance(body, JsonBody):
            assert json.loads(words[-1]) == body.value
        elif isinstance(body, TextBody):
            assert words[-1] == body.text
        elif isinstance(body, FormBody):
            assert all(f"text={PRINTABLE}" in words for name, _ in body.fields if name == "text")
    assert code_of("bash", request_of()).startswith("curl --request GET \\\n  --url ")


def test_curl_reads_no_file_that_the_document_names():
    texts = {"a": "@/etc/passwd", "b": "<x", "c=@/etc/passwd": "x;type=y"}
    sneaky = MultipartBody(parts=tuple(Part(name=name, text=texts[name]) for name in texts))
    form = FormBody(fields=(("a@/etc/passwd", "1"), ("b", "@x")))

    assert "--form-string a=@/etc/passwd" in code_of("bash", request_of(sneaky))
    assert "--form-string 'b=<x'" in code_of("bash", request_of(sneaky))
    assert "--form-string 'c%3D@/etc/passwd=x;type=y'" in code_of("bash", request_of(sneaky))
    assert "--data-urlencode a%40%2Fetc%2Fpasswd=1" in code_of("bash", request_of(form))
    assert "--data-raw @/etc/passwd" in code_of("bash", request_of(BODIES["text with an at"]))


def test_curl_reads_no_list_in_a_url():
    assert "--location --globoff" in code_of("bash", replace(request_of(), url="{host}/a[1]"))


def test_a_digest_is_made_by_those_that_can():
    digest = request_of(basic_auth=BasicAuth(scheme="digest"))

    assert "--digest --user '<username>:<password>'" in code_of("bash", digest)
    assert 'auth=HTTPDigestAuth("<username>", "<password>")' in code_of("python", digest)
    assert "CURLOPT_HTTPAUTH => CURLAUTH_DIGEST" in code_of("php", digest)
    assert "--auth-type digest" in code_of("httpie", digest)
    assert all(
        "Digest <credentials>" in code_of(name, digest) for name in ("node", "go", "java", "ruby")
    )


def test_curl_asks_for_a_head_without_waiting():
    assert code_of("bash", request_of(method="HEAD")).startswith("curl --head \\\n")


@each_body
def test_httpie_passes_every_text_unchanged(body, tmp_path):
    words = words_of(code_of("httpie", request_of(body)), "http", tmp_path)

    if words is not None and isinstance(body, JsonBody):
        assert json.loads(words[-1]) == body.value
    if words is not None and isinstance(body, TextBody):
        assert words[-2:] == ["--raw", body.text]


def test_httpie_gives_no_separator_another_meaning():
    form = FormBody(fields=(("a", "@/etc/passwd"), ("b:c@d", "=x"), ("--output", "x")))
    code = code_of("httpie", request_of(form, headers=(("X-Empty", ""), ("X-At", "@x"))))

    assert "a=\\@/etc/passwd'" in code
    assert "'b\\:c\\@d=\\=x'" in code
    assert "  -- \\\n" in code
    assert "X-Empty\\;" not in code and "'X-Empty;'" in code
    assert "'X-At:\\@x'" in code


# Read by the tools themselves, where the machine has them


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "image.png").write_bytes(b"png")
    (tmp_path / "file.bin").write_bytes(b"bytes\0")
    return tmp_path


@pytest.mark.wide
@pytest.mark.parametrize(
    ("name", "command", "file"),
    [
        ("php", ("php", "-l", "sample.php"), "sample.php"),
        ("go", ("gofmt", "-e", "sample.go"), "sample.go"),
        ("ruby", ("ruby", "-c", "sample.rb"), "sample.rb"),
    ],
)
@each_body
def test_the_tools_of_other_languages_can_read_the_samples(name, command, file, body, folder):
    code = code_of(name, replace(FULL, body=body))
    (folder / file).write_text(code, encoding="utf-8")

    run_if_present(*command, cwd=folder)
    assert URL in code


# JavaScript in a browser


BROWSER_STUB = """
globalThis.document = { querySelector: () => ({ files: [new Blob(["png"])] }) };
globalThis.fetch = async (url, options) => {
  const form = options?.body instanceof FormData && [...options.body].map(([name]) => name);
  const body = form || String(options?.body);
  process.stdout.write(JSON.stringify({ ...options, url, body }) + "\\n");
  return { text: async () => "" };
};
console.log = () => {};
"""


def test_javascript_for_browsers(folder):
    imports = BROWSER_STUB
    for number, body in enumerate(BODIES.values()):
        code = code_of("javascript", replace(FULL, body=body))
        assert 'credentials: "include"' in code
        (folder / f"sample{number}.mjs").write_text(code, encoding="utf-8")
        imports += f'await import("./sample{number}.mjs");\n'
    (folder / "main.mjs").write_text(imports, encoding="utf-8")

    output = run_if_present("node", "main.mjs", cwd=folder)
    if output is not None:
        for line, body in zip(output.strip().split("\n"), BODIES.values(), strict=True):
            assert_called(json.loads(line), body)
    assert "fileInput.files[0]" in code_of("javascript", request_of(BODIES["file"]))
    assert 'await readFile("file.bin")' in code_of("node", request_of(BODIES["file"]))


def assert_called(call, body):
    assert (call["url"], call["method"]) == (URL, "POST")
    assert call["headers"]["X-Text"] == dict(FULL.headers)["X-Text"]
    if isinstance(body, JsonBody):
        assert json.loads(call["body"]) == body.value
    if isinstance(body, MultipartBody):
        # A text with a type is no part that a form of the browser can hold.
        assert call["body"] == "[object Blob]"


# Languages that the machine may not have


def test_php_keeps_json_in_a_text_that_nothing_can_end():
    code = code_of("php", request_of(BODIES["json"]))

    assert "CURLOPT_POSTFIELDS => <<<'BODY'\n    {\n" in code
    assert code.count("BODY") == 2
    text = code.partition("<<<'BODY'\n")[2].partition("\n    BODY")[0]
    assert json.loads(text) == TRICKY_VALUE


def test_php_forms_and_parts():
    form = code_of("php", request_of(BODIES["form with a name twice"]))
    parts = code_of("php", request_of(BODIES["parts"]))

    assert (
        "implode('&', [\n        'a=' . urlencode('1'),\n        'a=' . urlencode('2'),\n" in form
    )
    assert "file_get_contents('image.png')" in parts
    assert "multipart/form-data; boundary=" in parts
    plain = MultipartBody(parts=(Part(name="a", text="1"), Part(name="b", file_name="x.bin")))
    code = code_of("php", request_of(plain))
    assert "'b' => new CURLFile('x.bin', 'application/octet-stream'),\n" in code


def test_go_imports_what_it_uses_and_nothing_else():
    for body in BODIES.values():
        code = code_of("go", request_of(body))
        imports, _, rest = code.partition(")\n")
        names = [line.strip().strip('"') for line in imports.splitlines() if line.startswith("\t")]
        assert names == sorted(names)
        packages = {name.rpartition("/")[2] for name in names}
        used = {"bytes", "fmt", "http", "io", "multipart", "os", "strings", "textproto", "url"}
        assert packages == {name for name in used if f"{name}." in without_strings(rest)}


def without_strings(code):
    return "\n".join(line for line in code.splitlines() if line.startswith("\t"))


def test_go_uses_raw_strings_only_where_they_hold():
    plain = code_of("go", request_of(JsonBody(value={"a": "b"})))
    tricky = code_of("go", request_of(BODIES["json"]))

    assert 'body := strings.NewReader(`{\n  "a": "b"\n}`)' in plain
    assert 'body := strings.NewReader("{\\n' in tricky


def test_ruby_json_is_not_evaluated():
    code = code_of("ruby", request_of(BODIES["json"]))
    text = code.partition("<<~'JSON'.chomp\n")[2].partition("\nJSON\n")[0]

    assert json.loads(text) == TRICKY_VALUE


def test_csharp_json_is_between_enough_quotes():
    code = code_of("csharp", request_of(JsonBody(value={"a": '""""'})))

    assert code.count('"""\n    {\n      "a": "\\"\\"\\"\\""\n    }\n    """') == 1
    assert 'StringContent("""\n    ""\n    """,' in code_of(
        "csharp", request_of(JsonBody(value=""))
    )


def test_powershell_json_is_not_expanded():
    code = code_of("powershell", request_of(BODIES["json"]))
    text = code.partition("@'\n")[2].partition("\n'@\n")[0]

    assert json.loads(text) == TRICKY_VALUE
    assert "CustomMethod = 'QUERY'" in code_of("powershell", request_of(method="QUERY"))


def test_the_same_every_time():
    script = (
        "from tests.http_messages.support import BODIES, FULL, LANGUAGES, code_of\n"
        "from dataclasses import replace\n"
        "for body in BODIES.values():\n"
        "    for name in LANGUAGES:\n"
        "        print(ascii(code_of(name, replace(FULL, body=body))))\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert outputs[0] == outputs[1] != b""
