/**
 * Makes the files of an operation log what its sealed chunks say, before it is opened: on an empty disk all of them; on
 * one that was there, what is missing at their end, and without what was appended and never held. Where a chunk is
 * damaged, the disk's copy takes its place.
 */
import { logFileName, logFileNumber } from "../log/log-folder.ts";
import { assert } from "../../core/assert.ts";
import type { FileHandle, Files } from "../files.ts";
import { LogEndFile } from "../log/log-end.ts";
import { encodeSeal } from "./chunk-format.ts";
import type { ChunkLogs } from "./chunk-log.ts";
import type { LogChange } from "./log-changes.ts";
import { type LogStart, LogStarts } from "./log-starts.ts";
import { type LogChanges, readLogChanges } from "./read-log-changes.ts";

/** The logs of a node's earlier lives. */
export interface EarlierLogs {
  /** Writers, in their order. */
  readonly writers: readonly string[];
  /** Who seals them. */
  readonly by: string;
  /** Files with lower numbers were on the disk before there were such logs. */
  readonly firstFile: number;
  /** Where the first of them begins to count, and with which file; undefined: with its first place. */
  readonly start?: LogStart | undefined;
  /** Those that are sealed already, and where. */
  readonly sealed?: ReadonlyMap<string, number>;
}

/** What was found in the logs. */
export interface RestoredLogs {
  /** Texts about chunks that are damaged, and were on the disk. */
  readonly damages: readonly string[];
  readonly starts: LogStarts;
  /** First place of each log that does not count. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Seals the logs and makes the files. */
export async function restoreLogFiles(
  files: Files,
  folder: string,
  logs: ChunkLogs,
  earlier: EarlierLogs,
): Promise<RestoredLogs> {
  const { start } = earlier;
  const restored = new RestoredFiles(files, folder, start?.file ?? 0);
  const damages: string[] = [];
  const starts = new LogStarts();
  const ends = new Map<string, number>();
  for (const writer of earlier.writers) {
    const log = await logs.open(writer);
    const first = start?.writer === writer ? start.chunk : 1;
    const sealedAt = earlier.sealed?.get(writer) ?? (await log.seal(first, encodeSeal(earlier.by)));
    const apply = ({ chunk, changes }: Pick<LogChanges, "chunk" | "changes">): void => {
      for (const change of changes()) {
        if (change.kind === "append" && change.offset === 0) starts.add({ file: change.file, writer, chunk });
        restored.apply(change);
      }
    };
    let { number, lostUpTo } = await readLogChanges(log, { from: first, sealedAt }, apply);
    ends.set(writer, number);
    while (lostUpTo !== undefined) {
      damages.push(`chunk ${number} of the log [${writer}] is damaged; the copy on this disk took its place`);
      const from = number + 1;
      restored.mendsUpTo = `chunk ${number} of the log [${writer}] is damaged, and this disk has no copy of it`;
      const rest = await readLogChanges(log, { from, sealedAt, acked: lostUpTo }, apply);
      number = rest.number;
      lostUpTo = from > lostUpTo ? undefined : rest.lostUpTo;
      ends.set(writer, number);
    }
  }
  if (earlier.writers.length > 0) await restored.finish(earlier.firstFile);
  return { damages, starts, ends };
}

class RestoredFiles {
  readonly #files: Files;
  readonly #folder: string;
  /** Files before the first one on the disk, or before the first that counts, were trimmed. */
  readonly #first: number;
  readonly #counted: number;
  readonly #handles = new Map<number, FileHandle>();
  /** Bytes of each file that are as the chunks say. */
  readonly #sizes = new Map<number, number>();
  /** Once set, bytes before those of the next change may be the disk's own; the text of the error when it has none. */
  mendsUpTo: string | undefined;

  /** Files with numbers below `counted` are not needed. */
  constructor(files: Files, folder: string, counted: number) {
    this.#files = files;
    this.#folder = folder;
    this.#counted = counted;
    for (const file of this.#present()) if (file < counted) files.remove(this.#path(file));
    const first = Math.min(...this.#present());
    this.#first = Number.isFinite(first) ? first : counted;
  }

  apply(change: LogChange): void {
    const { file, offset } = change;
    if (file < this.#first) return;
    const handle = this.#handle(file);
    const known = this.#sizes.get(file) ?? 0;
    if (offset !== known) {
      assert(
        this.mendsUpTo !== undefined || change.kind === "truncate",
        `chunks of log file ${file} follow each other`,
      );
      assert(handle.size >= offset, this.mendsUpTo ?? `log file ${file} is as long as its chunks say`);
    }
    if (change.kind === "truncate") {
      if (handle.size > offset) handle.truncate(offset);
      this.#sizes.set(file, offset);
      return;
    }
    const { bytes } = change;
    if (!holds(handle, offset, bytes)) {
      if (handle.size > offset) handle.truncate(offset);
      handle.append([bytes]);
    }
    this.#sizes.set(file, offset + bytes.length);
  }

  /** Removes what the chunks do not know, and makes everything durable. */
  async finish(firstFile: number): Promise<void> {
    for (const [file, size] of this.#sizes) {
      const handle = this.#handle(file);
      if (handle.size > size && this.mendsUpTo === undefined) handle.truncate(size);
      await handle.sync();
      handle.close();
    }
    // What was mended may go on where the chunks do not tell.
    if (this.mendsUpTo !== undefined) return;
    const last = Math.max(firstFile - 1, this.#counted - 1, ...this.#sizes.keys());
    for (const file of this.#present()) if (file > last) this.#files.remove(this.#path(file));
    if (this.#files.isFolder(this.#folder)) await this.#files.syncFolder(this.#folder);
    // The end that was noted may name bytes that were never held.
    const end = new LogEndFile(this.#files, this.#folder);
    const noted = end.read();
    const { file = 0, bytes = 0 } = noted ?? {};
    if (noted && (file > last || bytes > (this.#sizes.get(file) ?? bytes)))
      await end.write({ file: last, bytes: this.#sizes.get(last) ?? 0, shards: new Map(), isClosed: false });
    // Where no file is left, numbers go on behind those that there were.
    else if (!noted && this.#sizes.size === 0 && last > 0)
      await end.write({ file: last, bytes: 0, shards: new Map(), isClosed: false });
  }

  #present(): number[] {
    return this.#files.list(this.#folder).flatMap((name) => logFileNumber(name) ?? []);
  }

  #handle(file: number): FileHandle {
    let handle = this.#handles.get(file);
    if (!handle) this.#handles.set(file, (handle = this.#files.open(this.#path(file))));
    return handle;
  }

  #path(file: number): string {
    return `${this.#folder}/${logFileName(file)}`;
  }
}

/** Whether the file has these bytes there. */
function holds(handle: FileHandle, offset: number, bytes: Uint8Array): boolean {
  if (handle.size < offset + bytes.length) return false;
  const there = new Uint8Array(bytes.length);
  return handle.readAt(there, offset) === bytes.length && Buffer.compare(there, bytes) === 0;
}
