// @ts-check
"use strict";

// Credentials: asked for by the schemes of the request, kept in memory unless the reader wants more.

/** Typed by the reader; shared by all playgrounds of a page. @type {{origin: string, values: Record<string, any>}} */
const secrets = { origin: "", values: Object.create(null) };
const KEPT = "credentials";

/** @param {string} label @param {any} value @param {boolean} isSecret @param {(text: string) => void} onchange */
function secretInput(label, value, isSecret, onchange) {
  const input = make("input", { id: newId(), type: isSecret ? "password" : "text", value: value ?? "", autocomplete: "off", spellcheck: "false", "data-secret": true, oninput: () => onchange(input.value.trim()) });
  const reveal = isSecret && button(TEXTS.reveal, () => {
    input.type = input.type === "text" ? "password" : "text";
    reveal.setAttribute("aria-pressed", String(input.type === "text"));
  }, { "aria-pressed": "false" });
  return { input, element: make("div", { class: "sj-p-input" }, make("label", { class: "sj-p-title-row", for: input.id }, make("span", { class: "sj-name", text: label })), make("div", { class: "sj-p-beside" }, input, reveal)) };
}

/** @param {any} data @param {{base: () => string, callback: string, changed: () => void}} means */
function credentialsForm(data, { base, callback, changed }) {
  const alternatives = data.security ?? [];
  const place = make("div", { class: "sj-p-credentials" });
  const where = make("p", { class: "sj-p-hint" });
  const keep = make("input", { type: "checkbox", id: newId(), onchange: () => save() });
  let chosen = 0;
  const schemes = () => alternatives[chosen] ?? [];
  const typed = (/** @type {any} */ scheme) => (secrets.values[scheme.name] ??= {});
  const save = () => remember(KEPT, keep.checked ? secrets : null, "sessionStorage");
  const change = () => { save(); changed(); };

  const fieldsOf = (/** @type {any} */ scheme) => {
    const own = typed(scheme);
    const put = (/** @type {string} */ key) => (/** @type {string} */ text) => { own[key] = text; change(); };
    if (scheme.kind === "other") return [make("p", { class: "sj-p-hint", text: fill(TEXTS.otherScheme, scheme.title ?? scheme.name) })];
    if (scheme.kind === "basic") return [secretInput(scheme.username || TEXTS.username, own.username, false, put("username")).element, secretInput(scheme.password || TEXTS.password, own.password, true, put("password")).element];
    own.token ??= scheme.prefix ?? "";
    const box = secretInput(scheme.kind === "key" ? scheme.parameter : scheme.kind === "http" ? scheme.name : TEXTS.token, own.token, true, put("token"));
    return [box.element, scheme.kind === "oauth2" && signInFold(scheme, { base, callback, take: (token) => { own.token = box.input.value = token; change(); } })];
  };

  const draw = () => {
    const title = (/** @type {any[]} */ list) => list.map((each) => each.title || each.name).join(" + ") || TEXTS.none;
    const select = make("select", { id: newId(), onchange: () => { chosen = Number(select.value); draw(); changed(); } }, alternatives.map((/** @type {any[]} */ list, /** @type {number} */ index) => make("option", { value: index, text: title(list) })));
    select.value = String(chosen);
    const forget = button(TEXTS.forget, () => { forgetAll(); place.querySelector("input")?.focus(); });
    place.replaceChildren(...[
      alternatives.length > 1 ? make("div", { class: "sj-p-input" }, make("label", { class: "sj-p-title-row", for: select.id }, make("span", { class: "sj-name", text: TEXTS.scheme })), select) : make("p", { class: "sj-p-hint", text: title(schemes()) }),
      ...schemes().flatMap(fieldsOf), where,
      schemes().length && make("p", { class: "sj-p-keep" }, keep, make("label", { for: keep.id, text: TEXTS.keep }), forget),
    ].filter(Boolean));
  };
  const forgetAll = () => {
    secrets.values = Object.create(null);
    keep.checked = false;
    change();
    draw();
  };

  return {
    element: place,
    schemes,
    /** Credentials belong to one origin: for another they are gone. */
    follow: () => {
      const { origin } = new URL(base(), location.href);
      if (secrets.origin !== origin) {
        const had = secrets.origin;
        secrets.origin = origin;
        const kept = had ? null : recalled(KEPT, "sessionStorage");
        secrets.values = Object.assign(Object.create(null), kept?.origin === origin ? kept.values : {});
        keep.checked = kept?.origin === origin;
        if (had) save();
        draw();
      }
      where.textContent = fill(PROXY ? TEXTS.sentByProxy : TEXTS.sentTo, origin, PROXY);
      if (!place.firstChild) draw();
    },
  };
}

/** @param {any} scheme @param {{base: () => string, callback: string, take: (token: string) => void}} means */
function signInFold(scheme, { base, callback, take }) {
  const place = make("div");
  const status = make("div", { role: "status", class: "sj-p-hint" });
  let stop = new AbortController();
  const draw = (/** @type {any[]} */ flows) => {
    const [first] = flows;
    if (!first) return;
    let flow = first;
    const client = /** @type {any} */ ({ clientId: "", scopes: [] });
    const form = make("div");
    const show = () => {
      const needs = { clientCredentials: ["clientSecret"], authorizationCode: ["clientSecret"], password: ["username", "password"] }[flow.kind] ?? [];
      client.scopes = (scheme.scopes ?? []).length ? [...scheme.scopes] : flow.kind === "authorizationCode" && scheme.metadata ? [...flow.scopes] : [];
      const scopes = [...new Set([...flow.scopes ?? [], ...scheme.scopes ?? []])];
      form.replaceChildren(...["clientId", ...needs].map((key) => secretInput(TEXTS[key], client[key], /secret|password/i.test(key), (text) => { client[key] = text; }).element),
        ...scopes.length ? [make("fieldset", {}, make("legend", { text: TEXTS.scopes }), ...scopes.map((name) => {
          const box = make("input", { type: "checkbox", id: newId(), onchange: () => { client.scopes = scopes.filter((each) => each === name ? box.checked : client.scopes.includes(each)); } });
          box.checked = client.scopes.includes(name);
          return make("span", { class: "sj-p-check" }, box, make("label", { for: box.id }, make("code", { text: name })));
        }))] : []);
    };
    const select = make("select", { "aria-label": TEXTS.flow, onchange: () => { flow = flows[Number(select.value)]; show(); } }, flows.map((each, index) => make("option", { value: index, text: TEXTS.flows[each.kind] ?? each.kind })));
    show();
    place.replaceChildren(select, form, button(TEXTS.getToken, async () => {
      stop.abort();
      stop = new AbortController();
      status.textContent = TEXTS.waiting;
      try {
        take(await tokenFor(flow, client, {
          base: base(), callback: new URL(callback, location.href).href, signal: stop.signal,
          show: (url, code) => status.replaceChildren(fill(TEXTS.device, code), " ", make("a", { href: url, target: "_blank", rel: "noopener noreferrer", text: url })),
        }));
        status.textContent = TEXTS.gotToken;
      } catch (/** @type {any} */ error) {
        if (error.name !== "AbortError") status.textContent = fill(TEXTS.noToken, error.message);
      }
    }));
  };
  if (scheme.flows) draw(scheme.flows);
  else if (scheme.metadata) {
    place.append(button(TEXTS.discover, async () => {
      try {
        draw(await discoveredFlows(askable(scheme.metadata, base()).href, scheme.scopes ?? []));
      } catch (/** @type {any} */ error) {
        status.textContent = fill(TEXTS.noToken, error.message);
      }
    }));
  } else return null;
  return make("details", { class: "sj-more" }, make("summary", { text: TEXTS.signIn }), place, status);
}
