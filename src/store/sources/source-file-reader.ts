/** Reads a source file: one record by its sequence number, or all in order. Usable on any thread. */
import { crc32c } from "../../core/crc32c.ts";
import type { FileReader } from "../file-reader.ts";
import type { Operation } from "../operation-log.ts";
import type { BlockCache } from "./block-cache.ts";
import type { BlockCodec } from "./block-codec.ts";
import {
  BLOCK_BYTES,
  decodeTrailer,
  FOOTER_ENTRY_BYTES,
  HEADER_BYTES,
  SourceCorruption,
  TRAILER_BYTES,
} from "./source-file-format.ts";
import { BlockCursor } from "./source-record.ts";

/** Larger blocks are rare: they hold one document each. */
const SCRATCH_BYTES = 64 * 1024;

/** The footer as columns, one entry per block. */
interface BlockTable {
  readonly count: number;
  readonly firstSeqNos: Float64Array;
  readonly lastSeqNos: Float64Array;
  readonly offsets: Float64Array;
  readonly storedBytes: Uint32Array;
  readonly rawBytes: Uint32Array;
  readonly checks: Uint32Array;
}

export class SourceFileReader {
  readonly name: string;
  readonly records: number;
  /** -1 in a file without records; the same for `maximumSeqNo`. */
  readonly minimumSeqNo: number;
  readonly maximumSeqNo: number;
  readonly #reader: FileReader;
  readonly #codec: BlockCodec;
  readonly #cache: BlockCache;
  readonly #cacheFile: number;
  readonly #blocks: BlockTable;
  /** Bit per block whose checksum was verified, on its first read. */
  readonly #verified: Uint8Array;
  /** Where the last record was read. */
  #last: { readonly block: number; readonly cursor: BlockCursor } | undefined;
  /** The same for sources alone. */
  #lastScanned: { readonly firstSeqNo: number; readonly lastSeqNo: number; readonly cursor: BlockCursor } | undefined;
  /** Buffer for compressed blocks. */
  #stored = new Uint8Array(BLOCK_BYTES);
  /** Buffer for the block that `source` reads. */
  #scanned: Uint8Array | undefined;

  /** Reads header, trailer and footer. `name` is for error messages. Throws SourceCorruption. */
  constructor(reader: FileReader, name: string, codec: BlockCodec, cache: BlockCache) {
    this.name = name;
    this.#reader = reader;
    this.#codec = codec;
    this.#cache = cache;
    this.#cacheFile = cache.newFile();
    const { blocks, records } = readFooter(reader, name);
    this.#blocks = blocks;
    this.#verified = new Uint8Array((blocks.count + 7) >>> 3);
    this.records = records;
    this.minimumSeqNo = blocks.count > 0 ? blocks.firstSeqNos[0]! : -1;
    this.maximumSeqNo = blocks.count > 0 ? blocks.lastSeqNos[blocks.count - 1]! : -1;
  }

  /**
   * The record of a sequence number; undefined when the file does not have it (superseded, or elsewhere). Throws
   * SourceCorruption.
   */
  get(seqNo: number): Operation | undefined {
    const number = this.#blockOf(seqNo);
    if (number < 0 || seqNo > this.#blocks.lastSeqNos[number]!) return undefined;
    const cursor = this.#cursorBefore(number, seqNo);
    while (cursor.advance()) {
      if (cursor.seqNo === seqNo) return cursor.operation();
      if (cursor.seqNo > seqNo) return undefined;
    }
    return undefined;
  }

  /**
   * The source of a record alone, as a view that holds until the next call; undefined as for `get`. For very many of
   * them: no block is kept in the cache. Throws SourceCorruption.
   */
  source(seqNo: number): Uint8Array | undefined {
    const last = this.#lastScanned;
    let cursor = last?.cursor;
    if (!last || !cursor || seqNo > last.lastSeqNo || seqNo <= cursor.seqNo || seqNo < last.firstSeqNo) {
      const block = this.#blockOf(seqNo);
      if (block < 0 || seqNo > this.#blocks.lastSeqNos[block]!) return undefined;
      cursor = this.#scan(block);
    }
    while (cursor.advance()) {
      if (cursor.seqNo === seqNo) return cursor.source();
      if (cursor.seqNo > seqNo) return undefined;
    }
    return undefined;
  }

  /** Begins to read the sources of a block. */
  #scan(block: number): BlockCursor {
    const firstSeqNo = this.#blocks.firstSeqNos[block]!;
    // What the buffer held is gone, even if this block is damaged.
    this.#lastScanned = undefined;
    const cursor = new BlockCursor(this.#scannedBlock(block), firstSeqNo);
    this.#lastScanned = { firstSeqNo, lastSeqNo: this.#blocks.lastSeqNos[block]!, cursor };
    return cursor;
  }

  #scannedBlock(block: number): Uint8Array {
    const cached = this.#cache.get(this.#cacheFile, block);
    if (cached) return cached;
    const rawBytes = this.#blocks.rawBytes[block]!;
    if (rawBytes > SCRATCH_BYTES) return this.#inflate(block);
    return this.#inflate(block, (this.#scanned ??= new Uint8Array(SCRATCH_BYTES)));
  }

  /** A cursor in a block, before a record: records are mostly asked for in their order. */
  #cursorBefore(block: number, seqNo: number): BlockCursor {
    const last = this.#last;
    if (last?.block === block && last.cursor.seqNo < seqNo) return last.cursor;
    const cursor = new BlockCursor(this.#block(block, true), this.#blocks.firstSeqNos[block]!);
    this.#last = { block, cursor };
    return cursor;
  }

  /**
   * All records from a sequence number on, in order. A damaged block throws SourceCorruption, or is skipped and
   * reported to `onDamage`.
   */
  *operations(fromSeqNo = 0, onDamage?: (damage: SourceCorruption) => void): Generator<Operation, void> {
    for (let number = Math.max(0, this.#blockOf(fromSeqNo)); number < this.#blocks.count; number++) {
      let block: Uint8Array;
      try {
        block = this.#block(number, false);
      } catch (error) {
        if (!onDamage || !(error instanceof SourceCorruption)) throw error;
        onDamage(error);
        continue;
      }
      const cursor = new BlockCursor(block, this.#blocks.firstSeqNos[number]!);
      while (cursor.advance()) if (cursor.seqNo >= fromSeqNo) yield cursor.operation();
    }
  }

  close(): void {
    this.#cache.drop(this.#cacheFile);
    this.#reader.close();
  }

  /** The last block that starts at or before a sequence number; -1 when there is none. */
  #blockOf(seqNo: number): number {
    const { firstSeqNos, count } = this.#blocks;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (firstSeqNos[middle]! <= seqNo) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** An inflated block. Sequential reads do not fill the cache. */
  #block(number: number, keep: boolean): Uint8Array {
    const cached = this.#cache.get(this.#cacheFile, number);
    if (cached) return cached;
    const block = this.#inflate(number);
    if (keep) this.#cache.put(this.#cacheFile, number, block);
    return block;
  }

  /** An inflated block, at the beginning of `into` where that is given. */
  #inflate(number: number, into?: Uint8Array): Uint8Array {
    const storedBytes = this.#blocks.storedBytes[number]!;
    const rawBytes = this.#blocks.rawBytes[number]!;
    const isPlain = storedBytes === rawBytes;
    const stored = isPlain ? (into?.subarray(0, rawBytes) ?? new Uint8Array(rawBytes)) : this.#scratch(storedBytes);
    const count = this.#reader.readAt(stored, this.#blocks.offsets[number]!);
    if (count < storedBytes) throw new SourceCorruption(this.name, number, "the file is too short");
    const bit = 1 << (number & 7);
    if ((this.#verified[number >>> 3]! & bit) === 0) {
      if (crc32c(stored) !== this.#blocks.checks[number]!) throw new SourceCorruption(this.name, number, "checksum");
      this.#verified[number >>> 3]! |= bit;
    }
    return isPlain ? stored : this.#codec.decompress(stored, rawBytes, into);
  }

  #scratch(bytes: number): Uint8Array {
    if (bytes > SCRATCH_BYTES) return new Uint8Array(bytes);
    if (bytes > this.#stored.length) this.#stored = new Uint8Array(SCRATCH_BYTES);
    return this.#stored.subarray(0, bytes);
  }
}

function readFooter(reader: FileReader, name: string): { blocks: BlockTable; records: number } {
  const size = reader.size();
  const header = read(reader, 0, HEADER_BYTES);
  const trailer = read(reader, Math.max(0, size - TRAILER_BYTES), TRAILER_BYTES);
  const { offset, blocks: count, check, records } = decodeTrailer(name, header, trailer);
  const footerBytes = count * FOOTER_ENTRY_BYTES;
  if (offset + footerBytes + TRAILER_BYTES !== size)
    throw new SourceCorruption(name, -1, "its length is not what the trailer says");
  const footer = read(reader, offset, footerBytes);
  if (footer.length < footerBytes || crc32c(footer) !== check)
    throw new SourceCorruption(name, -1, "checksum of the footer");
  const blocks: BlockTable = {
    count,
    firstSeqNos: new Float64Array(count),
    lastSeqNos: new Float64Array(count),
    offsets: new Float64Array(count),
    storedBytes: new Uint32Array(count),
    rawBytes: new Uint32Array(count),
    checks: new Uint32Array(count),
  };
  const view = new DataView(footer.buffer);
  for (let number = 0; number < count; number++) {
    const at = number * FOOTER_ENTRY_BYTES;
    blocks.firstSeqNos[number] = view.getFloat64(at, true);
    blocks.lastSeqNos[number] = view.getFloat64(at + 8, true);
    blocks.offsets[number] = view.getFloat64(at + 16, true);
    blocks.storedBytes[number] = view.getUint32(at + 24, true);
    blocks.rawBytes[number] = view.getUint32(at + 28, true);
    blocks.checks[number] = view.getUint32(at + 32, true);
  }
  return { blocks, records };
}

/** The bytes at `position`, fewer at the end of the file. */
function read(reader: FileReader, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, reader.readAt(bytes, position));
}
