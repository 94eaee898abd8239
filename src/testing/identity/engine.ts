/** For tests: a node's engine on one thread, over files in memory, as far as identity records need it. */
import { noIngest } from "../documents/no-ingest.ts";
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { LocalClusterService } from "../../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../../cluster/memory-cluster-state-store.ts";
import type { ClusterStateStore } from "../../cluster/cluster-state.ts";
import { assert } from "../../core/assert.ts";
import { systemClock } from "../../core/clock.ts";
import type { DocumentsEvents } from "../../documents/documents.ts";
import { DocumentsService } from "../../documents/documents-service.ts";
import { inlineMerger } from "../../documents/shard/merger.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { isUnresolved } from "../../search/coordinate/rewrite.ts";
import { serviceOf } from "../../search/search-service.ts";
import { LocalSearchThread } from "../../search/executor/local-search-thread.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import type { Files } from "../../store/files.ts";
import { FileOperationLog } from "../../store/log/file-operation-log.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import type { EngineDependencies } from "../../identity/records/engine-identity-index.ts";

/** What outlives a crash. */
export interface TestDisk {
  readonly files: Files;
  readonly state: ClusterStateStore;
}

export function testDisk(): TestDisk {
  return { files: new MemoryFiles(), state: new MemoryClusterStateStore() };
}

/** A process over a disk. */
export interface TestEngine extends EngineDependencies {
  readonly documents: DocumentsService;
  readonly cluster: LocalClusterService;
}

const SHARED_POOL = new MemoryPool(64 * 1024 * 1024);

/** Starts a process; one that was there before is taken as killed. */
export async function startTestEngine(disk: TestDisk = testDisk()): Promise<TestEngine> {
  const thread = new LocalSearchThread({ slot: 0, nodeId: "node" });
  const parts: { cluster?: LocalClusterService } = {};
  const documents = new DocumentsService({
    files: disk.files,
    log: new FileOperationLog(disk.files, "log", { fileBytes: 16 * 1024 * 1024 }),
    clock: systemClock,
    events: eventsOf(thread, parts),
    merger: inlineMerger,
    pool: SHARED_POOL,
    scratchSlots: 1,
    parserOf: (metadata) => Mapping.parse(metadata).documentParser(),
    scripts: new ScriptCompiler(),
    entropy: Uint8Array.from({ length: 9 }, (_, at) => at),
    ingest: noIngest,
    maximumBytesUnderWay: 1e9,
  });
  thread.onRelease = (uuid, shard, generation) => documents.release(uuid, shard, generation);
  const cluster = await LocalClusterService.open({
    store: disk.state,
    clock: systemClock,
    clusterName: "test",
    async applyIndex(metadata) {
      thread.applyIndex(metadata);
      await documents.applyIndex(metadata);
    },
    async removeIndex(uuid) {
      thread.removeIndex(uuid);
      await documents.removeIndex(uuid);
    },
  });
  parts.cluster = cluster;
  await cluster.applySystem();
  await Promise.all(cluster.applyOthers().map(({ opened }) => opened));
  const searches = serviceOf(async (verb, question, { onGone }) => {
    const control = new Int32Array(1);
    onGone?.(() => void control.fill(1));
    const answer = await thread.ask(verb, question, { startedMs: systemClock.monotonicMs(), control });
    assert(!isUnresolved(answer), "searches of records refer to nothing else");
    return answer;
  });
  return { cluster, documents, searches };
}

function eventsOf(thread: LocalSearchThread, parts: { cluster?: LocalClusterService }): DocumentsEvents {
  return {
    publish: (searcher) => Promise.resolve(thread.publish(searcher)),
    updateMapping(index, update, options) {
      if (!parts.cluster) throw new Error("the cluster state is not open yet");
      return parts.cluster.extendMapping(index, update, options);
    },
    infer: () => Promise.resolve([]),
    lookUp: () => Promise.resolve([]),
    embed: () => Promise.resolve({ model: {}, inputs: [] }),
    settingsOfNew: () => Promise.resolve({}),
    ensureIndex: (name) => Promise.reject(new Error(`nobody makes ${name}`)),
    askNode: () => Promise.reject(new Error("there is no other node")),
    shardFailed: (index, shard, reason) => {
      throw new Error(`[${index}][${shard}] ${reason}`);
    },
    log: () => undefined,
  };
}
