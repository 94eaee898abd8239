/** Copies of files that never change, with what tells them apart and what tells that they are whole. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { randomUuid } from "../../core/clock.ts";
import { crc32c } from "../../core/crc32c.ts";
import type { BlobStore } from "../../store/blobs/blob-store.ts";
import type { FileReference } from "../../store/files.ts";
import { readShared, sharedLength } from "../../store/shared-content.ts";
import { storageError } from "../../store/storage-errors.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { StoredFile } from "./repository-root.ts";

const PIECE_BYTES = 1024 * 1024;
const HEAD_BYTES = 128;
const TAIL_BYTES = 4096;
const MARK_DIGITS = 32;

/** A file that is open for reading, beside everything else that this thread does. */
export interface OpenFile {
  readonly bytes: number;
  read(position: number, bytes: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openFile(reference: FileReference): Promise<OpenFile> {
  if (reference.kind === "memory") {
    const { content } = reference;
    return {
      bytes: sharedLength(content),
      async read(position, bytes) {
        const into = new Uint8Array(bytes);
        return into.subarray(0, readShared(content, into, position));
      },
      close: () => Promise.resolve(),
    };
  }
  try {
    const file = await open(reference.path, "r");
    const { size } = await file.stat();
    return {
      bytes: size,
      async read(position, bytes) {
        const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, position);
        return buffer.subarray(0, bytesRead);
      },
      close: () => file.close(),
    };
  } catch (error) {
    throw storageError(error, reference.path, "open");
  }
}

/**
 * What tells a file from another one of the same path and size: its beginning and its end, where all files of shards
 * have the checksums of their parts.
 */
export async function markOf(file: OpenFile): Promise<string> {
  const head = await file.read(0, Math.min(HEAD_BYTES, file.bytes));
  const tail = await file.read(Math.max(0, file.bytes - TAIL_BYTES), Math.min(TAIL_BYTES, file.bytes));
  return createHash("sha256").update(head).update(tail).digest("hex").slice(0, MARK_DIGITS);
}

/** What copying works with. */
export interface Copying {
  readonly blobs: BlobStore;
  /** Folder of the blobs. */
  readonly folder: string;
  /** A blob holds at most so many bytes. */
  readonly partBytes: number;
  readonly rate: RateLimit;
  /** Throws when the work is given up. */
  readonly check: () => void;
}

/** Copies a file into new blobs. */
export async function copyFile(
  file: OpenFile,
  { path, mark }: Pick<StoredFile, "path" | "mark">,
  { blobs, folder, partBytes, rate, check }: Copying,
): Promise<StoredFile> {
  let crc = 0;
  async function* piecesOf(from: number, end: number): AsyncIterable<Uint8Array> {
    for (let at = from; at < end;) {
      check();
      const piece = await file.read(at, Math.min(PIECE_BYTES, end - at));
      if (piece.length === 0) throw new Error(`file [${path}] has ended before its end`);
      crc = crc32c(piece, 0, piece.length, crc);
      at += piece.length;
      await rate.passed(piece.length);
      yield piece;
    }
  }
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < file.bytes; from += partBytes) {
    const part = folder + randomUuid();
    await blobs.write(part, piecesOf(from, Math.min(file.bytes, from + partBytes)));
    parts.push(part);
  }
  return { path, bytes: file.bytes, crc, mark, parts };
}
