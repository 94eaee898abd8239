/**
 * A record inside a block: varint of the bytes that follow, varint of the sequence number's distance from the block's
 * first, u8 flags, varint primary term, version (varint, or i64 with FLAG_WIDE_VERSION), with FLAG_PREVIOUS a varint
 * distance to the previous sequence number, varint bytes of the id, the id, with FLAG_ROUTING varint bytes of the
 * routing and the routing, then the source.
 */
import type { Operation } from "../operation-log.ts";

const KIND_MASK = 3;
const KINDS = ["index", "delete", "noop"] as const;
const FLAG_ROUTING = 4;
const FLAG_PREVIOUS = 8;
const FLAG_WIDE_VERSION = 16;
/** Largest record head without id, routing and source: nine varints of at most eight bytes. */
const HEAD_BYTES = 9 * 8;

/** The records of one block while it is written. */
export class BlockWriter {
  #buffer = Buffer.allocUnsafeSlow(32 * 1024);
  #end = 0;
  #records = 0;
  #firstSeqNo = -1;
  #lastSeqNo = -1;

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#end);
  }

  get size(): number {
    return this.#end;
  }

  get records(): number {
    return this.#records;
  }

  get firstSeqNo(): number {
    return this.#firstSeqNo;
  }

  get lastSeqNo(): number {
    return this.#lastSeqNo;
  }

  add(operation: Operation): void {
    if (this.#records === 0) this.#firstSeqNo = operation.seqNo;
    const id = Buffer.from(operation.id);
    const routing = operation.routing === undefined ? undefined : Buffer.from(operation.routing);
    const { source, version } = operation;
    const wide = typeof version === "bigint" || version < 0;
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    let end = writeVarint(head, operation.seqNo - this.#firstSeqNo, 0);
    head[end++] =
      KINDS.indexOf(operation.kind) |
      (routing ? FLAG_ROUTING : 0) |
      (operation.previousSeqNo >= 0 ? FLAG_PREVIOUS : 0) |
      (wide ? FLAG_WIDE_VERSION : 0);
    end = writeVarint(head, operation.primaryTerm, end);
    end = wide ? head.writeBigInt64LE(BigInt(version), end) : writeVarint(head, version, end);
    if (operation.previousSeqNo >= 0) end = writeVarint(head, operation.seqNo - operation.previousSeqNo, end);
    end = writeVarint(head, id.length, end);
    const routingHead = routing ? encodeVarint(routing.length) : EMPTY;
    const bytes = end + id.length + routingHead.length + (routing?.length ?? 0) + source.length;
    this.#reserve(8 + bytes);
    let at = writeVarint(this.#buffer, bytes, this.#end);
    for (const part of [head.subarray(0, end), id, routingHead, routing ?? EMPTY, source]) {
      this.#buffer.set(part, at);
      at += part.length;
    }
    this.#end = at;
    this.#records++;
    this.#lastSeqNo = operation.seqNo;
  }

  clear(): void {
    this.#end = 0;
    this.#records = 0;
    this.#firstSeqNo = -1;
    this.#lastSeqNo = -1;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#end + bytes, 2 * this.#buffer.length));
    larger.set(this.#buffer.subarray(0, this.#end));
    this.#buffer = larger;
  }
}

/** The operations of a block, or of some whole records of it. Sources are views. */
export function blockOperations(block: Uint8Array, firstSeqNo: number): Operation[] {
  const operations: Operation[] = [];
  const cursor = new BlockCursor(block, firstSeqNo);
  while (cursor.advance()) operations.push(cursor.operation());
  return operations;
}

/** Iterates the records of one inflated block. Sources are views of the block. */
export class BlockCursor {
  readonly #block: Uint8Array;
  readonly #firstSeqNo: number;
  #next = 0;
  #end = 0;
  #at = 0;
  /** Sequence number of the current record. */
  seqNo = -1;

  constructor(block: Uint8Array, firstSeqNo: number) {
    this.#block = block;
    this.#firstSeqNo = firstSeqNo;
  }

  /** Where the current record ends in the block. */
  get end(): number {
    return this.#next;
  }

  /** Moves to the next record; false after the last one. */
  advance(): boolean {
    this.#at = this.#next;
    if (this.#at >= this.#block.length) return false;
    const bytes = this.#varint();
    this.#end = this.#at + bytes;
    this.#next = this.#end;
    this.seqNo = this.#firstSeqNo + this.#varint();
    return true;
  }

  /** The source of the current record alone, which may be asked for once, instead of the record. */
  source(): Uint8Array {
    const flags = this.#block[this.#at++]!;
    this.#skipVarint();
    if (flags & FLAG_WIDE_VERSION) this.#at += 8;
    else this.#skipVarint();
    if (flags & FLAG_PREVIOUS) this.#skipVarint();
    const idBytes = this.#varint();
    this.#at += idBytes;
    if (flags & FLAG_ROUTING) {
      const routingBytes = this.#varint();
      this.#at += routingBytes;
    }
    return this.#block.subarray(this.#at, this.#end);
  }

  /** The current record; may be called once per record. */
  operation(): Operation {
    const flags = this.#block[this.#at++]!;
    const primaryTerm = this.#varint();
    const version = flags & FLAG_WIDE_VERSION ? this.#wideVersion() : this.#varint();
    const previousSeqNo = flags & FLAG_PREVIOUS ? this.seqNo - this.#varint() : -1;
    const id = this.#text(this.#varint());
    const routing = flags & FLAG_ROUTING ? this.#text(this.#varint()) : undefined;
    const source = this.#block.subarray(this.#at, this.#end);
    return {
      kind: KINDS[flags & KIND_MASK] ?? "noop",
      seqNo: this.seqNo,
      primaryTerm,
      version,
      id,
      routing,
      previousSeqNo,
      source,
    };
  }

  #skipVarint(): void {
    while (this.#block[this.#at++]! >= 128);
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#block[this.#at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  #wideVersion(): number | bigint {
    const block = this.#block;
    const value = new DataView(block.buffer, block.byteOffset + this.#at, 8).getBigInt64(0, true);
    this.#at += 8;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  #text(bytes: number): string {
    const block = this.#block;
    const text = Buffer.from(block.buffer, block.byteOffset + this.#at, bytes).toString("utf8");
    this.#at += bytes;
    return text;
  }
}

const EMPTY = new Uint8Array(0);

function encodeVarint(value: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(8);
  return bytes.subarray(0, writeVarint(bytes, value, 0));
}

/** Writes the LEB128 form of an integer below 2^53; returns the position after it. */
function writeVarint(into: Uint8Array, value: number, start: number): number {
  let at = start;
  let rest = value;
  while (rest >= 128) {
    into[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  into[at++] = rest;
  return at;
}
