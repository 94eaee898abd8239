/**
 * Brings what sealed logs hold of a shard into the log of the node that takes the shard over: from then on they are not
 * needed, and the shard opens as after any start.
 */
import { assert } from "../../core/assert.ts";
import type { BlobStore } from "../../store/blobs/blob-store.ts";
import { LogBeginning } from "../../store/chunks/log-beginning.ts";
import type { ChunkPlace } from "../../store/chunks/log-starts.ts";
import { replayShard } from "../../store/chunks/read-log-changes.ts";
import type { Operation } from "../../store/operation-log.ts";
import type { StoredShard } from "../../store/shard-files/shard-file-store.ts";
import type { StoredLog } from "./stored-shards.ts";

/** The logs of a node that had the shard. */
export interface SealedLogs {
  readonly node: string;
  /** Of all its lives, in their order. */
  readonly writers: readonly string[];
  /** Where the last one is sealed. */
  readonly sealedAt: number;
}

export interface Replaying {
  readonly log: Pick<StoredLog, "logs" | "append" | "sync" | "lastSeqNo" | "prove">;
  readonly blobs: BlobStore;
  /** Name of the shard in the log. */
  readonly key: string;
  readonly stored: StoredShard | undefined;
}

/** Bytes of operations that are appended together. */
const TOGETHER_BYTES = 1024 * 1024;

/**
 * Resolves when the own log holds everything, with the number of operations that it lacked. Rejects when something is
 * missing that was acknowledged.
 */
export async function replayLogs(parts: Replaying, sealed: readonly SealedLogs[]): Promise<number> {
  const { log, key, stored } = parts;
  let last = Math.max(stored?.manifest.sealedSeqNo ?? -1, log.lastSeqNo(key));
  let count = 0;
  let together: Operation[] = [];
  let bytes = 0;
  const append = (): void => {
    if (together.length > 0) log.append(key, together);
    together = [];
    bytes = 0;
  };
  for (const logs of sealed) {
    const start = await startOf(parts, logs);
    for (const writer of logs.writers.slice(logs.writers.indexOf(start.writer))) {
      const from = writer === start.writer ? start.chunk : 1;
      const sealedAt = writer === logs.writers.at(-1) ? logs.sealedAt : undefined;
      const end = await replayShard(await log.logs.open(writer), { from, sealedAt }, key, (operation) => {
        if (operation.seqNo <= last) return;
        last = operation.seqNo;
        count++;
        bytes += operation.source.length;
        if (together.push(operation) > 0 && bytes >= TOGETHER_BYTES) append();
      });
      assert(end.lostUpTo === undefined, `chunk ${end.number} of the log [${writer}] is damaged`);
    }
  }
  append();
  await log.sync();
  // Nobody has sealed this log: the shard is this node's.
  await log.prove();
  return count;
}

/** Where the logs hold something that is not in the files. */
async function startOf({ blobs, stored }: Replaying, { node, writers }: SealedLogs): Promise<ChunkPlace> {
  const begins = await new LogBeginning(blobs, node, writers).read();
  const start: ChunkPlace = begins ?? { writer: writers[0] ?? "", chunk: 1 };
  if (!stored || !writers.includes(stored.log.writer)) return start;
  const [one, other] = [writers.indexOf(start.writer), writers.indexOf(stored.log.writer)];
  return other > one || (other === one && stored.log.chunk > start.chunk) ? stored.log : start;
}
