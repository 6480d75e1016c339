import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const folder = new URL("../../sphinx_sitejson/static/services/", import.meta.url);
const NAMES = readdirSync(folder)
  .filter((name) => !name.startsWith("_"))
  .map((name) => name.replace(".js", ""));
const VALUES = {
  id: "abc",
  apiKey: "key",
  publicApiKey: "pk",
  siteId: "S",
  measurementId: "G-1",
  tagId: "GTM-1",
  appId: "1",
  hjid: "1",
  hjsv: "6",
  projectToken: "t",
  domain: "x.y",
  key: "k"
};

/** A service that the page names. */
const wanted = (values = VALUES, kind = "analytics", waits = false) => ({ kind, waits, values });

/** The scripts in a fresh page without a document. */
function page() {
  const context = { console: { warn() {} } };
  context.window = context;
  vm.createContext(context);
  for (const file of ["_loader.js", ...NAMES.map((name) => `${name}.js`)]) {
    vm.runInContext(readFileSync(new URL(file, folder), "utf8"), context);
  }
  return context;
}

/** Notes which scripts are asked for, and lets each of them arrive later. */
function network() {
  const asked = [];
  const add = (address) => {
    const script = {
      address,
      arrive: () => {},
      addEventListener: (_event, run) => {
        script.arrive = run;
      }
    };
    asked.push(script);
    return script;
  };
  return { asked, add };
}

test("pages on the author's machine are local", () => {
  const { sitejsonServices } = page();
  for (const hostname of ["localhost", "docs.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "0.0.0.0"]) {
    assert.equal(sitejsonServices.isLocal({ protocol: "http:", hostname }), true, hostname);
  }
  assert.equal(sitejsonServices.isLocal({ protocol: "file:", hostname: "" }), true);
  for (const hostname of ["docs.example.com", "localhost.example.com", "127.example.com"]) {
    assert.equal(sitejsonServices.isLocal({ protocol: "https:", hostname }), false, hostname);
  }
});

for (const name of NAMES.filter((each) => each !== "osano")) {
  test(`${name} asks for one script, once, and takes events before it arrives`, () => {
    const { sitejsonServices } = page();
    const { asked, add } = network();
    sitejsonServices.start({ [name]: wanted() }, add);
    sitejsonServices.start({ [name]: wanted() }, add);
    assert.equal(asked.length, 1);
    assert.match(asked[0].address, /^https:\/\/[a-z0-9.-]+\//);
    sitejsonServices.track("page_feedback", { helpful: true });
    asked[0].arrive();
    sitejsonServices.track("page_feedback", { helpful: false });
  });
}

test("with a question for consent nothing else is asked for until it is given", () => {
  const context = page();
  const { asked, add } = network();
  context.sitejsonServices.start(
    {
      osano: wanted({ id: "https://cmp.osano.com/x/osano.js" }, "consent"),
      ga4: wanted(VALUES, "analytics", true),
      intercom: wanted(VALUES, "chat", true)
    },
    add
  );
  assert.deepEqual(
    asked.map((script) => script.address),
    ["https://cmp.osano.com/x/osano.js"]
  );

  let consent = { ANALYTICS: "DENY", PERSONALIZATION: "DENY" };
  const listeners = {};
  context.Osano = {
    cm: {
      getConsent: () => consent,
      addEventListener: (event, run) => {
        listeners[event] = run;
      }
    }
  };
  asked[0].arrive();
  assert.equal(asked.length, 1);

  consent = { ANALYTICS: "ACCEPT", PERSONALIZATION: "DENY" };
  listeners["osano-cm-consent-saved"]();
  assert.equal(asked.length, 2);
  assert.match(asked[1].address, /googletagmanager/);

  consent = { ANALYTICS: "ACCEPT", PERSONALIZATION: "ACCEPT" };
  listeners["osano-cm-consent-saved"]();
  listeners["osano-cm-consent-saved"]();
  assert.equal(asked.length, 3);
});

test("what waits is never loaded where nobody can ask", () => {
  const { sitejsonServices } = page();
  const { asked, add } = network();
  sitejsonServices.start({ ga4: wanted(VALUES, "analytics", true), plausible: wanted() }, add);
  assert.deepEqual(
    asked.map((script) => new URL(script.address).host),
    ["plausible.io"]
  );
});

test("one broken service does not stop the others", () => {
  const { sitejsonServices } = page();
  const { asked, add } = network();
  sitejsonServices.services.gtm.load = () => {
    throw new Error("broken");
  };
  sitejsonServices.start({ gtm: wanted(), plausible: wanted(), unknown: wanted({}) }, add);
  assert.equal(asked.length, 1);
});

test("names of servers and regions of PostHog", () => {
  for (const [apiHost, address] of [
    [undefined, "https://us-assets.i.posthog.com/static/array.js"],
    ["https://eu.i.posthog.com/", "https://eu-assets.i.posthog.com/static/array.js"],
    ["https://ph.example.com", "https://ph.example.com/static/array.js"]
  ]) {
    const { sitejsonServices } = page();
    const { asked, add } = network();
    sitejsonServices.start({ posthog: wanted({ ...VALUES, ...(apiHost && { apiHost }) }) }, add);
    assert.equal(asked[0].address, address);
  }
});

/** One service before its script arrives. */
function waiting(name) {
  const context = page();
  const { asked, add } = network();
  context.sitejsonServices.start({ [name]: wanted() }, add);
  return { context, asked };
}

test("Heap gets its calls when it is ready", () => {
  const { context, asked } = waiting("heap");
  assert.equal(asked[0].address, "https://cdn.us.heap-api.com/config/1/heap_config.js");
  assert.equal(context.heap.envId, "1");
  context.sitejsonServices.track("rated", { helpful: true });
  const calls = [];
  context.heap.track = (...values) => calls.push(values);
  for (const { name, fn } of context.heapReadyCb) calls.push(name) && fn();
  assert.equal(JSON.stringify(calls), JSON.stringify(["track", ["rated", { helpful: true }]]));
});

test("Koala keeps calls in their order", () => {
  const { context } = waiting("koala");
  context.ko.track("first");
  context.ko.track("second");
  assert.deepEqual(
    [...context.ko].map(([name, event]) => `${name} ${event}`),
    ["track first", "track second"]
  );
});

test("Intercom starts from its settings", () => {
  const { context } = waiting("intercom");
  assert.equal(context.intercomSettings.app_id, "abc");
  assert.equal(context.Intercom.q.length, 0);
  context.Intercom("show");
  assert.equal(context.Intercom.q.length, 1);
});

test("Pirsch gets texts, and its failure is no error of the page", async () => {
  const { context } = waiting("pirsch");
  const calls = [];
  context.pirsch = (...values) => {
    calls.push(values);
    return Promise.reject(new Error("blocked"));
  };
  context.sitejsonServices.track("rated", { helpful: true, title: "x" });
  await new Promise((done) => setTimeout(done, 10));
  assert.equal(JSON.stringify(calls), JSON.stringify([["rated", { meta: { helpful: "true", title: "x" } }]]));
});
