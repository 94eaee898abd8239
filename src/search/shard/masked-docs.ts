/** The documents of one window as arrays, and a filter over them. */
import type { Operator, OperatorContext, WindowBuffer } from "../../query/operator.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";

/** Ascending documents of one window, and their scores when there are any. */
export interface WindowDocs {
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
  count: number;
}

/** Keeps what a filter matches (`post_filter`). Windows ascend. */
export class MaskedDocs {
  readonly #operator: Operator | undefined;
  readonly #window: WindowBuffer;

  /** No operator: nothing matches. */
  constructor(operator: Operator | undefined, context: OperatorContext) {
    this.#operator = operator;
    this.#window = context.window();
  }

  /** Drops the other documents of the window. */
  keep(window: WindowDocs): void {
    const { docs, scores } = window;
    if (window.count === 0) return;
    const base = (docs[0] ?? 0) & -WINDOW_DOCS;
    const operator = this.#operator;
    if (!operator || operator.nextWindow(base) !== base || !operator.fill(base, this.#window, false)) {
      window.count = 0;
      return;
    }
    const { bits } = this.#window;
    let kept = 0;
    for (let i = 0; i < window.count; i++) {
      const doc = docs[i] ?? 0;
      const bit = doc - base;
      if ((((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) continue;
      docs[kept] = doc;
      // Without scores the array is empty, and stays so.
      scores[kept++] = scores[i] ?? 0;
    }
    window.count = kept;
  }
}
