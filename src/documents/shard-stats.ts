/** The statistics of a shard, put together. */
import type { SegmentStats, ShardStats } from "./documents.ts";
import type { ShardCounters } from "./shard-counters.ts";
import type { ShardSegment } from "./shard-segments.ts";
import type { ShardStorage } from "./shard-storage.ts";
import type { ShardWriter } from "./shard-writer.ts";

/** What statistics are made from. Writer and storage are missing in a shard that could not be opened. */
export interface StatsInput {
  readonly index: string;
  readonly shard: number;
  readonly failure: string | undefined;
  readonly segments: readonly ShardSegment[];
  readonly writer: ShardWriter | undefined;
  readonly storage: ShardStorage | undefined;
  readonly counters: ShardCounters;
  readonly listeners: number;
}

/** Documents are counted as searches see them. */
export function shardStats(input: StatsInput): ShardStats {
  const { writer, storage, counters } = input;
  const visible = input.segments.filter((segment) => segment.published);
  const deleted = visible.reduce((sum, segment) => sum + segment.deleted, 0);
  const maxSeqNo = writer?.maximumSeqNo ?? -1;
  const unflushedBytes = writer?.unflushedBytes ?? 0;
  return {
    index: input.index,
    shard: input.shard,
    state: input.failure === undefined ? "STARTED" : "UNASSIGNED",
    docs: visible.reduce((sum, segment) => sum + segment.reader.docCount, 0) - deleted,
    deleted,
    storeBytes: (storage?.bytes ?? 0) + unflushedBytes + input.segments.reduce((sum, segment) => sum + segment.bytes, 0),
    maxSeqNo,
    localCheckpoint: maxSeqNo,
    globalCheckpoint: maxSeqNo,
    translogOperations: writer?.unflushedOperations ?? 0,
    translogBytes: unflushedBytes,
    uncommittedOperations: writer?.unflushedOperations ?? 0,
    indexing: { ...counters.indexing },
    get: { ...counters.get },
    refresh: { ...counters.refresh, listeners: input.listeners },
    flush: { ...counters.flush },
    merges: { ...counters.merges },
    segments: input.segments.map(segmentStats),
    recovery: { ...counters.recovery },
    failure: input.failure,
  };
}

function segmentStats(segment: ShardSegment): SegmentStats {
  return {
    generation: segment.data.directory.generation,
    docs: segment.reader.docCount - segment.deleted,
    deleted: segment.deleted,
    bytes: segment.bytes,
    memoryBytes: segment.data.memory.buffer.byteLength,
    committed: segment.file !== undefined,
    search: segment.published,
  };
}
