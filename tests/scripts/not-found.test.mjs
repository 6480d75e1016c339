import assert from "node:assert/strict";
import test from "node:test";

import { plain, scripts } from "./support.mjs";

const { findNearestPages } = scripts("not-found");
const NAMES =
  "index get-started/installation settings/navigation settings/fonts api/ships/read-a-ship guides/überblick";
const PAGES = Object.fromEntries(NAMES.split(" ").map((name) => [name, [name]]));
const nearest = (path) => plain(findNearestPages(path, PAGES));

test("a mistyped address leads to the page that was meant", () => {
  assert.equal(nearest("setings/navigaton.html")[0], "settings/navigation");
  assert.equal(nearest("get-started/instalation/")[0], "get-started/installation");
});

test("a page that moved to another folder is found by its name", () => {
  assert.equal(nearest("en/old/folder/fonts")[0], "settings/fonts");
  assert.equal(nearest("reference/read-a-ship.html")[0], "api/ships/read-a-ship");
});

test("letters of any script are compared as they are read", () => {
  assert.equal(nearest("guides/%C3%BCberblik.html")[0], "guides/überblick");
});

test("an address like no other has no neighbors", () => {
  assert.deepEqual(nearest("zzzz/qqqq"), []);
  assert.deepEqual(nearest(""), []);
  assert.deepEqual(nearest("%E0%A4%A"), []);
});

test("pages of the same language and version are suggested", () => {
  const pages = {};
  for (const [language, first] of ["", "fr/", "de/"].entries()) {
    for (const [version, second] of ["", "v1/"].entries()) {
      const row = (title) => [title, 0, 0, version + 1, "", "", "", language + 1];
      pages[`${first}${second}guide/installation`] = row("Installation");
      pages[`${first}${second}guide/usage`] = row("Usage");
    }
  }
  const found = (path) => plain(findNearestPages(path, pages));
  assert.deepEqual(found("fr/v1/guide/instalation"), ["fr/v1/guide/installation"]);
  assert.deepEqual(found("guide/instalation"), ["guide/installation"]);
  assert.deepEqual(found("v1/instalation"), ["v1/guide/installation"]);
  assert.deepEqual(found("de/instalation").sort(), ["de/guide/installation", "de/v1/guide/installation"]);
  assert.equal(found("it/guide/instalation").length, 4);
});
