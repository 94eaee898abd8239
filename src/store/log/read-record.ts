/** Reads one record of a log file by its offset: what fetch uses for documents that are not sealed yet, on any thread. */
import { assert } from "../../core/errors.ts";
import type { Operation } from "../operation-log.ts";
import { decodeOperation } from "./record-decoder.ts";
import { bodyHolds, decodeHeader, headerHolds, KIND_NOOP, RECORD_HEADER_BYTES, type RecordHeader } from "./record-format.ts";

/** What reading needs of a file: a FileHandle and a FileReader both have it. */
interface Readable {
  readAt(into: Uint8Array, position: number): number;
}

/** Most records are read by one call of this size. */
const FIRST_READ_BYTES = 4096;

/** A record with its header, whose `shard` is the number that the file's definitions give. */
export interface StoredRecord {
  readonly header: RecordHeader;
  readonly operation: Operation;
}

/** The operation at `offset` of log file number `file`. Throws an AssertionError when no whole record stands there. */
export function readLogRecord(reader: Readable, file: number, offset: number): StoredRecord {
  let bytes = new Uint8Array(FIRST_READ_BYTES);
  let count = reader.readAt(bytes, offset);
  const place = `log file ${file} at ${offset}`;
  assert(count >= RECORD_HEADER_BYTES && headerHolds(bytes, 0, file, offset), `damaged record header in ${place}`);
  const header = decodeHeader(bytes, 0);
  assert(header.kind <= KIND_NOOP, `no operation stands in ${place}`);
  if (header.bytes > count) {
    bytes = new Uint8Array(header.bytes);
    count = reader.readAt(bytes, offset);
  }
  assert(count >= header.bytes && bodyHolds(bytes, 0, header), `damaged record in ${place}`);
  return { header, operation: decodeOperation(bytes, 0, header) };
}
