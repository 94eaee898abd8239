/** Turns the bytes of a checked record into an operation. */
import type { Operation } from "../operation-log.ts";
import {
  FLAG_ROUTING,
  KIND_DELETE,
  KIND_INDEX,
  RECORD_HEADER_BYTES,
  readVersion,
  type RecordHeader,
} from "./record-format.ts";

/** The operation of a record at `at` in `bytes`; its source is a view of `bytes`. */
export function decodeOperation(bytes: Uint8Array, at: number, header: RecordHeader): Operation {
  let position = at + RECORD_HEADER_BYTES;
  const id = decodeText(bytes, position, position + header.idBytes);
  position += header.idBytes;
  let routing: string | undefined;
  if (header.flags & FLAG_ROUTING) {
    const length = bytes[position]! | (bytes[position + 1]! << 8);
    routing = decodeText(bytes, position + 2, position + 2 + length);
    position += 2 + length;
  }
  return {
    kind: header.kind === KIND_INDEX ? "index" : header.kind === KIND_DELETE ? "delete" : "noop",
    seqNo: header.seqNo,
    primaryTerm: header.primaryTerm,
    version: readVersion(bytes, at),
    id,
    routing,
    previousSeqNo: header.previousPlusOne - 1,
    source: bytes.subarray(position, at + header.bytes),
  };
}

/** UTF-8 text of `bytes[start..end)`. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}
