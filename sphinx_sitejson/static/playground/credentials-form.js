// @ts-check
"use strict";

// Credentials: asked for by the schemes of the request, kept in memory unless the reader wants more.

/** Typed by the reader; shared by all playgrounds of a page. @type {{origin: string, values: Record<string, any>}} */
const secrets = { origin: "", values: Object.create(null) };
const KEPT = "credentials";

/** @param {string} label @param {any} value @param {boolean} isSecret @param {(text: string) => void} onchange */
function secretInput(label, value, isSecret, onchange) {
  const input = make("input", {
    id: newId(),
    type: isSecret ? "password" : "text",
    value: value ?? "",
    autocomplete: "off",
    spellcheck: "false",
    "data-secret": true,
    oninput: () => onchange(input.value.trim())
  });
  const reveal =
    isSecret &&
    button(
      TEXTS.reveal,
      () => {
        input.type = input.type === "text" ? "password" : "text";
        press(reveal, input.type === "text");
      },
      { "aria-pressed": "false" }
    );
  return { input, element: entry(label, input, make("div.sj-p-beside", {}, input, reveal)) };
}

/** @param {any} scheme @param {any} typed */
const isEntered = (scheme, typed = {}) =>
  scheme.kind === "other" ||
  (["basic", "digest"].includes(scheme.kind)
    ? !!(typed.username || typed.password)
    : !!typed.token && typed.token !== scheme.prefix);

/**
 * @param {any} data
 * @param {{base: () => string, proxy: () => string, callback: string, where: any, changed: () => void}} means `where` is beside the button that sends
 */
function credentialsForm(data, { base, proxy, callback, where, changed }) {
  const alternatives = data.security ?? [];
  const place = make("div.sj-p-credentials");
  const group = newId();
  /** For how long they are kept: for the page, the tab, or the browser. */
  const keepers = [undefined, "sessionStorage", "localStorage"].map((storage) => ({
    storage: /** @type {any} */ (storage),
    input: make("input", { type: "radio", name: group, id: newId(), onchange: () => save() })
  }));
  let chosen = 0;
  const schemes = () => alternatives[chosen] ?? [];
  const typed = (/** @type {any} */ scheme) => (secrets.values[scheme.name] ??= {});
  const keptIn = () => keepers.find(({ input }) => input.checked)?.storage;
  const keepIn = (/** @type {any} */ storage) => {
    for (const each of keepers) each.input.checked = each.storage === storage;
  };
  const save = () => {
    for (const { storage } of keepers) if (storage) remember(KEPT, storage === keptIn() ? secrets : null, storage);
  };
  const change = () => {
    save();
    changed();
  };

  const fieldsOf = (/** @type {any} */ scheme) => {
    const own = typed(scheme);
    const put = (/** @type {string} */ key) => (/** @type {string} */ text) => {
      own[key] = text;
      change();
    };
    if (scheme.kind === "other") return [hint(fill(TEXTS.otherScheme, scheme.title ?? scheme.name))];
    if (scheme.kind === "basic" || scheme.kind === "digest")
      return [
        secretInput(scheme.username || TEXTS.username, own.username, false, put("username")).element,
        secretInput(scheme.password || TEXTS.password, own.password, true, put("password")).element
      ];
    own.token ??= scheme.prefix ?? "";
    const box = secretInput(
      scheme.label || (scheme.kind === "key" ? scheme.parameter : scheme.kind === "http" ? scheme.name : TEXTS.token),
      own.token,
      true,
      put("token")
    );
    const fold =
      (scheme.flows || scheme.metadata) &&
      !IS_SIMULATED &&
      make(
        "details.sj-more",
        {
          ontoggle: async () => {
            await loadChunk("sign-in");
            if (fold.childElementCount < 2)
              SHARED.signInForm?.(fold, scheme, {
                base,
                callback,
                take: (/** @type {string} */ token) => {
                  own.token = box.input.value = token;
                  change();
                }
              });
          }
        },
        make("summary", { text: TEXTS.signIn })
      );
    return [box.element, fold];
  };

  const title = (/** @type {any[]} */ list) => list.map((each) => each.title || each.name).join(" + ") || TEXTS.none;
  const draw = () => {
    const select = choice(alternatives.map(title), chosen, (index) => {
      chosen = index;
      draw();
      changed();
    });
    const forget = button(TEXTS.forget, () => {
      forgetAll();
      place.querySelector("input")?.focus();
    });
    place.replaceChildren(
      ...[
        alternatives.length > 1 ? entry(TEXTS.scheme, select) : hint(title(schemes())),
        ...schemes().flatMap(fieldsOf),
        schemes().length &&
          make(
            "div.sj-p-keep",
            { role: "radiogroup", "aria-label": TEXTS.keeping },
            keepers.map(({ input }, index) =>
              make("span.sj-p-check", {}, input, make("label", { for: input.id, text: TEXTS.keepFor[index] }))
            ),
            forget
          )
      ].filter(Boolean)
    );
    where.hidden = !schemes().length;
  };
  const forgetAll = () => {
    secrets.values = Object.create(null);
    keepIn(undefined);
    change();
    draw();
  };

  return {
    element: place,
    schemes,
    /** Which way is chosen, and whether all is there that it needs. */
    state: () =>
      schemes().length
        ? fill(
            schemes().every((/** @type {any} */ scheme) => isEntered(scheme, secrets.values[scheme.name]))
              ? TEXTS.signedIn
              : TEXTS.notSignedIn,
            title(schemes())
          )
        : TEXTS.none,
    /** Credentials belong to one origin: for another they are gone. */
    follow: () => {
      const origin = isOpen(base()) ? base() : new URL(base(), location.href).origin;
      if (secrets.origin !== origin) {
        const had = secrets.origin;
        secrets.origin = origin;
        const found = had
          ? undefined
          : keepers
              .slice(1)
              .map(({ storage }) => ({ storage, kept: recalled(KEPT, storage) }))
              .find(({ kept }) => kept?.origin === origin);
        secrets.values = Object.assign(Object.create(null), found?.kept.values ?? {});
        keepIn(found?.storage);
        if (had) save();
        draw();
      }
      where.textContent = sentText(origin, proxy());
      if (!place.firstChild) draw();
    }
  };
}
