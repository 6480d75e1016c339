// @ts-check
"use strict";

// The form that requests a token; loaded when it is opened.

/**
 * Show the hosts that a button sends to, or the reason why it is disabled.
 * @param {any} container
 * @param {any} target the button
 * @param {string} text
 * @param {() => string[]} origins
 */
function showHosts(container, target, text, origins) {
  container.id ||= newId();
  target.setAttribute("aria-describedby", container.id);
  try {
    container.textContent = formatText(text, origins().join(", "));
    target.disabled = false;
  } catch (/** @type {any} */ error) {
    container.textContent = formatText(TEXTS.noToken, error.message);
    target.disabled = true;
  }
}

/**
 * @param {any} details
 * @param {any} scheme
 * @param {{base: () => string, callback: string, onToken: (token: string) => void}} means
 */
SHARED.renderSignIn = (/** @type {any} */ details, /** @type {any} */ scheme, { base, callback, onToken }) => {
  const container = createElement("div");
  const status = createElement("div", { role: "status", class: "sj-p-hint" });
  const hostHint = createElement("p.sj-p-hint");
  let controller = new AbortController();
  const renderFlows = (/** @type {any[]} */ flows) => {
    const [first] = flows;
    if (!first) return;
    let flow = first;
    /** The hosts that the entered secrets are for. */
    let hosts = "";
    const client = /** @type {any} */ ({ clientId: "", scopes: [] });
    const form = createElement("div");
    const tokenButton = createButton(TEXTS.getToken, async () => {
      controller.abort();
      controller = new AbortController();
      status.textContent = TEXTS.waiting;
      try {
        onToken(
          await requestToken(flow, client, {
            base: base(),
            callback: new URL(callback, location.href).href,
            signal: controller.signal,
            show: (url, code) =>
              status.replaceChildren(
                formatText(TEXTS.device, code),
                " ",
                createElement("a", { href: url, target: "_blank", rel: "noopener noreferrer", text: url })
              )
          })
        );
        status.textContent = TEXTS.gotToken;
      } catch (/** @type {any} */ error) {
        if (error.name !== "AbortError") status.textContent = formatText(TEXTS.noToken, error.message);
      }
    });
    const renderFlow = () => {
      const secretNames =
        flow.kind === "password"
          ? ["username", "password"]
          : ["clientCredentials", "authorizationCode"].includes(flow.kind)
            ? ["clientSecret"]
            : [];
      showHosts(hostHint, tokenButton, TEXTS.tokenFrom, () => flowOrigins(flow, base()));
      // Secrets are discarded when the host changes, or when the flow does not show their input.
      for (const key of ["username", "password", "clientSecret"])
        if (hosts !== hostHint.textContent || !secretNames.includes(key)) delete client[key];
      hosts = hostHint.textContent;
      client.scopes = (scheme.scopes ?? []).length
        ? [...scheme.scopes]
        : flow.kind === "authorizationCode" && scheme.metadata
          ? [...flow.scopes]
          : [];
      const scopes = [...new Set([...(flow.scopes ?? []), ...(scheme.scopes ?? [])])];
      form.replaceChildren(
        ...["clientId", ...secretNames].map(
          (key) =>
            createSecretInput(TEXTS.client[key], client[key], /secret|password/i.test(key), (text) => {
              client[key] = text;
            }).element
        ),
        ...(scopes.length
          ? [
              createElement(
                "fieldset",
                {},
                createElement("legend", { text: TEXTS.scopes }),
                ...scopes.map((name) => {
                  const checkbox = createElement("input", {
                    type: "checkbox",
                    id: newId(),
                    onchange: () => {
                      client.scopes = scopes.filter((each) =>
                        each === name ? checkbox.checked : client.scopes.includes(each)
                      );
                    }
                  });
                  checkbox.checked = client.scopes.includes(name);
                  return createElement(
                    "span.sj-p-check",
                    {},
                    checkbox,
                    createElement("label", { for: checkbox.id }, createElement("code", { text: name }))
                  );
                })
              )
            ]
          : [])
      );
    };
    renderFlow();
    container.replaceChildren(
      createSelect(
        flows.map((each) => TEXTS.flows[each.kind] ?? each.kind),
        0,
        (index) => {
          flow = flows[index];
          renderFlow();
        },
        { "aria-label": TEXTS.flow }
      ),
      form,
      hostHint,
      tokenButton
    );
  };
  if (scheme.flows) renderFlows(scheme.flows);
  else {
    const discover = createButton(TEXTS.discover, async () => {
      try {
        renderFlows(await discoverFlows(requireSecureUrl(scheme.metadata, base()).href, scheme.scopes ?? []));
      } catch (/** @type {any} */ error) {
        status.textContent = formatText(TEXTS.noToken, error.message);
      }
    });
    showHosts(hostHint, discover, TEXTS.sentTo, () => [requireSecureUrl(scheme.metadata, base()).origin]);
    container.append(hostHint, discover);
  }
  details.append(container, status);
};
