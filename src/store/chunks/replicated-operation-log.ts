/** The operation log of a node whose chunks are held outside of it: files as ever, over `ReplicatedFiles`. */
import type { Files } from "../files.ts";
import { FileOperationLog } from "../log/file-operation-log.ts";
import type { ChunkLogs } from "./chunk-log.ts";
import { ChunkSender, type ChunkSenderOptions } from "./chunk-sender.ts";
import { ReplicatedFiles } from "./replicated-files.ts";
import { type EarlierLogs, restoreLogFiles } from "./restore-log-files.ts";

const FOLDER = "log";

export interface ReplicatedLogOptions extends ChunkSenderOptions {
  /** A new name: that of this life of the node. */
  readonly writer: string;
  readonly earlier: EarlierLogs;
  /** Told about chunks that are damaged, and were mended. */
  readonly onDamage: (text: string) => void;
}

export class ReplicatedOperationLog extends FileOperationLog {
  readonly #logs: ChunkLogs;

  private constructor(files: Files, logs: ChunkLogs) {
    super(files, FOLDER);
    this.#logs = logs;
  }

  /** Seals the logs of earlier lives, makes the files what they say, and begins a log for this life. */
  static async open(files: Files, logs: ChunkLogs, options: ReplicatedLogOptions): Promise<ReplicatedOperationLog> {
    const damages = await restoreLogFiles(files, FOLDER, logs, options.earlier);
    for (const damage of damages) options.onDamage(damage);
    const sender = new ChunkSender(logs, await logs.open(options.writer), options);
    return new ReplicatedOperationLog(new ReplicatedFiles(files, FOLDER, sender), logs);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#logs.close();
  }
}
