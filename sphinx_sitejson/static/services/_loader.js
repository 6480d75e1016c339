// @ts-check
"use strict";

/**
 * Loads the services of other hosts that the site names: analytics, chats, consent.
 * Each service is a small file of its own that adds itself to `services` below.
 * @typedef {{ load(values: Record<string, string>, add: AddScript): void,
 *   track?(event: string, data: Record<string, unknown>): void,
 *   whenAllowed?: WhenAllowed }} Service
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
   * The question of the page itself, where no service asks it.
   * @type {{ whenAllowed: WhenAllowed, begin(names: string[]): void } | null}
   */
  question: null,

  /** Whether a page is looked at on the machine of its author. @param {{ protocol: string, hostname: string }} place */
  isLocal({ protocol, hostname }) {
    return (
      !protocol.startsWith("http") || /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
    );
  },

  /**
   * Load the named services: those that wait when they are allowed, the others at once.
   * @param {Record<string, Wanted>} wanted @param {AddScript} add
   */
  start(wanted, add) {
    const names = Object.keys(wanted).filter((name) => this.services[name]);
    /** @param {string} name */
    const load = (name) => {
      if (this.loaded.has(name)) return;
      this.loaded.add(name);
      try {
        this.services[name].load(wanted[name].values, add);
      } catch (error) {
        console.warn(`The service ${name} could not be loaded.`, error);
      }
    };
    const asking = names.find((name) => wanted[name].kind === "consent");
    const asker = asking ? this.services[asking] : this.question;
    for (const name of names) {
      const { kind, waits } = wanted[name];
      // Where nobody can ask, what waits is never loaded.
      if (waits) asker?.whenAllowed?.({ name, kind }, () => load(name));
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
  }
};

if (typeof document !== "undefined") {
  // All deferred scripts, the services among them, have run by then.
  document.addEventListener("DOMContentLoaded", () => {
    const data = document.getElementById("sj-services");
    if (!data) return;
    /** @type {Record<string, Wanted>} */
    const wanted = JSON.parse(data.textContent || "{}");
    if (!sitejsonServices.isLocal(location)) sitejsonServices.start(wanted, sitejsonServices.add);
    // Asked on the author's machine, too: what is seen there is what readers see.
    sitejsonServices.question?.begin(Object.keys(wanted).filter((name) => wanted[name].waits));
  });
}
