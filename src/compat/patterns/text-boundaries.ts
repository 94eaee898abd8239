/** Boundaries between characters of a text, as patterns denote them. */
import type { CharacterSet } from "./character-set.ts";
import { wordCharacters } from "./character-properties.ts";
import { type Boundary, type CaseRule } from "./pattern-node.ts";
import { asciiOther, foldOf } from "./letter-case.ts";
import { unicodeProperty } from "./character-properties.ts";
import { unicodeSets } from "./unicode-sets.ts";

const LF = 0x0a;
const CR = 0x0d;
/** Maximum UTF-16 units examined for one grapheme cluster. */
const LONGEST_GRAPHEME = 1_000;
/** Maximum combining marks examined on one letter. */
const MOST_MARKS = 100;

let asciiWord: CharacterSet | undefined;
let unicodeWord: CharacterSet | undefined;
let marks: CharacterSet | undefined;
let graphemes: Intl.Segmenter | undefined;

/** Whether a text position is a boundary. */
export function isBoundary(boundary: Boundary, text: string, at: number, lastMatchEnd: number): boolean {
  switch (boundary) {
    case "text-start":
      return at === 0;
    case "text-end":
      return at === text.length;
    case "last-line-end":
      return isLastLineEnd(text, at);
    case "last-line-end-unix":
      return at === text.length || (at === text.length - 1 && text.charCodeAt(at) === LF);
    case "line-start":
      // No line begins after the last line's end, not even in an empty text.
      if (at === text.length) return false;
      if (at === 0) return true;
      if (!endsLine(text.charCodeAt(at - 1))) return false;
      return text.charCodeAt(at - 1) !== CR || text.charCodeAt(at) !== LF;
    case "line-start-unix":
      return at < text.length && (at === 0 || text.charCodeAt(at - 1) === LF);
    case "line-end":
      return at === text.length || isLineEnd(text, at);
    case "line-end-unix":
      return at === text.length || text.charCodeAt(at) === LF;
    case "last-match-end":
      return at === lastMatchEnd;
    case "word":
    case "no-word":
      asciiWord ??= wordCharacters();
      return isWordBoundary(asciiWord, text, at) === (boundary === "word");
    case "unicode-word":
    case "no-unicode-word":
      unicodeWord ??= unicodeProperty("WORD", false)!;
      return isWordBoundary(unicodeWord, text, at) === (boundary === "unicode-word");
    case "grapheme":
      return isGraphemeBoundary(text, at);
    default:
      return boundary satisfies never;
  }
}

/** The end of the text, or the line terminator at its end. */
function isLastLineEnd(text: string, at: number): boolean {
  const left = text.length - at;
  if (left === 0) return true;
  if (left > 2 || !isLineEnd(text, at)) return false;
  return left === 1 || (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF);
}

/** Whether a line ends here; not between CR and LF. */
function isLineEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return endsLine(unit) && !(unit === LF && at > 0 && text.charCodeAt(at - 1) === CR);
}

function endsLine(unit: number): boolean {
  return unit === LF || unit === CR || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}

function isWordBoundary(word: CharacterSet, text: string, at: number): boolean {
  const left = at > 0 && isWordAt(word, text, startOfCharacter(text, at));
  const right = at < text.length && isWordAt(word, text, at);
  return left !== right;
}

/** Whether the character at a position belongs to a word: a combining mark does if its base does. */
function isWordAt(word: CharacterSet, text: string, at: number): boolean {
  for (let place = at; ;) {
    const point = text.codePointAt(place)!;
    if (word.has(point)) return true;
    if (point < 0x300) return false;
    marks ??= unicodeSets("Mn");
    if (!marks.has(point) || place === 0 || at - place > MOST_MARKS) return false;
    place = startOfCharacter(text, place);
  }
}

/** Start of the character before a position. */
export function startOfCharacter(text: string, behind: number): number {
  if (behind < 2 || (text.charCodeAt(behind - 1) & 0xfc00) !== 0xdc00) return behind - 1;
  return (text.charCodeAt(behind - 2) & 0xfc00) === 0xd800 ? behind - 2 : behind - 1;
}

/** End of the grapheme cluster that begins at a position. */
export function graphemeEnd(text: string, at: number): number {
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return at + graphemes.segment(text.slice(at, at + LONGEST_GRAPHEME)).containing(0)!.segment.length;
}

function isGraphemeBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const from = Math.max(0, at - LONGEST_GRAPHEME);
  return graphemes.segment(text.slice(from, at + LONGEST_GRAPHEME)).containing(at - from)!.index === at - from;
}

/** End of a repetition of `text[from..to)` at `at`, or -1. */
export function endOfRepetition(text: string, from: number, to: number, at: number, rule: CaseRule): number {
  const end = at + to - from;
  if (end > text.length) return -1;
  for (let index = 0; index < to - from;) {
    const one = text.codePointAt(from + index)!;
    const other = text.codePointAt(at + index)!;
    if (one !== other) {
      if (rule === "exact" || (rule === "ascii" && asciiOther(one) !== other)) return -1;
      if (rule === "unicode" && foldOf(one) !== foldOf(other)) return -1;
    }
    index += one > 0xffff ? 2 : 1;
  }
  return end;
}
