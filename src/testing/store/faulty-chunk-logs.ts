/** Logs that answer late, lose appends, and lose answers of appends. */
import type { ChunkLog, ChunkLogs } from "../../store/chunks/chunk-log.ts";

export interface ChunkFaults {
  /** 0 .. 1, from a seed. */
  readonly random: () => number;
  /** Waits for a while that the test decides. */
  readonly delay: () => Promise<void>;
  /** Shares of calls. */
  readonly lostAppends: number;
  readonly lostAnswers: number;
}

export class FaultyChunkLogs implements ChunkLogs {
  readonly depth: number;
  readonly maximumBytes: number;
  readonly #inner: ChunkLogs;
  readonly #faults: ChunkFaults;

  constructor(inner: ChunkLogs, faults: ChunkFaults) {
    this.#inner = inner;
    this.#faults = faults;
    this.depth = inner.depth;
    this.maximumBytes = inner.maximumBytes;
  }

  async open(writer: string): Promise<ChunkLog> {
    const log = await this.#inner.open(writer);
    const { random, delay, lostAppends, lostAnswers } = this.#faults;
    const call = async <T>(work: () => Promise<T>, isAppend = false): Promise<T> => {
      await delay();
      if (isAppend && random() < lostAppends) throw new Error("lost");
      const late = isAppend && random() < lostAnswers / 2;
      // It arrives long after nobody waits any more.
      if (late)
        void delay()
          .then(delay)
          .then(delay)
          .then(work)
          .catch(() => undefined);
      const answer = late ? undefined : await work();
      await delay();
      if (answer === undefined && late) throw new Error("no answer yet");
      if (isAppend && random() < lostAnswers) throw new Error("no answer");
      return answer as T;
    };
    return {
      writer,
      append: (number, bytes) => call(() => log.append(number, bytes), true),
      read: (number) => call(() => log.read(number)),
      seal: (from, seal) => call(() => log.seal(from, seal)),
      trim: (number) => call(() => log.trim(number)),
    };
  }

  writers(): Promise<string[]> {
    return this.#inner.writers();
  }

  remove(writer: string, end: number): Promise<void> {
    return this.#inner.remove(writer, end);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
