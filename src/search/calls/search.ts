/** One search over any number of indices. */
import type { CallKind } from "../call-kind.ts";
import { itemOf } from "../call-item.ts";
import { readSearch, runSearch } from "../run-search.ts";

export const search: CallKind = {
  name: "search",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    return { status: 200, body: yield* runSearch(readSearch(item), item, runtime) };
  },
};
