/** What a shard counts for its statistics. Times in milliseconds. */
export class ShardCounters {
  readonly indexing = { total: 0, timeMs: 0, failed: 0, deleteTotal: 0, deleteTimeMs: 0, current: 0, noopUpdates: 0 };
  readonly get = { total: 0, timeMs: 0, exists: 0, missing: 0 };
  readonly refresh = { total: 0, timeMs: 0, externalTotal: 0, listeners: 0 };
  readonly flush = { total: 0, periodic: 0, timeMs: 0 };
  readonly merges = { current: 0, currentDocs: 0, currentBytes: 0, total: 0, timeMs: 0, docs: 0, bytes: 0 };
  readonly recovery = { startMs: 0, endMs: 0, replayed: 0 };
}
