// @ts-check
"use strict";

// Asking for a token; loaded when somebody wants one.

/**
 * Beside a button: the hosts that it sends to, or why it does not.
 * @param {any} place
 * @param {any} target the button
 * @param {string} text
 * @param {() => string[]} origins
 */
function nameHosts(place, target, text, origins) {
  place.id ||= newId();
  target.setAttribute("aria-describedby", place.id);
  try {
    place.textContent = fill(text, origins().join(", "));
    target.disabled = false;
  } catch (/** @type {any} */ error) {
    place.textContent = fill(TEXTS.noToken, error.message);
    target.disabled = true;
  }
}

/**
 * @param {any} fold
 * @param {any} scheme
 * @param {{base: () => string, callback: string, take: (token: string) => void}} means
 */
SHARED.signInForm = (/** @type {any} */ fold, /** @type {any} */ scheme, { base, callback, take }) => {
  const place = make("div");
  const status = make("div", { role: "status", class: "sj-p-hint" });
  const where = make("p.sj-p-hint");
  let stop = new AbortController();
  const draw = (/** @type {any[]} */ flows) => {
    const [first] = flows;
    if (!first) return;
    let flow = first;
    /** The hosts that the reader typed secrets for. */
    let hosts = "";
    const client = /** @type {any} */ ({ clientId: "", scopes: [] });
    const form = make("div");
    const get = button(TEXTS.getToken, async () => {
      stop.abort();
      stop = new AbortController();
      status.textContent = TEXTS.waiting;
      try {
        take(
          await tokenFor(flow, client, {
            base: base(),
            callback: new URL(callback, location.href).href,
            signal: stop.signal,
            show: (url, code) =>
              status.replaceChildren(
                fill(TEXTS.device, code),
                " ",
                make("a", { href: url, target: "_blank", rel: "noopener noreferrer", text: url })
              )
          })
        );
        status.textContent = TEXTS.gotToken;
      } catch (/** @type {any} */ error) {
        if (error.name !== "AbortError") status.textContent = fill(TEXTS.noToken, error.message);
      }
    });
    const show = () => {
      const needs =
        flow.kind === "password"
          ? ["username", "password"]
          : ["clientCredentials", "authorizationCode"].includes(flow.kind)
            ? ["clientSecret"]
            : [];
      nameHosts(where, get, TEXTS.tokenFrom, () => flowOrigins(flow, base()));
      // What was typed for one host is asked for again before another gets it, and nothing is sent unseen.
      for (const key of ["username", "password", "clientSecret"])
        if (hosts !== where.textContent || !needs.includes(key)) delete client[key];
      hosts = where.textContent;
      client.scopes = (scheme.scopes ?? []).length
        ? [...scheme.scopes]
        : flow.kind === "authorizationCode" && scheme.metadata
          ? [...flow.scopes]
          : [];
      const scopes = [...new Set([...(flow.scopes ?? []), ...(scheme.scopes ?? [])])];
      form.replaceChildren(
        ...["clientId", ...needs].map(
          (key) =>
            secretInput(TEXTS.client[key], client[key], /secret|password/i.test(key), (text) => {
              client[key] = text;
            }).element
        ),
        ...(scopes.length
          ? [
              make(
                "fieldset",
                {},
                make("legend", { text: TEXTS.scopes }),
                ...scopes.map((name) => {
                  const box = make("input", {
                    type: "checkbox",
                    id: newId(),
                    onchange: () => {
                      client.scopes = scopes.filter((each) =>
                        each === name ? box.checked : client.scopes.includes(each)
                      );
                    }
                  });
                  box.checked = client.scopes.includes(name);
                  return make("span.sj-p-check", {}, box, make("label", { for: box.id }, make("code", { text: name })));
                })
              )
            ]
          : [])
      );
    };
    show();
    place.replaceChildren(
      choice(
        flows.map((each) => TEXTS.flows[each.kind] ?? each.kind),
        0,
        (index) => {
          flow = flows[index];
          show();
        },
        { "aria-label": TEXTS.flow }
      ),
      form,
      where,
      get
    );
  };
  if (scheme.flows) draw(scheme.flows);
  else {
    const discover = button(TEXTS.discover, async () => {
      try {
        draw(await discoveredFlows(askable(scheme.metadata, base()).href, scheme.scopes ?? []));
      } catch (/** @type {any} */ error) {
        status.textContent = fill(TEXTS.noToken, error.message);
      }
    });
    nameHosts(where, discover, TEXTS.sentTo, () => [askable(scheme.metadata, base()).origin]);
    place.append(where, discover);
  }
  fold.append(place, status);
};
