/** The statistics of a shard, put together. */
import { deadNested, nestedCount } from "../../segment/nested-docs.ts";
import { loadedBytes } from "../../segment/segment-words.ts";
import type { SegmentStats, ShardStats } from "../documents.ts";
import type { RetentionLeases } from "../replication.ts";
import { completionBytes } from "./disk-usage.ts";
import { ShardCounters } from "./shard-counters.ts";
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
  readonly search: ShardStats["search"];
  readonly retention: RetentionLeases;
}

/** Documents are counted as searches see them, and nested ones like others, as Lucene does. */
export function shardStats(input: StatsInput): ShardStats {
  const { writer, storage, counters } = input;
  const visible = input.segments.filter((segment) => segment.published);
  const deleted = visible.reduce((sum, segment) => sum + deletedIn(segment), 0);
  const maxSeqNo = writer?.maximumSeqNo ?? -1;
  const unflushedBytes = writer?.buffer.uncommitted.bytes ?? 0;
  return {
    index: input.index,
    shard: input.shard,
    state: input.failure === undefined ? "STARTED" : "UNASSIGNED",
    docs: visible.reduce((sum, segment) => sum + documentsIn(segment), 0) - deleted,
    deleted,
    storeBytes: (storage?.bytes ?? 0) + unflushedBytes,
    maxSeqNo,
    localCheckpoint: maxSeqNo,
    globalCheckpoint: maxSeqNo,
    translogOperations: writer?.buffer.uncommitted.operations ?? 0,
    translogBytes: unflushedBytes,
    uncommittedOperations: writer?.buffer.uncommitted.operations ?? 0,
    builderBytes: writer?.buffer.bytes ?? 0,
    commit: storage?.lastCommit ?? { generation: 0, docs: 0, maxSeqNo: -1 },
    search: input.search,
    indexing: rounded(counters.indexing),
    bulk: rounded(counters.bulk),
    get: rounded(counters.get),
    refresh: { ...rounded(counters.refresh), listeners: input.listeners },
    flush: rounded(counters.flush),
    merges: rounded(counters.merges),
    segments: input.segments.map(segmentStats),
    recovery: { ...counters.recovery },
    completions: completionBytes(visible.map(({ data }) => data.directory)),
    failure: input.failure,
    retention: input.retention,
    historyUuid: storage?.historyUuid,
  };
}

/** Times are measured finer than they are shown. */
function rounded<Counts extends Readonly<Record<string, number>>>(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.round(count)])) as Counts;
}

function segmentStats(segment: ShardSegment): SegmentStats {
  return {
    generation: segment.data.directory.generation,
    docs: documentsIn(segment) - deletedIn(segment),
    deleted: deletedIn(segment),
    bytes: segment.bytes,
    memoryBytes: loadedBytes(segment.data),
    committed: segment.file !== undefined,
    search: segment.published,
  };
}

function documentsIn({ reader }: ShardSegment): number {
  return reader.docCount + nestedCount(reader);
}

function deletedIn({ reader, live, deleted }: ShardSegment): number {
  return deleted + deadNested(reader, live);
}

/**
 * Statistics of a shard that is closed: what it holds stays, what it did is forgotten, as with Elasticsearch's new
 * shard.
 */
export function closedStats(stats: ShardStats): ShardStats {
  const { indexing, bulk, get, refresh, flush, merges } = new ShardCounters();
  const segments = stats.segments.map((segment) => ({ ...segment, search: false, memoryBytes: 0 }));
  return {
    ...stats,
    segments,
    builderBytes: 0,
    translogOperations: 0,
    uncommittedOperations: 0,
    indexing,
    bulk,
    get,
    refresh,
    flush,
    merges,
  };
}
