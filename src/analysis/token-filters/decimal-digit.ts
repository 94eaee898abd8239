import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";

/** Digits of every script as those of ASCII. */
export const decimalDigitFilter = mapText((text) => text.replace(/[^\0-\x7f]/gu, asciiDigit));

/** Turns the digits of all scripts to those of ASCII (Lucene's DecimalDigitFilter). */
export const decimalDigit: TokenFilterKind = {
  name: "decimal_digit",
  summary: "Turns the decimal digits of all scripts to 0-9.",
  normalizing: true,
  create: () => decimalDigitFilter,
};

const digit = /^\p{Nd}$/u;

/**
 * Digits of a script stand in a row of ten (mathematical ones in five such rows), so the first of the row tells the
 * value.
 */
function asciiDigit(character: string): string {
  if (!digit.test(character)) return character;
  const codePoint = character.codePointAt(0)!;
  let first = codePoint;
  while (digit.test(String.fromCodePoint(first - 1))) first--;
  return String((codePoint - first) % 10);
}
