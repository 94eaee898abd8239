/** One rule: `before { key } after > output` (ICU's TransliterationRule). */
import type { CodePointSet } from "./code-point-set.ts";
import { spendLooks } from "./effort.ts";
import { type Matcher, NO_MATCH, type Pattern, patternCharacters, PatternMatcher } from "./matchers.ts";
import { Output, PatternReplacer, type Replacer } from "./replacers.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";

/** The parts of a rule. */
export interface RuleParts {
  /** The context before the key, the key, and the context after it. */
  readonly pattern: Pattern;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly output: Pattern;
  /** Where transforming continues: an index in the output, or a number of characters before or after it. */
  readonly cursor: number;
  readonly segments: readonly PatternMatcher[];
  /** Whether it matches only at the start, or at the end, of the visible text. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** What patterns refer to. */
  readonly matchers: readonly (Matcher | undefined)[];
  readonly replacers: readonly (Replacer | undefined)[];
}

/** See the file comment. */
export class Rule {
  readonly #parts: RuleParts;
  readonly #before: PatternMatcher | undefined;
  readonly #key: PatternMatcher | undefined;
  readonly #after: PatternMatcher | undefined;
  readonly #replacement: PatternReplacer;

  constructor(parts: RuleParts) {
    this.#parts = parts;
    const part = (from: number, to: number): PatternMatcher | undefined =>
      from < to ? new PatternMatcher(parts.pattern.slice(from, to), parts.matchers) : undefined;
    this.#before = part(0, parts.keyStart);
    this.#key = part(parts.keyStart, parts.keyEnd);
    this.#after = part(parts.keyEnd, parts.pattern.length);
    this.#replacement = new PatternReplacer(parts.output, parts.replacers, parts.cursor);
  }

  /** The unit with which its key begins; -1 when there is none. */
  get firstUnit(): number {
    return this.#key?.firstUnit ?? -1;
  }

  /** Whether it may match at a code point. */
  mayBeginWith(codePoint: number): boolean {
    // Without a key it may match before anything; the following context is checked later.
    return this.#key?.mayBeginWith(codePoint) ?? true;
  }

  /** Every code point that its key may contain. */
  sourceCharacters(): CodePointSet {
    const { pattern, keyStart, keyEnd, matchers } = this.#parts;
    return patternCharacters(pattern, keyStart, keyEnd, matchers);
  }

  /** If the rule matches at the start of `text`, replaces the match and moves the start to the cursor. */
  apply(text: TransformText): boolean {
    const { segments, isAtStart, isAtEnd } = this.#parts;
    for (const segment of segments) segment.reset();
    const beforeLimit = placeBefore(text, text.contextStart);
    let place = placeBefore(text, text.start);
    if (this.#before) {
      place = this.#before.match(text, place, beforeLimit);
      if (place === NO_MATCH) return false;
    }
    if (isAtStart && place !== beforeLimit) return false;
    const leastStart = placeAfter(text, place);
    let keyLimit = text.start;
    if (this.#key) {
      keyLimit = this.#key.match(text, keyLimit, text.limit);
      if (keyLimit === NO_MATCH) return false;
    }
    let end = keyLimit;
    if (this.#after) {
      end = this.#after.match(text, end, text.contextLimit);
      if (end === NO_MATCH) return false;
    }
    if (isAtEnd && end !== text.contextLimit) return false;
    this.#replace(text, keyLimit, end, leastStart);
    return true;
  }

  #replace(text: TransformText, keyLimit: number, end: number, leastStart: number): void {
    const start = text.start;
    const output = this.#output(text);
    text.replace(start, keyLimit, output.units, output.length);
    const change = output.length - (keyLimit - start);
    text.moveEnds(change);
    const next = this.#next(text, start, output.length);
    text.start = Math.max(leastStart, Math.min(end + change, text.limit, next));
  }

  /** The replacement of the key. */
  #output(text: TransformText): Output {
    const output = (outputs[depth] ??= new Output());
    output.length = 0;
    depth++;
    try {
      this.#replacement.addTo(output, text);
    } finally {
      depth--;
    }
    spendLooks(output.length);
    return output;
  }

  /** Where transforming continues. */
  #next(text: TransformText, start: number, length: number): number {
    const { cursor, output } = this.#parts;
    let next = start;
    if (cursor < 0) {
      let left = -cursor;
      for (; left > 0 && next > 0; left--) next -= unitsOf(text.codePointAt(next - 1));
      return next - left;
    }
    if (cursor <= output.length) return start + this.#replacement.cursorLength;
    next = start + length;
    let left = cursor - output.length;
    for (; left > 0 && next < text.length; left--) next += unitsOf(text.codePointAt(next));
    return next + left;
  }
}

/** Output buffers of a thread's rules: one per nesting level, since functions nest. */
const outputs: Output[] = [];
let depth = 0;

/** The offset of the character before `offset`; one less than the offset when there is none. */
function placeBefore(text: TransformText, offset: number): number {
  return offset > 0 ? offset - unitsOf(text.codePointAt(offset - 1)) : offset - 1;
}

function placeAfter(text: TransformText, offset: number): number {
  return offset >= 0 && offset < text.length ? offset + unitsOf(text.codePointAt(offset)) : offset + 1;
}
