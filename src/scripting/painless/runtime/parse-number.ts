/** Numbers in texts, as Java's classes read them. */
import { numberFormatError } from "./java-error.ts";
import { type Long, longOf } from "./longs.ts";

/** A whole number between bounds. */
export function parseLong(text: string | null, radix: number, min: Long, max: Long): Long {
  if (text === null) throw numberFormatError("Cannot parse null string: null");
  const wrong = (): Error =>
    numberFormatError(`For input string: "${text}"${radix === 10 ? "" : ` under radix ${radix}`}`);
  const digits = /^[+-]?([0-9a-zA-Z]+)$/.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined || digits.length > 128) throw wrong();
  let value = 0n;
  for (const digit of digits) {
    const worth = Number.parseInt(digit, 36);
    if (worth >= radix) throw wrong();
    value = value * BigInt(radix) + BigInt(worth);
  }
  if (text.startsWith("-")) value = -value;
  if (value < BigInt(min) || value > BigInt(max)) throw wrong();
  return longOf(value);
}

const DOUBLE = /^[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?)$/;

export function parseDouble(given: string): number {
  const text = given.trim();
  if (text === "") throw numberFormatError("empty String");
  if (!DOUBLE.test(text)) throw numberFormatError(`For input string: "${given}"`);
  return Number(/[fFdD]$/.test(text) && !text.endsWith("Infinity") ? text.slice(0, -1) : text);
}
