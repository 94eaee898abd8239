/** Builds the write side on the thread that it is to run on: the indexing thread, or main itself. */
import { randomBytes } from "node:crypto";
import { systemClock } from "../core/clock.ts";
import type { DocumentsEvents } from "../documents/documents.ts";
import { DocumentsService } from "../documents/documents-service.ts";
import type { Merger } from "../documents/merger.ts";
import { parserOf } from "../documents/parser-of.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import { DirectoryFiles } from "../store/directory-files.ts";
import { FileOperationLog } from "../store/log/file-operation-log.ts";
import { MemoryFiles } from "../store/memory-files.ts";

/** What the write side is told. Plain data. */
export interface DocumentsSetup {
  /** Folder of the data, whose lock main holds; undefined: memory. */
  readonly dataPath: string | undefined;
  /** Slots of scratch in each segment's memory. */
  readonly scratchSlots: number;
  /** Bytes of writes under way above which new ones are refused. */
  readonly maximumBytesUnderWay: number;
  /** Memories kept for reuse. */
  readonly keepBytes: number;
}

/** Opens the log and makes the service; shards open as their indices are applied. */
export function openDocuments(setup: DocumentsSetup, events: DocumentsEvents, merger: Merger, collectGarbage: () => void): DocumentsService {
  const files = setup.dataPath === undefined ? new MemoryFiles() : new DirectoryFiles(setup.dataPath);
  return new DocumentsService({
    files,
    log: new FileOperationLog(files, "log"),
    clock: systemClock,
    events,
    merger,
    pool: new MemoryPool(setup.keepBytes),
    collectGarbage,
    scratchSlots: setup.scratchSlots,
    parserOf,
    entropy: randomBytes(16),
    maximumBytesUnderWay: setup.maximumBytesUnderWay,
    every(milliseconds, callback) {
      const timer = setInterval(callback, milliseconds);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
}
