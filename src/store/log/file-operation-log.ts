/** The operation log in files: one append per call, one sync for all callers, a torn tail cut when it is opened. */
import { assert, RequestError } from "../../core/errors.ts";
import type { FileHandle, FileReference, Files } from "../files.ts";
import type { LogDamage, LogPosition, LogRecord, Operation, OperationLog } from "../operation-log.ts";
import { BatchEncoder } from "./batch-encoder.ts";
import { GroupCommit } from "./group-commit.ts";
import { LogFolder } from "./log-folder.ts";
import { LogWindow } from "./log-window.ts";
import { readLogRecord } from "./read-record.ts";
import { encodeFileHeader, FILE_HEADER_BYTES } from "./record-format.ts";
import { scanLogFile, type ScannedFile } from "./scan-log-file.ts";
import { ShardFences, type ShardFence } from "./shard-fences.ts";
import { examineTail, LOST_END } from "./torn-tail.ts";

/** Sizes of a log, in bytes. */
export interface OperationLogOptions {
  /** A file that reached this size is followed by a new one; 64 MB when absent. */
  readonly fileBytes?: number;
  /** A document of `http.max_content_length` (100 MB) with its id and header fits. */
  readonly maximumRecordBytes?: number;
}

const DEFAULT_FILE_BYTES = 64 * 1024 * 1024;
const DEFAULT_MAXIMUM_RECORD_BYTES = 101 * 1024 * 1024;

export class FileOperationLog implements OperationLog {
  readonly maximumRecordBytes: number;
  readonly #fileBytes: number;
  readonly #folder: LogFolder;
  readonly #encoder: BatchEncoder;
  readonly #fences = new ShardFences();
  readonly #commit: GroupCommit;
  /** Sizes of all files by number, ascending; the current one joins with its first record. */
  readonly #sizes = new Map<number, number>();
  /** Names of shards by number, per file: as far as the file was written or scanned by this object. */
  readonly #names = new Map<number, Map<number, string>>();
  /** Files with bytes (or cuts) that no sync covers yet, and whether the folder has news as well. */
  readonly #dirty = new Set<number>();
  #folderDirty = false;
  #syncing = false;
  /** What was asked to be trimmed while a sync ran. */
  #trimBelow = 0;
  #current: number;
  #durable: LogPosition;
  /** A sync succeeded since the last mark was written. */
  #markDue = false;
  #tornTail: LogDamage | undefined;
  #broken: Error | undefined;
  #closed = false;

  /** Opens the log in `folder`; examines its last files, when it was not closed in order, and cuts a torn tail. */
  constructor(files: Files, folder: string, options: OperationLogOptions = {}) {
    this.#fileBytes = options.fileBytes ?? DEFAULT_FILE_BYTES;
    this.maximumRecordBytes = options.maximumRecordBytes ?? DEFAULT_MAXIMUM_RECORD_BYTES;
    this.#folder = new LogFolder(files, folder);
    this.#encoder = new BatchEncoder(this.maximumRecordBytes);
    this.#commit = new GroupCommit(
      () => this.#syncOnce(),
      () => this.#cutUnsynced(),
    );
    for (const number of this.#folder.numbers()) this.#sizes.set(number, this.#folder.handle(number).size);
    // Never an old file: what stands in it was written by another process, and may end in records that nobody was told are safe.
    this.#current = Math.max(0, ...this.#sizes.keys()) + 1;
    this.#cutTornTail();
    this.#durable = { file: this.#current, offset: 0 };
  }

  get firstFile(): number {
    for (const number of this.#sizes.keys()) return number;
    return this.#current;
  }

  get currentFile(): number {
    return this.#current;
  }

  get sizeBytes(): number {
    let bytes = 0;
    for (const size of this.#sizes.values()) bytes += size;
    return bytes;
  }

  append(shard: string, operations: readonly Operation[], expectedPrevious?: number): LogPosition[] {
    this.#checkUsable();
    const fence = this.#fences.of(shard);
    this.#fences.check(fence, operations, expectedPrevious);
    const last = operations.at(-1);
    if (!last) return [];
    if ((this.#sizes.get(this.#current) ?? 0) >= this.#fileBytes) this.roll();
    const file = this.#startFile();
    const positions = this.#encode(fence, operations, file.size);
    file.append([this.#encoder.bytes()]);
    this.#sizes.set(this.#current, file.size);
    this.#dirty.add(this.#current);
    this.#markDue = false;
    this.#fences.advance(fence, last, this.#current);
    this.#namesOf(this.#current).set(fence.number, shard);
    return positions;
  }

  async sync(): Promise<void> {
    this.#checkUsable();
    if (this.#dirty.size > 0 || this.#folderDirty || this.#syncing) await this.#commit.request();
  }

  read(position: LogPosition): LogRecord {
    const { header, operation } = readLogRecord(this.#folder.handle(position.file), position.file, position.offset);
    const shard = this.#namesOf(position.file).get(header.shard) ?? this.#scanNames(position.file).get(header.shard);
    assert(shard !== undefined, `log file ${position.file} does not define shard ${header.shard}`);
    return { shard, operation, position };
  }

  *readMany(positions: Iterable<LogPosition>): Generator<Operation, void> {
    let file = -1;
    let window: LogWindow | undefined;
    for (const position of positions) {
      if (!window || position.file !== file) {
        file = position.file;
        window = new LogWindow(this.#folder.handle(file), file);
      }
      yield window.operation(position.offset);
    }
  }

  replay(fromFile: number, onRecord: (record: LogRecord) => void, onDamage: (damage: LogDamage) => void): void {
    const firstFile = this.firstFile;
    for (const number of this.#sizes.keys()) {
      if (number < fromFile) continue;
      const names = scanLogFile(this.#scanned(number), {
        before: ({ file, bytes }) => {
          // Files below the first were trimmed.
          const lost = file >= Math.max(firstFile, fromFile) && (this.#sizes.get(file) ?? 0) < bytes;
          if (lost) onDamage({ file, offset: this.#sizes.get(file) ?? 0, kind: "corrupt", shard: undefined, reason: LOST_END });
        },
        operation: (shard, operation, position) => {
          this.#fences.saw(shard, operation);
          onRecord({ shard, operation, position });
        },
        mark: () => undefined,
        damage: (offset, shard, reason) => onDamage({ file: number, offset, kind: "corrupt", shard, reason }),
      });
      this.#names.set(number, names);
    }
    if (this.#tornTail) onDamage(this.#tornTail);
    this.#tornTail = undefined;
  }

  roll(): void {
    // A file that does not exist yet is as new as one can be.
    if (this.#sizes.has(this.#current)) this.#current++;
  }

  trim(file: number): void {
    if (this.#syncing) {
      // A file is not closed under a sync that is on its way.
      this.#trimBelow = Math.max(this.#trimBelow, file);
      return;
    }
    for (const number of this.#sizes.keys()) if (number < Math.min(file, this.#current)) this.#remove(number);
  }

  fileReference(file: number): FileReference {
    if (file === this.#current) this.#startFile();
    return this.#folder.reference(file);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.sync();
      await this.#markClosed();
    } finally {
      this.#closed = true;
      this.#folder.close();
    }
  }

  /** Encodes a call's records, led by a due mark and the shard's definition where the file lacks it. */
  #encode(fence: ShardFence, operations: readonly Operation[], offset: number): LogPosition[] {
    this.#encoder.begin(this.#current, offset);
    if (this.#markDue) this.#encoder.mark(this.#durable);
    if (fence.definedIn !== this.#current) this.#encoder.shardDefinition(fence.number, fence.name);
    return operations.map((operation) => this.#encoder.operation(fence.number, operation));
  }

  /** The current file, with its header. */
  #startFile(): FileHandle {
    const handle = this.#folder.handle(this.#current, true);
    if (handle.size > 0) return handle;
    try {
      const before = Math.max(0, ...this.#sizes.keys());
      handle.append([encodeFileHeader(this.#current, { file: before, bytes: this.#sizes.get(before) ?? 0 })]);
    } catch (error) {
      // An empty file would look torn at the next start.
      this.#folder.remove(this.#current);
      throw error;
    }
    this.#folderDirty = true;
    this.#sizes.set(this.#current, handle.size);
    this.#dirty.add(this.#current);
    return handle;
  }

  async #syncOnce(): Promise<void> {
    const target = { file: this.#current, offset: this.#sizes.get(this.#current) ?? 0 };
    // Ascending, so that no file is durable before an earlier one.
    const files = [...this.#dirty].sort((one, other) => one - other);
    const folder = this.#folderDirty;
    this.#dirty.clear();
    this.#folderDirty = false;
    this.#fences.syncStarts();
    this.#syncing = true;
    try {
      for (const number of files) await this.#folder.handle(number).sync();
      if (folder) await this.#folder.sync();
    } catch (error) {
      for (const number of files) this.#dirty.add(number);
      this.#folderDirty = true;
      throw error;
    } finally {
      this.#syncing = false;
    }
    this.#fences.syncSucceeded();
    this.#durable = target;
    this.#markDue = true;
    if (this.#trimBelow > 0) this.trim(this.#trimBelow);
    this.#trimBelow = 0;
  }

  /**
   * After a failed sync the kernel may have dropped the pages that it could not write, and calls them clean: what was not durable
   * before is cut, and writing goes on in a new file.
   */
  #cutUnsynced(): void {
    this.#fences.syncFailed();
    try {
      for (const number of this.#sizes.keys()) {
        if (number > this.#durable.file || (number === this.#durable.file && this.#durable.offset === 0)) this.#remove(number);
        else if (number === this.#durable.file) this.#truncate(number, this.#durable.offset);
      }
      this.#current++;
    } catch (error) {
      // Records that may come back after a crash must not be followed by others with their sequence numbers.
      this.#broken = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Cuts what a crash left at the end of the log. */
  #cutTornTail(): void {
    const tail = examineTail([...this.#sizes.keys()].map((number) => this.#scanned(number)));
    if (!tail) return;
    const { tear } = tail;
    for (const number of this.#sizes.keys()) {
      if (tear && (number > tear.file || (number === tear.file && tear.offset < FILE_HEADER_BYTES))) this.#remove(number);
      else if (tear && number === tear.file) this.#truncate(number, tear.offset);
      else if (number >= tail.unsyncedFrom) this.#dirty.add(number);
    }
    if (tear) this.#tornTail = { file: tear.file, offset: tear.offset, kind: "torn", shard: undefined, reason: tear.reason };
  }

  /** Ends the current file with a mark that names its own place: the next start knows that nothing is torn. */
  async #markClosed(): Promise<void> {
    const offset = this.#sizes.get(this.#current);
    if (offset === undefined) return;
    this.#encoder.begin(this.#current, offset);
    this.#encoder.mark({ file: this.#current, offset });
    const handle = this.#folder.handle(this.#current);
    try {
      handle.append([this.#encoder.bytes()]);
      await handle.sync();
    } catch (error) {
      // Everything is durable already; without the mark the next start examines the file.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  #remove(number: number): void {
    this.#folder.remove(number);
    this.#sizes.delete(number);
    this.#names.delete(number);
    this.#dirty.delete(number);
    this.#folderDirty = true;
  }

  #truncate(number: number, size: number): void {
    this.#folder.handle(number).truncate(size);
    this.#sizes.set(number, size);
    this.#dirty.add(number);
  }

  #scanned(number: number): ScannedFile {
    const handle = this.#folder.handle(number);
    return { number, size: handle.size, readAt: (into, position) => handle.readAt(into, position) };
  }

  #namesOf(file: number): Map<number, string> {
    let names = this.#names.get(file);
    if (!names) this.#names.set(file, (names = new Map()));
    return names;
  }

  #scanNames(file: number): Map<number, string> {
    const ignore = (): void => undefined;
    const names = scanLogFile(this.#scanned(file), { before: ignore, operation: ignore, mark: ignore, damage: ignore });
    this.#names.set(file, names);
    return names;
  }

  #checkUsable(): void {
    assert(!this.#closed, "the log is open");
    if (this.#broken !== undefined) throw this.#broken;
  }
}
