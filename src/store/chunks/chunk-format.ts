/**
 * Layout of a chunk (little endian): u32 magic "WDXC", u8 format, u8 kind (1 records, 2 seal), u8 flags (1: goes on in
 * the next chunk, 2: goes on from the one before), u8 zero, u48 number, u32 check of the chunk before (0 for the
 * first), u48 number of the last chunk that the writer knew to be held, u16 and the writer's name, u16 number of
 * shards; for each of them u32 number (by which the records name it), u48 first and u48 last sequence number, u16 and
 * its name; then the body, and u32 CRC32C of all bytes before it: the check of the chunk.
 */
import { assert } from "../../core/assert.ts";
import { crc32c } from "../../core/crc32c.ts";

/** Operations of a shard in a chunk. */
export interface ChunkShard {
  readonly name: string;
  /** What records call it. */
  readonly number: number;
  readonly firstSeqNo: number;
  readonly lastSeqNo: number;
}

export interface Chunk {
  readonly kind: "records" | "seal";
  readonly writer: string;
  readonly number: number;
  /** Check of the chunk before. */
  readonly before: number;
  /** The writer knew that all chunks up to this one were held. */
  readonly acked: number;
  readonly shards: readonly ChunkShard[];
  /** What belongs together goes on in the next chunk. */
  readonly isContinued: boolean;
  /** It began in the chunk before. */
  readonly isContinuation: boolean;
  readonly body: Uint8Array;
}

/** A chunk as it was read, with its check. */
export interface CheckedChunk extends Chunk {
  readonly check: number;
}

/** No chunk is larger; where the store takes less, chunks are smaller. */
export const MAXIMUM_CHUNK_BYTES = 4 * 1024 * 1024;

const MAGIC = 0x43584457; // "WDXC"
const FORMAT = 1;
const KINDS = ["", "records", "seal"] as const;
const CONTINUED = 1;
const CONTINUATION = 2;
const FIXED_BYTES = 28;
const SHARD_BYTES = 18;
const CHECK_BYTES = 4;

export function encodeChunk(chunk: Chunk): Uint8Array {
  const writer = Buffer.from(chunk.writer);
  const names = chunk.shards.map(({ name }) => Buffer.from(name));
  const shardBytes = names.reduce((sum, { length }) => sum + SHARD_BYTES + length, 0);
  const bytes = Buffer.alloc(FIXED_BYTES + writer.length + shardBytes + chunk.body.length + CHECK_BYTES);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes[4] = FORMAT;
  bytes[5] = KINDS.indexOf(chunk.kind);
  bytes[6] = (chunk.isContinued ? CONTINUED : 0) | (chunk.isContinuation ? CONTINUATION : 0);
  bytes.writeUIntLE(chunk.number, 8, 6);
  bytes.writeUInt32LE(chunk.before, 14);
  bytes.writeUIntLE(chunk.acked, 18, 6);
  bytes.writeUInt16LE(writer.length, 24);
  bytes.writeUInt16LE(chunk.shards.length, 26);
  let at = FIXED_BYTES + writer.copy(bytes, FIXED_BYTES);
  chunk.shards.forEach(({ number, firstSeqNo, lastSeqNo }, index) => {
    const name = names[index]!;
    bytes.writeUInt32LE(number, at);
    bytes.writeUIntLE(firstSeqNo, at + 4, 6);
    bytes.writeUIntLE(lastSeqNo, at + 10, 6);
    bytes.writeUInt16LE(name.length, at + 16);
    at += SHARD_BYTES + name.copy(bytes, at + SHARD_BYTES);
  });
  bytes.set(chunk.body, at);
  bytes.writeUInt32LE(crc32c(bytes, 0, bytes.length - CHECK_BYTES), bytes.length - CHECK_BYTES);
  return bytes;
}

/** Ends a log, in whatever place it stands. `by` says who put it. */
export function encodeSeal(by: string): Uint8Array {
  const nothing = { number: 0, before: 0, acked: 0, shards: [], body: new Uint8Array(0) };
  return encodeChunk({
    kind: "seal",
    writer: by,
    isContinued: false,
    isContinuation: false,
    ...nothing,
  });
}

/** Room that chunks of these shards need, beside their bodies and the name of the writer. */
export function headBytes(shards: readonly ChunkShard[]): number {
  const names = shards.reduce((sum, { name }) => sum + SHARD_BYTES + Buffer.byteLength(name), 0);
  return FIXED_BYTES + names + CHECK_BYTES;
}

/** Check of an encoded chunk, which the next one names. */
export function checkOf(encoded: Uint8Array): number {
  const view = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length);
  return view.readUInt32LE(encoded.length - CHECK_BYTES);
}

/** A chunk whose body is a view of `encoded`; undefined for bytes that are none, or altered. */
export function decodeChunk(encoded: Uint8Array): CheckedChunk | undefined {
  const end = encoded.length - CHECK_BYTES;
  if (end < FIXED_BYTES) return undefined;
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length);
  const check = bytes.readUInt32LE(end);
  const kind = KINDS[bytes[5]!];
  if (bytes.readUInt32LE(0) !== MAGIC || check !== crc32c(bytes, 0, end)) return undefined;
  assert(bytes[4] === FORMAT && kind !== undefined && kind !== "", "the chunk has a format that this version reads");
  const writerEnd = FIXED_BYTES + bytes.readUInt16LE(24);
  const shards: ChunkShard[] = [];
  let at = writerEnd;
  for (let left = bytes.readUInt16LE(26); left > 0; left--) {
    const nameEnd = at + SHARD_BYTES + bytes.readUInt16LE(at + 16);
    const seqNos = {
      firstSeqNo: bytes.readUIntLE(at + 4, 6),
      lastSeqNo: bytes.readUIntLE(at + 10, 6),
    };
    const name = bytes.toString("utf8", at + SHARD_BYTES, nameEnd);
    shards.push({ name, number: bytes.readUInt32LE(at), ...seqNos });
    at = nameEnd;
  }
  return {
    kind,
    writer: bytes.toString("utf8", FIXED_BYTES, writerEnd),
    number: bytes.readUIntLE(8, 6),
    before: bytes.readUInt32LE(14),
    acked: bytes.readUIntLE(18, 6),
    shards,
    isContinued: (bytes[6]! & CONTINUED) !== 0,
    isContinuation: (bytes[6]! & CONTINUATION) !== 0,
    body: encoded.subarray(at, end),
    check,
  };
}
