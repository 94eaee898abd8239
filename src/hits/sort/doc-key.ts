/**
 * Sorting by `_doc`: index order in the shard. By `_shard_doc`, the documents of each shard stand behind those before.
 */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SortKey, SortLeaf } from "./sort-key.ts";
import { compareNumbers } from "./sort-key.ts";
import type { SortOrder } from "./sort-spec.ts";
import { numberAfter } from "./search-after.ts";

/** What a shard has room for in `_shard_doc`. */
const DOCS_OF_SHARD = 2 ** 32;

/** The key `_doc`. */
export function docKey(order: SortOrder): SortKey {
  return positionKey("_doc", order, 0);
}

/** The key `_shard_doc` on the shard at a place among those of the request. */
export function shardDocKey(order: SortOrder, place: number): SortKey {
  return positionKey("_shard_doc", order, place * DOCS_OF_SHARD);
}

function positionKey(name: string, order: SortOrder, first: number): SortKey {
  const sign = order === "desc" ? -1 : 1;
  return {
    needsScores: false,
    width: 1,
    leaf: (_reader: SegmentReader, docBase: number): SortLeaf => ({
      firstSlot: order === "asc" ? first + docBase : undefined,
      fill(docs, count, _scores, slots, at, stride) {
        const base = first + docBase;
        for (let i = 0; i < count; i++) slots[at + i * stride] = sign * (base + (docs[i] ?? 0));
      },
      value: (slots, at) => sign * (slots[at] ?? 0),
      encode(value, slots, at) {
        slots[at] = sign * Number(value);
      },
    }),
    compare: (left, right) => sign * compareNumbers(Number(left), Number(right)),
    render: (value) => Math.abs(Number(value)),
    parseAfter: (value) => Number(numberAfter(name, value, name === "_doc" ? "DOC" : "LONG", true)),
  };
}
