/**
 * Reads one record of a log file by its offset: what fetch uses for documents that are not sealed yet, on any thread.
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

/** What reading needs of a file: a FileHandle and a FileReader both have it. */
export interface Readable {
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

/** Nothing whole stands where a record should. */
export function damagedRecord(what: string, file: number, offset: number): AssertionError {
  return new AssertionError(`${what} in log file ${file} at ${offset}`);
}
