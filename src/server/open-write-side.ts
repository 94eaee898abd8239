/** Starts the write side: on threads of its own, or on the calling one. */
import type { Documents, DocumentsEvents } from "../documents/documents.ts";
import type { IngestPipelines } from "../ingest/ingest-pipelines.ts";
import type { DataFolder } from "../store/data-folder.ts";
import type { DocumentsSetup } from "../threads/documents-host.ts";
import { DocumentsThread } from "../threads/documents-thread.ts";
import { startWorker } from "../transport/start-worker.ts";
import type { EngineOptions } from "./engine-options.ts";
import { memoryShares } from "./memory-shares.ts";

export interface WriteSide {
  readonly documents: Documents;
  readonly pipelines: IngestPipelines;
}

/** `collect` is called when memory should be given back. */
export async function openWriteSide(
  options: EngineOptions & Pick<DocumentsSetup, "clusterLog">,
  folder: DataFolder,
  events: DocumentsEvents,
  collect: () => void,
): Promise<WriteSide> {
  const { keepBytes, segmentBytes, maximumBytesUnderWay } = memoryShares(options);
  const setup: DocumentsSetup = {
    dataPath: options.dataPath,
    lease: folder.terms,
    scratchSlots: options.threads + 1,
    maximumBytesUnderWay,
    segmentBytes,
    keepBytes,
    configFolder: options.configFolder,
    clusterLog: options.clusterLog,
  };
  if (options.threads === 0) {
    const [{ openDocuments }, { inlineMerger }] = await Promise.all([
      import("../threads/documents-host.ts"),
      import("../documents/shard/merger.ts"),
    ]);
    return openDocuments(setup, events, inlineMerger, collect, options.onFatal);
  }
  const worker = options.indexingThread ?? startWorker("threads/documents-worker.js");
  const thread = new DocumentsThread(worker, events, collect, options.onFatal);
  await thread.open(setup);
  return { documents: thread, pipelines: thread };
}
