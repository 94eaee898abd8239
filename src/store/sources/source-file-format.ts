/**
 * Layout of a source file (little endian): the operations of a shard in order of sequence number, never changed once
 * written.
 *
 * - Header, 8 bytes: magic "WDXS", u32 format.
 * - Blocks back to back: records (see `source-record.ts`), compressed, or as they are where that is not smaller.
 * - Footer: 40 bytes a block: f64 first sequence number, f64 last one, f64 offset, u32 bytes in the file, u32 bytes
 *   inflated
 *   (equal: not compressed), u32 CRC32C of the bytes in the file, u32 records.
 * - Trailer, 32 bytes: f64 offset of the footer, u32 blocks, u32 CRC32C of the footer, f64 records, u32 CRC32C of the
 *   24 bytes before,
 *   magic.
 */
import { crc32c } from "../../core/crc32c.ts";

export const SOURCE_FORMAT = 1;
export const HEADER_BYTES = 8;
export const FOOTER_ENTRY_BYTES = 40;
export const TRAILER_BYTES = 32;
/**
 * A block is closed before it would exceed this; a larger record gets a block of its own. A fetch inflates one block
 * per hit.
 */
export const BLOCK_BYTES = 8 * 1024;

const MAGIC = 0x53584457; // "WDXS"

/** Damage found in a source file: the records of the block (all records for -1) cannot be read. */
export class SourceCorruption extends Error {
  readonly file: string;
  /** Index of the block; -1 for header, footer or trailer. */
  readonly block: number;

  constructor(file: string, block: number, reason: string) {
    super(`source file [${file}] is damaged${block < 0 ? "" : ` in block ${block}`}: ${reason}`);
    this.name = "SourceCorruption";
    this.file = file;
    this.block = block;
  }
}

/** One block as described in the footer. */
export interface BlockEntry {
  readonly firstSeqNo: number;
  readonly lastSeqNo: number;
  readonly offset: number;
  readonly storedBytes: number;
  readonly rawBytes: number;
  readonly check: number;
  readonly records: number;
}

export function encodeHeader(): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, SOURCE_FORMAT, true);
  return bytes;
}

/** Footer and trailer of a file whose blocks end at `offset`. */
export function encodeFooter(blocks: readonly BlockEntry[], offset: number): Uint8Array {
  const footerBytes = blocks.length * FOOTER_ENTRY_BYTES;
  const bytes = new Uint8Array(footerBytes + TRAILER_BYTES);
  const view = new DataView(bytes.buffer);
  let records = 0;
  blocks.forEach((block, number) => {
    const at = number * FOOTER_ENTRY_BYTES;
    view.setFloat64(at, block.firstSeqNo, true);
    view.setFloat64(at + 8, block.lastSeqNo, true);
    view.setFloat64(at + 16, block.offset, true);
    view.setUint32(at + 24, block.storedBytes, true);
    view.setUint32(at + 28, block.rawBytes, true);
    view.setUint32(at + 32, block.check, true);
    view.setUint32(at + 36, block.records, true);
    records += block.records;
  });
  view.setFloat64(footerBytes, offset, true);
  view.setUint32(footerBytes + 8, blocks.length, true);
  view.setUint32(footerBytes + 12, crc32c(bytes, 0, footerBytes), true);
  view.setFloat64(footerBytes + 16, records, true);
  view.setUint32(footerBytes + 24, crc32c(bytes, footerBytes, footerBytes + 24), true);
  view.setUint32(footerBytes + 28, MAGIC, true);
  return bytes;
}

/** Position and size of the footer, read from header and trailer; throws SourceCorruption. */
export function decodeTrailer(
  file: string,
  header: Uint8Array,
  trailer: Uint8Array,
): { offset: number; blocks: number; check: number; records: number } {
  if (header.length < HEADER_BYTES || trailer.length < TRAILER_BYTES)
    throw new SourceCorruption(file, -1, "it is too short");
  const head = new DataView(header.buffer, header.byteOffset, HEADER_BYTES);
  const tail = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
  if (head.getUint32(0, true) !== MAGIC || tail.getUint32(28, true) !== MAGIC)
    throw new SourceCorruption(file, -1, "no magic number");
  if (head.getUint32(4, true) !== SOURCE_FORMAT)
    throw new SourceCorruption(file, -1, `format ${head.getUint32(4, true)} is not known`);
  if (tail.getUint32(24, true) !== crc32c(trailer, 0, 24))
    throw new SourceCorruption(file, -1, "checksum of the trailer");
  return {
    offset: tail.getFloat64(0, true),
    blocks: tail.getUint32(8, true),
    check: tail.getUint32(12, true),
    records: tail.getFloat64(16, true),
  };
}
