/** Positions of one term, document by document. */
import type { OperatorContext } from "../operator.ts";
import type { TermScoring } from "../scoring/term-scoring.ts";
import { openTermCursor } from "../term/term-cursor.ts";

const none = new Int32Array(0);

export class TermPositions {
  private readonly context: OperatorContext;
  private readonly cursor: number;
  /** The document that the cursor is at. */
  private doc = -1;
  private buffer = new Int32Array(16);
  /** Views of the buffer, by length. */
  private views: Int32Array[] = [];

  /** `scoring` is needed only for `maxProduct`. */
  constructor(context: OperatorContext, field: string, ordinal: number, scoring: TermScoring | undefined) {
    this.context = context;
    context.positions(field);
    this.cursor = openTermCursor(context, { field, ordinal, scoring }, scoring !== undefined);
  }

  /** Ascending positions in a document; empty when it does not have the term. Calls ascend; the array is reused. */
  of(doc: number): Int32Array {
    const { kernel, bytes } = this.context;
    if (this.doc < doc) this.doc = kernel.advance(this.cursor, doc);
    if (this.doc !== doc) return none;
    const count = kernel.freq(this.cursor);
    if (count > this.buffer.length) {
      this.buffer = new Int32Array(count * 2);
      this.views = [];
    }
    let at = kernel.openPositions(this.cursor) >>> 0;
    let position = 0;
    for (let i = 0; i < count; i++) {
      let byte = bytes[at++]!;
      let gap = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!;
        gap |= (byte & 127) << shift;
      }
      position += gap;
      this.buffer[i] = position;
    }
    return (this.views[count] ??= this.buffer.subarray(0, count));
  }

  /** Upper bound of frequency × inverse norm in documents `from .. to - 1`; -1 when none has the term. */
  maxProduct(from: number, to: number): number {
    return this.context.kernel.rangeProduct(this.cursor, from, to);
  }
}
