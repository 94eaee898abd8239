/**
 * What a chunk holds of a node's operation log: changes of the log's files, in their order. Layout of a change: u8 kind
 * (1 append, 2 truncate), u32 number of the file, u48 offset (the size to truncate to), u32 bytes, and these. An
 * appended piece is records as they stand in the file, whose checks include their place: the files can be made again,
 * and each record is still checked where it is read.
 */
import { decodeHeader, FILE_HEADER_BYTES, KIND_NOOP, KIND_SHARD, RECORD_HEADER_BYTES } from "../log/record-format.ts";
import { decodeText } from "../log/record-decoder.ts";
import type { ChunkShard } from "./chunk-format.ts";

/** A change of one file. */
export type LogChange =
  | {
      readonly kind: "append";
      readonly file: number;
      readonly offset: number;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: "truncate"; readonly file: number; readonly offset: number };

const KINDS = ["", "append", "truncate"] as const;
const HEAD_BYTES = 15;

export function encodeLogChange(change: LogChange): Uint8Array {
  const bytes = change.kind === "append" ? change.bytes : new Uint8Array(0);
  const encoded = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  encoded[0] = KINDS.indexOf(change.kind);
  encoded.writeUInt32LE(change.file, 1);
  encoded.writeUIntLE(change.offset, 5, 6);
  encoded.writeUInt32LE(bytes.length, 11);
  encoded.set(bytes, HEAD_BYTES);
  return encoded;
}

/** The changes of a body; pieces are views of it. */
export function* decodeLogChanges(body: Uint8Array): Generator<LogChange, void> {
  const view = Buffer.from(body.buffer, body.byteOffset, body.length);
  for (let at = 0; at < view.length;) {
    const end = at + HEAD_BYTES + view.readUInt32LE(at + 11);
    const place = { file: view.readUInt32LE(at + 1), offset: view.readUIntLE(at + 5, 6) };
    if (KINDS[view[at]!] === "truncate") yield { kind: "truncate", ...place };
    else yield { kind: "append", ...place, bytes: body.subarray(at + HEAD_BYTES, end) };
    at = end;
  }
}

/** Visits the headers of an appended piece, which is whole records, at their offsets in it. */
export function* recordsOf(offset: number, bytes: Uint8Array): Generator<number, void> {
  // A file begins with a header of its own.
  let at = offset === 0 ? FILE_HEADER_BYTES : 0;
  while (at < bytes.length) {
    yield at;
    at += decodeHeader(bytes, at).bytes;
  }
}

/** Notes which operations of which shards are appended. */
export class ShardRanges {
  /** Names by number, as the log defines them. */
  readonly #names = new Map<number, string>();
  #ranges = new Map<number, { first: number; last: number }>();

  add(offset: number, bytes: Uint8Array): void {
    for (const at of recordsOf(offset, bytes)) {
      const header = decodeHeader(bytes, at);
      if (header.kind === KIND_SHARD)
        this.#names.set(header.shard, decodeText(bytes, at + RECORD_HEADER_BYTES, at + header.bytes));
      if (header.kind > KIND_NOOP) continue;
      const range = this.#ranges.get(header.shard);
      if (range) range.last = header.seqNo;
      else this.#ranges.set(header.shard, { first: header.seqNo, last: header.seqNo });
    }
  }

  /** What was added since the last call. */
  take(): ChunkShard[] {
    const shards = [...this.#ranges].map(([number, { first, last }]) => {
      return { name: this.#names.get(number) ?? "", number, firstSeqNo: first, lastSeqNo: last };
    });
    this.#ranges = new Map();
    return shards;
  }
}
