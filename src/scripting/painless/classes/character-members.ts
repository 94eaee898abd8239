/** What `Character` says of code points. */
import { JavaArray } from "../runtime/collections.ts";
import { charForm } from "../runtime/array-forms.ts";
import { illegalArgumentError } from "../runtime/java-error.ts";
import type { Implementation } from "./class-definition.ts";

/** Constants of the class for what `getType` answers, with the abbreviations of Unicode. */
const TYPES: readonly (readonly [string, string, number])[] = [
  ["UPPERCASE_LETTER", "Lu", 1],
  ["LOWERCASE_LETTER", "Ll", 2],
  ["TITLECASE_LETTER", "Lt", 3],
  ["MODIFIER_LETTER", "Lm", 4],
  ["OTHER_LETTER", "Lo", 5],
  ["NON_SPACING_MARK", "Mn", 6],
  ["ENCLOSING_MARK", "Me", 7],
  ["COMBINING_SPACING_MARK", "Mc", 8],
  ["DECIMAL_DIGIT_NUMBER", "Nd", 9],
  ["LETTER_NUMBER", "Nl", 10],
  ["OTHER_NUMBER", "No", 11],
  ["SPACE_SEPARATOR", "Zs", 12],
  ["LINE_SEPARATOR", "Zl", 13],
  ["PARAGRAPH_SEPARATOR", "Zp", 14],
  ["CONTROL", "Cc", 15],
  ["FORMAT", "Cf", 16],
  ["PRIVATE_USE", "Co", 18],
  ["SURROGATE", "Cs", 19],
  ["DASH_PUNCTUATION", "Pd", 20],
  ["START_PUNCTUATION", "Ps", 21],
  ["END_PUNCTUATION", "Pe", 22],
  ["CONNECTOR_PUNCTUATION", "Pc", 23],
  ["OTHER_PUNCTUATION", "Po", 24],
  ["MATH_SYMBOL", "Sm", 25],
  ["CURRENCY_SYMBOL", "Sc", 26],
  ["MODIFIER_SYMBOL", "Sk", 27],
  ["OTHER_SYMBOL", "So", 28],
  ["INITIAL_QUOTE_PUNCTUATION", "Pi", 29],
  ["FINAL_QUOTE_PUNCTUATION", "Pf", 30],
  ["UNASSIGNED", "Cn", 0],
];

let tests: readonly (readonly [RegExp, number])[] | undefined;

function typeOf(point: number): number {
  if (!isPoint(point)) return 0;
  tests ??= TYPES.map(([, unicode, type]) => [new RegExp(`^\\p{${unicode}}$`, "u"), type] as const);
  const text = String.fromCodePoint(point);
  return tests.find(([test]) => test.test(text))?.[1] ?? 0;
}

const isPoint = (point: number): boolean => point >= 0 && point <= 0x10ffff;

function is(pattern: RegExp): Implementation {
  return (point: number) => isPoint(point) && pattern.test(String.fromCodePoint(point));
}

const IGNORED = String.raw`\0-\x08\x0e-\x1b\x7f-\x9f\p{Cf}`;

function known(point: number): number {
  if (isPoint(point)) return point;
  throw illegalArgumentError(`Not a valid Unicode code point: 0x${(point >>> 0).toString(16).toUpperCase()}`);
}

const surrogate = (point: number, at: 0 | 1): number => String.fromCodePoint(known(point)).charCodeAt(at);

export const characterMembers: Readonly<Record<string, Implementation>> = {
  "static int charCount(int)": (point: number) => (point >= 0x10000 ? 2 : 1),
  "static char forDigit(int,int)": (digit: number, radix: number) =>
    radix < 2 || radix > 36 || digit < 0 || digit >= radix ? 0 : digit.toString(36).charCodeAt(0),
  "static int getType(int)": typeOf,
  "static int hashCode(char)": (unit: number) => unit,
  "static char highSurrogate(int)": (point: number) => (0xd7c0 + (point >>> 10)) & 0xffff,
  "static char lowSurrogate(int)": (point: number) => 0xdc00 + (point & 0x3ff),
  "static boolean isBmpCodePoint(int)": (point: number) => point >>> 16 === 0,
  "static boolean isDefined(int)": (point: number) => typeOf(point) !== 0,
  "static boolean isHighSurrogate(char)": (unit: number) => unit >= 0xd800 && unit <= 0xdbff,
  "static boolean isISOControl(int)": (point: number) =>
    (point >= 0 && point <= 0x1f) || (point >= 0x7f && point <= 0x9f),
  "static boolean isIdentifierIgnorable(int)": is(new RegExp(`^[${IGNORED}]$`, "u")),
  "static boolean isIdeographic(int)": is(/^\p{Ideographic}$/u),
  "static boolean isJavaIdentifierPart(int)": is(
    new RegExp(`^[\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}\\p{Nd}\\p{Mc}\\p{Mn}${IGNORED}]$`, "u"),
  ),
  "static boolean isJavaIdentifierStart(int)": is(/^[\p{L}\p{Nl}\p{Sc}\p{Pc}]$/u),
  "static boolean isMirrored(int)": is(/^\p{Bidi_Mirrored}$/u),
  "static boolean isSpaceChar(int)": is(/^\p{Z}$/u),
  "static boolean isSupplementaryCodePoint(int)": (point: number) => point >= 0x10000 && point <= 0x10ffff,
  "static boolean isSurrogate(char)": (unit: number) => unit >= 0xd800 && unit <= 0xdfff,
  "static boolean isSurrogatePair(char,char)": (high: number, low: number) =>
    high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff,
  "static boolean isTitleCase(int)": is(/^\p{Lt}$/u),
  "static boolean isUnicodeIdentifierPart(int)": is(new RegExp(`^[\\p{ID_Continue}${IGNORED}]$`, "u")),
  "static boolean isUnicodeIdentifierStart(int)": is(/^\p{ID_Start}$/u),
  "static boolean isValidCodePoint(int)": isPoint,
  "static char reverseBytes(char)": (unit: number) => ((unit & 255) << 8) | (unit >> 8),
  "static char[] toChars(int)": (point: number) => {
    const units = point >= 0x10000 ? [surrogate(point, 0), surrogate(point, 1)] : [known(point)];
    return new JavaArray("char", units, charForm);
  },
  "static int toCodePoint(char,char)": (high: number, low: number) => (high - 0xd800) * 0x400 + low - 0xdc00 + 0x10000,
};

export const characterConstants: Readonly<Record<string, number>> = {
  ...Object.fromEntries(TYPES.map(([name, , type]) => [`byte ${name}`, type])),
  "int BYTES": 2,
  "int SIZE": 16,
  "int MIN_RADIX": 2,
  "int MAX_RADIX": 36,
  "int MIN_CODE_POINT": 0,
  "int MAX_CODE_POINT": 0x10ffff,
  "int MIN_SUPPLEMENTARY_CODE_POINT": 0x10000,
  "char MIN_SURROGATE": 0xd800,
  "char MAX_SURROGATE": 0xdfff,
  "char MIN_HIGH_SURROGATE": 0xd800,
  "char MAX_HIGH_SURROGATE": 0xdbff,
  "char MIN_LOW_SURROGATE": 0xdc00,
  "char MAX_LOW_SURROGATE": 0xdfff,
};
