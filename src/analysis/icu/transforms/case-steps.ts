/** Transforms to upper, lower and title case, and case folding, by Unicode's language-neutral rules. */
import { caseFold } from "../icu-normalization.ts";
import { replacingStep, type TransformStep } from "./transform.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";

const cased = /^\p{Cased}$/u;
const ignorable = /^\p{Case_Ignorable}$/u;
const SIGMA = 0x3a3;
const FINAL_SIGMA = "ς";

/** Any-Upper. */
export const upperStep: TransformStep = replacingStep((text) => text.toUpperCase());

/** Any-CaseFold. */
export const caseFoldStep: TransformStep = replacingStep(caseFold);

/** Any-Lower: a final sigma depends on its context. */
export const lowerStep: TransformStep = {
  apply(text) {
    let lower = "";
    let plainFrom = text.start;
    for (let at = text.start; at < text.limit; at++) {
      if (text.unitAt(at) !== SIGMA) continue;
      lower += text.slice(plainFrom, at).toLowerCase() + lowerAt(text, at, SIGMA);
      plainFrom = at + 1;
    }
    lower += text.slice(plainFrom, text.limit).toLowerCase();
    text.replaceRun(lower);
  },
};

/**
 * Any-Title: capitalizes the first letter of each word and lowercases the rest. As in ICU, case-ignorable characters
 * (apostrophes) count as letters here, so a letter after one is lowercased.
 */
export const titleStep: TransformStep = {
  apply(text) {
    let isFirst = text.start === text.contextStart || !isPartOfWord(text.codePointAt(text.start - 1));
    let title = "";
    for (let at = text.start, units = 0; at < text.limit; at += units) {
      const codePoint = text.codePointAt(at);
      units = unitsOf(codePoint);
      title += isFirst ? titleCase(String.fromCodePoint(codePoint)) : lowerAt(text, at, codePoint);
      isFirst = !isPartOfWord(codePoint);
    }
    text.replaceRun(title);
  },
};

function isPartOfWord(codePoint: number): boolean {
  const character = String.fromCodePoint(codePoint);
  return cased.test(character) || ignorable.test(character);
}

/** The lower case of a character in its context. */
function lowerAt(text: TransformText, at: number, codePoint: number): string {
  if (codePoint === SIGMA && followsCased(text, at) && !precedesCased(text, at + 1)) return FINAL_SIGMA;
  return String.fromCodePoint(codePoint).toLowerCase();
}

/** Whether a cased letter precedes an offset, ignoring case-ignorable characters. */
function followsCased(text: TransformText, offset: number): boolean {
  for (let at = offset; at > text.contextStart;) {
    const codePoint = text.codePointAt(at - 1);
    const character = String.fromCodePoint(codePoint);
    if (!ignorable.test(character)) return cased.test(character);
    at -= unitsOf(codePoint);
  }
  return false;
}

function precedesCased(text: TransformText, offset: number): boolean {
  for (let at = offset; at < text.contextLimit;) {
    const codePoint = text.codePointAt(at);
    const character = String.fromCodePoint(codePoint);
    if (!ignorable.test(character)) return cased.test(character);
    at += unitsOf(codePoint);
  }
  return false;
}

/** Title case of letters where it differs from upper case: digraphs and Greek letters with iota. */
let titles: ReadonlyMap<string, string> | undefined;

function titleCase(character: string): string {
  titles ??= new Map(
    titleLetters().flatMap((title) =>
      [title, title.toLowerCase(), title.toUpperCase()].map((letter) => [letter, title]),
    ),
  );
  const known = titles.get(character);
  if (known !== undefined) return known;
  // Georgian capitals are used only for whole words.
  if (/^[\u10d0-\u10ff]$/.test(character)) return character;
  // Keeps the apostrophe before the letter.
  if (character === "ŉ") return "ʼN";
  const [first, ...rest] = character.toUpperCase();
  return first! + rest.map((letter) => (letter === "Ι" ? "\u0345" : letter.toLowerCase())).join("");
}

/** All letters of title case. */
function titleLetters(): string[] {
  const letters: string[] = [];
  for (let code = 0; code < 0x10000; code++) {
    const letter = String.fromCharCode(code);
    if (/^\p{Lt}$/u.test(letter)) letters.push(letter);
  }
  return letters;
}
