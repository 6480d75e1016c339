"use strict";

// The rules of classes of Tailwind CSS, by UnoCSS: for each name the selector, the declarations and
// the at-rule around them. It runs in the build; the Python code has checked the names.

async function utilityRules(load, colors, mark, names) {
  const animation = { timingFns: { bounce: "ease" } };
  const generator = await unocss.createGenerator({
    presets: [unocss.presetWind3({ dark: { dark: ".dark", light: ".light" } })],
    theme: { colors, animation }
  });
  const rules = {};
  for (const name of names) {
    const own = `.${unocss.escapeClass(name)}`;
    let found = [];
    try {
      found = (await generator.parseToken(name)) ?? [];
    } catch {
      // Without rules; one name must not end the others.
    }
    rules[name] = found
      .filter(([, selector]) => !selector || selector.includes(own))
      .map(([, selector, body, parent]) => [
        (selector ?? "").replaceAll(own, own + mark).replaceAll(" $$ ", " "),
        body,
        parent ?? ""
      ]);
  }
  return { rules, defaults: unocss.theme.preflightBase };
}
