/**
 * A growing file in shared memory: one writer, readers on any thread. A clone sees only the chunks that existed when it
 * was sent.
 */
import type { SharedContent } from "./files.ts";

/** Bytes of one chunk. Untouched pages of a chunk cost no memory. */
export const CHUNK_BYTES = 256 * 1024;

/** An empty file. */
export function emptyContent(): SharedContent {
  return { chunks: [], length: new SharedArrayBuffer(8) };
}

/** Readable bytes: the written length, limited by the chunks of this clone. */
export function sharedLength(content: SharedContent): number {
  const length = Number(Atomics.load(lengthWord(content), 0));
  return Math.min(length, content.chunks.length * CHUNK_BYTES);
}

/** Publishes a new length, after the bytes below it are written. */
export function setSharedLength(content: SharedContent, length: number): void {
  Atomics.store(lengthWord(content), 0, BigInt(length));
}

/** The (low, high) pair as one word, so that no reader sees a partial change. */
function lengthWord(content: SharedContent): BigInt64Array {
  return new BigInt64Array(content.length);
}

/** Writes `bytes` at `position`, adding chunks as needed; does not change the length. */
export function writeShared(content: SharedContent, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) {
    const at = position + done;
    const chunk = Math.floor(at / CHUNK_BYTES);
    while (content.chunks.length <= chunk) content.chunks.push(new SharedArrayBuffer(CHUNK_BYTES));
    const within = at - chunk * CHUNK_BYTES;
    const count = Math.min(bytes.length - done, CHUNK_BYTES - within);
    new Uint8Array(content.chunks[chunk]!, within, count).set(bytes.subarray(done, done + count));
    done += count;
  }
}

/** Reads up to `into.length` bytes at `position`; returns how many. */
export function readShared(content: SharedContent, into: Uint8Array, position: number): number {
  const wanted = Math.max(0, Math.min(into.length, sharedLength(content) - position));
  let done = 0;
  while (done < wanted) {
    const at = position + done;
    const chunk = Math.floor(at / CHUNK_BYTES);
    const within = at - chunk * CHUNK_BYTES;
    const count = Math.min(wanted - done, CHUNK_BYTES - within);
    into.set(new Uint8Array(content.chunks[chunk]!, within, count), done);
    done += count;
  }
  return done;
}
