/** Sets of characters by Unicode property, taken from JavaScript's regular expressions. */
import { CharacterSet, noCharacter } from "./character-set.ts";

const PLANE = 0x10000;
const BATCH = 0x1000;
const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0xe000;
/** Planes 4 to 13 have no characters; the last two are for private use, except their last two code points. */
const ASSIGNED_PLANES = [0, 1, 2, 3, 14];

const sets = new Map<string, CharacterSet>();
let planeTexts: readonly (readonly [first: number, text: string])[] | undefined;

/**
 * The set of `\p{property}`; `property` comes from our code, or was validated. Undefined when there is no such
 * property.
 */
export function unicodeSet(property: string): CharacterSet | undefined {
  const known = sets.get(property);
  if (known) return known;
  const found = setOf(property);
  if (found) sets.set(property, found);
  return found;
}

/** The union of properties that exist. */
export function unicodeSets(...properties: readonly string[]): CharacterSet {
  return properties.reduce((set, property) => set.union(unicodeSet(property) ?? noCharacter), noCharacter);
}

function setOf(property: string): CharacterSet | undefined {
  if (!/^[A-Za-z_=]+$/.test(property)) return undefined;
  let runs: RegExp;
  try {
    runs = new RegExp(`\\p{${property}}+`, "gu");
  } catch {
    return undefined;
  }
  const ranges: [number, number][] = [];
  const probe = (text: string): boolean => text.search(runs) === 0;
  if (probe("\ud800")) ranges.push([FIRST_SURROGATE, BEHIND_SURROGATES - 1]);
  planeTexts ??= textsOfPlanes();
  for (const [first, text] of planeTexts) {
    // Every text consists of characters of one length only.
    const units = first < PLANE ? 1 : 2;
    for (const { index, 0: run } of text.matchAll(runs))
      ranges.push([first + index / units, first + (index + run.length) / units - 1]);
  }
  if (probe("\u{40000}")) ranges.push([0x40000, 0xdffff]);
  if (probe("\u{f0000}")) ranges.push([0xf0000, 0xffffd], [0x100000, 0x10fffd]);
  if (probe("\u{ffffe}")) ranges.push([0xffffe, 0xfffff], [0x10fffe, 0x10ffff]);
  return CharacterSet.ranges(ranges);
}

function textsOfPlanes(): [number, string][] {
  const texts: [number, string][] = [];
  for (const plane of ASSIGNED_PLANES) {
    if (plane === 0) {
      texts.push([0, textOf(0, FIRST_SURROGATE)], [BEHIND_SURROGATES, textOf(BEHIND_SURROGATES, PLANE)]);
    } else texts.push([plane * PLANE, textOf(plane * PLANE, (plane + 1) * PLANE)]);
  }
  return texts;
}

function textOf(first: number, end: number): string {
  let text = "";
  for (let from = first; from < end; from += BATCH) {
    const size = Math.min(BATCH, end - from);
    text += String.fromCodePoint(...Array.from({ length: size }, (_, index) => from + index));
  }
  return text;
}
