/** Scans the records of one log file, skipping from a damaged one to the next intact one. */
import { assert } from "../../core/assert.ts";
import type { LogPosition, Operation } from "../operation-log.ts";
import { decodeOperation, decodeText } from "./record-decoder.ts";
import {
  bodyHolds,
  decodeFileHeader,
  decodeHeader,
  FILE_HEADER_BYTES,
  headerHolds,
  KIND_BATCH,
  KIND_MARK,
  KIND_SHARD,
  readU32,
  RECORD_HEADER_BYTES,
  type FileBefore,
  type RecordHeader,
} from "./record-format.ts";

/** Bytes read at a time. The buffer is never reused, so that a source may be kept as a view. */
const READ_BYTES = 4 * 1024 * 1024;

/** A file to scan. */
export interface ScannedFile {
  readonly number: number;
  readonly size: number;
  readAt(into: Uint8Array, position: number): number;
}

/** Receives what a scan finds. */
export interface LogVisitor {
  /** Called first: the previous file, and its length. */
  before(before: FileBefore): void;
  operation(shard: string, operation: Operation, position: LogPosition): void;
  mark(durable: LogPosition): void;
  /** Operations from `offset` up to `end` become durable together. */
  batch?(offset: number, end: number): void;
  /** Bytes at `offset` that form no record; `shard` is set when its header is intact. */
  damage(offset: number, shard: string | undefined, reason: string): void;
}

/** Visits everything in the file, in order; returns the names of the shards by number. */
export function scanLogFile(file: ScannedFile, visitor: LogVisitor): Map<number, string> {
  const window = new ReadWindow(file);
  const shards = new Map<number, string>();
  let offset = FILE_HEADER_BYTES;
  const before = decodeFileHeader(window.at(0, FILE_HEADER_BYTES), file.number);
  if (typeof before === "string") visitor.damage(0, undefined, before);
  else visitor.before(before);
  while (offset < file.size) {
    const start = window.at(offset, RECORD_HEADER_BYTES);
    if (!headerHolds(start, 0, file.number, offset)) {
      visitor.damage(offset, undefined, "record header is damaged");
      offset = nextRecord(window, file, offset + 1);
      continue;
    }
    const header = decodeHeader(start, 0);
    const bytes = window.at(offset, header.bytes);
    if (bodyHolds(bytes, 0, header)) visit(bytes, header, { file: file.number, offset }, { shards, visitor });
    // A damaged shard definition is not reported: a copy follows it, and if both are gone, the lost operations show it.
    else if (header.kind !== KIND_SHARD) visitor.damage(offset, shards.get(header.shard), bodyFault(bytes, header));
    if (header.kind === KIND_BATCH) {
      const end = offset + header.bytes + header.seqNo;
      visitor.batch?.(offset, end);
      if (end > file.size) visitor.damage(offset, undefined, "batch is incomplete");
    }
    offset += header.bytes;
  }
  return shards;
}

function visit(
  bytes: Uint8Array,
  header: RecordHeader,
  position: LogPosition,
  to: { shards: Map<number, string>; visitor: LogVisitor },
): void {
  if (header.kind === KIND_BATCH) return;
  if (header.kind === KIND_MARK) {
    to.visitor.mark({ file: header.previousPlusOne, offset: header.seqNo });
  } else if (header.kind === KIND_SHARD) {
    to.shards.set(header.shard, decodeText(bytes, RECORD_HEADER_BYTES, header.bytes));
  } else {
    const shard = to.shards.get(header.shard);
    if (shard === undefined)
      to.visitor.damage(position.offset, undefined, "record of a shard whose definition is damaged");
    else to.visitor.operation(shard, decodeOperation(bytes, 0, header), position);
  }
}

function bodyFault(bytes: Uint8Array, header: RecordHeader): string {
  return bytes.length < header.bytes ? "record is incomplete" : "record body is damaged";
}

/** Offset of the next intact header at or after `from`; the end of the file when there is none. */
function nextRecord(window: ReadWindow, file: ScannedFile, from: number): number {
  let offset = from;
  while (offset + RECORD_HEADER_BYTES <= file.size) {
    const bytes = window.available(offset, RECORD_HEADER_BYTES);
    if (bytes.length < RECORD_HEADER_BYTES) break;
    const last = bytes.length - RECORD_HEADER_BYTES;
    for (let at = 0; at <= last; at++) {
      // A length beyond the end of the file is no record: this excludes most bytes.
      if (readU32(bytes, at + 4) > file.size - offset - at) continue;
      if (headerHolds(bytes, at, file.number, offset + at)) return offset + at;
    }
    offset += last + 1;
  }
  return file.size;
}

/** Bytes of a file, read in large chunks. */
class ReadWindow {
  readonly #file: ScannedFile;
  #bytes = new Uint8Array(0);
  #start = 0;

  constructor(file: ScannedFile) {
    this.#file = file;
  }

  /** `length` bytes at `offset`, fewer only at the end of the file. */
  at(offset: number, length: number): Uint8Array {
    return this.available(offset, length).subarray(0, length);
  }

  /** At least `length` bytes at `offset` (fewer only at the end of the file), plus whatever else was read. */
  available(offset: number, length: number): Uint8Array {
    assert(offset >= this.#start, "a scan goes forward");
    const end = Math.min(offset + length, this.#file.size);
    if (end > this.#start + this.#bytes.length) {
      const wanted = Math.min(Math.max(length, READ_BYTES), this.#file.size - offset);
      const bytes = new Uint8Array(wanted);
      this.#bytes = bytes.subarray(0, this.#file.readAt(bytes, offset));
      this.#start = offset;
    }
    return this.#bytes.subarray(offset - this.#start);
  }
}
