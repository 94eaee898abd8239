/** What a rule writes in place of its match (ICU's StringReplacer, FunctionReplacer). */
import type { Pattern, PatternMatcher } from "./matchers.ts";
import { runTransform, type Transform } from "./transform.ts";
import { TransformText } from "./transform-text.ts";

/** Collects output units. */
export class Output {
  units = new Uint16Array(64);
  length = 0;

  add(unit: number): void {
    if (this.length === this.units.length) this.#grow(this.length + 1);
    this.units[this.length++] = unit;
  }

  /** Adds a part of a text. */
  addPart(text: TransformText, from: number, to: number): void {
    this.#grow(this.length + to - from);
    for (let offset = from; offset < to; offset++) this.units[this.length++] = text.unitAt(offset);
  }

  #grow(length: number): void {
    if (length <= this.units.length) return;
    const grown = new Uint16Array(2 * length);
    grown.set(this.units);
    this.units = grown;
  }
}

/** A part of a replacement. */
export interface Replacer {
  addTo(output: Output, text: TransformText): void;
}

/** Writes what a segment matched. */
export class SegmentReplacer implements Replacer {
  readonly #segment: PatternMatcher;

  constructor(segment: PatternMatcher) {
    this.#segment = segment;
  }

  addTo(output: Output, text: TransformText): void {
    const { matchStart, matchLimit } = this.#segment;
    if (matchStart >= 0) output.addPart(text, matchStart, matchLimit);
  }
}

/** A sequence of units and replacers. */
export class PatternReplacer implements Replacer {
  readonly #pattern: Pattern;
  readonly #pieces: readonly (Replacer | undefined)[];
  /** The cursor's index in the pattern, which may be outside of it. */
  readonly #cursor: number;
  /** Position of the cursor in the last output. */
  cursorLength = 0;

  constructor(pattern: Pattern, pieces: readonly (Replacer | undefined)[], cursor = pattern.length) {
    this.#pattern = pattern;
    this.#pieces = pieces;
    this.#cursor = cursor;
  }

  addTo(output: Output, text: TransformText): void {
    const pattern = this.#pattern;
    const begin = output.length;
    for (let index = 0; index < pattern.length; index++) {
      if (index === this.#cursor) this.cursorLength = output.length - begin;
      const unit = pattern[index]!;
      if (unit >= 0) output.add(unit);
      else this.#pieces[~unit]!.addTo(output, text);
    }
    if (this.#cursor === pattern.length) this.cursorLength = output.length - begin;
  }
}

/** `&Any-Lower($1)`: a transform applied to a replacement, without context. */
export class FunctionReplacer implements Replacer {
  readonly #transform: Transform;
  readonly #argument: Replacer;
  readonly #text = new TransformText();
  readonly #output = new Output();

  constructor(transform: Transform, argument: Replacer) {
    this.#transform = transform;
    this.#argument = argument;
  }

  addTo(output: Output, text: TransformText): void {
    this.#output.length = 0;
    this.#argument.addTo(this.#output, text);
    this.#text.setUnits(this.#output.units, this.#output.length);
    runTransform(this.#transform, this.#text);
    output.addPart(this.#text, 0, this.#text.length);
  }
}
