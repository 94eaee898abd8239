/** Opens the operation log of a node whose chunks are streams of NATS. Loaded where the settings ask for it. */
import { systemClock } from "../../core/clock.ts";
import { ReplicatedOperationLog } from "../chunks/replicated-operation-log.ts";
import type { Files } from "../files.ts";
import { connectNats } from "./connect-nats.ts";
import { NatsChunkLogs } from "./nats-chunk-logs.ts";
import type { NatsPlace } from "./nats-client.ts";

/** Which log is this node's. Plain data. */
export interface NatsLog {
  readonly place: NatsPlace;
  /** Name of this life of the node, and of those before. */
  readonly writer: string;
  readonly earlier: readonly string[];
}

export interface NatsLogEvents {
  log(level: "warn", message: string): void;
  /** Another node has ended the log: this one must not go on. */
  onEnd(error: Error): void;
}

export async function openNatsLog(files: Files, log: NatsLog, events: NatsLogEvents): Promise<ReplicatedOperationLog> {
  const { place, writer, earlier } = log;
  const logs = new NatsChunkLogs(await connectNats(place, writer));
  return ReplicatedOperationLog.open(files, logs, {
    writer,
    earlier: { writers: earlier, by: writer, firstFile: 1 },
    windowMs: 0,
    pause: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
    monotonicMs: () => systemClock.monotonicMs(),
    onDamage: (text) => events.log("warn", text),
    onEnd: (error) => events.onEnd(error),
  });
}
