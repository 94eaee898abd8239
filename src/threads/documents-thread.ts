/** The indexing thread as main sees it: every method is a call over its port. */
import { Worker } from "node:worker_threads";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { PortableError } from "../compat/errors.ts";
import type { FoundDocuments } from "../documents/write/found-documents.ts";
import type { FoundWrite, FoundWritten } from "../documents/write/write-found.ts";
import type { ByQueryScript, FoundDocument, ScriptedDocument } from "../documents/write/by-query-script.ts";
import type {
  BulkAnswer,
  BulkOptions,
  Documents,
  DocumentsEvents,
  GetRequest,
  GetResult,
  HeldFiles,
  ImportedPiece,
  WriteRequestOptions,
  ReopenMode,
  ShardDiskUsage,
  ShardStats,
  WritePressure,
  WriteItem,
  WriteResult,
} from "../documents/documents.ts";
import type {
  LeaseChange,
  OperationsPage,
  OperationsQuery,
  ReplicatedOperations,
  ShardProgress,
} from "../documents/replication.ts";
import type { EnrichTableData } from "../ingest/enrich/enrich-table.ts";
import type { StoredScripts } from "../scripting/stored-scripts.ts";
import type { JsonObject } from "../core/json.ts";
import type {
  IngestPipelines,
  IngestStats,
  PipelineDefinitions,
  PipelineSimulation,
  SimulatedWrites,
  WriteSimulation,
} from "../ingest/ingest-pipelines.ts";
import type { ShardManifest } from "../store/manifest/shard-manifest.ts";
import type { ResizePlan } from "../documents/resize/resize-plan.ts";
import { type Methods, PortCalls } from "../transport/port-calls.ts";
import type { DocumentsSetup } from "./documents-host.ts";
import { type PostedGet, receivedGets } from "./posted-gets.ts";

/** Events of the write side as methods that the indexing thread calls. */
export function eventMethods(events: DocumentsEvents): Methods {
  return {
    publish: events.publish.bind(events),
    updateMapping: events.updateMapping.bind(events),
    ensureIndex: events.ensureIndex.bind(events),
    settingsOfNew: events.settingsOfNew.bind(events),
    infer: events.infer.bind(events),
    embed: events.embed.bind(events),
    lookUp: events.lookUp.bind(events),
    askNode: events.askNode.bind(events),
    shardFailed: events.shardFailed.bind(events),
    log: events.log.bind(events),
  };
}

/** See Documents. */
export class DocumentsThread implements Documents, IngestPipelines {
  readonly #calls: PortCalls;
  readonly #worker: Worker;
  #closing = false;

  /**
   * `collectGarbage` is called when the other threads are to let go of memories that are no longer used; `onGone` when
   * the thread dies without being asked: the process cannot go on.
   */
  constructor(worker: Worker, events: DocumentsEvents, collectGarbage: () => void, onGone: (error: Error) => void) {
    this.#worker = worker;
    this.#calls = new PortCalls(worker, { ...eventMethods(events), collectGarbage });
    let failure: Error | undefined;
    worker.on("error", (error: Error) => (failure = error));
    worker.on("exit", (code) => {
      const error = failure ?? new Error(`the indexing thread ended with code ${code}`);
      this.#calls.fail(error);
      if (!this.#closing) onGone(error);
    });
  }

  /** Resolves when the thread has opened its log; rejects with what kept it from that. To be called first. */
  open(setup: DocumentsSetup): Promise<void> {
    return this.#calls.call("open", [setup]);
  }

  wasClosedInOrder(): Promise<boolean> {
    return this.#calls.call("wasClosedInOrder", []);
  }

  applyIndex(metadata: IndexMetadata): Promise<void> {
    return this.#calls.call("applyIndex", [metadata]);
  }

  followScripts(scripts: StoredScripts): void {
    this.#calls.notifyNow("followScripts", [scripts]);
  }

  removeIndex(uuid: string): Promise<void> {
    return this.#calls.call("removeIndex", [uuid]);
  }

  retainOnly(uuids: readonly string[]): Promise<void> {
    return this.#calls.call("retainOnly", [uuids]);
  }

  write(items: readonly WriteItem[], options: WriteRequestOptions): Promise<WriteResult[]> {
    return this.#calls.call("write", [items, options]);
  }

  writeFound(found: FoundDocuments, write: FoundWrite, options: WriteRequestOptions): Promise<FoundWritten> {
    return this.#calls.call("writeFound", [found, write, options]);
  }

  async get(requests: readonly GetRequest[]): Promise<(GetResult | PortableError)[]> {
    return receivedGets(await this.#calls.call<PostedGet[]>("get", [requests]));
  }

  async runScript(script: ByQueryScript, documents: readonly FoundDocument[]): Promise<ScriptedDocument[]> {
    const made = await this.#calls.call<ScriptedDocument[]>("runScript", [script, documents]);
    return made.map((document) => ({ ...document, source: Buffer.from(document.source) }));
  }

  bulk(options: BulkOptions, body: Uint8Array): Promise<BulkAnswer> {
    return this.#calls.call("bulk", [options, body], movable(body));
  }

  bulkStart(options: BulkOptions, expectedBytes: number): Promise<number> {
    return this.#calls.call("bulkStart", [options, expectedBytes]);
  }

  bulkChunk(handle: number, chunk: Uint8Array): Promise<void> {
    return this.#calls.call("bulkChunk", [handle, chunk], movable(chunk));
  }

  bulkEnd(handle: number): Promise<BulkAnswer> {
    return this.#calls.call("bulkEnd", [handle]);
  }

  bulkAbort(handle: number): Promise<void> {
    return this.#calls.call("bulkAbort", [handle]);
  }

  refresh(uuids: readonly string[]): Promise<void> {
    return this.#calls.call("refresh", [uuids]);
  }

  markSearched(uuids: readonly string[]): Promise<void> {
    return this.#calls.call("markSearched", [uuids]);
  }

  flush(uuids: readonly string[], options: { force: boolean }): Promise<void> {
    return this.#calls.call("flush", [uuids, options]);
  }

  forceMerge(
    uuids: readonly string[],
    options: { maxSegments: number | undefined; onlyExpungeDeletes: boolean; flush: boolean },
  ): Promise<void> {
    return this.#calls.call("forceMerge", [uuids, options]);
  }

  stats(uuids: readonly string[]): Promise<ShardStats[]> {
    return this.#calls.call("stats", [uuids]);
  }

  diskUsage(uuids: readonly string[]): Promise<ShardDiskUsage[][]> {
    return this.#calls.call("diskUsage", [uuids]);
  }

  resize(plan: ResizePlan): Promise<void> {
    return this.#calls.call("resize", [plan]);
  }

  pressure(): Promise<WritePressure> {
    return this.#calls.call("pressure", []);
  }

  release(uuid: string, shard: number, generation: number): void {
    this.#calls.notify("release", [uuid, shard, generation]);
  }

  damaged(uuid: string, shard: number, file: string): void {
    this.#calls.notify("damaged", [uuid, shard, file]);
  }

  reopen(uuid: string, shard: number, mode: ReopenMode): Promise<void> {
    return this.#calls.call("reopen", [uuid, shard, mode]);
  }

  applyPipelines(definitions: PipelineDefinitions): Promise<void> {
    return this.#calls.call("applyPipelines", [definitions]);
  }

  checkPipeline(id: string, definition: JsonObject): Promise<void> {
    return this.#calls.call("checkPipeline", [id, definition]);
  }

  applyEnrichTable(policy: string, data: EnrichTableData | undefined): Promise<void> {
    return this.#calls.call("applyEnrichTable", [policy, data]);
  }

  simulatePipeline(simulation: PipelineSimulation): Promise<string> {
    return this.#calls.call("simulatePipeline", [simulation]);
  }

  simulateWrites(simulation: WriteSimulation): Promise<SimulatedWrites> {
    return this.#calls.call("simulateWrites", [simulation]);
  }

  ingestStats(): Promise<IngestStats> {
    return this.#calls.call("ingestStats", []);
  }

  holdFiles(uuid: string): Promise<HeldFiles> {
    return this.#calls.call("holdFiles", [uuid]);
  }

  releaseFiles(hold: number): Promise<void> {
    return this.#calls.call("releaseFiles", [hold]);
  }

  importFile(to: ImportedPiece, piece: Uint8Array): Promise<void> {
    return this.#calls.call("importFile", [to, piece], movable(piece));
  }

  importShard(uuid: string, shard: number, manifest: ShardManifest): Promise<void> {
    return this.#calls.call("importShard", [uuid, shard, manifest]);
  }

  readOperations(query: OperationsQuery): Promise<OperationsPage> {
    return this.#calls.call("readOperations", [query]);
  }

  replicate(operations: ReplicatedOperations): Promise<ShardProgress> {
    return this.#calls.call("replicate", [operations]);
  }

  changeLease(uuid: string, shard: number, change: LeaseChange): Promise<void> {
    return this.#calls.call("changeLease", [uuid, shard, change]);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#calls.call("close", []);
    await this.#worker.terminate();
  }
}

/** The memory of bytes that have it for themselves: it changes threads. */
function movable({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] | undefined {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : undefined;
}
