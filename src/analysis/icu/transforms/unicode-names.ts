/**
 * Names of characters, from `unames.icu` (ICU's UCharacterName): words by number, in groups of 32 characters, and rules
 * for whole ranges.
 */
import { damagedData } from "../damaged-data.ts";
import { readDataHeader } from "../data-header.ts";
import { icuData } from "../icu-data.ts";

const ENTRY = "unames.icu";
const GROUP = 32;
const SEMICOLON = 0x3b;

/** Numbers of words that stand for something else: the letter itself, or half of a number of two bytes. */
const LETTER = 0xffff;
const FIRST_BYTE = 0xfffe;

/** Names that are made by a rule: with the number behind, or of parts that take turns. */
interface NameRule {
  readonly first: number;
  readonly last: number;
  readonly prefix: string;
  /** Digits of the number; 0 for parts. */
  readonly digits: number;
  readonly parts: readonly (readonly string[])[];
}

let names: Map<number, string> | undefined;
let codePoints: Map<string, number> | undefined;
let rules: readonly NameRule[] = [];

/** The name of a character, or what it is in angle brackets (`<control-000A>`). Throws 400 without ICU's data. */
export function extendedName(codePoint: number): string {
  return (
    allNames().get(codePoint) ??
    ruledName(codePoint) ??
    `<${kindOf(codePoint)}-${codePoint.toString(16).toUpperCase().padStart(4, "0")}>`
  );
}

/** The character of such a name in any case; undefined: there is none. Throws 400 without ICU's data. */
export function codePointOfName(name: string): number | undefined {
  const inBrackets = /^<([a-z ]+)-([0-9a-f]{1,6})>$/.exec(name.toLowerCase());
  if (inBrackets) {
    const codePoint = Number.parseInt(inBrackets[2]!, 16);
    return codePoint <= 0x10ffff && kindOf(codePoint) === inBrackets[1] ? codePoint : undefined;
  }
  codePoints ??= new Map([...allNames()].map(([codePoint, known]) => [known, codePoint]));
  const wanted = name.toUpperCase();
  return codePoints.get(wanted) ?? codePointByRule(wanted);
}

function ruledName(codePoint: number): string | undefined {
  const rule = rules.find(({ first, last }) => codePoint >= first && codePoint <= last);
  if (!rule) return undefined;
  if (rule.digits > 0) return rule.prefix + codePoint.toString(16).toUpperCase().padStart(rule.digits, "0");
  let rest = codePoint - rule.first;
  let name = "";
  for (const part of [...rule.parts].reverse()) {
    name = part[rest % part.length]! + name;
    rest = Math.floor(rest / part.length);
  }
  return rule.prefix + name;
}

function codePointByRule(name: string): number | undefined {
  for (const rule of rules) {
    if (!name.startsWith(rule.prefix)) continue;
    if (rule.digits > 0) {
      const codePoint = Number.parseInt(name.slice(rule.prefix.length), 16);
      if (codePoint >= rule.first && codePoint <= rule.last && ruledName(codePoint) === name) return codePoint;
      continue;
    }
    for (let codePoint = rule.first; codePoint <= rule.last; codePoint++)
      if (ruledName(codePoint) === name) return codePoint;
  }
  return undefined;
}

const kinds = [
  [/^\p{Cc}$/u, "control"],
  [/^\p{Co}$/u, "private use area"],
  [/^[\ud800-\udbff]$/, "lead surrogate"],
  [/^[\udc00-\udfff]$/, "trail surrogate"],
  [/^\p{Noncharacter_Code_Point}$/u, "noncharacter"],
] as const;

/** What a character without a name is. */
function kindOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  return kinds.find(([pattern]) => pattern.test(character))?.[1] ?? "unassigned";
}

/** All names but those made by rules. */
function allNames(): Map<number, string> {
  return (names ??= readNames(icuData().needed(ENTRY)));
}

function readNames(bytes: Uint8Array): Map<number, string> {
  const { size } = readDataHeader(ENTRY, bytes, "unam");
  const data = Buffer.from(bytes.buffer, bytes.byteOffset + size, bytes.length - size);
  try {
    rules = readRules(data, data.readUInt32LE(12));
    return readGroups(data, readWords(data));
  } catch (error) {
    if (error instanceof RangeError) throw damagedData(ENTRY, "it ends too early");
    throw error;
  }
}

/** Words by number; numbers stand for those that are none. */
function readWords(data: Buffer): (string | number)[] {
  const texts = data.readUInt32LE(0);
  return Array.from({ length: data.readUInt16LE(16) }, (_, index) => {
    const offset = data.readUInt16LE(18 + 2 * index);
    return offset === LETTER || offset === FIRST_BYTE ? offset : textAt(data, texts + offset);
  });
}

function textAt(data: Buffer, from: number): string {
  const end = data.indexOf(0, from);
  if (from > data.length || end < 0) throw new RangeError("a text without an end");
  return data.toString("latin1", from, end);
}

function readGroups(data: Buffer, words: readonly (string | number)[]): Map<number, string> {
  const found = new Map<number, string>();
  const table = data.readUInt32LE(4);
  const texts = data.readUInt32LE(8);
  for (let group = 0; group < data.readUInt16LE(table); group++) {
    const at = table + 2 + 6 * group;
    const first = data.readUInt16LE(at) * GROUP;
    const lengths: number[] = [];
    let offset = readLengths(data, texts + data.readUInt16LE(at + 2) * 0x10000 + data.readUInt16LE(at + 4), lengths);
    for (const [index, length] of lengths.entries()) {
      const name = expanded(data, offset, offset + length, words);
      if (name !== "") found.set(first + index, name);
      offset += length;
    }
  }
  return found;
}

/** Lengths of the lines of a group, in halves of bytes: from 12 on in two of them. Answers where the lines begin. */
function readLengths(data: Buffer, from: number, lengths: number[]): number {
  let half = 2 * from;
  const next = (): number => {
    const byte = data.readUInt8(half >> 1);
    return (half++ & 1) === 0 ? byte >> 4 : byte & 0xf;
  };
  while (lengths.length < GROUP) {
    const length = next();
    lengths.push(length < 12 ? length : (((length & 3) << 4) | next()) + 12);
  }
  return (half + 1) >> 1;
}

/** The first field of a line with its words in full. */
function expanded(data: Buffer, from: number, to: number, words: readonly (string | number)[]): string {
  let name = "";
  for (let at = from; at < to; at++) {
    const byte = data.readUInt8(at);
    let word = words[byte];
    if (word === FIRST_BYTE) word = words[(byte << 8) | data.readUInt8(++at)];
    if (typeof word === "string") name += word;
    else if (byte === SEMICOLON) break;
    else name += String.fromCharCode(byte);
  }
  return name;
}

function readRules(data: Buffer, from: number): NameRule[] {
  let at = from + 4;
  return Array.from({ length: data.readUInt32LE(from) }, () => {
    const [first, last] = [data.readUInt32LE(at), data.readUInt32LE(at + 4)];
    const [kind, variant, size] = [data.readUInt8(at + 8), data.readUInt8(at + 9), data.readUInt16LE(at + 10)];
    const partCount = kind === 0 ? 0 : variant;
    let text = at + 12 + 2 * partCount;
    const prefix = textAt(data, text);
    const parts: string[][] = [];
    text += prefix.length + 1;
    for (let part = 0; part < partCount; part++) {
      parts.push(
        Array.from({ length: data.readUInt16LE(at + 12 + 2 * part) }, () => {
          const found = textAt(data, text);
          text += found.length + 1;
          return found;
        }),
      );
    }
    at += size;
    return { first, last, prefix, digits: kind === 0 ? variant : 0, parts };
  });
}
