// @ts-check
"use strict";

// Parse curl commands as a shell does. Pure.

/** Options with a value, by long name; a short name comes before it, as in "X:request". */
const CURL_VALUES =
  "X:request H:header d:data data-ascii data-raw data-binary data-urlencode json F:form form-string u:user b:cookie A:user-agent e:referer T:upload-file url url-query oauth2-bearer o:output m:max-time x:proxy c:cookie-jar E:cert cert-type key cacert capath w:write-out connect-timeout retry retry-delay resolve connect-to interface aws-sigv4 U:proxy-user r:range max-redirs D:dump-header K:config noproxy ciphers tls-max unix-socket y:speed-time Y:speed-limit limit-rate".split(
    " "
  );
/** Options without a value that do not change the request. */
const CURL_IGNORED =
  "L:location g:globoff s:silent S:show-error v:verbose i:include f:fail N:no-buffer #:progress-bar compressed basic http1.1 http2 0:http1.0 4:ipv4 6:ipv6 fail-with-body no-progress-meter".split(
    " "
  );
/** @type {Record<string, string>} */
const CURL_FLAGS = { G: "get", I: "head", k: "insecure" };
const ANSI_ESCAPES = /** @type {Record<string, string>} */ ({
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v"
});

/** Decode the content of `$'…'`. @param {string} text */
const decodeAnsi = (text) =>
  text.replace(
    /\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3})|([^]))/g,
    (_, x, u, U, o, c) =>
      c === undefined
        ? String.fromCodePoint(Math.min(o ? parseInt(o, 8) : parseInt(x ?? u ?? U, 16), 0x10ffff))
        : (ANSI_ESCAPES[c] ?? c)
  );

/** Split a bash command into words; null if a quote is not closed. @param {string} text @returns {string[] | null} */
function splitBash(text) {
  const pieces = /\\\r?\n|\\([^])|'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|(\s+)|([^\s\\'"$]+|\$)|[^]/y;
  const words = /** @type {string[]} */ ([]);
  let isInWord = false;
  for (let found; (found = pieces.exec(text));) {
    const [all, escaped, single, ansi, double, space, plain] = found;
    if (space !== undefined) isInWord = false;
    else if (!/^\\\r?\n$/.test(all)) {
      const part =
        escaped ??
        single ??
        (ansi === undefined ? undefined : decodeAnsi(ansi)) ??
        double?.replace(/\\\r?\n/g, "").replace(/\\(["\\$`])/g, "$1") ??
        plain;
      if (part === undefined) return null;
      if (!isInWord) words.push("");
      words[words.length - 1] += part;
      isInWord = true;
    }
  }
  return words;
}

/**
 * Split a command of cmd.exe, in which "^" escapes the next character, into words.
 * @param {string} text
 * @returns {string[] | null}
 */
function splitCmd(text) {
  // Between unescaped quotes, "^" is an ordinary character.
  const line = text.replace(/("[^"\r\n]*")|\^(\r?\n)(\r?\n)?|\^([^])/g, (_, quoted, end, more, char) =>
    quoted !== undefined ? quoted : end === undefined ? char : more ? "\n" : ""
  );
  const pieces = /"((?:[^"\\]|\\[^]|"")*)"|(\s+)|([^\s"]+)|[^]/y;
  const words = /** @type {string[]} */ ([]);
  let isInWord = false;
  for (let found; (found = pieces.exec(line));) {
    const [, quoted, space, plain] = found;
    if (space !== undefined) isInWord = false;
    else {
      const part = quoted?.replace(/\\([\\"])|""/g, (_, char) => char ?? '"') ?? plain;
      if (part === undefined) return null;
      if (!isInWord) words.push("");
      words[words.length - 1] += part;
      isInWord = true;
    }
  }
  return words;
}

/**
 * Parse a curl command into a request and the options that the form cannot represent; null if it is not a curl command.
 * @param {string} text
 */
function parseCurl(text) {
  const words = (/\^(\r?\n|")/.test(text) && !/\\\r?\n/.test(text) ? splitCmd : splitBash)(
    text.trim().replace(/^[$>%]\s+/, "")
  );
  if (!words || !/^(.*[\\/])?curl(\.exe)?$/i.test(words[0] ?? "")) return null;
  const end = words.findIndex((word) => /^(\d?>>?|<|\|\|?|&&?|;)$/.test(word));
  const omitted = end < 0 ? [] : [words.slice(end).join(" ")];
  const found = {
    method: "",
    url: "",
    headers: /** @type {Pair[]} */ ([]),
    cookies: /** @type {Pair[]} */ ([]),
    user: "",
    /** @type {string | null} */ data: null,
    file: "",
    isJson: false,
    parts: /** @type {{name: string, text: string, file?: string}[]} */ ([]),
    query: "",
    omitted
  };
  let isGet = false;
  const add = (/** @type {string} */ text, joiner = "&") =>
    void (found.data = found.data === null ? text : `${found.data}${joiner}${text}`);
  const header = (/** @type {string} */ name, /** @type {string} */ value) => void found.headers.push([name, value]);
  const form = (/** @type {string} */ value, isPlain = false) => {
    const [, name, rest] = /^([^=]*)=([^]*)$/.exec(value) ?? [];
    if (name === undefined) return void omitted.push(value);
    const [, quoted, bare = ""] = isPlain ? [, , rest] : (/^[@<]?(?:"((?:[^"\\]|\\[^])*)"|([^;]*))/.exec(rest) ?? []);
    const content = quoted?.replace(/\\(["\\])/g, "$1") ?? bare;
    const isFile = !isPlain && /^[@<]/.test(rest);
    found.parts.push({ name: name.replaceAll("%3D", "="), text: content, ...(isFile ? { file: content } : {}) });
  };
  const data = (/** @type {string} */ value) => {
    if (value.startsWith("@")) found.file = value.slice(1);
    else add(value);
  };
  const handlers = /** @type {Record<string, (value: string) => void>} */ ({
    request: (value) => void (found.method = value),
    url: (value) => {
      if (found.url) omitted.push(value);
      else found.url = value;
    },
    header: (value) => {
      const [, name, content] = /^([^:;]+):\s*([^]*)$/.exec(value) ?? [];
      if (value.endsWith(";") && !value.includes(":")) header(value.slice(0, -1).trim(), "");
      else if (!name || !content) omitted.push(`-H ${value}`);
      else if (name.trim().toLowerCase() === "cookie") handlers.cookie(content);
      else header(name.trim(), content.trim());
    },
    cookie: (value) => {
      if (!value.includes("=")) return void omitted.push(`-b ${value}`);
      for (const each of value.split(";").filter((part) => part.trim())) {
        const [name, ...rest] = each.trim().split("=");
        found.cookies.push([name, rest.join("=")]);
      }
    },
    user: (value) => void (found.user = value),
    "user-agent": (value) => header("User-Agent", value),
    referer: (value) => header("Referer", value),
    "oauth2-bearer": (value) => header("Authorization", `Bearer ${value}`),
    data,
    "data-ascii": data,
    "data-binary": data,
    "data-raw": (value) => add(value),
    "data-urlencode": (value) => {
      const [, name, separator, content] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [, "", "=", value];
      if (separator === "@") omitted.push(`--data-urlencode ${value}`);
      else add(`${name ? `${name}=` : ""}${percentEncode(content ?? "")}`);
    },
    json: (value) => {
      found.isJson = true;
      if (value.startsWith("@")) found.file = value.slice(1);
      else add(value, "");
    },
    form,
    "form-string": (value) => form(value, true),
    "upload-file": (value) => {
      found.file = value;
      found.method ||= "PUT";
    },
    "url-query": (value) => void (found.query += `&${value}`)
  });
  const flags = /** @type {Record<string, () => void>} */ ({
    get: () => void (isGet = true),
    head: () => void (found.method ||= "HEAD")
  });
  const longName = (/** @type {string[]} */ list, /** @type {string} */ name) =>
    list
      .map((each) => each.split(":"))
      .find((each) => each[0] === name || each[1] === name)
      ?.at(-1);
  const queue = words.slice(1, end < 0 ? undefined : end);
  const option = (/** @type {string} */ name, /** @type {string} */ flagText, rest = "") => {
    const longOption = longName(CURL_VALUES, name);
    if (longOption) {
      const value = rest || (queue.shift() ?? "");
      if (handlers[longOption]) handlers[longOption](value);
      else omitted.push(`${flagText} ${value}`);
      return true;
    }
    const flag = CURL_FLAGS[name] ?? name;
    if (flags[flag]) flags[flag]();
    else if (!longName(CURL_IGNORED, name)) omitted.push(flagText);
    return false;
  };
  while (queue.length) {
    const word = String(queue.shift());
    if (word.startsWith("--")) option(word.slice(2), word);
    else if (/^-./.test(word))
      for (let at = 1; at < word.length; at += 1) {
        if (option(word[at], `-${word[at]}`, word.slice(at + 1))) break;
      }
    else handlers.url(word);
  }
  if (isGet) {
    found.query += found.data === null ? "" : `&${found.data}`;
    found.data = null;
  }
  const hasBody = found.data !== null || found.file || found.parts.length;
  return { ...found, method: found.method || (hasBody ? "POST" : "GET") };
}

SHARED.parseCurl = parseCurl;
