/**
 * Reads one record of a log file by its offset; fetch uses it, on any thread, for documents that are not sealed yet.
 */
import { AssertionError } from "../../core/assert.ts";
import type { Operation } from "../operation-log.ts";
import { decodeOperation } from "./record-decoder.ts";
import {
  bodyHolds,
  decodeHeader,
  headerHolds,
  KIND_NOOP,
  RECORD_HEADER_BYTES,
  type RecordHeader,
} from "./record-format.ts";

/** What reading needs of a file; FileHandle and FileReader both have it. */
export interface Readable {
  readAt(into: Uint8Array, position: number): number;
}

/** One read of this size covers most records. */
const FIRST_READ_BYTES = 4096;

/** A record with its header; `shard` in the header is the number from the file's definitions. */
export interface StoredRecord {
  readonly header: RecordHeader;
  readonly operation: Operation;
}

/** The operation at `offset` of log file number `file`. Throws an AssertionError when there is no intact record. */
export function readLogRecord(reader: Readable, file: number, offset: number): StoredRecord {
  let bytes = new Uint8Array(FIRST_READ_BYTES);
  let count = reader.readAt(bytes, offset);
  if (count < RECORD_HEADER_BYTES || !headerHolds(bytes, 0, file, offset))
    throw damagedRecord("damaged record header", file, offset);
  const header = decodeHeader(bytes, 0);
  if (header.kind > KIND_NOOP) throw damagedRecord("no operation", file, offset);
  if (header.bytes > count) {
    bytes = new Uint8Array(header.bytes);
    count = reader.readAt(bytes, offset);
  }
  if (count < header.bytes || !bodyHolds(bytes, 0, header)) throw damagedRecord("damaged record", file, offset);
  return { header, operation: decodeOperation(bytes, 0, header) };
}

/** The error for a missing or damaged record. */
export function damagedRecord(what: string, file: number, offset: number): AssertionError {
  return new AssertionError(`${what} in log file ${file} at ${offset}`);
}
