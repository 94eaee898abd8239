/** How fast the files of leaders are copied: all copies of the server together. */
import { setTimeout as sleep } from "node:timers/promises";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { parseBytes, parseTimeMs } from "../compat/time-value.ts";
import type { MonotonicClock } from "../core/clock.ts";

/** How files are copied (`ccr.indices.recovery.*`). */
export interface RecoverySettings {
  /** 0 or less: as fast as they come. */
  readonly bytesPerSecond: number;
  readonly pieceBytes: number;
  /** Pieces of a file that are asked for at once. */
  readonly pieces: number;
  /** How long a piece may take. */
  readonly pieceMs: number;
}

export function recoverySettings(state: ClusterState): RecoverySettings {
  const bytes = (name: string): number => parseBytes(clusterSetting(state, name), name);
  const action = "ccr.indices.recovery.internal_action_timeout";
  return {
    bytesPerSecond: bytes("ccr.indices.recovery.max_bytes_per_sec"),
    pieceBytes: bytes("ccr.indices.recovery.chunk_size"),
    pieces: Number(clusterSetting(state, "ccr.indices.recovery.max_concurrent_file_chunks")),
    pieceMs: parseTimeMs(clusterSetting(state, action), action),
  };
}

export class RecoveryLimit {
  readonly #clock: MonotonicClock;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  /** When all that was let through is within the limit. */
  #freeMs = 0;

  constructor(clock: MonotonicClock, wait: (milliseconds: number) => Promise<unknown> = (ms) => sleep(ms)) {
    this.#clock = clock;
    this.#wait = wait;
  }

  /** Resolves when so many more bytes may come. */
  async passed(bytes: number, bytesPerSecond: number): Promise<void> {
    if (bytesPerSecond <= 0) return;
    const nowMs = this.#clock.monotonicMs();
    const beginsMs = Math.max(nowMs, this.#freeMs);
    this.#freeMs = beginsMs + (bytes / bytesPerSecond) * 1000;
    if (beginsMs > nowMs) await this.#wait(beginsMs - nowMs);
  }
}
