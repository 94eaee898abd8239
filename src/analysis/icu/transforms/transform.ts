/** What all transforms have in common (ICU's Transliterator). */
import type { CodePointSet } from "./code-point-set.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";

/** How a text is changed. */
export interface TransformStep {
  /** Transforms what stands between `start` and `limit`, and moves the limits by what that changes the length. */
  apply(text: TransformText): void;
}

/** A step for all characters, or for those of a filter alone. */
export interface Transform {
  readonly step: TransformStep;
  readonly filter: CodePointSet | undefined;
}

/**
 * Runs a transform on what stands between `start` and `limit`: on each run of characters of its filter by itself.
 * `start` ends at `limit`.
 */
export function runTransform({ step, filter }: Transform, text: TransformText): void {
  if (!filter) {
    step.apply(text);
    text.start = text.limit;
    return;
  }
  let wholeLimit = text.limit;
  for (;;) {
    let at = text.start;
    for (
      let codePoint = 0;
      at < wholeLimit && !filter.has((codePoint = text.codePointAt(at)));
      at += unitsOf(codePoint)
    );
    text.start = at;
    for (
      let codePoint = 0;
      at < wholeLimit && filter.has((codePoint = text.codePointAt(at)));
      at += unitsOf(codePoint)
    );
    if (at === text.start) break;
    text.limit = at;
    step.apply(text);
    wholeLimit += text.limit - at;
    text.start = text.limit;
  }
  text.limit = wholeLimit;
  text.start = wholeLimit;
}

/** Several transforms one behind the other, each on the same part of the text (ICU's CompoundTransliterator). */
export class CompoundStep implements TransformStep {
  readonly #parts: readonly Transform[];

  constructor(parts: readonly Transform[]) {
    this.#parts = parts;
  }

  apply(text: TransformText): void {
    const start = text.start;
    for (const part of this.#parts) {
      text.start = start;
      if (start === text.limit) return;
      runTransform(part, text);
    }
  }
}

/** A step that puts a text in the place of another, without a look at what stands around. */
export function replacingStep(change: (text: string) => string): TransformStep {
  return {
    apply(text) {
      const from = text.slice(text.start, text.limit);
      const to = change(from);
      if (to !== from) text.replaceRun(to);
    },
  };
}
