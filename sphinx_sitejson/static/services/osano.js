// @ts-check
"use strict";

/* Osano asks for consent; the other services wait for it. */
(() => {
  const categories = /** @type {Record<string, string>} */ ({ analytics: "ANALYTICS", chat: "PERSONALIZATION" });
  /** @type {{ kind: string, run: () => void }[]} */
  const waiting = [];

  const updateConsent = () => {
    const consent = /** @type {any} */ (window).Osano?.cm?.getConsent?.() ?? {};
    for (const { kind, run } of waiting) if (consent[categories[kind]] === "ACCEPT") run();
  };

  sitejsonServices.services.osano = {
    load({ id }, add) {
      add(id).addEventListener("load", () => {
        const manager = /** @type {any} */ (window).Osano?.cm;
        manager?.addEventListener?.("osano-cm-initialized", updateConsent);
        manager?.addEventListener?.("osano-cm-consent-saved", updateConsent);
        updateConsent();
      });
    },
    whenAllowed({ kind }, run) {
      waiting.push({ kind, run });
      updateConsent();
    }
  };
})();
