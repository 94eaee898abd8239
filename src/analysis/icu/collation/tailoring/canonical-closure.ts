/** Canonically equivalent texts (ICU's CanonicalIterator, and parts of CollationBuilder). */
import { canonicalEnds } from "../../canonical-ends.ts";
import { combiningClass } from "../../transforms/combining-class.ts";

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;

/** Parts with more marks are not permuted. */
const MOST_PERMUTED = 8;

interface Composites {
  /** Characters with a decomposition, except Hangul, ascending. */
  readonly all: readonly number[];
  /** By the first character of the decomposition. */
  readonly byFirst: ReadonlyMap<number, readonly number[]>;
  /** Characters that occur in a decomposition after the first position. */
  readonly followers: ReadonlySet<number>;
}

let found: Composites | undefined;

/** Characters with a decomposition: computed once per thread, in 20 ms. */
export function composites(): Composites {
  if (found) return found;
  const all: number[] = [];
  const byFirst = new Map<number, number[]>();
  const followers = new Set<number>();
  for (let codePoint = 0xc0; codePoint < 0x30000; codePoint++) {
    if (codePoint >= 0x3400 && codePoint <= HANGUL_LAST) {
      codePoint = HANGUL_LAST;
      continue;
    }
    const character = String.fromCodePoint(codePoint);
    const decomposed = character.normalize("NFD");
    if (decomposed === character) continue;
    all.push(codePoint);
    const [first, ...rest] = codePointsOf(decomposed);
    const same = byFirst.get(first!);
    if (same) same.push(codePoint);
    else byFirst.set(first!, [codePoint]);
    for (const follower of rest) followers.add(follower);
  }
  return (found = { all, byFirst, followers });
}

export function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

export function isHangulSyllable(codePoint: number): boolean {
  return codePoint >= HANGUL_FIRST && codePoint <= HANGUL_LAST;
}

/** Whether the marks of a text are in canonical order, decomposed or not. */
export function isOrderly(text: string): boolean {
  let before = 0;
  for (const codePoint of codePointsOf(text)) {
    const ends = canonicalEnds(codePoint);
    if (ends >> 8 !== 0 && before > ends >> 8) return false;
    before = ends & 0xff;
  }
  return true;
}

/** All texts equivalent to one in canonical decomposition, including itself. */
export function equivalentsOf(text: string): string[] {
  const first = text.codePointAt(0);
  if (first !== undefined && text.length === (first > 0xffff ? 2 : 1) && !composites().byFirst.has(first))
    return [text];
  let results = [""];
  for (const part of partsOf(text)) {
    const parts = equivalentParts(part);
    results = results.flatMap((before) => parts.map((own) => before + own));
  }
  return results;
}

/** Parts with independent equivalents: each begins with a character that never follows another in a decomposition. */
function partsOf(text: string): string[] {
  const { followers } = composites();
  const parts: string[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    const isFollower =
      combiningClass(codePoint) !== 0 || followers.has(codePoint) || (codePoint > 0x1160 && codePoint < 0x1200);
    if (parts.length > 0 && isFollower) parts[parts.length - 1] += character;
    else parts.push(character);
  }
  return parts;
}

function equivalentParts(part: string): string[] {
  const results = new Set<string>();
  for (const composed of composedForms(part)) {
    for (const permuted of permutations([...composed])) if (permuted.normalize("NFD") === part) results.add(permuted);
  }
  return [...results].sort();
}

/** The part with composites in place of their pieces, wherever these are. */
function composedForms(part: string): Set<string> {
  const results = new Set([part]);
  const { byFirst } = composites();
  let at = 0;
  for (const character of part) {
    for (const composite of byFirst.get(character.codePointAt(0)!) ?? []) {
      const rest = withoutPieces(part.slice(at), composite);
      if (rest === undefined) continue;
      for (const form of rest === "" ? [""] : composedForms(rest))
        results.add(part.slice(0, at) + String.fromCodePoint(composite) + form);
    }
    at += character.length;
  }
  return results;
}

/**
 * The rest of a text after removing the pieces of a composite; undefined when some are missing, or the text would
 * change.
 */
function withoutPieces(text: string, composite: number): string | undefined {
  const own = String.fromCodePoint(composite);
  const pieces = [...own.normalize("NFD")];
  let rest = "";
  for (const character of text) {
    if (pieces[0] === character) pieces.shift();
    else rest += character;
  }
  return pieces.length === 0 && (own + rest).normalize("NFD") === text ? rest : undefined;
}

/** Permutations of characters in which only combining characters move. */
function permutations(characters: readonly string[]): string[] {
  if (characters.length <= 1 || characters.length > MOST_PERMUTED) return [characters.join("")];
  const results = new Set<string>();
  for (const [index, first] of characters.entries()) {
    if (index !== 0 && combiningClass(first.codePointAt(0)!) === 0) continue;
    const others = characters.filter((_, other) => other !== index);
    for (const permuted of permutations(others)) results.add(first + permuted);
  }
  return [...results];
}

/** A text whose last starter is part of a composite, with the marks of both. */
export interface MergedText {
  readonly decomposed: string;
  readonly composed: string;
}

/**
 * Puts a composite in place of the last starter of a text, before its marks; undefined when that changes the text in
 * another way.
 */
export function mergeComposite(text: string, marksAt: number, composite: number): MergedText | undefined {
  const pieces = [...String.fromCodePoint(composite).normalize("NFD")];
  const [starter] = pieces;
  const ownMarks = [...text.slice(marksAt)];
  const newMarks = pieces.slice(1);
  if (newMarks.length === 0 || ownMarks.join("") === newMarks.join("")) return undefined;
  const merged: string[] = [];
  let own = 0;
  let ownClass = 0;
  let newClass = 0;
  let next = 0;
  for (; next < newMarks.length; next++) {
    if (own >= ownMarks.length) break;
    const mark = newMarks[next]!;
    ownClass = combiningClass(ownMarks[own]!.codePointAt(0)!);
    newClass = combiningClass(mark.codePointAt(0)!);
    if (newClass === 0 || ownClass < newClass) return undefined;
    if (newClass === ownClass) {
      if (mark !== ownMarks[own]) return undefined;
      own++;
    }
    merged.push(mark);
  }
  const leftOwn = ownMarks.slice(own);
  if (leftOwn.length > 0 && combiningClass(leftOwn[0]!.codePointAt(0)!) < newClass) return undefined;
  const tail = leftOwn.length > 0 ? leftOwn : newMarks.slice(next);
  return {
    decomposed: text.slice(0, marksAt) + [...merged, ...tail].join(""),
    composed: text.slice(0, marksAt - starter!.length) + String.fromCodePoint(composite) + leftOwn.join(""),
  };
}
