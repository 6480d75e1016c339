// @ts-check
"use strict";

/**
 * Loads the third-party services of the site: analytics, chats, consent.
 * Each service is a separate file that adds itself to `services` below.
 * @typedef {{ load(values: Record<string, string>, add: AddScript): void,   track?(event: string, data: Record<string, unknown>): void,   whenAllowed?: WhenAllowed }} Service
 * @typedef {{ kind: "analytics" | "chat" | "consent", waits: boolean, values: Record<string, string> }} Wanted
 * @typedef {(address: string, attributes?: Record<string, string>) => HTMLScriptElement} AddScript
 * @typedef {(service: { name: string, kind: string }, run: () => void) => void} WhenAllowed
 */
var sitejsonServices = {
  /** @type {Record<string, Service>} */
  services: {},

  /** @type {Set<string>} */
  loaded: new Set(),

  /**
   * The consent dialog of the page, if no service asks for consent.
   * @type {{ whenAllowed: WhenAllowed, begin(names: string[]): void } | null}
   */
  question: null,

  /** Whether the page is viewed on the author's machine. @param {{ protocol: string, hostname: string }} place */
  isLocal({ protocol, hostname }) {
    return (
      !protocol.startsWith("http") || /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
    );
  },

  /**
   * Load the requested services: those that need consent when they are allowed, the others at once.
   * @param {Record<string, Wanted>} requested @param {AddScript} add
   */
  start(requested, add) {
    const names = Object.keys(requested).filter((name) => this.services[name]);
    /** @param {string} name */
    const load = (name) => {
      if (this.loaded.has(name)) return;
      this.loaded.add(name);
      try {
        this.services[name].load(requested[name].values, add);
      } catch (error) {
        console.warn(`The service ${name} could not be loaded.`, error);
      }
    };
    const consentName = names.find((name) => requested[name].kind === "consent");
    const consentProvider = consentName ? this.services[consentName] : this.question;
    for (const name of names) {
      const { kind, waits } = requested[name];
      // Without a consent dialog, services that need consent are never loaded.
      if (waits) consentProvider?.whenAllowed?.({ name, kind }, () => load(name));
      else load(name);
    }
  },

  /** Send an event to all loaded services. @param {string} event @param {Record<string, unknown>} data */
  track(event, data) {
    for (const name of this.loaded) {
      try {
        this.services[name].track?.(event, data);
      } catch (error) {
        console.warn(`The service ${name} did not take an event.`, error);
      }
    }
  },

  /** Add a third-party script to the page. @type {AddScript} */
  add(url, attributes = {}) {
    const script = document.createElement("script");
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.async = true;
    script.src = url;
    document.head.append(script);
    return script;
  }
};

if (typeof document !== "undefined") {
  // All deferred scripts, including the services, have run by then.
  document.addEventListener("DOMContentLoaded", () => {
    const data = document.getElementById("sj-services");
    if (!data) return;
    /** @type {Record<string, Wanted>} */
    const requested = JSON.parse(data.textContent || "{}");
    if (!sitejsonServices.isLocal(location)) sitejsonServices.start(requested, sitejsonServices.add);
    // The dialog appears on the author's machine, too, as readers will see it.
    sitejsonServices.question?.begin(Object.keys(requested).filter((name) => requested[name].waits));
  });
}
