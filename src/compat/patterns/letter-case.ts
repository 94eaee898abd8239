/** Case mappings, one character to one (java.lang.Character, which ignores mappings that change the length). */
import { CharacterSet } from "./character-set.ts";

/** Cased letters exist only in the first two planes. */
const CASED_END = 0x20000;
const DOTTED_I = 0x130;
/** From a folded letter to all letters that fold to it. */
let foldings: Map<number, number[]> | undefined;
/** Cased letters. */
let cased: { readonly codePoint: number; readonly upper: number; readonly fold: number }[] | undefined;

export function upperOf(codePoint: number): number {
  const upper = String.fromCodePoint(codePoint).toUpperCase();
  const single = upper.codePointAt(0)!;
  if (upper.length === (single > 0xffff ? 2 : 1)) return single;
  // Letters with iota subscript: their uppercase is the title case.
  if (codePoint >= 0x1f80 && codePoint < 0x1fb0) return codePoint | 8;
  return codePoint === 0x1fb3 || codePoint === 0x1fc3 || codePoint === 0x1ff3 ? codePoint + 9 : codePoint;
}

export function lowerOf(codePoint: number): number {
  return codePoint === DOTTED_I ? 0x69 : String.fromCodePoint(codePoint).toLowerCase().codePointAt(0)!;
}

/** The form used to compare letters ignoring case. */
export function foldOf(codePoint: number): number {
  return lowerOf(upperOf(codePoint));
}

/** The other case of an ASCII letter; any other code point unchanged. */
export function asciiOther(codePoint: number): number {
  const letter = codePoint | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? codePoint ^ 0x20 : codePoint;
}

/** All characters that equal a character when case is ignored. */
export function allCasesOf(codePoint: number): CharacterSet {
  const fold = foldOf(codePoint);
  return CharacterSet.of(codePoint, ...(foldingsOf().get(fold) ?? []), fold);
}

/** A range of letters, plus the letters that have a case variant in it. */
export function rangeInAllCases(first: number, last: number): CharacterSet {
  const inside = (codePoint: number): boolean => codePoint >= first && codePoint <= last;
  const more: [number, number][] = [[first, last]];
  for (const { codePoint, upper, fold } of cased ?? casedLetters())
    if (inside(upper) || inside(fold)) more.push([codePoint, codePoint]);
  return CharacterSet.ranges(more);
}

/** A range, plus the ASCII letters that have a case variant in it. */
export function rangeInAsciiCases(first: number, last: number): CharacterSet {
  const more: [number, number][] = [[first, last]];
  for (let letter = 0x41; letter <= 0x5a; letter++) {
    for (const [one, other] of [
      [letter, letter | 0x20],
      [letter | 0x20, letter],
    ] as const) {
      if (one >= first && one <= last) more.push([other, other]);
    }
  }
  return CharacterSet.ranges(more);
}

function foldingsOf(): Map<number, number[]> {
  if (foldings) return foldings;
  foldings = new Map();
  for (const { codePoint, fold } of cased ?? casedLetters()) {
    const same = foldings.get(fold);
    if (same) same.push(codePoint);
    else foldings.set(fold, [codePoint]);
  }
  return foldings;
}

function casedLetters(): NonNullable<typeof cased> {
  cased = [];
  for (let codePoint = 0; codePoint < CASED_END; codePoint++) {
    if (codePoint === 0xd800) codePoint = 0xe000;
    const upper = upperOf(codePoint);
    const fold = lowerOf(upper);
    if (fold !== codePoint || upper !== codePoint) cased.push({ codePoint, upper, fold });
  }
  return cased;
}
