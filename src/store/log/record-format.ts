/**
 * Layout of a log file (little endian).
 *
 * File header, 28 bytes: magic "WDXL", u32 format, u32 file number, u32 number of the previous file (0 for none), f64
 * its bytes, u32 CRC32C of the preceding 24 bytes. A file that lost its tail between two records is thus detected, too.
 * Then records, back to back, each a header of 44 bytes and a body:
 *
 * | at | type | what |
 * |---|---|---|
 * | 0 | u32 | header check: CRC32C of bytes 4..44, seeded with the position (file, offset), so that a record is valid
 * only where it was written |
 * | 4 | u32 | bytes of the record, header included |
 * | 8 | u32 | body check: CRC32C of bytes 44..end |
 * | 12 | u8 | kind: 1 index, 2 delete, 3 noop, 4 shard definition, 5 sync mark, 6 batch |
 * | 13 | u8 | flags: 1 has routing |
 * | 14 | u16 | bytes of the id |
 * | 16 | u32 | number of the shard, given by a shard definition earlier in the same file |
 * | 20 | u32 | primary term |
 * | 24 | u48 | sequence number; sync mark: durable offset; batch: bytes of its operations |
 * | 30 | u48 | previous sequence number + 1; sync mark: durable file; batch: number of its operations |
 * | 36 | i64 | version |
 *
 * A shard's *noop* says that the sequence numbers after its previous one, up to its own, were assigned to operations
 * that a failed sync cut: they are skipped.
 *
 * Body of an operation: id; with routing u16 and its bytes; the source. Of a shard definition: the shard's name. A mark
 * and a batch have no body.
 *
 * A *sync mark* says that everything before the position it names was durable when the mark was written. Damage before
 * such a position is corruption; damage after the last one is the tail that a crash tore, which was never acknowledged.
 *
 * A *batch* says that the operations after it, of one shard or several, become durable together: a tail that is torn
 * among them is torn before the batch. Format 1 has no batches; it can be read, too.
 */
import { crc32c } from "../../core/crc32c.ts";

export const FILE_HEADER_BYTES = 28;
export const RECORD_HEADER_BYTES = 44;
const LOG_FORMAT = 2;
const OLDEST_FORMAT = 1;
/** Longest id or routing that a record can hold, in bytes of UTF-8; the API allows 512 for ids. */
export const MAXIMUM_NAME_BYTES = 65535;

export const KIND_INDEX = 1;
export const KIND_DELETE = 2;
export const KIND_NOOP = 3;
export const KIND_SHARD = 4;
export const KIND_MARK = 5;
export const KIND_BATCH = 6;
export const FLAG_ROUTING = 1;

const MAGIC = 0x4c584457; // "WDXL"
const TWO_32 = 2 ** 32;

/** A file and its length, as recorded in the header of the next one. */
export interface FileBefore {
  readonly file: number;
  readonly bytes: number;
}

/** The header of a file. */
export function encodeFileHeader(file: number, before: FileBefore, format = LOG_FORMAT): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, format, true);
  view.setUint32(8, file, true);
  view.setUint32(12, before.file, true);
  view.setFloat64(16, before.bytes, true);
  view.setUint32(24, crc32c(bytes, 0, 24), true);
  return bytes;
}

/**
 * The previous file according to the header of file number `file`; or a text that says what is wrong with the header.
 */
export function decodeFileHeader(bytes: Uint8Array, file: number): FileBefore | string {
  if (bytes.length < FILE_HEADER_BYTES) return "file header is incomplete";
  const view = new DataView(bytes.buffer, bytes.byteOffset, FILE_HEADER_BYTES);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(24, true) !== crc32c(bytes, 0, 24))
    return "file header is damaged";
  const format = view.getUint32(4, true);
  if (format < OLDEST_FORMAT || format > LOG_FORMAT) return `format ${format} is not supported`;
  if (view.getUint32(8, true) !== file) return `file header names file ${view.getUint32(8, true)}`;
  return { file: view.getUint32(12, true), bytes: view.getFloat64(16, true) };
}

/** Seed of the header check of a record at (file, offset). */
export function placeSeed(file: number, offset: number): number {
  return (Math.imul(file, 0x9e3779b1) ^ (offset % TWO_32) ^ Math.floor(offset / TWO_32)) >>> 0;
}

/** The fixed part of a record whose header check was correct. */
export interface RecordHeader {
  readonly bytes: number;
  readonly bodyCheck: number;
  readonly kind: number;
  readonly flags: number;
  readonly idBytes: number;
  readonly shard: number;
  readonly primaryTerm: number;
  readonly seqNo: number;
  readonly previousPlusOne: number;
}

/** Whether the complete, undamaged header of a record that was written at (file, offset) is at `at`. */
export function headerHolds(bytes: Uint8Array, at: number, file: number, offset: number): boolean {
  if (at + RECORD_HEADER_BYTES > bytes.length) return false;
  // Cheap tests first: a search for the next record tries every byte.
  const kind = bytes[at + 12]!;
  if (kind < KIND_INDEX || kind > KIND_BATCH || bytes[at + 13]! > FLAG_ROUTING) return false;
  if (readU32(bytes, at + 4) < RECORD_HEADER_BYTES) return false;
  return readU32(bytes, at) === crc32c(bytes, at + 4, at + RECORD_HEADER_BYTES, placeSeed(file, offset));
}

/** Reads a header that `headerHolds` has verified. */
export function decodeHeader(bytes: Uint8Array, at: number): RecordHeader {
  return {
    bytes: readU32(bytes, at + 4),
    bodyCheck: readU32(bytes, at + 8),
    kind: bytes[at + 12]!,
    flags: bytes[at + 13]!,
    idBytes: bytes[at + 14]! | (bytes[at + 15]! << 8),
    shard: readU32(bytes, at + 16),
    primaryTerm: readU32(bytes, at + 20),
    seqNo: readU48(bytes, at + 24),
    previousPlusOne: readU48(bytes, at + 30),
  };
}

/** Whether the body of the record at `at` is complete and undamaged. */
export function bodyHolds(bytes: Uint8Array, at: number, header: RecordHeader): boolean {
  const end = at + header.bytes;
  return end <= bytes.length && crc32c(bytes, at + RECORD_HEADER_BYTES, end) === header.bodyCheck;
}

/** The version of a record: a number while that is exact, otherwise a bigint. */
export function readVersion(bytes: Uint8Array, at: number): number | bigint {
  const low = readU32(bytes, at + 36);
  const high = readU32(bytes, at + 40) | 0;
  const value = high * TWO_32 + low;
  return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low);
}

export function readU32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

function readU48(bytes: Uint8Array, at: number): number {
  return readU32(bytes, at) + (bytes[at + 4]! | (bytes[at + 5]! << 8)) * TWO_32;
}
