/** For tests: a node whose log and files are held elsewhere, in one of its lives. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { ChunkLogs } from "../../store/chunks/chunk-log.ts";
import { LogBeginning } from "../../store/chunks/log-beginning.ts";
import { ReplicatedOperationLog } from "../../store/chunks/replicated-operation-log.ts";
import type { BlobStore } from "../../store/blobs/blob-store.ts";
import type { Files } from "../../store/files.ts";
import { ShardFileStore } from "../../store/shard-files/shard-file-store.ts";
import { StoredShards } from "../../documents/stored/stored-shards.ts";
import { encodeSeal } from "../../store/chunks/chunk-format.ts";
import { Harness } from "./documents-harness.ts";

export interface StoredNode {
  readonly logs: ChunkLogs;
  readonly blobs: BlobStore;
  /** What the cluster state knows; the terms of all shards rise with each life. */
  readonly indices: Map<string, IndexMetadata>;
  readonly life: number;
  readonly isDiskCurrent: boolean;
  /** Log files with lower numbers were there before the node. */
  readonly firstFile?: number;
}

const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, Math.min(ms, 2)));

export async function liveStored(
  files: Files,
  { logs, blobs, indices, life, isDiskCurrent, firstFile = 1 }: StoredNode,
): Promise<Harness> {
  for (const [name, index] of indices)
    indices.set(name, { ...index, primaryTerms: index.primaryTerms.map((term) => term + 1) });
  const writers = Array.from({ length: life }, (_, at) => `n.${at + 1}`);
  const writer = `n.${life}`;
  const store = new ShardFileStore(blobs);
  const beginning = new LogBeginning(blobs, "n", writers);
  const earlier = writers.slice(0, -1);
  const harness = await Harness.opened(files, indices, async (own) => {
    if (life > 1) await (await logs.open(`n.${life - 1}`)).seal(1, encodeSeal(writer));
    const start = await beginning.read();
    const log = await ReplicatedOperationLog.open(own, logs, {
      ...{ writer, writers: earlier, beginning, windowMs: 0, pause },
      earlier: {
        writers: start ? earlier.slice(Math.max(0, earlier.indexOf(start.writer))) : earlier,
        ...{ by: writer, firstFile, start },
      },
      monotonicMs: () => performance.now(),
      onDamage: (text) => {
        throw new Error(text);
      },
      onEnd: () => undefined,
    });
    return {
      log,
      storing: (host) => new StoredShards({ store, log, node: "n", writer, isDiskCurrent, isAlone: true }, host),
    };
  });
  await harness.service.retainOnly([...indices.values()].map(({ uuid }) => uuid));
  return harness;
}

/** Lets everything go on that is due, until nothing is. */
export async function settled(harness: Harness): Promise<void> {
  for (let round = 0; round < 4; round++) {
    harness.nowMs += 40_000;
    await harness.service.tick();
    for (let turn = 0; turn < 40; turn++) await new Promise((go) => setImmediate(go));
  }
}
