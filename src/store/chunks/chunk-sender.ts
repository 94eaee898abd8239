/**
 * Sends changes of the log as chunks. Changes that were added together stay together: a reader gets all of them, or
 * none. What has gathered goes out when somebody waits for it, or when it is enough for a chunk.
 */
import { headBytes } from "./chunk-format.ts";
import type { ChunkLog, ChunkLogs } from "./chunk-log.ts";
import type { LogEnded } from "./chunk-writer.ts";
import { ChunkWriter } from "./chunk-writer.ts";
import { encodeLogChange, type LogChange, ShardRanges } from "./log-changes.ts";

export interface ChunkSenderOptions {
  /** Least time between chunks that somebody waits for: what each put costs may be bounded. */
  readonly windowMs: number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly monotonicMs: () => number;
  readonly onEnd: (error: LogEnded) => void;
}

/** More than this is sent at once; a larger change goes in several chunks. */
const AIM_BYTES = 1024 * 1024;
/** Room for the name of a writer. */
const WRITER_BYTES = 228;

export class ChunkSender {
  readonly log: ChunkLog;
  readonly #writer: ChunkWriter;
  readonly #options: ChunkSenderOptions;
  readonly #maximumBytes: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #ranges = new ShardRanges();
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(logs: Pick<ChunkLogs, "depth" | "maximumBytes">, log: ChunkLog, options: ChunkSenderOptions) {
    this.log = log;
    this.#options = options;
    this.#maximumBytes = logs.maximumBytes;
    const { pause, onEnd } = options;
    this.#writer = new ChunkWriter(log, { depth: logs.depth, pause, onEnd });
  }

  /** Why nothing can be sent any more. */
  get ended(): Error | undefined {
    return this.#writer.ended;
  }

  get writer(): Pick<ChunkWriter, "number" | "acked"> {
    return this.#writer;
  }

  /** Adds a change; it is copied. */
  add(change: LogChange): void {
    if (this.#writer.ended) return;
    const encoded = encodeLogChange(change);
    if (change.kind === "append") this.#ranges.add(change.offset, change.bytes);
    this.#pending.push(encoded);
    this.#pendingBytes += encoded.length;
    if (this.#pendingBytes >= Math.min(AIM_BYTES, this.#maximumBytes)) this.#send();
  }

  /** Resolves when everything that was added is held. Rejects with LogEnded. */
  async flush(): Promise<void> {
    const { windowMs, monotonicMs, pause } = this.#options;
    if (windowMs > 0 && this.#pendingBytes > 0) {
      const waitMs = this.#lastSent + windowMs - monotonicMs();
      if (waitMs > 0) await pause(waitMs);
    }
    this.#send();
    await this.#writer.settled();
  }

  /**
   * Resolves when the log holds a chunk that was added after the call: whoever seals the log does so later. Rejects
   * with LogEnded.
   */
  async prove(): Promise<void> {
    this.#send();
    await this.#writer.append({ shards: [], body: new Uint8Array(0), isContinuation: false, isContinued: false });
  }

  end(reason: Error): void {
    this.#writer.end(reason);
  }

  #send(): void {
    if (this.#pendingBytes === 0) return;
    const body = Buffer.concat(this.#pending);
    const shards = this.#ranges.take();
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#lastSent = this.#options.monotonicMs();
    const room = Math.max(this.#maximumBytes - headBytes(shards) - WRITER_BYTES, AIM_BYTES / 16);
    for (let from = 0; from < body.length; from += room) {
      const part = body.subarray(from, from + room);
      // Whoever waits is told by `flush`.
      const [isContinuation, isContinued] = [from > 0, from + room < body.length];
      const content = {
        shards: isContinuation ? [] : shards,
        body: part,
        isContinuation,
        isContinued,
      };
      void this.#writer.append(content).catch(() => undefined);
    }
  }
}
