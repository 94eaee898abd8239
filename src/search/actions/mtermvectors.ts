/** The terms of several documents; what goes wrong with one of them is its answer. */
import { errorResponse } from "../../compat/errors.ts";
import type { CallKind } from "../search-action.ts";
import type { TermVectorItem } from "../term-vectors/term-vector-item.ts";
import { termVectorAnswer } from "../term-vectors/term-vector-answer.ts";

export const mtermvectors: CallKind = {
  name: "mtermvectors",

  *run(call, runtime) {
    const docs: unknown[] = [];
    for (const [number, item] of (call.tasks as readonly TermVectorItem[]).entries()) {
      if (number > 0) yield;
      const target = call.targets[number]?.[0];
      const startedMs = performance.now();
      const own = { ...runtime, tookMs: () => Math.round(performance.now() - startedMs) };
      try {
        docs.push(termVectorAnswer(item, target, own));
      } catch (error) {
        const id = "document" in item ? item.id : "";
        docs.push({ _index: target?.index, _id: id, error: errorResponse(error).error });
      }
    }
    return { status: 200, body: { docs } };
  },
};
