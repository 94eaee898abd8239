/** Chooses the documents of a batch that a query matches, window by window. */
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan } from "../../query/query.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Chooser } from "./single-bucket.ts";

/** The chooser of a plan on one segment, or undefined when it matches nothing there. Batches ascend, as collectors get them. */
export function queryChooser(plan: Plan, context: OperatorContext): Chooser | undefined {
  const operator = plan.operator(context);
  if (!operator) return undefined;
  const window = context.window();
  let base = -1;
  let any = false;
  let next = 0;
  return (docs, count, places) => {
    let chosen = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (doc < base || base < 0 || doc >= base + WINDOW_DOCS) {
        base = doc - (doc % WINDOW_DOCS);
        if (next !== NO_MORE_DOCS && next < base) next = operator.nextWindow(base);
        else if (base === 0) next = operator.nextWindow(0);
        any = next === base && operator.fill(base, window, false);
      }
      const bit = doc - base;
      if (any && ((window.bits[bit >>> 5]! >>> (bit & 31)) & 1) === 1) places[chosen++] = i;
    }
    return chosen;
  };
}
