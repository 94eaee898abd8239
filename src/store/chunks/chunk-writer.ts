/**
 * Writes the log of a living node. What it acknowledges stands in an unbroken row of its own chunks; whatever it finds
 * in a place that it did not put there (a seal, as a rule) ends it for good. An append without a clear answer is
 * settled by reading its place: it counts neither as held nor as failed until then, and is never put anywhere else.
 */
import { checkOf, type Chunk, encodeChunk } from "./chunk-format.ts";
import type { ChunkLog } from "./chunk-log.ts";

/** What a chunk is to hold. */
export type ChunkContent = Pick<Chunk, "shards" | "body" | "isContinued" | "isContinuation">;

export interface ChunkWriterOptions {
  /** Appends that may be under way at once. */
  readonly depth: number;
  /** Waits before a place is asked again. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called once, when somebody else has ended the log. */
  readonly onEnd?: (error: LogEnded) => void;
}

/** Somebody else has ended the log: this writer is not the one any more. */
export class LogEnded extends Error {
  readonly writer: string;

  constructor(writer: string, number: number) {
    super(`the log [${writer}] was ended by another node at chunk ${number}`);
    this.name = "LogEnded";
    this.writer = writer;
  }
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;

export class ChunkWriter {
  readonly #log: ChunkLog;
  readonly #options: ChunkWriterOptions;
  #lastCheck = 0;
  #number = 0;
  #acked = 0;
  /** Settles when all chunks so far are held. */
  #last: Promise<void> = Promise.resolve();
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  #ended: Error | undefined;

  /** The log must be new: a node that comes back begins another one. */
  constructor(log: ChunkLog, options: ChunkWriterOptions) {
    this.#log = log;
    this.#options = options;
  }

  /** Number of the chunk that was added last. */
  get number(): number {
    return this.#number;
  }

  /** All chunks up to this one are held. */
  get acked(): number {
    return this.#acked;
  }

  /** Why nothing can be written any more. */
  get ended(): Error | undefined {
    return this.#ended;
  }

  /** Adds a chunk; its number is `number`. Resolves when it and all before it are held; rejects with LogEnded. */
  append(content: ChunkContent): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    const number = ++this.#number;
    const bytes = encodeChunk({
      kind: "records",
      writer: this.#log.writer,
      number,
      before: this.#lastCheck,
      acked: this.#acked,
      ...content,
    });
    this.#lastCheck = checkOf(bytes);
    const before = this.#last;
    const held = this.#hold(number, bytes, before);
    const done = Promise.all([before, held]).then(() => {
      this.#acked = number;
    });
    done.catch(() => undefined); // whoever waits is told
    this.#last = done;
    return done;
  }

  /** Resolves when all chunks that were added are held. */
  settled(): Promise<void> {
    return this.#ended ? Promise.reject(this.#ended) : this.#last;
  }

  /** Ends it: whoever waits is told `reason`. */
  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    for (const go of this.#waiting.splice(0)) go();
    if (reason instanceof LogEnded) this.#options.onEnd?.(reason);
  }

  async #hold(number: number, bytes: Uint8Array, before: Promise<void>): Promise<void> {
    if (this.#underWay >= this.#options.depth) await new Promise<void>((go) => void this.#waiting.push(go));
    this.#underWay++;
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        if (this.#ended) throw this.#ended;
        if (await this.#log.append(number, bytes).catch(() => false)) return;
        if (await this.#isHeld(number, bytes)) return;
        // Nothing stands there (yet). A stream takes it when it has those before.
        await before;
        await this.#options.pause(pauseMs);
      }
    } finally {
      this.#underWay--;
      this.#waiting.shift()?.();
    }
  }

  /** Whether the place holds the chunk; false: nothing. */
  async #isHeld(number: number, bytes: Uint8Array): Promise<boolean> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (this.#ended) throw this.#ended;
      let there: Uint8Array | undefined;
      try {
        there = await this.#log.read(number);
      } catch {
        await this.#options.pause(pauseMs);
        continue;
      }
      if (there === undefined) return false;
      if (Buffer.compare(there, bytes) === 0) return true;
      this.end(new LogEnded(this.#log.writer, number));
    }
  }
}
