// @ts-check
"use strict";

/*
 * Asks for consent if no service of the site does. The consent is stored in this browser and names
 * its services. Nothing is loaded from them, and nothing stored, before it is given.
 */
(() => {
  const KEY = "sitejson.consent";
  /** @typedef {{ accepted: string[], despiteSignal?: boolean }} Answer */

  /** The services that wait for consent, with the functions that load them. @type {Map<string, () => void>} */
  const waiting = new Map();
  /** The services that were loaded on this page. @type {Set<string>} */
  const running = new Set();
  /** The services that need consent. @type {string[]} */
  let names = [];
  /** The consent of this page, in case the browser does not store it. @type {Answer | null} */
  let consent = null;

  /** Read the stored consent. @returns {Answer | null} */
  const readConsent = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
      return Array.isArray(stored?.accepted) ? stored : null;
    } catch {
      return null;
    }
  };

  /** Store a consent for later pages. @param {Answer} newConsent */
  const saveConsent = (newConsent) => {
    consent = newConsent;
    try {
      localStorage.setItem(KEY, JSON.stringify(newConsent));
    } catch {
      // Without storage the consent lasts for this page only.
    }
  };

  /** Whether the browser sends Global Privacy Control. */
  const hasSignal = () => /** @type {any} */ (navigator).globalPrivacyControl === true;

  /**
   * Return the state: the consent of the reader, or else the signal of the browser.
   * @returns {{ allowed: string[], state: "accepted" | "declined" | "signal" | "open" }}
   */
  const evaluateConsent = () => {
    const signal = hasSignal();
    // A consent from before the signal was turned on is void.
    const valid = consent && (!signal || !consent.accepted.length || consent.despiteSignal) ? consent : null;
    if (!valid) return { allowed: [], state: signal ? "signal" : "open" };
    if (!valid.accepted.length) return { allowed: [], state: "declined" };
    const allowed = names.filter((name) => valid.accepted.includes(name));
    // A service that was added later was not part of the consent.
    if (allowed.length < names.length) return { allowed, state: signal ? "signal" : "open" };
    return { allowed, state: "accepted" };
  };

  /** Load the services that are allowed. */
  const run = () => {
    for (const name of evaluateConsent().allowed) {
      const load = waiting.get(name);
      if (!load) continue;
      waiting.delete(name);
      running.add(name);
      load();
    }
  };

  /** Create the elements of the dialog from the page's template. */
  const createElements = () => {
    const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("sj-consent"));
    if (!template) return null;
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    /** @param {string} selector */
    const one = (selector) => /** @type {HTMLElement} */ (copy.querySelector(selector));
    const bar = one("[data-consent]");
    const status = one("[data-consent-status]");
    const link = one("[data-privacy-choices]");
    return { bar, status, link: placeLink(link) };
  };

  /** Put the link that reopens the dialog into the footer; our theme has a button there. @param {HTMLElement} link */
  const placeLink = (link) => {
    const themeButton = /** @type {HTMLElement | null} */ (document.querySelector("button[data-privacy-choices]"));
    if (themeButton) {
      themeButton.hidden = false;
      return themeButton;
    }
    const footers = [...document.querySelectorAll("footer, [role='contentinfo'], div.footer")];
    const visible = footers.filter((footer) => footer.getClientRects().length);
    (visible.at(-1) ?? document.body).append(link);
    return link;
  };

  /** Show the dialog, and handle its buttons. */
  const showQuestion = () => {
    const found = createElements();
    if (!found) return;
    const { bar, status, link } = found;
    let isReopened = false;

    const measure = () => document.documentElement.style.setProperty("--sj-consent-size", `${bar.offsetHeight}px`);
    const render = () => {
      const { state } = evaluateConsent();
      for (const note of bar.querySelectorAll("[data-state]"))
        /** @type {HTMLElement} */ (note).hidden = /** @type {HTMLElement} */ (note).dataset.state !== state;
      bar.hidden = state !== "open" && !isReopened;
      link.setAttribute("aria-expanded", String(!bar.hidden));
      measure();
    };
    const close = () => {
      const wasReopened = isReopened;
      isReopened = false;
      render();
      if (wasReopened && bar.hidden) link.focus({ preventScroll: true });
    };
    /** Apply the consent, on whichever page it was given. */
    const applyConsent = () => {
      const { allowed } = evaluateConsent();
      // A running service can be stopped only by a reload.
      if ([...running].some((name) => !allowed.includes(name))) location.reload();
      else run();
    };

    bar.addEventListener("click", ({ target }) => {
      const choice = /** @type {Element} */ (target).closest("button")?.dataset.answer;
      if (!choice) return;
      const accepted = choice === "accept" ? [...new Set([...(consent?.accepted ?? []), ...names])] : [];
      saveConsent({ accepted, despiteSignal: hasSignal() });
      close();
      status.textContent = bar.querySelector(`[data-state="${evaluateConsent().state}"]`)?.textContent ?? "";
      applyConsent();
    });
    bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isReopened) close();
    });
    link.addEventListener("click", () => {
      if (isReopened) return close();
      isReopened = true;
      status.textContent = "";
      render();
      bar.focus();
    });
    // The consent may have changed on another page, or while this page was in the cache.
    const refresh = () => {
      consent = readConsent() ?? consent;
      if (!isReopened) render();
      applyConsent();
    };
    addEventListener("storage", (event) => {
      if (event.key === KEY || event.key === null) refresh();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) refresh();
    });
    addEventListener("resize", measure);

    // First in the page, so that keyboard and screen readers reach it first; the focus stays where it is.
    document.body.prepend(bar, status);
    render();
  };

  consent = readConsent();
  sitejsonServices.question = {
    whenAllowed({ name }, load) {
      waiting.set(name, load);
    },
    begin(serviceNames) {
      names = serviceNames;
      if (!names.length) return;
      showQuestion();
      run();
    }
  };
})();
