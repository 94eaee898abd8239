/**
 * The operation log of a node whose chunks are held outside of it: files as ever, over `ReplicatedFiles`. Where the
 * files of shards are held elsewhere as well, chunks are given up that no shard needs any more.
 */
import type { Files } from "../files.ts";
import { StorageFailure } from "../storage-errors.ts";
import { FileOperationLog } from "../log/file-operation-log.ts";
import type { ChunkLogs } from "./chunk-log.ts";
import { ChunkSender, type ChunkSenderOptions } from "./chunk-sender.ts";
import type { LogBeginning } from "./log-beginning.ts";
import { type ChunkPlace, type LogStart, LogStarts } from "./log-starts.ts";
import { ReplicatedFiles } from "./replicated-files.ts";
import { type EarlierLogs, type RestoredLogs, restoreLogFiles } from "./restore-log-files.ts";

const FOLDER = "log";

export interface ReplicatedLogOptions extends ChunkSenderOptions {
  /** A new name: that of this life of the node. */
  readonly writer: string;
  readonly earlier: EarlierLogs;
  /** Logs of all earlier lives, those too that do not count any more. */
  readonly writers: readonly string[];
  /** Told about chunks that are damaged, and were mended. */
  readonly onDamage: (text: string) => void;
  /** Where is kept which places count; absent: all of them do, for good. */
  readonly beginning?: LogBeginning | undefined;
}

export class ReplicatedOperationLog extends FileOperationLog {
  /** Those of all nodes. */
  readonly logs: ChunkLogs;
  readonly #sender: ChunkSender;
  readonly #options: ReplicatedLogOptions;
  readonly #starts: LogStarts;
  /** Earlier logs that are there, and the first place of each that does not count. */
  readonly #ends: Map<string, number>;
  /** What counts, as it was written. */
  #start: LogStart;
  #trimming = false;

  private constructor(
    files: Files,
    sender: ChunkSender,
    logs: ChunkLogs,
    { options, restored, start }: { options: ReplicatedLogOptions; restored: RestoredLogs; start: LogStart },
  ) {
    const { starts } = restored;
    const onStart = (file: number, chunk: number): void => starts.add({ file, chunk, writer: options.writer });
    super(new ReplicatedFiles(files, FOLDER, sender, onStart), FOLDER);
    this.logs = logs;
    this.#sender = sender;
    this.#options = options;
    this.#starts = starts;
    this.#ends = new Map(restored.ends);
    this.#start = start;
  }

  /** Seals the logs of earlier lives, makes the files what they say, and begins a log for this life. */
  static async open(files: Files, logs: ChunkLogs, options: ReplicatedLogOptions): Promise<ReplicatedOperationLog> {
    const restored = await restoreLogFiles(files, FOLDER, logs, options.earlier);
    for (const damage of restored.damages) options.onDamage(damage);
    const sender = new ChunkSender(logs, await logs.open(options.writer), options);
    const { beginning, writer, earlier } = options;
    const start = earlier.start ?? { writer: earlier.writers[0] ?? writer, chunk: 1, file: 1 };
    await beginning?.write(writer, start);
    await beginning?.forgetBefore(writer, start).catch(() => undefined); // it does not count any more
    return new ReplicatedOperationLog(files, sender, logs, { options, restored, start });
  }

  /** Behind the end of the log there is nothing that could be durable, nothing new neither: no flush goes on. */
  override async sync(epoch?: number): Promise<void> {
    if (this.#sender.ended) throw new StorageFailure(this.#sender.ended.message, FOLDER, "sync");
    await super.sync(epoch);
  }

  /** See `ChunkSender.prove`. */
  prove(): Promise<void> {
    return this.#sender.prove();
  }

  /** Whether a log is that of a life of this node. */
  isOwn(writer: string): boolean {
    return writer === this.#options.writer || this.#options.writers.includes(writer);
  }

  /** A chunk from which on everything of a file, and of later ones, stands. */
  placeOf(file: number): ChunkPlace {
    // A file that has no record yet begins in the chunk that is written next.
    const { writer, chunk } = this.#starts.before(file) ?? { writer: this.#options.writer, chunk: 1 };
    return file >= this.currentFile && this.#starts.last?.file !== file
      ? { writer: this.#options.writer, chunk: this.#sender.writer.number + 1 }
      : { writer, chunk };
  }

  /** Chunks since the file that stands open was begun. */
  get chunksInFile(): number {
    const { last } = this.#starts;
    return last?.writer === this.#options.writer ? this.#sender.writer.number - last.chunk : 0;
  }

  /** Gives up chunks that only hold files with lower numbers; no shard needs them, as is durable. */
  async trimChunks(file: number): Promise<void> {
    const { beginning, writer } = this.#options;
    const start =
      file >= this.currentFile
        ? { file: this.currentFile, ...this.placeOf(this.currentFile) }
        : this.#starts.before(file);
    if (!beginning || !start || this.#trimming) return;
    if (start.file === this.#start.file && start.writer === this.#start.writer) return;
    // A place counts that all before it are held for: otherwise the log may end before it.
    if (start.writer === writer && start.chunk > this.#sender.writer.acked + 1) return;
    this.#trimming = true;
    try {
      await beginning.write(writer, start);
      // Who takes this node over seals its log later than now, and so finds what was written.
      await this.prove();
      this.#start = start;
      for (const [earlier, end] of this.#ends) {
        if (earlier === start.writer) break;
        await this.logs.remove(earlier, end);
        this.#ends.delete(earlier);
      }
      await (start.writer === writer ? this.#sender.log : await this.logs.open(start.writer)).trim(start.chunk);
      this.#starts.forgetBefore(start);
      await beginning.forgetBefore(writer, start);
    } finally {
      this.#trimming = false;
    }
  }

  override async close(): Promise<void> {
    try {
      await super.close();
    } catch (error) {
      // What it acknowledged is where others have it.
      if (!this.#sender.ended) throw error;
    }
    await this.logs.close();
  }
}
