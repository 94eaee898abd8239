/**
 * Whether a place keeps what is asked of it: blobs of many sizes come back as they were written, one of several writers
 * creates a blob, what breaks off is not seen, and listings tell what is there. All of it is removed afterwards.
 */
import { RequestError } from "../compat/errors.ts";
import { type MonotonicClock, randomUuid } from "../core/clock.ts";
import { crc32c } from "../core/crc32c.ts";
import { Slots } from "../core/slots.ts";
import { BlobMissing, type BlobStore } from "../store/blobs/blob-store.ts";
import type { Repository } from "./repositories.ts";

export interface AnalysisOptions {
  readonly blobCount: number;
  readonly concurrency: number;
  readonly maxBlobBytes: number;
  readonly maxTotalBytes: number;
  /** So often several want to create one blob, where that is looked at. */
  readonly registerOperations: number;
  readonly checksOverwrites: boolean;
  readonly rareActionProbability: number;
  readonly rarelyAbortWrites: boolean;
  readonly seed: number;
  readonly timeoutMs: number;
}

/** A blob that was written and read. */
export interface AnalyzedBlob {
  readonly name: string;
  readonly bytes: number;
  readonly isOverwritten: boolean;
  readonly writeNanos: number;
  readonly readNanos: number;
}

export interface Analysis {
  readonly path: string;
  readonly blobs: readonly AnalyzedBlob[];
  readonly listingNanos: number;
  readonly deleteNanos: number;
}

/** Folder of what an analysis writes. */
export const ANALYSIS_FOLDER = "temp-analysis-";
const PIECE_BYTES = 1024 * 1024;
/** So many writers want to create the same blob. */
const RIVALS = 5;

/** Throws 500 `repository_verification_exception` for a place that fails, or takes too long. */
export async function analyzeRepository(
  { name, blobs }: Pick<Repository, "name" | "blobs">,
  options: AnalysisOptions,
  { clock, isCancelled }: { readonly clock: MonotonicClock; readonly isCancelled: () => boolean },
): Promise<Analysis> {
  const path = `${ANALYSIS_FOLDER}${randomUuid()}`;
  const untilMs = clock.monotonicMs() + options.timeoutMs;
  const check = (): void => {
    if (isCancelled()) throw new RequestError(400, "task_cancelled_exception", "task cancelled");
    if (clock.monotonicMs() > untilMs)
      throw new RequestError(500, "repository_verification_exception", `[${name}] analysis timed out`);
  };
  try {
    const run = new AnalysisRun({ blobs, path, options, clock, check });
    const written = await run.writeAll();
    if (options.checksOverwrites) await run.contend();
    const listingNanos = await run.list(written.map((blob) => blob.name));
    const deleteNanos = await run.removeAll();
    return { path, blobs: written, listingNanos, deleteNanos };
  } catch (error) {
    await removeLeft(blobs, path);
    if (isCancelled()) throw error;
    const cause =
      error instanceof RequestError
        ? error
        : new RequestError(500, "i_o_exception", error instanceof Error ? error.message : String(error));
    const reason = `[${name}] analysis failed, you may need to manually remove [${path}]`;
    throw new RequestError(500, "repository_verification_exception", reason, { cause });
  }
}

interface RunParts {
  readonly blobs: BlobStore;
  readonly path: string;
  readonly options: AnalysisOptions;
  readonly clock: MonotonicClock;
  readonly check: () => void;
}

class AnalysisRun {
  readonly #parts: RunParts;
  readonly #random: () => number;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#random = generator(parts.options.seed);
  }

  async writeAll(): Promise<AnalyzedBlob[]> {
    const { concurrency } = this.#parts.options;
    const slots = new Slots(concurrency);
    const sizes = this.#sizes();
    const plans = sizes.map((bytes, at) => ({
      name: `${this.#parts.path}/test-blob-${at}-${randomUuid()}`,
      bytes,
      seed: Math.floor(this.#random() * 2 ** 32),
      isOverwritten: this.#isRare(),
      isAborted: this.#parts.options.rarelyAbortWrites && this.#isRare(),
    }));
    // All are waited for: nobody writes when the rest is removed.
    const outcomes = await Promise.allSettled(plans.map((plan) => slots.run(() => this.#writeOne(plan))));
    return outcomes.map((outcome) => {
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
  }

  /** Of several who create a blob one does, and the others see what it wrote. */
  async contend(): Promise<void> {
    const { blobs, path, options, check } = this.#parts;
    for (let operation = 0; operation < options.registerOperations; operation++) {
      check();
      const name = `${path}/test-register-${operation}`;
      const values = Array.from({ length: RIVALS }, (_, at) => Buffer.from(`${operation}/${at}`));
      const outcomes = await Promise.all(values.map((value) => blobs.create(name, value)));
      const winner = outcomes.indexOf(true);
      const found = Buffer.from(await blobs.read(name));
      if (winner < 0 || winner !== outcomes.lastIndexOf(true) || !values[winner]?.equals(found))
        throw new Error(`of several who created the blob [${name}] not exactly one did`);
    }
  }

  async list(expected: readonly string[]): Promise<number> {
    const { blobs, path } = this.#parts;
    const [nanos, entries] = await this.#timed(() => blobs.list(`${path}/test-blob-`));
    const found = new Set(entries.map(({ name }) => name));
    const missing = expected.filter((name) => !found.has(name));
    if (missing.length > 0) throw new Error(`the listing lacks [${missing.join(", ")}]`);
    if (found.size > expected.length) throw new Error("the listing names blobs whose writing broke off");
    return nanos;
  }

  async removeAll(): Promise<number> {
    const { blobs, path } = this.#parts;
    const all = await blobs.list(`${path}/`);
    const [nanos] = await this.#timed(() => blobs.remove(all.map(({ name }) => name)));
    if ((await blobs.list(`${path}/`)).length > 0) throw new Error("blobs that were removed are listed");
    return nanos;
  }

  async #writeOne({
    name,
    bytes,
    seed,
    isOverwritten,
    isAborted,
  }: {
    readonly name: string;
    readonly bytes: number;
    readonly seed: number;
    readonly isOverwritten: boolean;
    readonly isAborted: boolean;
  }): Promise<AnalyzedBlob> {
    const { blobs, check } = this.#parts;
    check();
    if (isAborted) await this.#abortOne(`${name}-aborted`, bytes, seed);
    if (isOverwritten) await blobs.write(name, this.#content(Math.ceil(bytes / 2), seed + 1).pieces());
    const content = this.#content(bytes, seed);
    const [writeNanos] = await this.#timed(() => blobs.write(name, content.pieces()));
    const [readNanos, found] = await this.#timed(() => this.#checksumOf(name));
    if (found.bytes !== bytes || found.crc !== content.crc())
      throw new Error(`blob [${name}] of ${bytes} bytes is not read as it was written`);
    return { name, bytes, isOverwritten, writeNanos, readNanos };
  }

  /** Nothing is seen of a blob whose writing broke off. */
  async #abortOne(name: string, bytes: number, seed: number): Promise<void> {
    const { blobs } = this.#parts;
    const why = new Error("broken off on purpose");
    const content = this.#content(bytes, seed);
    async function* brokenOff(): AsyncIterable<Uint8Array> {
      yield* content.pieces();
      throw why;
    }
    const outcome = await blobs.write(name, brokenOff()).catch((error: unknown) => error);
    if (outcome !== why) throw outcome instanceof Error ? outcome : new Error(`blob [${name}] was written in part`);
    const found = await blobs.read(name).catch((error: unknown) => error);
    if (!(found instanceof BlobMissing)) throw new Error(`blob [${name}] is there, though its writing broke off`);
  }

  async #checksumOf(name: string): Promise<{ readonly bytes: number; readonly crc: number }> {
    let [bytes, crc] = [0, 0];
    for await (const piece of this.#parts.blobs.stream(name)) {
      this.#parts.check();
      crc = crc32c(piece, 0, piece.length, crc);
      bytes += piece.length;
    }
    return { bytes, crc };
  }

  #content(bytes: number, seed: number): { pieces(): AsyncIterable<Uint8Array>; crc(): number } {
    const { check } = this.#parts;
    let crc = 0;
    return {
      async *pieces() {
        const random = generator(seed);
        for (let from = 0; from < bytes; from += PIECE_BYTES) {
          check();
          const words = new Uint32Array(Math.ceil(Math.min(PIECE_BYTES, bytes - from) / 4));
          for (let at = 0; at < words.length; at++) words[at] = random() * 2 ** 32;
          const piece = new Uint8Array(words.buffer, 0, Math.min(PIECE_BYTES, bytes - from));
          crc = crc32c(piece, 0, piece.length, crc);
          yield await Promise.resolve(piece);
        }
      },
      crc: () => crc,
    };
  }

  /** One of the largest size, and others of all sizes below it, as many bytes together as are allowed. */
  #sizes(): number[] {
    const { blobCount, maxBlobBytes, maxTotalBytes } = this.#parts.options;
    const sizes: number[] = [];
    let left = maxTotalBytes;
    for (let at = 0; at < blobCount; at++) {
      // Each blob that is still to come has a byte.
      const most = Math.max(1, Math.min(maxBlobBytes, left - (blobCount - at - 1)));
      sizes.push(at === 0 ? most : Math.max(1, Math.floor(most ** this.#random())));
      left -= sizes.at(-1) ?? 0;
    }
    return sizes;
  }

  #isRare(): boolean {
    return this.#random() < this.#parts.options.rareActionProbability;
  }

  async #timed<T>(work: () => Promise<T>): Promise<[number, T]> {
    const { clock } = this.#parts;
    const sinceMs = clock.monotonicMs();
    const result = await work();
    return [Math.round((clock.monotonicMs() - sinceMs) * 1e6), result];
  }
}

/** Never rejects: the failure before it is the one to report. */
async function removeLeft(blobs: BlobStore, path: string): Promise<void> {
  try {
    await blobs.remove((await blobs.list(`${path}/`)).map(({ name }) => name));
  } catch {
    // The error names the folder.
  }
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
