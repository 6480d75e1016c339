// @ts-check
"use strict";

// Numbers by their digits, however many: no value passes through a double. Pure.

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
/** Beyond so many digits a number is not divided. */
const MOST_DIVIDED = 20_000;

/**
 * Sign, digits and power of ten: 0.0120 is 12 with the power -3.
 * @param {any} value a number, or its text
 * @returns {{sign: number, digits: string, power: bigint}}
 */
function decimalOf(value) {
  const [, minus, whole = "", part = "", power = "0"] = DECIMAL.exec(String(value)) ?? [];
  const all = (whole + part).replace(/^0+/, "");
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  return {
    sign: !end ? 0 : minus ? -1 : 1,
    digits: all.slice(0, end),
    power: BigInt(power) + BigInt(all.length - end - part.length)
  };
}

/** Below zero if the first is less, above if it is more. @param {any} one @param {any} other @returns {number} */
function compareNumbers(one, other) {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a.sign !== b.sign || !a.sign) return a.sign - b.sign;
  const [high, low] = [a, b].map(({ digits, power }) => power + BigInt(digits.length));
  const order = high !== low ? (high < low ? -1 : 1) : a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
  return order * a.sign;
}

/** @param {any} value */
function isWhole(value) {
  const { sign, power } = decimalOf(value);
  return !sign || power >= 0;
}

/**
 * Whether a number is a multiple of another; null if that takes too long to tell.
 * @param {any} value
 * @param {any} step
 * @returns {boolean | null}
 */
function isMultiple(value, step) {
  const [a, b] = [decimalOf(value), decimalOf(step)];
  if (!a.sign) return true;
  if (!b.sign || a.digits.length + b.digits.length > MOST_DIVIDED) return null;
  // Neither ends in a zero, so a smaller power can be no multiple.
  if (a.power < b.power) return false;
  const by = BigInt(b.digits);
  let [rest, factor, times] = [BigInt(a.digits) % by, BigInt(10) % by, a.power - b.power];
  if (times > MOST_DIVIDED * MOST_DIVIDED) return null;
  for (; times; times >>= BigInt(1)) {
    if (times & BigInt(1)) rest = (rest * factor) % by;
    factor = (factor * factor) % by;
  }
  return !rest;
}

/** A text that is the same for values that are the same. @param {any} value @returns {string} */
function sameText(value) {
  if (isNumber(value)) {
    const { sign, digits, power } = decimalOf(value);
    return sign ? `${sign}:${digits}e${power}` : "0";
  }
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  return `{${pairsOf(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${sameText(member)}`)
    .sort()
    .join()}}`;
}
