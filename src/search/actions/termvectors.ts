/** The terms of a document, with statistics of its shard. */
import type { CallKind } from "../search-action.ts";
import type { TermVectorItem } from "../term-vectors/term-vector-item.ts";
import { termVectorAnswer } from "../term-vectors/term-vector-answer.ts";

export const termvectors: CallKind = {
  name: "termvectors",

  // Looks at one document, so that there is nothing to pause.
  // oxlint-disable-next-line require-yield
  *run(call, runtime) {
    const [item] = call.tasks as readonly [TermVectorItem];
    return { status: 200, body: termVectorAnswer(item, call.targets[0]?.[0], runtime) };
  },
};
