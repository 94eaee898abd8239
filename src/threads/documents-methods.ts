/** The methods of Documents by name, for everything that hands them on one by one. */
import type { Documents } from "../documents/documents.ts";
import type { IngestPipelines } from "../ingest/ingest-pipelines.ts";
import type { Methods } from "../transport/port-calls.ts";

/** All of them; the compiler refuses a list that is not complete. */
const names: Readonly<Record<keyof Documents, true>> = {
  wasClosedInOrder: true,
  applyIndex: true,
  followScripts: true,
  removeIndex: true,
  retainOnly: true,
  write: true,
  writeFound: true,
  get: true,
  runScript: true,
  bulk: true,
  bulkStart: true,
  bulkChunk: true,
  bulkEnd: true,
  bulkAbort: true,
  refresh: true,
  markSearched: true,
  flush: true,
  forceMerge: true,
  stats: true,
  diskUsage: true,
  resize: true,
  pressure: true,
  release: true,
  damaged: true,
  reopen: true,
  holdFiles: true,
  releaseFiles: true,
  importFile: true,
  importShard: true,
  readOperations: true,
  replicate: true,
  changeLease: true,
  close: true,
};

/** The methods, bound to their object. */
export function documentsMethods(documents: Documents): Methods & Documents {
  const keys = Object.keys(names) as (keyof Documents)[];
  return Object.fromEntries(
    keys.map((name) => [name, (documents[name] as (...args: unknown[]) => unknown).bind(documents)]),
  ) as unknown as Methods & Documents;
}

/** What is asked of pipelines, in the same way. */
export function pipelineMethods(pipelines: IngestPipelines): Methods {
  return {
    applyPipelines: pipelines.applyPipelines.bind(pipelines) as Methods[string],
    applyEnrichTable: pipelines.applyEnrichTable.bind(pipelines) as Methods[string],
    checkPipeline: pipelines.checkPipeline.bind(pipelines) as Methods[string],
    simulatePipeline: pipelines.simulatePipeline.bind(pipelines) as Methods[string],
    simulateWrites: pipelines.simulateWrites.bind(pipelines) as Methods[string],
    ingestStats: pipelines.ingestStats.bind(pipelines) as Methods[string],
  };
}
