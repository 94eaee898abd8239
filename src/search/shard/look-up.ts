/** A document by its id, as the current searcher of its shard has it. */
import type { GetRequest, GetResult } from "../../documents/documents.ts";
import { ChangedIds } from "../../documents/changed-ids.ts";
import { isLive } from "../../segment/live-docs.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { ShardSearcher } from "./shard-searcher.ts";

/** A document of a shard. */
export interface LookedUp {
  readonly uuid: string;
  readonly shard: number;
  readonly request: GetRequest;
}

/**
 * Undefined where the searcher cannot know: the document has changed since it was made, or may have. A version that was
 * asked for is not looked at.
 */
export function lookUp(searcher: ShardSearcher, mapping: MappingView, request: GetRequest): GetResult | undefined {
  const { index, id } = request;
  const { descriptor, segments, liveDocs } = searcher;
  if (request.realtime && new ChangedIds(descriptor.changed).mayHave(id)) return undefined;
  // Newest first, as each holds an id alive at most once.
  for (let at = segments.length - 1; at >= 0; at--) {
    const reader = segments[at];
    const doc = reader?.docOfId(id) ?? -1;
    if (!reader || doc < 0 || !isLive(liveDocs[at], doc)) continue;
    const record = searcher.records.scan(reader, doc);
    const { version, seqNo, primaryTerm, routing } = record;
    const source = mapping.sourceLoader?.(record) ?? record.source;
    const found = { found: true, index, id, version, seqNo, primaryTerm, routing, source } as const;
    return request.whole && mapping.sourceLoader ? { ...found, whole: record.source } : found;
  }
  return { found: false, index, id };
}
