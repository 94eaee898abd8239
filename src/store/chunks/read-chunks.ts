/**
 * Reads the log of a writer. It ends at the first place that holds a seal, something of another writer, or a chunk that
 * does not continue the chain of checks: what stands behind was never acknowledged. A chain that ends before what the
 * writer is known to have acknowledged is damage.
 */
import { type CheckedChunk, decodeChunk } from "./chunk-format.ts";
import type { ChunkLog } from "./chunk-log.ts";

/** Where to begin, and what is known. */
export interface ChunkRange {
  /** First place. */
  readonly from: number;
  /**
   * A place that holds a seal, as sealing answered; undefined: the log is not sealed, and ends at the first free place.
   */
  readonly sealedAt: number | undefined;
  /** Chunks up to this one are known to have been acknowledged. */
  readonly acked?: number;
}

/** How a log ends. */
export interface ChunksEnd {
  /** The first place that does not count. */
  readonly number: number;
  /** Chunks from there up to this one were acknowledged, and cannot be read. */
  readonly lostUpTo: number | undefined;
}

/** Places that are read at once. */
const AHEAD = 8;

/** Hands over the chunks that count, in order; answers where they end. */
export async function readChunks(
  log: ChunkLog,
  range: ChunkRange,
  onChunk: (chunk: CheckedChunk) => void | Promise<void>,
): Promise<ChunksEnd> {
  const places = new Places(log, range);
  let check: number | undefined;
  let number = range.from;
  for (; ; number++) {
    const chunk = await places.at(number);
    if (!isOwn(chunk, log.writer, number) || (check !== undefined && chunk.before !== check)) break;
    if (number === 1 && chunk.before !== 0) break;
    check = chunk.check;
    await onChunk(chunk);
  }
  // A chunk behind may tell that what is missing had been acknowledged.
  let acked = range.acked ?? 0;
  for (let behind = number + 1; behind <= (range.sealedAt ?? number + AHEAD); behind++) {
    const chunk = await places.at(behind);
    if (isOwn(chunk, log.writer, behind)) acked = Math.max(acked, chunk.acked);
  }
  return { number, lostUpTo: acked >= number ? acked : undefined };
}

function isOwn(chunk: CheckedChunk | undefined, writer: string, number: number): chunk is CheckedChunk {
  return chunk?.kind === "records" && chunk.writer === writer && chunk.number === number;
}

/** Chunks by place, several of which are read ahead. */
class Places {
  readonly #log: ChunkLog;
  readonly #range: ChunkRange;
  readonly #reads = new Map<number, Promise<Uint8Array | undefined>>();
  #begun: number;

  constructor(log: ChunkLog, range: ChunkRange) {
    this.#log = log;
    this.#range = range;
    this.#begun = range.from;
  }

  async at(number: number): Promise<CheckedChunk | undefined> {
    const last = Math.min(this.#range.sealedAt ?? Number.POSITIVE_INFINITY, number + AHEAD - 1);
    for (; this.#begun <= last; this.#begun++) {
      const read = this.#log.read(this.#begun);
      read.catch(() => undefined); // told when it is its turn
      this.#reads.set(this.#begun, read);
    }
    const bytes = await (this.#reads.get(number) ?? this.#log.read(number));
    this.#reads.delete(number);
    return bytes && decodeChunk(bytes);
  }
}
