/** The characters of rules: texts with quotes and escapes, words, comments, and where something is wrong. */
import { RequestError } from "../../../../compat/errors.ts";

/** Characters that errors show on each side. */
const CONTEXT = 15;

/** White space of rules, which keeps its meaning in all versions of Unicode (Pattern_White_Space). */
const SPACE = /[\t-\r \u0085\u200e\u200f\u2028\u2029]/;

/** Characters that texts have in quotes only. */
const SYNTAX = /[!-/:-@[-`{-~]/;

/** See the file comment. */
export class RuleCharacters {
  readonly rules: string;
  /** Where the current rule begins: errors tell it. */
  place = 0;

  constructor(rules: string) {
    this.rules = rules;
  }

  isEnd(at: number): boolean {
    return at >= this.rules.length;
  }

  skipSpace(from: number): number {
    let at = from;
    while (at < this.rules.length && SPACE.test(this.rules[at]!)) at++;
    return at;
  }

  /** Where the line behind a comment begins. */
  skipComment(from: number): number {
    let at = from;
    while (at < this.rules.length && !/[\n\f\r\u0085\u2028\u2029]/.test(this.rules[at]!)) at++;
    return Math.min(at + 1, this.rules.length);
  }

  /** A text that must not be empty, with the space around it, and where what follows begins. */
  readTailoringString(from: number): [string, number] {
    const [text, at] = this.readString(this.skipSpace(from));
    if (text === "") throw this.error("missing relation string");
    return [text, this.skipSpace(at)];
  }

  /** A text up to what is no part of one, and where that is. */
  readString(from: number): [string, number] {
    const { rules } = this;
    let text = "";
    let at = from;
    for (; at < rules.length; at++) {
      const character = rules[at]!;
      if (character === "'") {
        const [quoted, end] = this.#readQuoted(at + 1);
        text += quoted;
        at = end - 1;
      } else if (character === "\\") {
        if (at + 1 === rules.length) throw this.error("backslash escape at the end of the rule string");
        const escaped = String.fromCodePoint(rules.codePointAt(at + 1)!);
        text += escaped;
        at += escaped.length;
      } else if (SYNTAX.test(character) || SPACE.test(character)) {
        break;
      } else {
        text += character;
      }
    }
    for (const character of text) {
      const codePoint = character.codePointAt(0)!;
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw this.error("string contains an unpaired surrogate");
      if (codePoint >= 0xfffd && codePoint <= 0xffff) throw this.error("string contains U+FFFD, U+FFFE or U+FFFF");
    }
    return [text, at];
  }

  /** What stands in quotes, and where they end; two of them are one in the text. */
  #readQuoted(from: number): [string, number] {
    const { rules } = this;
    if (rules[from] === "'") return ["'", from + 1];
    let text = "";
    for (let at = from; at < rules.length; at++) {
      if (rules[at] !== "'") text += rules[at]!;
      else if (rules[at + 1] === "'") text += rules[at++]!;
      else return [text, at + 1];
    }
    throw this.error("quoted literal text missing terminating apostrophe");
  }

  /** Words with one space between them, and where other syntax than `-` and `_` follows. Without an end: no words. */
  readWords(from: number): [string, number] {
    const { rules } = this;
    let text = "";
    for (let at = this.skipSpace(from); at < rules.length;) {
      const character = rules[at]!;
      if (SYNTAX.test(character) && character !== "-" && character !== "_") return [text.trimEnd(), at];
      if (SPACE.test(character)) {
        text += " ";
        at = this.skipSpace(at + 1);
      } else {
        text += character;
        at++;
      }
    }
    return ["", rules.length];
  }

  /** What is wrong, with the characters around the current rule. */
  error(reason: string): RequestError {
    const { rules, place } = this;
    const before = rules.slice(Math.max(0, place - CONTEXT), place).replace(/^[\udc00-\udfff]/, "");
    const rest =
      rules.length - place > CONTEXT
        ? rules.slice(place, place + CONTEXT).replace(/[\ud800-\udbff]$/, "")
        : rules.slice(place);
    return new RequestError(400, "parse_exception", `${reason} at index ${place} near "${before}!${rest}"`);
  }
}
