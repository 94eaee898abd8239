/**
 * Files elsewhere: whole, named pieces of data that are written once and read by anyone. Implementations (memory,
 * folder) pass one contract suite. What a cluster asks of it beyond snapshots is the same: put, get, list, delete, and
 * one write that only the first of several writers makes.
 */

/** A blob in a listing. */
export interface BlobEntry {
  readonly name: string;
  readonly bytes: number;
}

/** What is written: bytes, or pieces in order. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Names are parts of `[A-Za-z0-9_-.]`, none of them `.` or `..`, separated by `/`. */
export interface BlobStore {
  /** Whoever has the same key stores in the same place. */
  readonly key: string;
  /**
   * Writes a blob, in place of one of the same name. It is durable when the promise resolves; when it rejects, readers
   * find nothing, or what was there before.
   */
  write(name: string, content: BlobContent): Promise<void>;
  /** Writes a blob unless there is one: of several writers, one is answered true. Otherwise like `write`. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** The whole blob. Rejects with BlobMissing. */
  read(name: string): Promise<Uint8Array>;
  /** The blob in pieces of at most a few MB. Rejects with BlobMissing. */
  stream(name: string): AsyncIterable<Uint8Array>;
  /** The blobs whose names begin with a prefix, in order of their names. */
  list(prefix: string): Promise<BlobEntry[]>;
  /** Removes blobs; those that are not there are no error. */
  remove(names: readonly string[]): Promise<void>;
}

/** There is no blob of this name. */
export class BlobMissing extends Error {
  readonly blob: string;

  constructor(blob: string) {
    super(`blob [${blob}] is missing`);
    this.name = "BlobMissing";
    this.blob = blob;
  }
}

const NAME = /^(?!\.\.?(\/|$))[\w.-]+(\/(?!\.\.?(\/|$))[\w.-]+)*$/;

/** Whether a text may name a blob. */
export function isBlobName(name: string): boolean {
  return NAME.test(name);
}
