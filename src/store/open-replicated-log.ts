/** Opens the operation log of a node whose chunks are held elsewhere. Loaded where the settings ask for it. */
import { systemClock } from "../core/clock.ts";
import { encodeSeal } from "./chunks/chunk-format.ts";
import { LogBeginning } from "./chunks/log-beginning.ts";
import { ReplicatedOperationLog } from "./chunks/replicated-operation-log.ts";
import { type ClusterPlace, openBlobs, openChunkLogs } from "./cluster-place.ts";
import type { Files } from "./files.ts";
import { ShardFileStore } from "./shard-files/shard-file-store.ts";

/** Which log is this node's. Plain data. */
export interface ReplicatedLog {
  readonly place: ClusterPlace;
  /** Under this name is kept where its logs begin. */
  readonly node: string;
  /** Name of this life of the node, and of those before. */
  readonly writer: string;
  readonly earlier: readonly string[];
  /** Log files with lower numbers were on the disk before there was a cluster. */
  readonly firstFile: number;
  /** The disk is that of the life before. */
  readonly isDiskCurrent: boolean;
  /** There is no other node. */
  readonly isAlone: boolean;
}

export interface ReplicatedLogEvents {
  log(level: "warn", message: string): void;
  /** Another node has ended the log: this one must not go on. */
  onEnd(error: Error): void;
}

/** The log, and the store of the files of shards; undefined: they are on the disk alone. */
export interface OpenedReplicatedLog {
  readonly log: ReplicatedOperationLog;
  readonly store: ShardFileStore | undefined;
}

export async function openReplicatedLog(
  files: Files,
  { place, node, writer, earlier, firstFile }: ReplicatedLog,
  events: ReplicatedLogEvents,
): Promise<OpenedReplicatedLog> {
  const blobs = place.files && (await openBlobs(place.files));
  const beginning = blobs && new LogBeginning(blobs, node, [...earlier, writer]);
  const logs = await openChunkLogs(place, writer);
  const sealed = new Map<string, number>();
  const last = earlier.at(-1);
  // The life before may still be giving up chunks; once its log is sealed it does so no more.
  if (beginning && last !== undefined) {
    const { writer: of, chunk } = (await beginning.read()) ?? { writer: "", chunk: 1 };
    sealed.set(last, await (await logs.open(last)).seal(of === last ? chunk : 1, encodeSeal(writer)));
  }
  const start = await beginning?.read();
  const counted = start ? earlier.slice(Math.max(0, earlier.indexOf(start.writer))) : earlier;
  const log = await ReplicatedOperationLog.open(files, logs, {
    writer,
    beginning,
    writers: earlier,
    earlier: { writers: counted, by: writer, firstFile, start, sealed },
    windowMs: place.windowMs,
    pause: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
    monotonicMs: () => systemClock.monotonicMs(),
    onDamage: (text) => events.log("warn", text),
    onEnd: (error) => events.onEnd(error),
  });
  return { log, store: blobs && new ShardFileStore(blobs) };
}
