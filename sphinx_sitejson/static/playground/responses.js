// @ts-check
"use strict";

// Classify responses by media type and first bytes. Pure.

/** @param {string} type */
const mediaTypeEssence = (type) => type.split(";")[0].trim().toLowerCase();

/**
 * Detect the character encoding: byte order mark, Content-Type, or a declaration in XML or HTML.
 * @param {Uint8Array} bytes
 * @param {string} type
 * @returns {string}
 */
function detectCharset(bytes, type) {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  const [, named = ""] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? [];
  const start = named || !/xml|html/.test(type) ? "" : String.fromCharCode(...bytes.slice(0, 1024));
  const [, declared = ""] =
    /<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)|<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i
      .exec(start)
      ?.filter((each, index) => !index || each) ?? [];
  try {
    return new TextDecoder(named || declared || "utf-8").encoding;
  } catch {
    return "utf-8";
  }
}

/** @param {string} kind */
const isMedia = (kind) => ["image", "audio", "video"].includes(kind);

/**
 * Return how a response is rendered.
 * @param {string} type
 * @returns {"json" | "stream" | "image" | "audio" | "video" | "text" | "binary" | ""}
 */
function classifyResponse(type) {
  const essence = mediaTypeEssence(type);
  if (/event-stream|ndjson|jsonl|json-?lines|json-seq/.test(essence)) return "stream";
  if (/[/+]json$/.test(essence)) return "json";
  const family = /** @type {any} */ (essence.split("/")[0]);
  if (isMedia(family)) return family;
  return family === "text" || /xml|yaml|javascript|graphql|urlencoded|sql|x-sh/.test(essence)
    ? "text"
    : essence
      ? "binary"
      : "";
}

/**
 * Find the documented response of a status and the schema of its body.
 * @param {any} data
 * @param {number} status
 * @param {string} type
 * @returns {{key: string, id: string, schema: any, links: any} | null}
 */
function findDocumentedResponse(data, status, type) {
  const all = data.responses ?? {};
  const key = [String(status), `${String(status)[0]}XX`, `${String(status)[0]}xx`, "default"].find((each) =>
    Object.hasOwn(all, each)
  );
  if (key === undefined) return null;
  const [id, schemas, links] = all[key];
  const essence = mediaTypeEssence(type);
  const names = Object.keys(schemas);
  const name = [essence, `${essence.split("/")[0]}/*`, "*/*"]
    .map((each) => names.find((declared) => mediaTypeEssence(declared) === each))
    .find(Boolean);
  return { key, id, schema: name === undefined ? undefined : schemas[name], links };
}

/**
 * Return the file name of a download, which is never a path.
 * @param {string} disposition
 * @param {string} url
 * @param {string} type
 */
function downloadName(disposition, url, type) {
  const [, encoded] = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, essence] = /filename\s*=\s*(?:"((?:\\.|[^"])*)"|([^;]+))/i.exec(disposition) ?? [];
  let name = quoted?.replace(/\\(.)/g, "$1") ?? essence?.trim() ?? "";
  try {
    name = encoded
      ? decodeURIComponent(encoded.trim())
      : name || decodeURIComponent(new URL(url).pathname.split("/").filter(Boolean).pop() ?? "");
  } catch {
    // A name with invalid percent-encoding is not used.
  }
  const clean =
    name
      .replace(/[\p{C}<>:"|?*]/gu, "")
      .split(/[\\/]/)
      .pop()
      ?.replace(/^\.+/, "") || "response";
  const [, kind = ""] = mediaTypeEssence(type).split("/");
  const extension = /json/.test(kind)
    ? "json"
    : ({ plain: "txt", jpeg: "jpg", mpeg: "mp3", "octet-stream": "bin" }[kind] ?? kind.replace(/^x-|\W.*/g, ""));
  return /\.\w{1,8}$/.test(clean) || !extension ? clean : `${clean}.${extension}`;
}
