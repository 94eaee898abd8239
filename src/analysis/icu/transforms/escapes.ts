/** Backslash escapes in ids, rules and sets (ICU's Utility.unescapeAt). */

/** The character of an escape, and where the escape ends. */
export interface Escape {
  readonly codePoint: number;
  readonly end: number;
}

const control: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["b", 0x08],
  ["e", 0x1b],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
]);

/** Digits by escape letter: minimum, maximum, and bits per digit. */
const numbers = [
  /^u([0-9A-Fa-f]{4})/,
  /^U([0-9A-Fa-f]{8})/,
  /^x\{([0-9A-Fa-f]{1,8})\}/,
  /^x([0-9A-Fa-f]{1,2})/,
] as const;
const octal = /^[0-7]{1,3}/;

/** The escape whose backslash is before `at`; undefined when there is none. */
export function escapeAt(text: string, at: number): Escape | undefined {
  if (at >= text.length) return undefined;
  const letter = text[at]!;
  const rest = text.slice(at, at + 12);
  if (letter === "u" || letter === "U" || letter === "x") return numberAt(text, rest, at);
  const digits = octal.exec(rest)?.[0];
  if (digits !== undefined) return { codePoint: Number.parseInt(digits, 8), end: at + digits.length };
  const known = control.get(letter);
  if (known !== undefined) return { codePoint: known, end: at + 1 };
  if (letter === "c" && at + 1 < text.length) {
    const controlled = text.codePointAt(at + 1)!;
    return { codePoint: controlled & 0x1f, end: at + 1 + String.fromCodePoint(controlled).length };
  }
  const codePoint = text.codePointAt(at)!;
  return { codePoint, end: at + String.fromCodePoint(codePoint).length };
}

function numberAt(text: string, rest: string, at: number): Escape | undefined {
  const found = numbers.map((number) => number.exec(rest)).find((match) => match !== null);
  if (!found) return undefined;
  const codePoint = Number.parseInt(found[1]!, 16);
  const end = at + found[0].length;
  if (codePoint > 0x10ffff) return undefined;
  // Two consecutive escapes may form a surrogate pair.
  if (codePoint >= 0xd800 && codePoint < 0xdc00 && text[end] === "\\") {
    const next = escapeAt(text, end + 1);
    if (next && next.codePoint >= 0xdc00 && next.codePoint < 0xe000) {
      return { codePoint: ((codePoint - 0xd800) << 10) + next.codePoint - 0xdc00 + 0x10000, end: next.end };
    }
  }
  return { codePoint, end };
}
