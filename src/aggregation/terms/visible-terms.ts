/**
 * The terms of documents that the caller may see, for `min_doc_count: 0`, which returns terms that no matching document
 * has.
 */
import type { SearcherView } from "../../query/query.ts";
import { isLive } from "../../segment/live-docs.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { ShardTerms } from "./shard-terms.ts";

/** 1 for each ordinal of the shard that a visible document has. */
export function visibleTerms(
  { segments, liveDocs }: SearcherView,
  source: ValuesSource,
  terms: ShardTerms,
): Uint8Array {
  const seen = new Uint8Array(terms.count);
  const docs = new Uint32Array(BATCH_DOCS);
  for (const [number, reader] of segments.entries()) {
    const values = new OrdinalValues(reader, source);
    if (!values.any) continue;
    const map = terms.mapOf(reader);
    let count = 0;
    for (let doc = 0; doc < reader.docCount; doc++) {
      if (isLive(liveDocs[number], doc)) docs[count++] = doc;
      if (count < BATCH_DOCS && doc + 1 < reader.docCount) continue;
      const loaded = values.load(docs, count);
      terms.translate(values.ordinals, loaded, map);
      for (let i = 0; i < loaded; i++) seen[values.ordinals[i]!] = 1;
      count = 0;
    }
  }
  return seen;
}
