/** The terms of a document, with statistics of its shard. */
import { parseJson } from "../../compat/json/parse-json.ts";
import type { CallKind } from "../search-action.ts";
import type { TermVectorItem } from "../term-vectors/term-vector-item.ts";
import { termVectorAnswer } from "../term-vectors/term-vector-answer.ts";

export const termvectors: CallKind = {
  name: "termvectors",

  // Looks at one document, so that there is nothing to pause.
  // oxlint-disable-next-line require-yield
  *run(call, runtime) {
    const item = parseJson(call.bodies[0] ?? "") as unknown as TermVectorItem;
    return { status: 200, body: termVectorAnswer(item, call.targets[0]?.[0], runtime) };
  },
};
