/** The operation log in files: one append per call, one sync for all callers; a torn tail is cut on opening. */
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import type { FileHandle, FileReference, Files } from "../files.ts";
import type { LogDamage, LogPosition, LogRecord, Operation, OperationLog, ShardOperations } from "../operation-log.ts";
import { BatchEncoder } from "./batch-encoder.ts";
import { GroupCommit } from "./group-commit.ts";
import { LogFolder } from "./log-folder.ts";
import { LogWindow } from "./log-window.ts";
import { readLogRecord } from "./read-record.ts";
import { type LogEnd, LogEndFile } from "./log-end.ts";
import { damageAt, mendLog } from "./mend-log.ts";
import { encodeFileHeader } from "./record-format.ts";
import { scanLogFile, type ScannedFile } from "./scan-log-file.ts";
import { ShardFences, type ShardFence } from "./shard-fences.ts";
import { LOST_END } from "./torn-tail.ts";

/** Sizes of a log, in bytes. */
export interface OperationLogOptions {
  /** A file that reached this size is followed by a new one; 64 MB by default. */
  readonly fileBytes?: number;
  /** Default: room for a document of `http.max_content_length` (100 MB) with its id and header. */
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
  /** Sizes of all files by number, ascending; the current one is added with its first record. */
  readonly #sizes = new Map<number, number>();
  /** Per file, names of shards by number, as far as this object wrote or scanned the file. */
  readonly #names = new Map<number, Map<number, string>>();
  /** Files with bytes (or cuts) that no sync covers yet; and whether the folder has changed, too. */
  readonly #dirty = new Set<number>();
  #folderDirty = false;
  #syncing = false;
  /** Trim bound that was requested while a sync ran. */
  #trimBelow = 0;
  #current: number;
  #durable: LogPosition;
  /** A sync succeeded after the last mark was written. */
  #markDue = false;
  /** Damage found when the log was opened, to be reported once. */
  readonly #found: LogDamage[] = [];
  readonly #endFile: LogEndFile;
  /** The end that had been noted when the log was opened. */
  readonly #end: LogEnd | undefined;
  /**
   * The file that contains the noted end: it stays until another end is noted, or the next start would report it
   * missing.
   */
  #endFileNumber: number;
  readonly #settled = new Map<string, number>();
  readonly isClean: boolean;
  #endDue = false;
  /** Settles when no end is being noted; never rejects. */
  #noting: Promise<unknown> = Promise.resolve();
  #epoch = 0;
  /** Error of the last failed sync. */
  #cutError: unknown;
  /** A cut failed, too: until it is repeated, the bytes to be cut must not be read, and nothing may be appended. */
  #cutDue = false;
  #closed = false;

  /** Opens the log in `folder`; unless it was closed properly, examines its last files and cuts a torn tail. */
  constructor(files: Files, folder: string, options: OperationLogOptions = {}) {
    this.#fileBytes = options.fileBytes ?? DEFAULT_FILE_BYTES;
    this.maximumRecordBytes = options.maximumRecordBytes ?? DEFAULT_MAXIMUM_RECORD_BYTES;
    this.#folder = new LogFolder(files, folder);
    this.#encoder = new BatchEncoder(this.maximumRecordBytes);
    this.#commit = new GroupCommit(
      () => this.#syncOnce(),
      (error) => this.#cutUnsynced(error),
    );
    for (const number of this.#folder.numbers()) this.#sizes.set(number, this.#folder.handle(number).size);
    this.#endFile = new LogEndFile(files, folder);
    this.#end = this.#endFile.read();
    this.#endFileNumber = fileOfEnd(this.#end);
    const last = Math.max(0, ...this.#sizes.keys());
    // Never continues an old file: another process wrote it, and it may end in records that were never acknowledged.
    this.#current = Math.max(last, this.#end?.file ?? 0) + 1;
    const isAsClosed = isClosedAt(this.#end, last, this.#sizes.get(last) ?? 0);
    this.isClean = isAsClosed || (this.#end === undefined && last === 0);
    if (!isAsClosed) this.#mend();
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

  get epoch(): number {
    return this.#epoch;
  }

  get isEndDue(): boolean {
    return this.#endDue;
  }

  isCutSince(shard: string, epoch: number): boolean {
    return this.#fences.of(shard).cutIn > epoch;
  }

  append(
    shard: string,
    operations: readonly Operation[],
    expectedPrevious?: number,
    since = this.#epoch,
  ): LogPosition[] {
    const [positions = []] = this.#append([{ shard, operations, expectedPrevious, since }], false);
    return positions;
  }

  appendBatch(parts: readonly ShardOperations[]): LogPosition[][] {
    return this.#append(parts, true);
  }

  async sync(epoch = this.#epoch): Promise<void> {
    this.#checkUsable();
    if (epoch !== this.#epoch) throw this.#cutError;
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
    this.#checkUsable();
    const firstFile = this.firstFile;
    for (const number of this.#sizes.keys()) {
      if (number < fromFile) continue;
      const names = scanLogFile(this.#scanned(number), {
        before: ({ file, bytes }) => {
          // Files below the first were trimmed.
          const lost = file >= Math.max(firstFile, fromFile) && (this.#sizes.get(file) ?? 0) < bytes;
          if (lost)
            onDamage(
              damageAt(this.#end, { file, offset: this.#sizes.get(file) ?? 0, kind: "corrupt", reason: LOST_END }),
            );
        },
        operation: (shard, operation, position) => {
          this.#fences.saw(shard, operation, number);
          onRecord({ shard, operation, position });
        },
        mark: () => undefined,
        damage: (offset, shard, reason) =>
          onDamage(damageAt(this.#end, { file: number, offset, kind: "corrupt", reason }, shard)),
      });
      this.#names.set(number, names);
    }
    for (const damage of this.#found.splice(0)) onDamage(damage);
  }

  promised(shard: string): number {
    return Math.max(this.#end?.shards.get(shard) ?? -1, this.#settled.get(shard) ?? -1);
  }

  /** Last sequence number of a shard that was appended or read; -1 for none. */
  lastSeqNo(shard: string): number {
    return this.#fences.of(shard).lastSeqNo ?? -1;
  }

  settle(shard: string, seqNo: number): void {
    const fence = this.#fences.of(shard);
    fence.lastSeqNo = Math.max(fence.lastSeqNo ?? -1, seqNo);
    this.#settled.set(shard, fence.lastSeqNo);
  }

  noteEnd(isClosed = false): Promise<void> {
    const noted = this.#noting.then(() => this.#noteEnd(isClosed));
    this.#noting = noted.catch(() => undefined);
    return noted;
  }

  roll(): void {
    // A file that does not exist yet already counts as new.
    if (this.#sizes.has(this.#current)) this.#current++;
  }

  trim(file: number): void {
    if (this.#syncing) {
      // A file must not be closed while a sync uses it.
      this.#trimBelow = Math.max(this.#trimBelow, file);
      return;
    }
    for (const number of this.#sizes.keys()) {
      if (number >= Math.min(file, this.#current)) break;
      this.#endDue = true;
      if (number >= this.#endFileNumber) break;
      this.#remove(number);
    }
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
      await this.noteEnd(true).catch(() => undefined); // Without it the next start examines the log.
    } finally {
      this.#closed = true;
      this.#folder.close();
    }
  }

  #append(parts: readonly ShardOperations[], isBatch: boolean): LogPosition[][] {
    this.#checkUsable();
    const fences = parts.map(({ shard, operations, expectedPrevious, since = this.#epoch }) => {
      const fence = this.#fences.of(shard);
      if (fence.cutIn > since) throw this.#cutError;
      this.#fences.check(fence, operations, expectedPrevious);
      return fence;
    });
    assert(new Set(fences).size === parts.length, "a shard has one part in a batch");
    if (parts.every(({ operations }) => operations.length === 0)) return parts.map(() => []);
    if ((this.#sizes.get(this.#current) ?? 0) >= this.#fileBytes) this.roll();
    const file = this.#startFile();
    const positions = this.#encode(fences, parts, file.size, isBatch);
    file.append([this.#encoder.bytes()]);
    this.#sizes.set(this.#current, file.size);
    this.#dirty.add(this.#current);
    this.#markDue = false;
    this.#endDue = true;
    fences.forEach((fence, at) => {
      const last = parts[at]?.operations.at(-1);
      if (!last) return;
      this.#fences.advance(fence, last, this.#current);
      this.#namesOf(this.#current).set(fence.number, fence.name);
    });
    return positions;
  }

  /** Encodes the records of one call, preceded by a due mark and by definitions of shards that the file lacks. */
  #encode(
    fences: readonly ShardFence[],
    parts: readonly ShardOperations[],
    offset: number,
    isBatch: boolean,
  ): LogPosition[][] {
    const encoder = this.#encoder;
    encoder.begin(this.#current, offset);
    if (this.#markDue) encoder.mark(this.#durable);
    for (const fence of fences)
      if (fence.definedIn !== this.#current) encoder.shardDefinition(fence.number, fence.name);
    const batch = isBatch ? encoder.beginBatch() : 0;
    let count = 0;
    const positions = parts.map(({ operations }, at) => {
      const { number } = fences[at]!;
      count += operations.length;
      return operations.map((operation) => encoder.operation(number, operation));
    });
    if (isBatch) encoder.endBatch(batch, count);
    return positions;
  }

  /** The current file, with its header. */
  #startFile(): FileHandle {
    const handle = this.#folder.handle(this.#current, true);
    if (handle.size > 0) return handle;
    try {
      const before = Math.max(0, ...this.#sizes.keys());
      handle.append([encodeFileHeader(this.#current, { file: before, bytes: this.#sizes.get(before) ?? 0 })]);
    } catch (error) {
      try {
        // The next start would take an empty file for a torn one.
        this.#folder.remove(this.#current);
      } catch {
        // The first error is reported; the next attempt continues in the empty file.
      }
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
    const trimBelow = this.#trimBelow;
    this.#trimBelow = 0;
    try {
      if (trimBelow > 0) this.trim(trimBelow);
    } catch {
      // Everything is durable; a trim is repeated by whoever needs it.
    }
  }

  /**
   * After a failed sync the kernel may have dropped pages that it could not write and call them clean: everything that
   * was not durable before is cut, and writing continues in a new file.
   */
  #cutUnsynced(error: unknown): void {
    this.#cutError = error;
    this.#fences.syncFailed(++this.#epoch);
    this.#cutDue = true;
    try {
      this.#cut();
    } catch {
      // Retried before the log is used.
    }
  }

  #cut(): void {
    const { file, offset } = this.#durable;
    for (const number of this.#sizes.keys()) {
      if (number > file || (number === file && offset === 0)) this.#remove(number);
      else if (number === file) this.#truncate(number, offset);
    }
    this.#current++;
    this.#cutDue = false;
  }

  #mend(): void {
    const { sizes, unsynced, found } = mendLog(
      [...this.#sizes.keys()].map((number) => this.#scanned(number)),
      this.#end,
    );
    for (const [number, size] of sizes) {
      if (size === 0) this.#remove(number);
      else this.#truncate(number, size);
    }
    for (const number of unsynced) this.#dirty.add(number);
    this.#found.push(...found);
  }

  #durableEnd(isClosed: boolean): { file: number; bytes: number } {
    const { file, offset } = this.#durable;
    if (!isClosed && offset > 0) return { file, bytes: offset };
    // In a file without durable bytes: everything before it is durable.
    const last = Math.max(0, ...[...this.#sizes.keys()].filter((number) => isClosed || number < file));
    // Numbers continue even when no file is left.
    return last === 0 ? { file, bytes: 0 } : { file: last, bytes: this.#sizes.get(last) ?? 0 };
  }

  async #noteEnd(isClosed: boolean): Promise<void> {
    await this.sync();
    this.#endDue = false;
    try {
      const end = { ...this.#durableEnd(isClosed), shards: this.#fences.durable(this.firstFile), isClosed };
      await this.#endFile.write(end);
      this.#endFileNumber = fileOfEnd(end);
    } catch (error) {
      this.#endDue = true;
      throw error;
    }
  }

  /** Ends the current file with a mark of its own position, by which the next start knows that nothing is torn. */
  async #markClosed(): Promise<void> {
    const offset = this.#sizes.get(this.#current);
    if (offset === undefined) return;
    this.#encoder.begin(this.#current, offset);
    this.#encoder.mark({ file: this.#current, offset });
    const handle = this.#folder.handle(this.#current);
    try {
      handle.append([this.#encoder.bytes()]);
      await handle.sync();
      this.#sizes.set(this.#current, handle.size);
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
    if (this.#cutDue) this.#cut();
  }
}

/** The file that contains the noted end; infinity when there is no end, or no byte before it. */
function fileOfEnd(end: Pick<LogEnd, "file" | "bytes"> | undefined): number {
  return end === undefined || end.bytes === 0 ? Number.POSITIVE_INFINITY : end.file;
}

/** Whether the log ends where it did when it was closed properly. */
function isClosedAt(end: LogEnd | undefined, lastFile: number, bytes: number): boolean {
  if (!end?.isClosed) return false;
  return end.bytes === 0 ? lastFile === 0 : end.file === lastFile && end.bytes === bytes;
}
