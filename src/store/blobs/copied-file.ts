/** Copies of files that never change, with what tells them apart and what tells that they are whole. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { randomUuid } from "../../core/clock.ts";
import { crc32c } from "../../core/crc32c.ts";
import type { FileReference } from "../files.ts";
import { readShared, sharedLength } from "../shared-content.ts";
import { storageError } from "../storage-errors.ts";
import type { BlobStore } from "./blob-store.ts";

/** A file of a shard. */
export interface StoredFile {
  /** Within the folder of the shard. */
  readonly path: string;
  readonly bytes: number;
  /** CRC-32C of the whole. */
  readonly crc: number;
  /** What tells the file from another one of the same path and size. */
  readonly mark: string;
  /** Blobs, in order. */
  readonly parts: readonly string[];
}

/** Slows copying down. */
export interface CopyRate {
  /** Resolves when so many more bytes are within the limit. */
  passed(bytes: number): Promise<void>;
}

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
  readonly rate: CopyRate;
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

/** The copy is not what was stored. */
export class CopyDamaged extends Error {
  override name = "CopyDamaged";
}

/** The pieces of a copy; rejects with CopyDamaged behind the last one when they are not what was stored. */
export async function* copiedPieces(
  blobs: Pick<BlobStore, "stream">,
  { parts, bytes, crc }: StoredFile,
): AsyncGenerator<Uint8Array, void> {
  let read = 0;
  let sum = 0;
  for (const part of parts) {
    for await (const piece of blobs.stream(part)) {
      sum = crc32c(piece, 0, piece.length, sum);
      read += piece.length;
      yield piece;
    }
  }
  if (read !== bytes || sum !== crc)
    throw new CopyDamaged(
      `blob [${parts.join(", ")}] is damaged: it holds ${read} bytes of checksum ${hex(sum)} instead of ${bytes} of ${hex(crc)}`,
    );
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}
