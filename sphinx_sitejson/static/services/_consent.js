// @ts-check
"use strict";

/*
 * Asks for consent where the site names no service that does. The answer stays in this browser and names
 * the services that it is for. Nothing of them is asked for, and nothing kept, before it is given.
 */
(() => {
  const KEY = "sitejson.consent";
  /** @typedef {{ accepted: string[], despiteSignal?: boolean }} Answer */

  /** Those that wait, until they run. @type {Map<string, () => void>} */
  const waiting = new Map();
  /** Those that were allowed on this page. @type {Set<string>} */
  const running = new Set();
  /** All that the question is about. @type {string[]} */
  let names = [];
  /** The answer of this page, should the browser not keep it. @type {Answer | null} */
  let answer = null;

  /** Read the answer of an earlier page. @returns {Answer | null} */
  const recall = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
      return Array.isArray(kept?.accepted) ? kept : null;
    } catch {
      return null;
    }
  };

  /** Keep an answer for later pages. @param {Answer} given */
  const keep = (given) => {
    answer = given;
    try {
      localStorage.setItem(KEY, JSON.stringify(given));
    } catch {
      // Without storage the answer holds for this page only.
    }
  };

  /** Whether the browser asks all sites not to follow its reader. */
  const hasSignal = () => /** @type {any} */ (navigator).globalPrivacyControl === true;

  /**
   * What counts: an answer of the reader, or else the signal of the browser.
   * @returns {{ allowed: string[], state: "accepted" | "declined" | "signal" | "open" }}
   */
  const verdict = () => {
    const signal = hasSignal();
    // A consent from before the signal was turned on ended with it.
    const valid = answer && (!signal || !answer.accepted.length || answer.despiteSignal) ? answer : null;
    if (!valid) return { allowed: [], state: signal ? "signal" : "open" };
    if (!valid.accepted.length) return { allowed: [], state: "declined" };
    const allowed = names.filter((name) => valid.accepted.includes(name));
    // A service that the site named later was not part of the question.
    if (allowed.length < names.length) return { allowed, state: signal ? "signal" : "open" };
    return { allowed, state: "accepted" };
  };

  /** Run what is allowed. */
  const run = () => {
    for (const name of verdict().allowed) {
      const load = waiting.get(name);
      if (!load) continue;
      waiting.delete(name);
      running.add(name);
      load();
    }
  };

  /** The elements of the question, copied from the page's template. */
  const elements = () => {
    const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("sj-consent"));
    if (!template) return null;
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    /** @param {string} selector */
    const one = (selector) => /** @type {HTMLElement} */ (copy.querySelector(selector));
    const bar = one("[data-consent]");
    const status = one("[data-consent-status]");
    const link = one("[data-privacy-choices]");
    return { bar, status, link: place(link) };
  };

  /** Put the way back to the question into the footer; a theme of ours has it there. @param {HTMLElement} link */
  const place = (link) => {
    const own = /** @type {HTMLElement | null} */ (document.querySelector("button[data-privacy-choices]"));
    if (own) {
      own.hidden = false;
      return own;
    }
    const footers = [...document.querySelectorAll("footer, [role='contentinfo'], div.footer")];
    const shown = footers.filter((footer) => footer.getClientRects().length);
    (shown.at(-1) ?? document.body).append(link);
    return link;
  };

  /** Show the question, and take its answers. */
  const ask = () => {
    const found = elements();
    if (!found) return;
    const { bar, status, link } = found;
    let isReopened = false;

    const measure = () => document.documentElement.style.setProperty("--sj-consent-size", `${bar.offsetHeight}px`);
    const draw = () => {
      const { state } = verdict();
      for (const note of bar.querySelectorAll("[data-state]"))
        /** @type {HTMLElement} */ (note).hidden = /** @type {HTMLElement} */ (note).dataset.state !== state;
      bar.hidden = state !== "open" && !isReopened;
      link.setAttribute("aria-expanded", String(!bar.hidden));
      measure();
    };
    const close = () => {
      const wasReopened = isReopened;
      isReopened = false;
      draw();
      if (wasReopened && bar.hidden) link.focus({ preventScroll: true });
    };
    /** Follow an answer, wherever it was given. */
    const follow = () => {
      const { allowed } = verdict();
      // What runs already cannot be stopped in any other way.
      if ([...running].some((name) => !allowed.includes(name))) location.reload();
      else run();
    };

    bar.addEventListener("click", ({ target }) => {
      const choice = /** @type {Element} */ (target).closest("button")?.dataset.answer;
      if (!choice) return;
      const accepted = choice === "accept" ? [...new Set([...(answer?.accepted ?? []), ...names])] : [];
      keep({ accepted, despiteSignal: hasSignal() });
      close();
      status.textContent = bar.querySelector(`[data-state="${verdict().state}"]`)?.textContent ?? "";
      follow();
    });
    bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isReopened) close();
    });
    link.addEventListener("click", () => {
      if (isReopened) return close();
      isReopened = true;
      status.textContent = "";
      draw();
      bar.focus();
    });
    // Another page of the site, or this one when the reader comes back to it, may have another answer.
    const look = () => {
      answer = recall() ?? answer;
      if (!isReopened) draw();
      follow();
    };
    addEventListener("storage", (event) => {
      if (event.key === KEY || event.key === null) look();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) look();
    });
    addEventListener("resize", measure);

    // First in the page, so that the keyboard and a screen reader meet it first; the focus stays where it is.
    document.body.prepend(bar, status);
    draw();
  };

  answer = recall();
  sitejsonServices.question = {
    whenAllowed({ name }, load) {
      waiting.set(name, load);
    },
    begin(asked) {
      names = asked;
      if (!names.length) return;
      ask();
      run();
    }
  };
})();
