/** Selects the documents of a batch that a query matches, window by window. */
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan } from "../../query/query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";

/** Selects documents of a batch: writes their positions in the batch, and returns their number. */
export type Chooser = (docs: Uint32Array, count: number, places: Uint32Array) => number;

/**
 * The chooser of a plan on one segment, or undefined when it matches nothing there. Documents ascend over all batches.
 */
export function queryChooser(plan: Plan, context: OperatorContext): Chooser | undefined {
  const operator = plan.operator(context);
  if (!operator) return undefined;
  const window = context.window();
  let base = -1;
  let next = -1;
  let any = false;
  return (docs, count, places) => {
    let chosen = 0;
    for (let i = 0; i < count; i++) {
      const bit = docs[i]! % WINDOW_DOCS;
      if (docs[i]! - bit !== base) {
        base = docs[i]! - bit;
        if (next < base) next = operator.nextWindow(base);
        any = next === base && operator.fill(base, window, false);
      }
      if (any && ((window.bits[bit >>> 5]! >>> (bit & 31)) & 1) === 1) places[chosen++] = i;
    }
    return chosen;
  };
}
