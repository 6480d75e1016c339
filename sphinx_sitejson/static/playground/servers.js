// @ts-check
"use strict";

// The URLs of servers. Pure.

/**
 * Return the URL of a server with its variables replaced.
 * @param {any} server
 * @param {Record<string, string>} selected
 */
function serverUrl(server, selected = {}) {
  return (server.variables ?? []).reduce(
    (/** @type {string} */ url, /** @type {any} */ { name, default: defaultValue, enum: all = [] }) =>
      url.replaceAll(
        `{${name}}`,
        (Object.hasOwn(selected, name) && selected[name]) || (defaultValue ?? all[0] ?? `{${name}}`)
      ),
    server.url
  );
}

/** Whether a URL has variables without a value. @param {string} url */
const hasPlaceholder = (url) => /\{[^{}/]+\}/.test(url);

/** Whether a text is an absolute http or https URL. @param {string} text */
function isHttpUrl(text) {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/**
 * Whether a page that was loaded over https would send without encryption; localhost is trusted.
 * @param {URL} url
 * @param {{protocol: string}} page
 */
const isDowngrade = ({ protocol, hostname }, page) =>
  page.protocol === "https:" &&
  /^(http|ws):$/.test(protocol) &&
  !/^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
