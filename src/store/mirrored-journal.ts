/**
 * Small records that are appended one by one to two files, each sealed with its number, so that a record damaged in one
 * file can be read from the other. A crash may leave the last record in only one of them, or cut it short.
 */
import { assert } from "../core/assert.ts";
import type { FileHandle, Files } from "./files.ts";
import { SealBroken, seal, unseal } from "./sealed-file.ts";

/** One record, as it was appended. */
export interface JournalRecord {
  readonly number: number;
  readonly body: Uint8Array;
}

/** Result of reading a journal. */
export interface JournalReading {
  /** Readable records by number, without duplicates. */
  readonly records: readonly JournalRecord[];
  readonly damages: readonly SealBroken[];
  /** Both files are intact and equal: more may be appended. */
  readonly isWhole: boolean;
}

const COPIES = ["", ".mirror"];
const HEADER_START = Buffer.from("\nwardex 1 generation=");
const LINE_END = 10;
const HEADER_BYTES = 90;
const BYTES_FIELD = / bytes=(\d{1,16}) /;

export class MirroredJournal {
  readonly #handles: readonly FileHandle[];
  #bytes: number;

  private constructor(handles: readonly FileHandle[]) {
    this.#handles = handles;
    this.#bytes = handles[0]?.size ?? 0;
  }

  /** Opens the files at `path` for appending; creates missing ones. */
  static async open(files: Files, path: string): Promise<MirroredJournal> {
    const handles: FileHandle[] = [];
    try {
      for (const copy of COPIES) handles.push(files.open(path + copy));
      await files.syncFolder(path.slice(0, path.lastIndexOf("/")));
      return new MirroredJournal(handles);
    } catch (error) {
      for (const handle of handles) handle.close();
      throw error;
    }
  }

  static read(files: Files, path: string): JournalReading {
    const copies = COPIES.map((copy) =>
      files.exists(path + copy) ? readCopy(files.read(path + copy), path + copy) : undefined,
    );
    const byNumber = new Map<number, JournalRecord>();
    for (const copy of copies)
      for (const record of copy?.records ?? []) if (!byNumber.has(record.number)) byNumber.set(record.number, record);
    const records = [...byNumber.values()].sort((one, other) => one.number - other.number);
    return {
      records,
      damages: copies.flatMap((copy) => copy?.damages ?? []),
      isWhole: copies.every((copy) => copy === undefined || (copy.isClean && copy.records.length === records.length)),
    };
  }

  static remove(files: Files, path: string): void {
    for (const copy of COPIES) files.remove(path + copy);
  }

  /** Bytes of one file. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Appends a record; durable in both files when the promise resolves. After a rejection nothing more may be appended.
   */
  async append({ number, body }: JournalRecord): Promise<void> {
    const sealed = seal(body, number);
    const before = this.#handles.map((handle) => handle.size);
    try {
      for (const handle of this.#handles) handle.append([sealed, Buffer.of(LINE_END)]);
      await Promise.all(this.#handles.map((handle) => handle.sync()));
      this.#bytes += sealed.length + 1;
    } catch (error) {
      // A record whose append was reported as failed must not be found later.
      this.#handles.forEach((handle, at) => cut(handle, before[at] ?? 0));
      throw error;
    }
  }

  close(): void {
    for (const handle of this.#handles) handle.close();
  }
}

function cut(handle: FileHandle, size: number): void {
  try {
    handle.truncate(Math.min(size, handle.size));
  } catch {
    // The disk is failing: the next version, stored elsewhere, takes precedence.
  }
}

interface Copy {
  readonly records: readonly JournalRecord[];
  readonly damages: readonly SealBroken[];
  /** The file holds only readable records. */
  readonly isClean: boolean;
}

/**
 * Reads all readable records; after damage it continues at the next header. Trailing bytes that form no record were cut
 * short by a crash.
 */
function readCopy(bytes: Uint8Array, file: string): Copy {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const records: JournalRecord[] = [];
  const damages: SealBroken[] = [];
  let unread: SealBroken | undefined;
  for (let at = 0; at < buffer.length;) {
    const end = recordEnd(buffer, at);
    try {
      const { body, generation } = unseal(buffer.subarray(at, end), file);
      records.push({ number: generation, body });
      if (unread) damages.push(unread);
      unread = undefined;
      at = end + 1;
    } catch (error) {
      assert(error instanceof SealBroken, String(error));
      unread = error;
      const next = buffer.indexOf(HEADER_START, at);
      at = next === -1 ? buffer.length : next + 1;
    }
  }
  return { records, damages, isClean: unread === undefined && damages.length === 0 };
}

/** End of the record that begins here, according to its header. */
function recordEnd(buffer: Buffer, at: number): number {
  const line = buffer.subarray(at, at + HEADER_BYTES).indexOf(LINE_END);
  if (line === -1) return buffer.length;
  const bytes = BYTES_FIELD.exec(buffer.subarray(at, at + line).toString("latin1"))?.[1];
  return bytes === undefined ? at + line : at + line + 1 + Number(bytes);
}
