/** Opens the operation log of a node whose chunks are held elsewhere. Loaded where the settings ask for it. */
import { systemClock } from "../core/clock.ts";
import { ReplicatedOperationLog } from "./chunks/replicated-operation-log.ts";
import { type ClusterPlace, openChunkLogs } from "./cluster-place.ts";
import type { Files } from "./files.ts";

/** Which log is this node's. Plain data. */
export interface ReplicatedLog {
  readonly place: ClusterPlace;
  /** Name of this life of the node, and of those before. */
  readonly writer: string;
  readonly earlier: readonly string[];
}

export interface ReplicatedLogEvents {
  log(level: "warn", message: string): void;
  /** Another node has ended the log: this one must not go on. */
  onEnd(error: Error): void;
}

export async function openReplicatedLog(
  files: Files,
  log: ReplicatedLog,
  events: ReplicatedLogEvents,
): Promise<ReplicatedOperationLog> {
  const { place, writer, earlier } = log;
  return ReplicatedOperationLog.open(files, await openChunkLogs(place, writer), {
    writer,
    earlier: { writers: earlier, by: writer, firstFile: 1 },
    windowMs: place.windowMs,
    pause: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
    monotonicMs: () => systemClock.monotonicMs(),
    onDamage: (text) => events.log("warn", text),
    onEnd: (error) => events.onEnd(error),
  });
}
