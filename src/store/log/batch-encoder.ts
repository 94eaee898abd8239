/** Encodes records back to back into one reused buffer. */
import { crc32c } from "../../core/crc32c.ts";
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import type { LogPosition, Operation } from "../operation-log.ts";
import {
  FLAG_ROUTING,
  KIND_BATCH,
  KIND_DELETE,
  KIND_INDEX,
  KIND_MARK,
  KIND_NOOP,
  KIND_SHARD,
  MAXIMUM_NAME_BYTES,
  RECORD_HEADER_BYTES,
  placeSeed,
} from "./record-format.ts";

/** A buffer that grew beyond this for one large batch is released afterwards. */
const KEPT_BYTES = 4 * 1024 * 1024;
const TWO_32 = 2 ** 32;
/** 2^48: sequence numbers, offsets and file numbers are six bytes wide. */
const LIMIT_48 = 2 ** 48;

interface Fields {
  readonly kind: number;
  readonly flags: number;
  readonly idBytes: number;
  readonly shard: number;
  readonly primaryTerm: number;
  readonly seqNo: number;
  readonly previousPlusOne: number;
  readonly version: number | bigint;
}

export class BatchEncoder {
  #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #end = 0;
  #file = 0;
  #base = 0;
  readonly #maximumRecordBytes: number;

  constructor(maximumRecordBytes: number) {
    this.#maximumRecordBytes = maximumRecordBytes;
  }

  /** Starts a batch whose first byte will be at (file, offset). */
  begin(file: number, offset: number): void {
    this.#file = file;
    this.#base = offset;
    this.#end = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.allocUnsafeSlow(KEPT_BYTES);
  }

  /** The batch; valid until the next `begin`. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#end);
  }

  /** Adds an operation; returns its position. Throws 413 when it is larger than a record may be. */
  operation(shard: number, operation: Operation): LogPosition {
    const { id, routing, source } = operation;
    const start = this.#end;
    // A UTF-16 unit takes at most three bytes of UTF-8.
    this.#reserve(RECORD_HEADER_BYTES + 3 * (id.length + (routing?.length ?? 0)) + 2 + source.length);
    let end = start + RECORD_HEADER_BYTES;
    const idBytes = this.#text(id, end, "id");
    end += idBytes;
    if (routing !== undefined) {
      const routingBytes = this.#text(routing, end + 2, "routing");
      this.#buffer.writeUInt16LE(routingBytes, end);
      end += 2 + routingBytes;
    }
    this.#buffer.set(source, end);
    this.#end = end + source.length;
    this.#checkSize(id, this.#end - start);
    this.#seal(start, {
      kind: operation.kind === "index" ? KIND_INDEX : operation.kind === "delete" ? KIND_DELETE : KIND_NOOP,
      flags: routing === undefined ? 0 : FLAG_ROUTING,
      idBytes,
      shard,
      primaryTerm: operation.primaryTerm,
      seqNo: operation.seqNo,
      previousPlusOne: operation.previousSeqNo + 1,
      version: operation.version,
    });
    return { file: this.#file, offset: this.#base + start };
  }

  /** Adds the definition of a shard's number, twice: one damaged byte must not cost the names of all its records. */
  shardDefinition(shard: number, name: string): void {
    for (let copy = 0; copy < 2; copy++) {
      const start = this.#end;
      this.#reserve(RECORD_HEADER_BYTES + 3 * name.length);
      this.#end = start + RECORD_HEADER_BYTES;
      this.#end += this.#text(name, this.#end, "shard");
      this.#seal(start, { ...BLANK, kind: KIND_SHARD, shard });
    }
  }

  /** Adds a sync mark: everything before (file, offset) is durable. */
  mark(durable: LogPosition): void {
    const start = this.#end;
    this.#reserve(RECORD_HEADER_BYTES);
    this.#end = start + RECORD_HEADER_BYTES;
    this.#seal(start, { ...BLANK, kind: KIND_MARK, seqNo: durable.offset, previousPlusOne: durable.file });
  }

  /** Begins operations that become durable together; pass the result to `endBatch`. */
  beginBatch(): number {
    const start = this.#end;
    this.#reserve(RECORD_HEADER_BYTES);
    this.#end = start + RECORD_HEADER_BYTES;
    return start;
  }

  /** Ends a batch of `count` operations. */
  endBatch(start: number, count: number): void {
    const end = start + RECORD_HEADER_BYTES;
    this.#seal(start, { ...BLANK, kind: KIND_BATCH, seqNo: this.#end - end, previousPlusOne: count }, end);
  }

  /** Writes the header of the record from `start` to `end`. */
  #seal(start: number, fields: Fields, end = this.#end): void {
    assert(fields.seqNo >= 0 && fields.seqNo < LIMIT_48, "a sequence number is below 2^48");
    assert(
      fields.previousPlusOne >= 0 && fields.previousPlusOne < LIMIT_48,
      "a previous sequence number is -1 or below 2^48",
    );
    assert(fields.primaryTerm >= 0 && fields.primaryTerm < TWO_32, "a primary term is below 2^32");
    const buffer = this.#buffer;
    buffer.writeUInt32LE(end - start, start + 4);
    buffer.writeUInt32LE(crc32c(buffer, start + RECORD_HEADER_BYTES, end), start + 8);
    buffer[start + 12] = fields.kind;
    buffer[start + 13] = fields.flags;
    buffer.writeUInt16LE(fields.idBytes, start + 14);
    buffer.writeUInt32LE(fields.shard, start + 16);
    buffer.writeUInt32LE(fields.primaryTerm, start + 20);
    buffer.writeUIntLE(fields.seqNo, start + 24, 6);
    buffer.writeUIntLE(fields.previousPlusOne, start + 30, 6);
    writeVersion(buffer, fields.version, start + 36);
    const seed = placeSeed(this.#file, this.#base + start);
    buffer.writeUInt32LE(crc32c(buffer, start + 4, start + RECORD_HEADER_BYTES, seed), start);
  }

  #checkSize(id: string, bytes: number): void {
    if (bytes <= this.#maximumRecordBytes) return;
    const reason = `document [${id}] takes ${bytes} bytes in the log, the limit is ${this.#maximumRecordBytes}`;
    throw new RequestError(413, "illegal_argument_exception", reason);
  }

  /**
   * Writes text at `at`; returns its bytes. Ids are short and mostly ASCII, for which the loop is faster than a native
   * call.
   */
  #text(text: string, at: number, what: string): number {
    const buffer = this.#buffer;
    let unit = 0;
    if (text.length <= 48) {
      for (; unit < text.length; unit++) {
        const code = text.charCodeAt(unit);
        if (code > 127) break;
        buffer[at + unit] = code;
      }
      if (unit === text.length) return unit;
    }
    const bytes = buffer.write(text, at, "utf8");
    assert(bytes <= MAXIMUM_NAME_BYTES, `${what} is at most ${MAXIMUM_NAME_BYTES} bytes`);
    return bytes;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    larger.set(this.#buffer.subarray(0, this.#end));
    this.#buffer = larger;
  }
}

const BLANK: Fields = {
  kind: 0,
  flags: 0,
  idBytes: 0,
  shard: 0,
  primaryTerm: 0,
  seqNo: 0,
  previousPlusOne: 0,
  version: 0,
};

/** Writes a 64-bit two's complement integer, without a bigint while a number is exact. */
function writeVersion(buffer: Buffer, version: number | bigint, at: number): void {
  if (typeof version === "bigint") {
    buffer.writeBigInt64LE(version, at);
    return;
  }
  buffer.writeUInt32LE(version >>> 0, at);
  buffer.writeInt32LE(Math.floor(version / TWO_32), at + 4);
}
