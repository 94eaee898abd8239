/** Reads the changes of a node's operation log from its chunks: those that were added together, together. */
import { assert } from "../../core/assert.ts";
import { bodyHolds, decodeHeader, headerHolds, KIND_NOOP } from "../log/record-format.ts";
import { decodeOperation } from "../log/record-decoder.ts";
import type { Operation } from "../operation-log.ts";
import type { CheckedChunk, ChunkShard } from "./chunk-format.ts";
import type { ChunkLog } from "./chunk-log.ts";
import { decodeLogChanges, type LogChange, recordsOf } from "./log-changes.ts";
import { type ChunkRange, type ChunksEnd, readChunks } from "./read-chunks.ts";

/** Changes that belong together. */
export interface LogChanges {
  /** Number of their first chunk. */
  readonly chunk: number;
  readonly shards: readonly ChunkShard[];
  readonly changes: () => Iterable<LogChange>;
}

/** Hands over what counts; what was not added as a whole does not. */
export async function readLogChanges(
  log: ChunkLog,
  range: ChunkRange,
  onChanges: (changes: LogChanges) => void,
): Promise<ChunksEnd> {
  let parts: CheckedChunk[] = [];
  return readChunks(log, range, (chunk) => {
    // The beginning was in a chunk that is damaged, or before the first one.
    if (chunk.isContinuation && parts.length === 0) return;
    parts.push(chunk);
    if (chunk.isContinued) return;
    const [first = chunk] = parts;
    const body = parts.length === 1 ? chunk.body : Buffer.concat(parts.map((part) => part.body));
    parts = [];
    onChanges({ chunk: first.number, shards: first.shards, changes: () => decodeLogChanges(body) });
  });
}

/**
 * Replays the operations of one shard from a chunk on: what a successor does with a log that it has sealed. The first
 * chunk may hold some that it has already.
 */
export async function replayShard(
  log: ChunkLog,
  range: ChunkRange,
  shard: string,
  onOperation: (operation: Operation) => void,
): Promise<ChunksEnd> {
  return readLogChanges(log, range, ({ shards, changes }) => {
    const number = shards.find(({ name }) => name === shard)?.number;
    if (number === undefined) return;
    for (const change of changes()) {
      if (change.kind !== "append") continue;
      const { file, offset, bytes } = change;
      for (const at of recordsOf(offset, bytes)) {
        const header = decodeHeader(bytes, at);
        if (header.shard !== number || header.kind > KIND_NOOP) continue;
        assert(
          headerHolds(bytes, at, file, offset + at) && bodyHolds(bytes, at, header),
          "a record of a chunk is intact",
        );
        onOperation(decodeOperation(bytes, at, header));
      }
    }
  });
}
