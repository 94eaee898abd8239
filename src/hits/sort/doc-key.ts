/** Sorting by `_doc`: index order in the shard. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SortKey, SortLeaf } from "./sort-key.ts";
import { compareNumbers } from "./sort-key.ts";
import type { SortOrder } from "./sort-spec.ts";
import { numberAfter } from "./search-after.ts";

/** The key. */
export function docKey(order: SortOrder): SortKey {
  const sign = order === "desc" ? -1 : 1;
  return {
    needsScores: false,
    width: 1,
    leaf: (_reader: SegmentReader, docBase: number): SortLeaf => ({
      firstSlot: order === "asc" ? docBase : undefined,
      fill(docs, count, _scores, slots, at, stride) {
        for (let i = 0; i < count; i++) slots[at + i * stride] = sign * (docBase + (docs[i] ?? 0));
      },
      value: (slots, at) => sign * (slots[at] ?? 0),
      encode(value, slots, at) {
        slots[at] = sign * Number(value);
      },
    }),
    compare: (left, right) => sign * compareNumbers(Number(left), Number(right)),
    render: (value) => Math.abs(Number(value)),
    parseAfter: (value) => Number(numberAfter("_doc", value, "DOC", true)),
  };
}
