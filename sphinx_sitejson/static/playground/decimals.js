// @ts-check
"use strict";

// Decimal arithmetic on digits of any length: no value passes through a double. Pure.

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
/** Longer numbers are not divided. */
const MAX_DIVIDED_DIGITS = 20_000;

/**
 * Split a number into sign, digits and power of ten: 0.0120 is 12 with the power -3.
 * @param {any} value a number, or its text
 * @returns {{sign: number, digits: string, power: bigint}}
 */
function parseDecimal(value) {
  const [, sign, integer = "", fraction = "", power = "0"] = DECIMAL.exec(String(value)) ?? [];
  const all = (integer + fraction).replace(/^0+/, "");
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  return {
    sign: !end ? 0 : sign ? -1 : 1,
    digits: all.slice(0, end),
    power: BigInt(power) + BigInt(all.length - end - fraction.length)
  };
}

/**
 * Compare two numbers: negative if the first is less, positive if it is greater.
 * @param {any} one
 * @param {any} other
 * @returns {number}
 */
function compareNumbers(one, other) {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (a.sign !== b.sign || !a.sign) return a.sign - b.sign;
  const [high, low] = [a, b].map(({ digits, power }) => power + BigInt(digits.length));
  const order = high !== low ? (high < low ? -1 : 1) : a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
  return order * a.sign;
}

/** @param {any} value */
function isInteger(value) {
  const { sign, power } = parseDecimal(value);
  return !sign || power >= 0;
}

/**
 * Whether a number is a multiple of another; null if the calculation would take too long.
 * @param {any} value
 * @param {any} step
 * @returns {boolean | null}
 */
function isMultiple(value, step) {
  const [a, b] = [parseDecimal(value), parseDecimal(step)];
  if (!a.sign) return true;
  if (!b.sign || a.digits.length + b.digits.length > MAX_DIVIDED_DIGITS) return null;
  // Neither number ends in a zero, so one with a smaller power is never a multiple.
  if (a.power < b.power) return false;
  const by = BigInt(b.digits);
  let [rest, factor, times] = [BigInt(a.digits) % by, BigInt(10) % by, a.power - b.power];
  if (times > MAX_DIVIDED_DIGITS * MAX_DIVIDED_DIGITS) return null;
  for (; times; times >>= BigInt(1)) {
    if (times & BigInt(1)) rest = (rest * factor) % by;
    factor = (factor * factor) % by;
  }
  return !rest;
}

/** Serialize a value so that equal values have the same text. @param {any} value @returns {string} */
function canonicalJson(value) {
  if (isNumber(value)) {
    const { sign, digits, power } = parseDecimal(value);
    return sign ? `${sign}:${digits}e${power}` : "0";
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  return `{${objectEntries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    .sort()
    .join()}}`;
}
