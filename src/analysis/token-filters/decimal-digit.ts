import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";

/** Replaces the digits of all scripts by ASCII digits. */
export const decimalDigitFilter = mapText((text) => text.replace(/[^\0-\x7f]/gu, asciiDigit));

/** Replaces the digits of all scripts by ASCII digits (Lucene's DecimalDigitFilter). */
export const decimalDigit: TokenFilterKind = {
  name: "decimal_digit",
  summary: "Turns the decimal digits of all scripts to 0-9.",
  normalizing: true,
  create: () => decimalDigitFilter,
};

const digit = /^\p{Nd}$/u;

/** Digits come in rows of ten (mathematical ones in five such rows), so the first of the row gives the value. */
function asciiDigit(character: string): string {
  if (!digit.test(character)) return character;
  const codePoint = character.codePointAt(0)!;
  let first = codePoint;
  while (digit.test(String.fromCodePoint(first - 1))) first--;
  return String((codePoint - first) % 10);
}
