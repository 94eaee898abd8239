/** Builds the write side on the thread that it is to run on: the indexing thread, or main itself. */
import { randomBytes } from "node:crypto";
import { configFiles } from "../cluster/config-folder.ts";
import { RequestError } from "../compat/errors.ts";
import { systemClock } from "../core/clock.ts";
import { every } from "../core/timers.ts";
import type { DocumentsEvents } from "../documents/documents.ts";
import { type DocumentsOptions, DocumentsService } from "../documents/documents-service.ts";
import type { Merger } from "../documents/shard/merger.ts";
import { parsersWith } from "../documents/write/parser-of.ts";
import { IngestService } from "../ingest/ingest-service.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import { openLeasedFiles } from "../store/data-folder.ts";
import type { Files } from "../store/files.ts";
import type { LeaseTerms } from "../store/lock/folder-lease.ts";
import type { ReplicatedLog } from "../store/open-replicated-log.ts";
import { FileOperationLog } from "../store/log/file-operation-log.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { DiskReserve } from "../store/reserve/disk-reserve.ts";

/** What the write side is told. Plain data. */
export interface DocumentsSetup {
  /** Folder of the data; undefined: memory. */
  readonly dataPath: string | undefined;
  /** The lock of that folder, which main holds. */
  readonly lease: LeaseTerms | undefined;
  /** Slots of scratch in each segment's memory. */
  readonly scratchSlots: number;
  /** Bytes of writes under way above which new ones are refused. */
  readonly maximumBytesUnderWay: number;
  /** Memories kept for reuse. */
  readonly keepBytes: number;
  /** Segments in memory above which those that are not searched go. */
  readonly segmentBytes: number;
  /** Folder of the files that processors may read; undefined: none. */
  readonly configFolder: string | undefined;
  /** The log of a node of a cluster; undefined: it is in the data folder alone. */
  readonly clusterLog?: ReplicatedLog | undefined;
}

/** The write side, and the pipelines that documents run through before it. */
export interface OpenedDocuments {
  readonly documents: DocumentsService;
  readonly pipelines: IngestService;
}

/** Opens the log and makes the service; shards open as their indices are applied. */
export async function openDocuments(
  setup: DocumentsSetup,
  events: DocumentsEvents,
  merger: Merger,
  collectGarbage: () => void,
  onEnd: (error: Error) => void = endThread,
): Promise<OpenedDocuments> {
  const files = openFiles(setup);
  const scripts = new ScriptCompiler();
  const reserve = setup.dataPath === undefined ? undefined : new DiskReserve(setup.dataPath);
  const pipelines = new IngestService({
    clock: systemClock,
    scripts,
    readFile: configFileReader(setup.configFolder),
    infer: (endpoint, inputs) => events.infer(endpoint, inputs),
  });
  const documents = new DocumentsService({
    files,
    ...(await openLog(setup, files, events, onEnd)),
    clock: systemClock,
    events,
    merger,
    pool: new MemoryPool(setup.keepBytes),
    collectGarbage,
    segmentBytes: setup.segmentBytes,
    scratchSlots: setup.scratchSlots,
    parserOf: parsersWith(scripts),
    scripts,
    ingest: (items, request) => pipelines.ingest(items, request),
    entropy: randomBytes(16),
    isFlooded: () => reserve?.isFlooded() ?? false,
    maximumBytesUnderWay: setup.maximumBytesUnderWay,
    every,
  });
  return { documents, pipelines };
}

async function openLog(
  { clusterLog }: DocumentsSetup,
  files: Files,
  events: DocumentsEvents,
  onEnd: (error: Error) => void,
): Promise<Pick<DocumentsOptions, "log" | "storing">> {
  if (!clusterLog) return { log: new FileOperationLog(files, "log") };
  const { openReplicatedLog } = await import("../store/open-replicated-log.ts");
  const { log, store } = await openReplicatedLog(files, clusterLog, {
    log: (level, text) => events.log(level, text),
    onEnd,
  });
  const { node, writer, isDiskCurrent, isAlone } = clusterLog;
  if (!store) return { log };
  const { StoredShards } = await import("../documents/stored/stored-shards.ts");
  return { log, storing: (host) => new StoredShards({ store, log, node, writer, isDiskCurrent, isAlone }, host) };
}

/** Ends the thread, and with it the process. Whoever is asking has an error of its own. */
function endThread(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

/** Reads files of the configuration folder; undefined for those that are not there. */
function configFileReader(folder: string | undefined): (name: string) => Uint8Array | undefined {
  const files = configFiles(folder);
  return (name) => {
    try {
      return files.readBytes("file", name);
    } catch (error) {
      if (error instanceof RequestError) return undefined;
      throw error;
    }
  };
}

function openFiles({ dataPath, lease }: DocumentsSetup): Files {
  if (dataPath === undefined || lease === undefined) return new MemoryFiles();
  return openLeasedFiles(dataPath, lease, endThread);
}
