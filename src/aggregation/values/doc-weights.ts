/** The number of documents that each document represents (`_doc_count`), for bucket counts (`DocCountProvider`). */
import { DOC_COUNT } from "../../mapping/metadata-fields.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SearcherView } from "../../query/query.ts";

/** Weights by the column that they were read from: several collectors of a search need them. */
const known = new WeakMap<object, Float64Array>();

/** The weight of each document; undefined where all count as one, as nested ones do. */
export function docWeights(reader: SegmentReader): Float64Array | undefined {
  const column = reader.column(DOC_COUNT);
  if (!column) return undefined;
  const before = known.get(column.values);
  if (before) return before;
  const presence = reader.presence(DOC_COUNT);
  const weights = new Float64Array(reader.docCount);
  for (let doc = 0; doc < weights.length; doc++) {
    const has = presence === undefined || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
    weights[doc] = has ? Number(column.values[doc]) : 1;
  }
  known.set(column.values, weights);
  return weights;
}

/** Whether a document of the shard stands for several. */
export function isWeighted({ segments }: SearcherView): boolean {
  return segments.some((reader) => reader.column(DOC_COUNT) !== undefined);
}
