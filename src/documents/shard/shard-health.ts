/** Whether a shard takes operations: how it fails and becomes red, how it is closed, and who is told. */
import { RequestError } from "../../compat/errors.ts";
import { SegmentCorruption } from "../../segment/segment-corruption.ts";
import { SourceCorruption } from "../../store/sources/source-file-format.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { RefreshListeners } from "./refresh-listeners.ts";

// A shard that failed with its disk is opened again after so long.
const RETRY_MS = 5_000;

export class ShardHealth {
  readonly #parts: EngineDependencies;
  readonly #listeners: RefreshListeners;
  readonly #onUnreadable: () => void;
  #failure: string | undefined;
  /** When opening it once more is worthwhile: the disk failed, not what stands on it. */
  #retryMs: number | undefined;
  #closed = false;
  /** Why nothing is written any more: the index is being closed or deleted. */
  #refusal: (() => RequestError) | undefined;
  /** What is in memory is not what the files say: the shard starts over before it does anything else. */
  #ahead = false;
  /** Files in which damage was met. */
  readonly #suspects = new Set<string>();

  /** `onUnreadable`: gets have to wait, or fail, from now on. */
  constructor(parts: EngineDependencies, listeners: RefreshListeners, onUnreadable: () => void) {
    this.#parts = parts;
    this.#listeners = listeners;
    this.#onUnreadable = onUnreadable;
  }

  /** Why the shard takes no operations; undefined when it does. */
  get failure(): string | undefined {
    return this.#failure;
  }

  get isFailed(): boolean {
    return this.#failure !== undefined;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Neither failed nor closed. */
  get isUsable(): boolean {
    return this.#failure === undefined && !this.#closed;
  }

  /** Whether a failed shard is to be opened once more by now. */
  get isRetryDue(): boolean {
    return this.#retryMs !== undefined && this.#parts.clock.monotonicMs() >= this.#retryMs;
  }

  /** Whether the log took back what it had not synced, or damage was met: the shard is to start over. */
  get isAhead(): boolean {
    return this.#ahead;
  }

  set isAhead(ahead: boolean) {
    this.#ahead = ahead;
    if (ahead) this.#onUnreadable();
  }

  get suspects(): ReadonlySet<string> {
    return this.#suspects;
  }

  /** Notes damage in a file; false when it was met before. */
  suspect(file: string): boolean {
    if (this.#suspects.has(file)) return false;
    this.#suspects.add(file);
    return true;
  }

  /** From now on nothing is written, nor anything that waits for its turn; undefined takes that back. */
  refuse(why: (() => RequestError) | undefined): void {
    this.#refusal = why;
  }

  checkAccepts(): void {
    if (this.#refusal) throw this.#refusal();
  }

  checkUsable(): void {
    if (this.isUsable) return;
    if (this.#closed) this.checkAccepts();
    throw this.unavailable(this.#closed ? "it is closed" : `it failed: ${this.#failure}`);
  }

  unavailable(why: string): RequestError {
    const { index, shard } = this.#parts.where;
    return new RequestError(
      503,
      "unavailable_shards_exception",
      `[${index}][${shard}] primary shard is not active: ${why}`,
    );
  }

  /** The shard is red from now on; nothing more comes for those who wait for a refresh. */
  fail(error: unknown): void {
    if (this.#closed) return;
    const { events, where, clock } = this.#parts;
    const reason = error instanceof Error ? error.message : String(error);
    this.#failure = reason;
    this.#retryMs = error instanceof RequestError ? clock.monotonicMs() + RETRY_MS : undefined;
    this.#ahead = false;
    this.#listeners.release();
    this.#onUnreadable();
    events.shardFailed(where.index, where.shard, reason);
    this.tell("error", `failed: ${error instanceof Error ? (error.stack ?? reason) : reason}`);
  }

  close(): void {
    this.#closed = true;
    this.#listeners.release();
    this.#onUnreadable();
  }

  /** What nobody asked for is reported where it fails. */
  async inBackground(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#closed) this.tell("error", `${what} failed, and is tried again: ${String(error)}`);
    }
  }

  /** A line of the server's log that begins with the shard's name. */
  tell(level: "debug" | "warn" | "error", what: string): void {
    const { events, where } = this.#parts;
    events.log(level, `[${where.index}][${where.shard}] ${what}`);
  }
}

/** Damage in a file that can be made again from others. */
export function isDamage(error: unknown): error is SourceCorruption | SegmentCorruption {
  return error instanceof SourceCorruption || error instanceof SegmentCorruption;
}
