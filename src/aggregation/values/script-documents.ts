/** The documents of a segment as the scripts of aggregations see them. */
import { RecordDocument } from "../../hits/fetch/runtime-document.ts";
import { scriptColumns } from "../../mapping/script-columns.ts";
import type { ScriptSegment } from "../../scripting/script-document.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ShardCollection } from "../aggregation-kind.ts";

/** See the file comment; sources are those that the caller sees. */
export function scriptDocuments({ searcher, fetching }: ShardCollection, reader: SegmentReader): ScriptSegment {
  const columns = scriptColumns(searcher.mapping, reader);
  const checkpoint = searcher.planning?.checkpoint;
  const shard = fetching?.({ keys: [], highlightQueries: [] });
  if (!shard) return { columns, checkpoint };
  return {
    columns,
    checkpoint,
    source: (doc) => new RecordDocument(shard.records.scan(reader, doc), shard, reader, doc).visibleSource,
  };
}
