/** Escapes that denote one character. */
import { ownOf } from "../../core/names.ts";
import type { PatternReader } from "./pattern-reader.ts";

const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const MAXIMUM_POINT = 0x10ffff;

const controls: Readonly<Record<string, number>> = { a: 0x07, e: 0x1b, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09 };

/**
 * The character of an escape whose letter was just read; undefined when the escape denotes something else or is
 * invalid.
 */
export function readCharacterEscape(reader: PatternReader, letter: number): number | undefined {
  const text = String.fromCodePoint(letter);
  if (Object.hasOwn(controls, text)) return ownOf(controls, text);
  if (text === "0") return octal(reader);
  if (text === "x") return hexadecimal(reader);
  if (text === "u") return unicode(reader);
  if (text === "c") {
    if (reader.cursor >= reader.length) throw reader.error("Illegal control escape sequence");
    return reader.read() ^ 64;
  }
  if (text === "N") return named(reader);
  return /[A-Za-z1-9]/.test(text) ? undefined : letter;
}

function octal(reader: PatternReader): number {
  const isOctal = (point: number): boolean => point >= 0x30 && point <= 0x37;
  const first = reader.read();
  if (!isOctal(first)) throw reader.error("Illegal octal escape sequence");
  const second = reader.read();
  if (!isOctal(second)) {
    reader.unread();
    return first - 0x30;
  }
  const third = reader.read();
  if (isOctal(third) && first <= 0x33) return (first - 0x30) * 64 + (second - 0x30) * 8 + (third - 0x30);
  reader.unread();
  return (first - 0x30) * 8 + (second - 0x30);
}

/** The value of a hexadecimal digit; -1 for anything else. */
function hexDigit(point: number): number {
  if (point >= 0x30 && point <= 0x39) return point - 0x30;
  const letter = point | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function hexadecimal(reader: PatternReader): number {
  const first = reader.read();
  if (hexDigit(first) >= 0) {
    const second = hexDigit(reader.read());
    if (second >= 0) return hexDigit(first) * 16 + second;
  } else if (first === OPEN_BRACE && hexDigit(reader.peek()) >= 0) {
    let point = 0;
    let digit = reader.read();
    for (; hexDigit(digit) >= 0; digit = reader.read()) {
      point = point * 16 + hexDigit(digit);
      if (point > MAXIMUM_POINT) throw reader.error("Hexadecimal codepoint is too big");
    }
    if (digit !== CLOSE_BRACE) throw reader.error("Unclosed hexadecimal escape sequence");
    return point;
  }
  throw reader.error("Illegal hexadecimal escape sequence");
}

/** `\uhhhh`; two of them may form a surrogate pair. */
function unicode(reader: PatternReader): number {
  const first = fourDigits(reader);
  if (first < 0xd800 || first >= 0xdc00) return first;
  const back = reader.cursor;
  if (reader.read() === BACKSLASH && reader.read() === 0x75) {
    const second = fourDigits(reader);
    if (second >= 0xdc00 && second < 0xe000) return 0x10000 + ((first - 0xd800) << 10) + second - 0xdc00;
  }
  reader.cursor = back;
  return first;
}

function fourDigits(reader: PatternReader): number {
  let point = 0;
  for (let index = 0; index < 4; index++) {
    const digit = hexDigit(reader.read());
    if (digit < 0) throw reader.error("Illegal Unicode escape sequence");
    point = point * 16 + digit;
  }
  return point;
}

/** Character names are not supported: all are rejected as unknown. */
function named(reader: PatternReader): never {
  if (reader.read() !== OPEN_BRACE) throw reader.error("Illegal character name escape sequence");
  const from = reader.cursor;
  while (reader.read() !== CLOSE_BRACE)
    if (reader.cursor >= reader.length) throw reader.error("Unclosed character name escape sequence");
  throw reader.error(`Unknown character name [${reader.text(from, reader.cursor - 1)}]`);
}
