/** Sorting by `_score`. */
import { float32Text } from "../../compat/json/json-text.ts";
import type { SortKey, SortLeaf, SortValue } from "./sort-key.ts";
import { compareNumbers } from "./sort-key.ts";
import type { SortOrder } from "./sort-spec.ts";
import { numberAfter } from "./search-after.ts";

/** The key. */
export function scoreKey(order: SortOrder): SortKey {
  const sign = order === "desc" ? -1 : 1;
  const leaf: SortLeaf = {
    fill(_docs, count, scores, slots, at, stride) {
      for (let i = 0; i < count; i++) slots[at + i * stride] = sign * (scores[i] ?? 0);
    },
    value: (slots, at) => sign * (slots[at] ?? 0),
    encode(value, slots, at) {
      slots[at] = sign * Number(value);
    },
  };
  return {
    needsScores: true,
    width: 1,
    leaf: () => leaf,
    compare: (left: SortValue, right: SortValue) => sign * compareNumbers(Number(left), Number(right)),
    render: (value) => float32Text(Number(value)),
    parseAfter: (value) => Math.fround(Number(numberAfter("_score", value, "SCORE", false))),
  };
}
