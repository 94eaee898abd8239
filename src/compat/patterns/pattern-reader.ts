/**
 * A cursor over a pattern's text that moves exactly like java.util.regex's, so that errors report the same indices. Two
 * zeros follow the pattern.
 */
import type { RequestError } from "../errors.ts";
import { COMMENTS, UNIX_LINES } from "./pattern-flags.ts";
import { patternSyntaxError } from "./pattern-syntax-error.ts";

const BACKSLASH = 0x5c;
const HASH = 0x23;

/** Reads the text of a pattern. */
export class PatternReader {
  readonly source: string;
  readonly length: number;
  cursor = 0;
  flags: number;
  readonly #points: Int32Array;

  constructor(source: string, flags: number) {
    const points = withoutQuotes(Array.from(source, (character) => character.codePointAt(0)!));
    this.source = source;
    this.flags = flags;
    this.length = points.length;
    this.#points = new Int32Array(points.length + 2);
    this.#points.set(points);
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  error(description: string): RequestError {
    return patternSyntaxError(description, this.source, this.cursor - 1);
  }

  /** The code point at an index, regardless of flags. */
  at(index: number): number {
    return this.#points[index] ?? 0;
  }

  /** The text of a range of code points. */
  text(from: number, to: number): string {
    let text = "";
    for (let index = from; index < to; index++) text += String.fromCodePoint(this.at(index));
    return text;
  }

  peek(): number {
    const point = this.at(this.cursor);
    return this.has(COMMENTS) ? this.#peekPast(point) : point;
  }

  /** Returns the current code point and advances. */
  read(): number {
    const point = this.at(this.cursor++);
    return this.has(COMMENTS) ? this.#readPast(point) : point;
  }

  /** Advances and returns the code point there. */
  next(): number {
    const point = this.at(++this.cursor);
    return this.has(COMMENTS) ? this.#peekPast(point) : point;
  }

  nextEscaped(): number {
    return this.at(++this.cursor);
  }

  /** Skips the current code point; returns the one after it and moves past it. */
  skip(): number {
    const point = this.at(this.cursor + 1);
    this.cursor += 2;
    return point;
  }

  unread(): void {
    this.cursor--;
  }

  accept(point: number, description: string): void {
    if (this.read() !== point) throw this.error(description);
  }

  #peekPast(first: number): number {
    let point = first;
    while (isSpace(point) || point === HASH) {
      while (isSpace(point)) point = this.at(++this.cursor);
      if (point !== HASH) continue;
      do point = this.at(++this.cursor);
      while (this.cursor < this.length && !this.#endsLine(point));
    }
    return point;
  }

  #readPast(first: number): number {
    let point = first;
    while (isSpace(point) || point === HASH) {
      while (isSpace(point)) point = this.at(this.cursor++);
      if (point !== HASH) continue;
      do point = this.at(this.cursor++);
      while (this.cursor <= this.length && !this.#endsLine(point));
    }
    return point;
  }

  #endsLine(point: number): boolean {
    if (this.has(UNIX_LINES)) return point === 0x0a;
    return point === 0x0a || point === 0x0d || (point | 1) === 0x2029 || point === 0x85;
  }
}

function isSpace(point: number): boolean {
  return point === 0x20 || (point >= 0x09 && point <= 0x0d);
}

/** Rewrites `\Q…\E` quotations with escapes. */
function withoutQuotes(points: readonly number[]): readonly number[] {
  const isQuote = (index: number, letter: number): boolean =>
    points[index] === BACKSLASH && points[index + 1] === letter;
  const result: number[] = [];
  let quoted = false;
  let begins = false;
  for (let index = 0; index < points.length; index++) {
    const point = points[index]!;
    if (!quoted) {
      if (isQuote(index, 0x51)) {
        quoted = true;
        begins = true;
        index++;
      } else {
        result.push(point);
        if (point === BACKSLASH && index + 1 < points.length) result.push(points[++index]!);
      }
      continue;
    }
    if (isQuote(index, 0x45)) {
      quoted = false;
      index++;
      continue;
    }
    // A digit at the start of the quotation could be taken as part of a preceding escape.
    if (begins && point >= 0x30 && point <= 0x39) result.push(BACKSLASH, 0x78, 0x33, point);
    else if (point > 0x7f || isAsciiWord(point)) result.push(point);
    else result.push(BACKSLASH, point);
    begins = false;
  }
  return result;
}

function isAsciiWord(point: number): boolean {
  return (point >= 0x30 && point <= 0x39) || ((point | 0x20) >= 0x61 && (point | 0x20) <= 0x7a);
}
