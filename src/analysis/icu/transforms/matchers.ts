/**
 * Matchers of a rule's parts (ICU's UnicodeMatcher, StringMatcher, Quantifier). They match forward when the limit is
 * not before the offset, otherwise backward; then an offset is that of the next character on the left, and a limit may
 * be -1.
 */
import { CodePointSet } from "./code-point-set.ts";
import { spendLooks } from "./effort.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";
import { ETHER } from "./unicode-set.ts";

/** Returned when nothing matches. */
export const NO_MATCH = -2;

/** One piece. */
export interface Matcher {
  /** The offset after the match, or `NO_MATCH`. */
  match(text: TransformText, offset: number, limit: number): number;
  /** Whether a match may begin with a code point; true when unsure. */
  mayBeginWith(codePoint: number): boolean;
  /** Every code point that it can match. */
  characters(): CodePointSet;
}

/** Matches one character of a set, or one of its strings. */
export class SetMatcher implements Matcher {
  readonly set: CodePointSet;
  readonly #matchesEnd: boolean;

  constructor(set: CodePointSet) {
    this.set = set;
    this.#matchesEnd = set.has(ETHER);
  }

  match(text: TransformText, offset: number, limit: number): number {
    if (offset === limit) return this.#matchesEnd ? offset : NO_MATCH;
    if (this.set.texts.length > 0) {
      const end = this.#matchText(text, offset, limit);
      if (end !== NO_MATCH) return end;
    }
    const codePoint = text.codePointAt(offset);
    if (!this.set.has(codePoint)) return NO_MATCH;
    if (offset < limit) return offset + unitsOf(codePoint);
    const before = offset - 1;
    return before < 0 ? before : before - unitsOf(text.codePointAt(before)) + 1;
  }

  /** The longest string of the set that matches here. */
  #matchText(text: TransformText, offset: number, limit: number): number {
    const step = offset < limit ? 1 : -1;
    let longest = 0;
    for (const trial of this.set.texts) {
      if (trial.length <= longest || trial.length > (limit - offset) * step) continue;
      let index = 0;
      while (
        index < trial.length &&
        trial.charCodeAt(step > 0 ? index : trial.length - 1 - index) === text.unitAt(offset + index * step)
      )
        index++;
      if (index === trial.length) longest = index;
    }
    return longest === 0 ? NO_MATCH : offset + longest * step;
  }

  mayBeginWith(codePoint: number): boolean {
    return (
      this.#matchesEnd || this.set.has(codePoint) || this.set.texts.some((text) => text.codePointAt(0) === codePoint)
    );
  }

  characters(): CodePointSet {
    return this.set;
  }
}

/** A pattern: literal UTF-16 units as they are, matchers as the complement of their number. */
export type Pattern = Int32Array;

/** The first unit of a code point. */
export function firstUnitOf(codePoint: number): number {
  return codePoint > 0xffff ? 0xd7c0 + (codePoint >> 10) : codePoint;
}

/** A sequence of units and matchers; as a segment (`(…)`) it remembers where it matched. */
export class PatternMatcher implements Matcher {
  readonly #pattern: Pattern;
  readonly #pieces: readonly (Matcher | undefined)[];
  /** Where it matched, -1 when it did not. */
  matchStart = -1;
  matchLimit = -1;

  /** `pieces` are those of all rules, and may still grow. */
  constructor(pattern: Pattern, pieces: readonly (Matcher | undefined)[]) {
    this.#pattern = pattern;
    this.#pieces = pieces;
  }

  match(text: TransformText, offset: number, limit: number): number {
    if (limit < offset) return this.#matchBackward(text, offset, limit);
    const pattern = this.#pattern;
    let cursor = offset;
    for (let index = 0; index < pattern.length; index++) {
      const wanted = pattern[index]!;
      if (wanted >= 0) {
        if (cursor >= limit || text.unitAt(cursor) !== wanted) return NO_MATCH;
        cursor++;
        continue;
      }
      cursor = this.#pieces[~wanted]!.match(text, cursor, limit);
      if (cursor === NO_MATCH) return NO_MATCH;
    }
    this.matchStart = offset;
    this.matchLimit = cursor;
    return cursor;
  }

  #matchBackward(text: TransformText, offset: number, limit: number): number {
    const pattern = this.#pattern;
    let cursor = offset;
    for (let index = pattern.length - 1; index >= 0; index--) {
      const wanted = pattern[index]!;
      if (wanted >= 0) {
        if (cursor <= limit || text.unitAt(cursor) !== wanted) return NO_MATCH;
        cursor--;
        continue;
      }
      cursor = this.#pieces[~wanted]!.match(text, cursor, limit);
      if (cursor === NO_MATCH) return NO_MATCH;
    }
    // Within a quantifier the match nearest to the key counts.
    if (this.matchStart < 0) {
      this.matchStart = cursor + 1;
      this.matchLimit = offset + 1;
    }
    return cursor;
  }

  reset(): void {
    this.matchStart = -1;
    this.matchLimit = -1;
  }

  /** The unit with which all matches begin; -1 when there is no such unit. */
  get firstUnit(): number {
    return Math.max(-1, this.#pattern[0] ?? -1);
  }

  mayBeginWith(codePoint: number): boolean {
    const first = this.#pattern[0];
    if (first === undefined) return true;
    return first < 0 ? this.#pieces[~first]!.mayBeginWith(codePoint) : first === firstUnitOf(codePoint);
  }

  characters(): CodePointSet {
    return patternCharacters(this.#pattern, 0, this.#pattern.length, this.#pieces);
  }
}

/** All code points of part of a pattern, including its matchers. */
export function patternCharacters(
  pattern: Pattern,
  from: number,
  to: number,
  pieces: readonly (Matcher | undefined)[],
): CodePointSet {
  const sets: CodePointSet[] = [];
  for (let index = from; index < to; index++) {
    const unit = pattern[index]!;
    if (unit < 0) {
      sets.push(pieces[~unit]!.characters());
      continue;
    }
    const codePoint = String.fromCharCode(unit, Math.max(0, pattern[index + 1] ?? 0)).codePointAt(0)!;
    if (codePoint > 0xffff) index++;
    sets.push(CodePointSet.range(codePoint, codePoint));
  }
  return CodePointSet.unionOf(sets);
}

/** Matches a piece repeatedly, as often as possible. */
export class RepeatedMatcher implements Matcher {
  readonly #piece: Matcher;
  readonly #least: number;
  readonly #most: number;

  constructor(piece: Matcher, least: number, most: number) {
    this.#piece = piece;
    this.#least = least;
    this.#most = most;
  }

  match(text: TransformText, offset: number, limit: number): number {
    let cursor = offset;
    let count = 0;
    while (count < this.#most) {
      spendLooks(1);
      const next = this.#piece.match(text, cursor, limit);
      if (next === NO_MATCH) break;
      count++;
      if (next === cursor) break;
      cursor = next;
    }
    return count >= this.#least ? cursor : NO_MATCH;
  }

  mayBeginWith(codePoint: number): boolean {
    return this.#least === 0 || this.#piece.mayBeginWith(codePoint);
  }

  characters(): CodePointSet {
    return this.#piece.characters();
  }
}
