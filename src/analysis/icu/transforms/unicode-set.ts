/** Sets of characters in ICU's syntax (UnicodeSet): `[[:L:]-[aeiou]]`, `[^a-z{ch}$]`, `\p{Lu}`. */
import { illegalArgument } from "../../../compat/errors.ts";
import { CodePointSet, noCodePoints, type ReadSet } from "./code-point-set.ts";
import { afterProperty } from "./property-pattern.ts";
import { DONE, SetScanner, type SetSymbols } from "./set-scanner.ts";

/** Maximum nesting of sets. */
const MAX_DEPTH = 100;

/** Maximum strings of a set. */
const MAX_TEXTS = 10_000;

/** Represents the end of the visible text (ICU's UnicodeMatcher.ETHER). */
export const ETHER = 0xffff;

/** Whether a set seems to begin at an offset. */
export function resemblesSet(text: string, at: number): boolean {
  if (text[at] === "[") return at + 1 < text.length;
  return at + 5 <= text.length && /^\\(?:[pP]|N)/.test(text.slice(at, at + 2));
}

/** Parses the set at an offset. Throws 400 with ICU's error for an invalid one. */
export function readUnicodeSet(text: string, at: number, symbols?: SetSymbols): ReadSet {
  const scanner = new SetScanner(text, at, symbols);
  const set = new SetReader(scanner).read(0);
  if (scanner.isInVariable) throw scanner.error("Extra chars in variable value");
  return { set, end: scanner.at };
}

/** Parses a text that consists of a single set. */
export function readWholeSet(text: string): CodePointSet {
  const { set, end } = readUnicodeSet(text, 0);
  if (end !== text.length) throw illegalArgument(`Parse of "${text}" failed at ${end}`);
  return set;
}

/** What was parsed last: nothing an operator may follow, a character that may start a range, or a set. */
type Last = "start" | "character" | "set";

/** Parses one set; each nested set has another reader. */
class SetReader {
  readonly #scanner: SetScanner;
  #set = noCodePoints;
  /** Ranges not yet joined with the set. */
  #ranges: (readonly [number, number])[] = [];
  #texts: CodePointSet[] = [];
  #last: Last = "start";
  #lastCharacter = 0;
  #lastText: string | undefined;
  #operator: "" | "-" | "&" = "";

  constructor(scanner: SetScanner) {
    this.#scanner = scanner;
  }

  read(depth: number): CodePointSet {
    const scanner = this.#scanner;
    if (depth > MAX_DEPTH) throw scanner.error("Pattern nested too deeply");
    const alone = this.#alone();
    if (alone) {
      scanner.skipIgnored();
      return alone;
    }
    const first = scanner.next();
    if (first !== 0x5b || scanner.isEscaped) throw scanner.error(first === DONE ? "Missing ']'" : "Missing '['");
    const isInverted = this.#begin();
    while (!this.#item(depth)) if (scanner.isAtEnd) throw scanner.error("Missing ']'");
    scanner.skipIgnored();
    this.#takeRanges();
    return isInverted ? this.#set.complement() : this.#set;
  }

  /** A property, or a variable's set; undefined when there is neither. */
  #alone(): CodePointSet | undefined {
    const scanner = this.#scanner;
    if (scanner.isAtProperty()) return this.#property();
    const place = scanner.place();
    const first = scanner.next();
    const set = first === DONE ? undefined : scanner.symbols?.standsFor(first);
    if (!set) scanner.goTo(place);
    return set;
  }

  /** Parses `^` and a literal hyphen. Returns whether there is a `^`. */
  #begin(): boolean {
    const scanner = this.#scanner;
    let place = scanner.place();
    let character = scanner.next();
    const isInverted = character === 0x5e && !scanner.isEscaped;
    if (isInverted) {
      place = scanner.place();
      character = scanner.next();
    }
    if (character === 0x2d) this.#character(character);
    else scanner.goTo(place);
    return isInverted;
  }

  /** Parses one item of the set. Returns whether it was the end. */
  #item(depth: number): boolean {
    const scanner = this.#scanner;
    if (scanner.isAtProperty()) return this.#nested(() => this.#property());
    const place = scanner.place();
    const character = scanner.next();
    if (character === DONE) throw scanner.error("Missing ']'");
    if (!scanner.isEscaped && character === 0x5b) {
      scanner.goTo(place);
      return this.#nested(() => new SetReader(scanner).read(depth + 1));
    }
    const standsFor = scanner.symbols?.standsFor(character);
    if (standsFor) return this.#nested(() => standsFor);
    if (scanner.isEscaped) return this.#character(character);
    switch (character) {
      case 0x5d:
        return this.#end();
      case 0x2d:
        return this.#hyphen();
      case 0x26:
        if (this.#last !== "set" || this.#operator !== "") throw scanner.error("'&' not after set");
        this.#operator = "&";
        return false;
      case 0x5e:
        throw scanner.error("'^' not after '['");
      case 0x7b:
        return this.#text();
      case 0x24:
        return this.#dollar();
      default:
        return this.#character(character);
    }
  }

  #property(): CodePointSet {
    const scanner = this.#scanner;
    scanner.skipIgnored();
    const read = afterProperty(scanner.ahead());
    if (!read) throw scanner.error("Invalid property pattern");
    scanner.skip(read.end);
    return read.set;
  }

  #nested(read: () => CodePointSet): false {
    if (this.#last === "character") {
      if (this.#operator !== "") throw this.#scanner.error("Char expected after operator");
      this.#addLast();
    }
    const nested = read();
    this.#takeRanges();
    if (this.#operator === "-") this.#set = this.#set.difference(nested);
    else this.#set = this.#operator === "&" ? this.#set.intersection(nested) : this.#set.union(nested);
    this.#operator = "";
    this.#last = "set";
    return false;
  }

  #end(): true {
    if (this.#last === "character") this.#addLast();
    if (this.#operator === "-") this.#ranges.push([0x2d, 0x2d]);
    else if (this.#operator === "&") throw this.#scanner.error("Trailing '&'");
    return true;
  }

  #hyphen(): boolean {
    const scanner = this.#scanner;
    if (this.#operator === "") {
      if (this.#last !== "start" || this.#lastText !== undefined) {
        this.#operator = "-";
        return false;
      }
      // After a range a hyphen is literal, but only at the end.
      this.#ranges.push([0x2d, 0x2d]);
      if (scanner.next() === 0x5d && !scanner.isEscaped) return true;
    }
    throw scanner.error("'-' not after char, string, or set");
  }

  /** A string in braces, or a range of strings. */
  #text(): false {
    const scanner = this.#scanner;
    if (this.#operator === "&") throw scanner.error("Missing operand after operator");
    if (this.#last === "character") this.#addLast();
    this.#last = "start";
    let text = "";
    for (;;) {
      const character = scanner.isAtEnd ? DONE : scanner.next();
      if (character === DONE) throw scanner.error("Invalid multicharacter string");
      if (character === 0x7d && !scanner.isEscaped) break;
      text += String.fromCodePoint(character);
    }
    if (text === "") throw scanner.error("Invalid multicharacter string");
    if (this.#operator === "-") {
      this.#textRange(text);
      this.#lastText = undefined;
    } else {
      this.#texts.push(CodePointSet.text(text));
      this.#lastText = text;
    }
    if (this.#texts.length > MAX_TEXTS) throw scanner.error("Too many strings");
    this.#operator = "";
    return false;
  }

  /** `{ax}-{cz}`: all strings whose characters are, position by position, between those of both (ICU's StringRange). */
  #textRange(last: string): void {
    if (this.#lastText === undefined) throw this.#scanner.error("Range must have 2 valid strings");
    const to = Array.from(last, (character) => character.codePointAt(0)!);
    const from = Array.from(this.#lastText, (character) => character.codePointAt(0)!);
    if (from.length === 1 && to.length === 1) {
      if (from[0]! <= to[0]!) this.#ranges.push([from[0]!, to[0]!]);
      return;
    }
    if (from.length !== to.length) throw this.#scanner.error("Range must have equal-length strings");
    let texts = [""];
    for (const [index, end] of to.entries()) {
      const begin = from[index]!;
      if (begin > end) throw this.#scanner.error("Range must have xᵢ ≤ yᵢ for each index i");
      if (texts.length * (end - begin + 1) > MAX_TEXTS) throw this.#scanner.error("Too many strings");
      texts = texts.flatMap((text) =>
        Array.from({ length: end - begin + 1 }, (_, step) => text + String.fromCodePoint(begin + step)),
      );
    }
    for (const text of texts) this.#texts.push(CodePointSet.text(text));
  }

  /** `$]` is the end of the visible text; without variables any other `$` is literal. */
  #dollar(): boolean {
    const scanner = this.#scanner;
    const place = scanner.place();
    const isAnchor = scanner.next() === 0x5d && !scanner.isEscaped;
    if (!scanner.symbols && !isAnchor) {
      scanner.goTo(place);
      return this.#character(0x24);
    }
    if (!isAnchor || this.#operator !== "") throw scanner.error("Unquoted '$'");
    if (this.#last === "character") this.#addLast();
    this.#ranges.push([ETHER, ETHER]);
    return true;
  }

  #character(character: number): false {
    const scanner = this.#scanner;
    if (this.#last === "set" && this.#operator !== "") throw scanner.error("Set expected after operator");
    if (this.#last === "start" && this.#operator === "-" && this.#lastText !== undefined)
      throw scanner.error("Invalid range");
    if (this.#last !== "character") {
      this.#last = "character";
      this.#lastCharacter = character;
      this.#lastText = undefined;
    } else if (this.#operator === "-") {
      if (this.#lastCharacter >= character) throw scanner.error("Invalid range");
      this.#ranges.push([this.#lastCharacter, character]);
      this.#last = "start";
      this.#operator = "";
    } else {
      this.#addLast();
      this.#lastCharacter = character;
    }
    return false;
  }

  #addLast(): void {
    this.#ranges.push([this.#lastCharacter, this.#lastCharacter]);
  }

  #takeRanges(): void {
    if (this.#ranges.length === 0 && this.#texts.length === 0) return;
    this.#set = CodePointSet.unionOf([this.#set, CodePointSet.ranges(this.#ranges), ...this.#texts]);
    if (this.#set.texts.length > MAX_TEXTS) throw this.#scanner.error("Too many strings");
    this.#ranges = [];
    this.#texts = [];
  }
}
