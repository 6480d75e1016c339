// Numbers are compared and divided by their digits.
import assert from "node:assert/strict";
import test from "node:test";
import { load, words } from "./playground.mjs";

const { compareNumbers, isMultiple, isInteger, canonicalJson } = load();

const RISING = words(`
  -1e99999999999999999999 -1E400 -9007199254740993 -9007199254740992 -1.5 -1e-400 0 1e-400 0.1
  0.10000000000000000055 0.3 1 1.0000000000000000001 9.99 10 9007199254740992 9007199254740993 1e20 123456789012345678901 1E400 1.1E400 1e99999999999999999999
`);

test("every number has its place", () => {
  RISING.forEach((one, index) =>
    RISING.forEach((other, place) =>
      assert.equal(Math.sign(compareNumbers(one, other)) + 0, Math.sign(index - place), `${one} ${other}`)
    )
  );
});

test("the same number is written in many ways", () => {
  for (const pair of "1=1.0 1e3=1000 -0=0.00 0.0120=12e-3 1E+2=100.0 0e99=0".split(" ")) {
    assert.equal(compareNumbers(...pair.split("=")), 0, pair);
  }
  assert.equal(compareNumbers(0.1, "0.10"), 0);
  assert.equal(compareNumbers(1e21, "1000000000000000000000"), 0);
  assert.notEqual(canonicalJson(1), canonicalJson("1"));
});

test("whole numbers and multiples", () => {
  for (const text of ["0", "-0.0", "1.0", "1e3", "10e-1", "1E400", "9007199254740993"])
    assert.equal(isInteger(text), true, text);
  for (const text of ["0.5", "1e-1", "15e-1", "1e-400", "9007199254740993.5"])
    assert.equal(isInteger(text), false, text);
  const multiples = "0.3/0.1 19.99/0.01 0/7 9007199254740993/3 1E400/0.5 3e400/3 -4.5/1.5 1e400/1e-400";
  for (const pair of multiples.split(" ")) assert.equal(isMultiple(...pair.split("/")), true, pair);
  const others = "0.35/0.1 9007199254740993/2 1E400/3 12/120 1e-9/1 0.30000000000000000001/0.1";
  for (const pair of others.split(" ")) assert.equal(isMultiple(...pair.split("/")), false, pair);
  assert.equal(isMultiple("1", "0"), null);
  assert.equal(isMultiple("1e99999999999999999999", "7"), null);
  assert.equal(isMultiple("7".repeat(50_000), "7"), null);
});
