// @ts-check
"use strict";

// What an answer is, by its type and its first bytes. Pure.

/** @param {string} type */
const essenceOf = (type) => type.split(";")[0].trim().toLowerCase();

/**
 * The encoding of a text: by its first bytes, its type, or what it says itself.
 * @param {Uint8Array} bytes
 * @param {string} type
 * @returns {string}
 */
function charsetOf(bytes, type) {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  const [, named = ""] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? [];
  const start = named || !/xml|html/.test(type) ? "" : String.fromCharCode(...bytes.slice(0, 1024));
  const [, own = ""] =
    /<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)|<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i
      .exec(start)
      ?.filter((each, index) => !index || each) ?? [];
  try {
    return new TextDecoder(named || own || "utf-8").encoding;
  } catch {
    return "utf-8";
  }
}

/** @param {string} kind */
const isMedia = (kind) => ["image", "audio", "video"].includes(kind);

/**
 * How an answer is shown.
 * @param {string} type
 * @returns {"json" | "stream" | "image" | "audio" | "video" | "text" | "binary" | ""}
 */
function kindOfAnswer(type) {
  const bare = essenceOf(type);
  if (/event-stream|ndjson|jsonl|json-?lines|json-seq/.test(bare)) return "stream";
  if (/[/+]json$/.test(bare)) return "json";
  const family = /** @type {any} */ (bare.split("/")[0]);
  if (isMedia(family)) return family;
  return family === "text" || /xml|yaml|javascript|graphql|urlencoded|sql|x-sh/.test(bare)
    ? "text"
    : bare
      ? "binary"
      : "";
}

/**
 * The documented answer of a status and the schema of its body.
 * @param {any} data
 * @param {number} status
 * @param {string} type
 * @returns {{key: string, id: string, schema: any, links: any} | null}
 */
function documentedAnswer(data, status, type) {
  const all = data.responses ?? {};
  const key = [String(status), `${String(status)[0]}XX`, `${String(status)[0]}xx`, "default"].find((each) =>
    Object.hasOwn(all, each)
  );
  if (key === undefined) return null;
  const [id, schemas, links] = all[key];
  const bare = essenceOf(type);
  const names = Object.keys(schemas);
  const name = [bare, `${bare.split("/")[0]}/*`, "*/*"]
    .map((each) => names.find((own) => essenceOf(own) === each))
    .find(Boolean);
  return { key, id, schema: name === undefined ? undefined : schemas[name], links };
}

/**
 * What a downloaded answer is called: never a path.
 * @param {string} disposition
 * @param {string} url
 * @param {string} type
 */
function downloadName(disposition, url, type) {
  const [, coded] = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:\\.|[^"])*)"|([^;]+))/i.exec(disposition) ?? [];
  let name = quoted?.replace(/\\(.)/g, "$1") ?? bare?.trim() ?? "";
  try {
    name = coded
      ? decodeURIComponent(coded.trim())
      : name || decodeURIComponent(new URL(url).pathname.split("/").filter(Boolean).pop() ?? "");
  } catch {
    // A name that is not encoded well is not used.
  }
  const clean =
    name
      .replace(/[\p{C}<>:"|?*]/gu, "")
      .split(/[\\/]/)
      .pop()
      ?.replace(/^\.+/, "") || "response";
  const [, kind = ""] = essenceOf(type).split("/");
  const ending = /json/.test(kind)
    ? "json"
    : ({ plain: "txt", jpeg: "jpg", mpeg: "mp3", "octet-stream": "bin" }[kind] ?? kind.replace(/^x-|\W.*/g, ""));
  return /\.\w{1,8}$/.test(clean) || !ending ? clean : `${clean}.${ending}`;
}

/** @param {number} bytes */
const sizeText = (bytes) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
