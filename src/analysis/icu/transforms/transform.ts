/** The interface of all transforms (ICU's Transliterator). */
import type { CodePointSet } from "./code-point-set.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";

/** A way to change a text. */
export interface TransformStep {
  /** Transforms the text between `start` and `limit`, and adjusts the limits to the change of length. */
  apply(text: TransformText): void;
}

/** A step for all characters, or only for those of a filter. */
export interface Transform {
  readonly step: TransformStep;
  readonly filter: CodePointSet | undefined;
}

/**
 * Runs a transform on the text between `start` and `limit`, separately on each run of characters of its filter.
 * Afterwards `start` equals `limit`.
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

/** Several transforms in sequence on the same range (ICU's CompoundTransliterator). */
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

/** A step that replaces text without looking at its context. */
export function replacingStep(change: (text: string) => string): TransformStep {
  return {
    apply(text) {
      const from = text.slice(text.start, text.limit);
      const to = change(from);
      if (to !== from) text.replaceRun(to);
    },
  };
}
