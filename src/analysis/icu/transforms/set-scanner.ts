/**
 * Reads the characters of a set: skips white space, decodes escapes and expands variables (ICU's
 * RuleCharacterIterator).
 */
import { illegalArgument, type RequestError } from "../../../compat/errors.ts";
import type { CodePointSet } from "./code-point-set.ts";
import { escapeAt } from "./escapes.ts";
import { escaped, identifierEnd, isPatternWhiteSpace, isWhiteSpaceCode } from "./pattern-syntax.ts";
import { unitsOf } from "./transform-text.ts";

/** What rules provide besides their text. */
export interface SetSymbols {
  /** The value of a variable; undefined when there is none. */
  variable(name: string): string | undefined;
  /** The set that a character represents; undefined when it is literal. Throws when it represents something else. */
  standsFor(codePoint: number): CodePointSet | undefined;
}

/** A position to return to. */
interface Place {
  readonly at: number;
  readonly value: string | undefined;
  readonly valueAt: number;
}

/** Returned at the end of the text. */
export const DONE = -1;

/** See the file comment. */
export class SetScanner {
  readonly text: string;
  readonly symbols: SetSymbols | undefined;
  /** Index of the next character of the text. */
  at: number;
  /** Whether the last character was escaped. */
  isEscaped = false;
  /** The value of the variable being read. */
  #value: string | undefined;
  #valueAt = 0;

  constructor(text: string, at: number, symbols: SetSymbols | undefined) {
    this.text = text;
    this.at = at;
    this.symbols = symbols;
  }

  get isInVariable(): boolean {
    return this.#value !== undefined;
  }

  get isAtEnd(): boolean {
    return this.#value === undefined && this.at === this.text.length;
  }

  place(): Place {
    return { at: this.at, value: this.#value, valueAt: this.#valueAt };
  }

  goTo(place: Place): void {
    this.at = place.at;
    this.#value = place.value;
    this.#valueAt = place.valueAt;
  }

  /** The unread rest of the variable, or of the text. */
  ahead(): string {
    return this.#value === undefined ? this.text.slice(this.at) : this.#value.slice(this.#valueAt);
  }

  skip(units: number): void {
    if (this.#value === undefined) this.at += units;
    else this.#advance(units);
  }

  skipIgnored(): void {
    for (;;) {
      const character = this.ahead()[0];
      if (character === undefined || !isPatternWhiteSpace(character)) return;
      this.skip(1);
    }
  }

  /** The next code point. */
  next(): number {
    return this.#next(true, true);
  }

  /** Whether a property begins here: `[:`, `\p`, `\P` or `\N`. */
  isAtProperty(): boolean {
    const here = this.#current();
    // Fast path: nearly all characters are letters.
    if (here > 0x2029 || (here > 0x5c && here < 0x85)) return false;
    const place = this.place();
    const first = this.#next(false, true);
    const second = first === 0x5b || first === 0x5c ? this.#next(false, false) : DONE;
    this.goTo(place);
    if (first === 0x5b) return second === 0x3a;
    return first === 0x5c && (second === 0x4e || second === 0x70 || second === 0x50);
  }

  error(what: string): RequestError {
    const at = this.at;
    return illegalArgument(`Error: ${what} at "${escaped(`${this.text.slice(0, at)}|${this.text.slice(at)}`)}"`);
  }

  #next(withEscapes: boolean, withoutSpace: boolean): number {
    this.isEscaped = false;
    for (;;) {
      const codePoint = this.#current();
      if (codePoint === DONE) return DONE;
      this.#advance(unitsOf(codePoint));
      if (codePoint === 0x24 && this.#value === undefined && this.symbols) {
        if (this.#beginVariable(this.symbols)) continue;
        return codePoint;
      }
      if (withoutSpace && isWhiteSpaceCode(codePoint)) continue;
      return codePoint === 0x5c && withEscapes ? this.#escape() : codePoint;
    }
  }

  #escape(): number {
    const ahead = this.ahead();
    const escape = escapeAt(ahead, 0);
    if (!escape) throw illegalArgument("Invalid escape");
    this.skip(escape.end);
    this.isEscaped = true;
    return escape.codePoint;
  }

  /** If the name of a variable follows, starts reading its value. */
  #beginVariable(symbols: SetSymbols): boolean {
    const end = identifierEnd(this.text, this.at);
    if (end === this.at) return false;
    const name = this.text.slice(this.at, end);
    const value = symbols.variable(name);
    if (value === undefined) throw illegalArgument(`Undefined variable: ${name}`);
    this.at = end;
    this.#value = value === "" ? undefined : value;
    this.#valueAt = 0;
    return true;
  }

  #current(): number {
    if (this.#value !== undefined) return this.#value.codePointAt(this.#valueAt)!;
    return this.at < this.text.length ? this.text.codePointAt(this.at)! : DONE;
  }

  #advance(units: number): void {
    if (this.#value === undefined) {
      this.at += units;
      return;
    }
    this.#valueAt += units;
    if (this.#valueAt >= this.#value.length) this.#value = undefined;
  }
}
