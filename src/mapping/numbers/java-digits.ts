/** Digits as `java.lang.Character.digit` reads them: those of all scripts, where one UTF-16 unit holds them. */

const OTHER_DIGIT = /[^\P{Nd}0-9]/u;
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;
const MOST_DIGITS = 10;
const LAST_OF_ONE_UNIT = 0xffff;

/** A text with digits of other scripts written as ASCII digits. */
export function asciiDigits(text: string): string {
  return OTHER_DIGIT.test(text) ? text.replaceAll(OTHER_DIGITS, digitOf) : text;
}

/** The digits of a script stand in a row, from zero to nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code > LAST_OF_ONE_UNIT) return digit;
  let value = 0;
  while (value < MOST_DIGITS - 1 && OTHER_DIGIT.test(String.fromCharCode(code - value - 1))) value++;
  return String(value);
}

const LONG = /^[+-]?\d{1,400}$/;

/** `Long.parseLong`; undefined for what it refuses. */
export function parseJavaLong(text: string): bigint | undefined {
  const digits = asciiDigits(text);
  if (!LONG.test(digits)) return undefined;
  const value = BigInt(digits.replace("+", ""));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
