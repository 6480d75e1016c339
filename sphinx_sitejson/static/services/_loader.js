// @ts-check
"use strict";

/**
 * Loads the services of other hosts that the site names: analytics, chats, consent.
 * Each service is a small file of its own that adds itself to `services` below.
 * @typedef {{ purpose: "analytics" | "chat" | "consent",
 *   load(values: Record<string, string>, add: AddScript): void,
 *   track?(event: string, data: Record<string, unknown>): void,
 *   whenAllowed?(purpose: string, run: () => void): void }} Service
 * @typedef {(address: string, attributes?: Record<string, string>) => HTMLScriptElement} AddScript
 */
var sitejsonServices = {
  /** @type {Record<string, Service>} */
  services: {},

  /** @type {Set<string>} */
  loaded: new Set(),

  /** Whether a page is looked at on the machine of its author. @param {{ protocol: string, hostname: string }} place */
  isLocal({ protocol, hostname }) {
    return !protocol.startsWith("http") || /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
  },

  /**
   * Load the named services: the one that asks for consent at once, the others when it allows them.
   * @param {Record<string, Record<string, string>>} wanted @param {AddScript} add
   */
  start(wanted, add) {
    const names = Object.keys(wanted).filter((name) => this.services[name]);
    /** @param {string} name */
    const load = (name) => {
      if (this.loaded.has(name)) return;
      this.loaded.add(name);
      try {
        this.services[name].load(wanted[name], add);
      } catch (error) {
        console.warn(`The service ${name} could not be loaded.`, error);
      }
    };
    const consent = names.find((name) => this.services[name].purpose === "consent");
    if (consent) load(consent);
    for (const name of names) {
      const { purpose } = this.services[name];
      if (purpose === "consent") continue;
      if (consent) this.services[consent].whenAllowed?.(purpose, () => load(name));
      else load(name);
    }
  },

  /** Tell all loaded services of an event. @param {string} event @param {Record<string, unknown>} data */
  track(event, data) {
    for (const name of this.loaded) {
      try {
        this.services[name].track?.(event, data);
      } catch (error) {
        console.warn(`The service ${name} did not take an event.`, error);
      }
    }
  },

  /** Put a script of another host on the page. @type {AddScript} */
  add(address, attributes = {}) {
    const script = document.createElement("script");
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.async = true;
    script.src = address;
    document.head.append(script);
    return script;
  },
};

if (typeof document !== "undefined") {
  // All deferred scripts, the services among them, have run by then.
  document.addEventListener("DOMContentLoaded", () => {
    const data = document.getElementById("sj-services");
    if (data && !sitejsonServices.isLocal(location)) sitejsonServices.start(JSON.parse(data.textContent || "{}"), sitejsonServices.add);
  });
}
