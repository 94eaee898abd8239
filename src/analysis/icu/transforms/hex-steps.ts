/** Transforms between characters and their numbers: Any-Hex and Hex-Any in all variants. */
import type { TransformStep } from "./transform.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";

/** How a number is written. */
interface HexForm {
  readonly prefix: string;
  readonly suffix: string;
  readonly radix: 10 | 16;
  readonly leastDigits: number;
  readonly mostDigits: number;
}

const unicode: HexForm = { prefix: "U+", suffix: "", radix: 16, leastDigits: 4, mostDigits: 6 };
const java: HexForm = { prefix: "\\u", suffix: "", radix: 16, leastDigits: 4, mostDigits: 4 };
const c: HexForm = { prefix: "\\U", suffix: "", radix: 16, leastDigits: 8, mostDigits: 8 };
const xml: HexForm = { prefix: "&#x", suffix: ";", radix: 16, leastDigits: 1, mostDigits: 6 };
const xml10: HexForm = { prefix: "&#", suffix: ";", radix: 10, leastDigits: 1, mostDigits: 7 };
const perl: HexForm = { prefix: "\\x{", suffix: "}", radix: 16, leastDigits: 1, mostDigits: 6 };
const plain: HexForm = { prefix: "", suffix: "", radix: 16, leastDigits: 4, mostDigits: 6 };

/** Steps of Any-Hex by variant. */
export const escapeSteps: Readonly<Record<string, TransformStep>> = {
  "": escapeStep(java),
  Unicode: escapeStep(unicode, unicode),
  Java: escapeStep(java),
  C: escapeStep(java, c),
  XML: escapeStep(xml, xml),
  XML10: escapeStep(xml10, xml10),
  Perl: escapeStep(perl, perl),
  Plain: escapeStep(plain, plain),
};

/** Steps of Hex-Any by variant. */
export const unescapeSteps: Readonly<Record<string, TransformStep>> = {
  "": unescapeStep([unicode, java, c, xml, xml10, perl]),
  Unicode: unescapeStep([unicode]),
  Java: unescapeStep([java]),
  C: unescapeStep([java, c]),
  XML: unescapeStep([xml]),
  XML10: unescapeStep([xml10]),
  Perl: unescapeStep([perl]),
};

/** Without a `beyond` form, characters beyond U+FFFF are written as two units. */
function escapeStep(form: HexForm, beyond?: HexForm): TransformStep {
  return {
    apply(text) {
      let escaped = "";
      for (let at = text.start; at < text.limit;) {
        const codePoint = beyond ? text.codePointAt(at) : text.unitAt(at);
        escaped += numberOf(codePoint, codePoint > 0xffff && beyond ? beyond : form);
        at += beyond ? unitsOf(codePoint) : 1;
      }
      text.replaceRun(escaped);
    },
  };
}

function numberOf(codePoint: number, { prefix, suffix, radix, leastDigits }: HexForm): string {
  return prefix + codePoint.toString(radix).toUpperCase().padStart(leastDigits, "0") + suffix;
}

function unescapeStep(forms: readonly HexForm[]): TransformStep {
  return {
    apply(text) {
      while (text.start < text.limit) {
        for (const form of forms) if (unescape(text, form)) break;
        if (text.start < text.limit) text.start += unitsOf(text.codePointAt(text.start));
      }
    },
  };
}

/** Replaces a number at the start. */
function unescape(text: TransformText, { prefix, suffix, radix, leastDigits, mostDigits }: HexForm): boolean {
  let at = text.start;
  if (!stands(text, at, prefix)) return false;
  at += prefix.length;
  let number = 0;
  let digits = 0;
  for (; at < text.limit && digits < mostDigits; digits++) {
    const codePoint = text.codePointAt(at);
    const digit = digitOf(codePoint, radix);
    if (digit < 0) break;
    number = number * radix + digit;
    at += unitsOf(codePoint);
  }
  if (digits < leastDigits || !stands(text, at, suffix) || number > 0x10ffff) return false;
  text.replacePart(text.start, at + suffix.length, String.fromCodePoint(number));
  return true;
}

function stands(text: TransformText, at: number, part: string): boolean {
  if (at + part.length > text.limit) return false;
  for (let index = 0; index < part.length; index++)
    if (text.unitAt(at + index) !== part.charCodeAt(index)) return false;
  return true;
}

const decimal = /^\p{Nd}$/u;

/** The value of a digit of any script, or of a Latin letter including full-width ones; -1 for any other character. */
function digitOf(codePoint: number, radix: 10 | 16): number {
  const ascii = codePoint >= 0xff21 && codePoint <= 0xff5a ? codePoint - 0xfee0 : codePoint;
  if (ascii >= 0x30 && ascii <= 0x39) return ascii - 0x30;
  const letter = (ascii | 0x20) - 0x61;
  if (ascii < 0x80) return radix === 16 && letter >= 0 && letter < 6 ? letter + 10 : -1;
  if (!decimal.test(String.fromCodePoint(codePoint))) return -1;
  // Digits come in groups of ten; mathematical digits have several adjacent groups.
  let first = codePoint;
  while (decimal.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
