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
import { readLogChanges } from "./read-log-changes.ts";

/** The logs of a node's earlier lives. */
export interface EarlierLogs {
  /** Writers, in their order. */
  readonly writers: readonly string[];
  /** Who seals them. */
  readonly by: string;
  /** Files with lower numbers were on the disk before there were such logs. */
  readonly firstFile: number;
}

/** Seals the logs and makes the files; answers texts about chunks that are damaged, and were on the disk. */
export async function restoreLogFiles(
  files: Files,
  folder: string,
  logs: ChunkLogs,
  earlier: EarlierLogs,
): Promise<string[]> {
  const restored = new RestoredFiles(files, folder);
  const damages: string[] = [];
  for (const writer of earlier.writers) {
    const log = await logs.open(writer);
    const sealedAt = await log.seal(1, encodeSeal(earlier.by));
    const apply = (what: { changes(): Iterable<LogChange> }): void => {
      for (const change of what.changes()) restored.apply(change);
    };
    let { number, lostUpTo } = await readLogChanges(log, { from: 1, sealedAt }, apply);
    while (lostUpTo !== undefined) {
      damages.push(`chunk ${number} of the log [${writer}] is damaged; the copy on this disk took its place`);
      const from = number + 1;
      restored.mendsUpTo = `chunk ${number} of the log [${writer}] is damaged, and this disk has no copy of it`;
      const rest = await readLogChanges(log, { from, sealedAt, acked: lostUpTo }, apply);
      number = rest.number;
      lostUpTo = from > lostUpTo ? undefined : rest.lostUpTo;
    }
  }
  if (earlier.writers.length > 0) await restored.finish(earlier.firstFile);
  return damages;
}

class RestoredFiles {
  readonly #files: Files;
  readonly #folder: string;
  /** Files before the first one on the disk were trimmed. */
  readonly #first: number;
  readonly #handles = new Map<number, FileHandle>();
  /** Bytes of each file that are as the chunks say. */
  readonly #sizes = new Map<number, number>();
  /** Once set, bytes before those of the next change may be the disk's own; the text of the error when it has none. */
  mendsUpTo: string | undefined;

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
    this.#first = Math.min(...this.#present());
  }

  apply(change: LogChange): void {
    const { file, offset } = change;
    if (file < this.#first && Number.isFinite(this.#first)) return;
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
    const last = Math.max(firstFile - 1, ...this.#sizes.keys());
    for (const file of this.#present()) if (file > last) this.#files.remove(this.#path(file));
    await this.#files.syncFolder(this.#folder);
    // The end that was noted may name bytes that were never held.
    const end = new LogEndFile(this.#files, this.#folder);
    const noted = end.read();
    const { file = 0, bytes = 0 } = noted ?? {};
    if (noted && (file > last || bytes > (this.#sizes.get(file) ?? bytes)))
      await end.write({ file: last, bytes: this.#sizes.get(last) ?? 0, shards: new Map(), isClosed: false });
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
