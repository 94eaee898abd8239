import { noIngest } from "../testing/documents/no-ingest.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import { createIndex } from "../cluster/changes/create-index.ts";
import { deleteIndices } from "../cluster/changes/delete-indices.ts";
import { putMapping } from "../cluster/changes/put-mapping.ts";
import { putSettings } from "../cluster/changes/put-settings.ts";
import { setIndexState } from "../cluster/changes/set-index-state.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../cluster/memory-cluster-state-store.ts";
import { fromPortableError, RequestError } from "../compat/errors.ts";
import { documentParserOf } from "../mapping/source-document-parser.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import type { FileHandle, Files } from "../store/files.ts";
import { FileOperationLog } from "../store/log/file-operation-log.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import type { RefreshPolicy, WriteResult } from "./documents.ts";
import { DocumentsService } from "./documents-service.ts";
import { inlineMerger } from "./shard/merger.ts";
import { writeOne } from "../testing/documents/one-write.ts";

/** Comes back when the scheduler says so. */
type Pause = (what: string) => Promise<void>;

/** Files whose syncs take a while. */
class SlowFiles extends MemoryFiles implements Files {
  readonly #pause: Pause;

  constructor(pause: Pause) {
    super();
    this.#pause = pause;
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const handle = super.open(path, options);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await this.#pause(`sync ${path}`);
      await sync();
    };
    return handle;
  }
}

/**
 * Cluster service and write side of one node, over memory. Whatever waits for another thread or for a disk waits for
 * `pause`.
 */
class SimulatedNode {
  nowMs = 1_700_000_000_000;
  readonly failures: string[] = [];
  readonly logged: string[] = [];
  /** Documents that were written: `<index>/<id>`. */
  readonly acknowledged = new Set<string>();
  readonly clock = { now: (): number => this.nowMs, monotonicMs: (): number => this.nowMs };
  readonly documents: DocumentsService;
  cluster!: LocalClusterService;

  constructor(pool: MemoryPool, pause: Pause) {
    const files = new SlowFiles(pause);
    this.documents = new DocumentsService({
      files,
      log: new FileOperationLog(files, "log", { fileBytes: 4096 }),
      clock: this.clock,
      events: {
        publish: (searcher) => {
          for (let generation = 1; generation < searcher.generation; generation++)
            this.documents.release(searcher.uuid, searcher.shard, generation);
          return pause("publish");
        },
        updateMapping: async (index, update, options) => {
          await pause("mapping update, to main");
          try {
            return await this.cluster.extendMapping(index, update, options);
          } finally {
            await pause("mapping update, back");
          }
        },
        ensureIndex: (name, options) => this.cluster.writeIndex(name, options),
        settingsOfNew: () => Promise.resolve({}),
        infer: () => Promise.resolve([]),
        lookUp: () => Promise.resolve([]),
        embed: () => Promise.resolve({ model: {}, inputs: [] }),
        askNode: () => Promise.reject(new Error("there is no other node")),
        shardFailed: (index, shard, reason) => this.failures.push(`[${index}][${shard}] ${reason}`),
        log: (level, message) => {
          this.logged.push(`${level} ${message}`);
          if (level === "error") this.failures.push(message);
        },
      },
      merger: {
        merge: async (job) => {
          await pause("merge");
          return inlineMerger.merge(job);
        },
      },
      pool,
      scratchSlots: 1,
      parserOf: documentParserOf,
      scripts: new ScriptCompiler(),
      entropy: Uint8Array.from({ length: 9 }, (_, at) => at + 1),
      ingest: noIngest,
      maximumBytesUnderWay: 1e9,
    });
  }

  async start(pause: Pause): Promise<this> {
    const memory = new MemoryClusterStateStore();
    const store: ClusterStateStore = {
      read: () => memory.read(),
      watch: (onChange) => memory.watch(onChange),
      compareAndSet: async (expected, state) => {
        await pause("cluster state");
        return memory.compareAndSet(expected, state);
      },
    };
    this.cluster = await LocalClusterService.open({
      store,
      clock: this.clock,
      clusterName: "test",
      applyIndex: (metadata) => this.documents.applyIndex(metadata),
      removeIndex: (uuid) => this.documents.removeIndex(uuid),
      log: (level, message) => this.logged.push(`${level} ${message}`),
    });
    return this;
  }

  uuids(name: string): string[] {
    const index = this.cluster.state.indices[name];
    return index ? [index.uuid] : [];
  }

  write(index: string, id: string, source: object, refresh: RefreshPolicy): Promise<WriteResult> {
    return writeOne(
      this.documents,
      { kind: "index", index, id, source: Buffer.from(JSON.stringify(source)), options: {} },
      refresh,
    );
  }
}

const KINDS = [
  "write",
  "write",
  "write",
  "write",
  "delete document",
  "close",
  "open",
  "delete",
  "create",
  "settings",
  "mapping",
  "flush",
  "merge",
] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly index: string;
  readonly field: string;
  readonly refresh: RefreshPolicy;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  index: fc.constantFrom("a", "b"),
  field: fc.constantFrom("f", "g", "h", "i", "j", "k"),
  refresh: fc.constantFrom("false", "wait_for", "true"),
});

/** Does a step; a caller can act on what is refused, so that a 500 is ours. */
async function perform(node: SimulatedNode, step: Step): Promise<void> {
  try {
    await performed(node, step);
    if (step.kind === "write") node.acknowledged.add(`${step.index}/${step.field}`);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status >= 500) throw error;
  }
}

async function performed(node: SimulatedNode, { kind, index, field, refresh }: Step): Promise<void> {
  const { cluster, documents } = node;
  const created = { name: index, settings: { index: { number_of_shards: 2 } }, mappings: {}, aliases: {} };
  if (kind === "write") orRequestError(await node.write(index, field, { [field]: "text", [`${field}2`]: 1 }, refresh));
  if (kind === "delete document")
    orRequestError(await writeOne(documents, { kind: "delete", index, id: field, options: {} }, refresh));
  if (kind === "close" || kind === "open") await cluster.apply("server", setIndexState([index], kind));
  if (kind === "delete") await cluster.apply("server", deleteIndices([index]));
  if (kind === "create") await cluster.apply("server", createIndex(created));
  if (kind === "settings")
    await cluster.apply(
      "server",
      putSettings([index], { index: { refresh_interval: field === "f" ? "5s" : "1s" } }, { preserveExisting: false }),
    );
  if (kind === "mapping")
    await cluster.apply(
      "server",
      putMapping([index], {
        properties: { [field]: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } } },
      }),
    );
  if (kind === "flush") await documents.flush(node.uuids(index), { force: true });
  if (kind === "merge")
    await documents.forceMerge(node.uuids(index), { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
}

function orRequestError(result: WriteResult): void {
  if (!result.ok) throw fromPortableError(result.error);
}

/** Runs clients side by side; answers which of their steps never came to an end. */
async function unfinished(
  scheduler: fc.Scheduler,
  clients: readonly (readonly Step[])[],
  pool: MemoryPool,
): Promise<string[]> {
  const pause: Pause = (what) => scheduler.schedule(Promise.resolve(), what);
  let slow = false;
  const node = await new SimulatedNode(pool, pause).start((what) => (slow ? pause(what) : Promise.resolve()));
  for (const index of ["a", "b"])
    await settle(scheduler, node, perform(node, { kind: "create", index, field: "f", refresh: "false" }));
  slow = true;
  const waiting = new Set<string>();
  const all = clients.map(async (steps, client) => {
    for (const [at, one] of steps.entries()) {
      const name = `${client}.${at} ${one.kind} ${one.index}`;
      waiting.add(name);
      await perform(node, one);
      waiting.delete(name);
    }
  });
  await settle(scheduler, node, Promise.all(all));
  expect(node.failures).toEqual([]);
  if (waiting.size > 0) return [...waiting];
  await settle(scheduler, node, checkKept(node, clients.flat()));
  await settle(scheduler, node, node.documents.close());
  return [];
}

/** What was acknowledged is there, where nothing was deleted. */
async function checkKept(node: SimulatedNode, steps: readonly Step[]): Promise<void> {
  for (const index of ["a", "b"]) {
    if (steps.some((one) => one.index === index && one.kind.startsWith("delete"))) continue;
    await node.cluster.apply("server", setIndexState([index], "open"));
    for (const document of node.acknowledged) {
      const [name, id = ""] = document.split("/");
      if (name !== index) continue;
      expect([document, (await node.documents.get([{ index, id, realtime: true }]))[0]]).toEqual([
        document,
        expect.objectContaining({ found: true }),
      ]);
    }
  }
}

// A second passes whenever nothing else can happen; after so many it will not.
const MOST_SECONDS = 60;

/** Lets happen what can happen, one thing after another, until `work` is done or nothing can. */
async function settle(scheduler: fc.Scheduler, node: SimulatedNode, work: Promise<unknown>): Promise<void> {
  const state = { done: false };
  const ended = work.finally(() => (state.done = true));
  ended.catch(() => undefined);
  for (let seconds = 0; seconds < MOST_SECONDS;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (state.done) return void (await ended);
    if (scheduler.count() > 0) {
      await scheduler.waitOne();
      continue;
    }
    seconds++;
    node.nowMs += 1000;
    void node.documents.tick();
  }
}

test("whatever changes indices while documents extend their mappings, every change and every write comes to an end", async () => {
  const pool = new MemoryPool(64 * 1024 * 1024);
  const clients = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), clients, async (scheduler, steps) => {
      expect(await unfinished(scheduler, steps, pool)).toEqual([]);
    }),
    { numRuns: process.env["WARDEX_DEEP"] ? 2000 : 100, endOnFailure: true },
  );
});

test("a change that does not get done is reported every 30 s with what it waits for, and shows among the pending ones", async () => {
  // A mapping update never comes back.
  const pause: Pause = (what) => (what === "mapping update, back" ? new Promise(() => undefined) : Promise.resolve());
  const node = await new SimulatedNode(new MemoryPool(1024 * 1024), pause).start(pause);
  await node.cluster.apply("server", createIndex({ name: "a", settings: {}, mappings: {}, aliases: {} }));
  void node.write("a", "1", { f: "text" }, "false");
  await new Promise((resolve) => setImmediate(resolve));
  void node.cluster.apply("server", setIndexState(["a"], "close"));
  const reported = async (milliseconds: number): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    node.nowMs += milliseconds;
    node.cluster.tick();
    await node.documents.tick();
    return node.logged.splice(0);
  };
  expect(await reported(29_000)).toEqual([]);
  const told = (seconds: number): string[] => [
    `warn the change close-indices [a] of the cluster state is not done after ${seconds} s: it waits for the shards of [a]`,
    `warn closing [a] is not done after ${seconds} s; [a][0]: a write runs, which waits for a mapping update`,
  ];
  expect(await reported(1000)).toEqual(told(30));
  expect(await reported(29_000)).toEqual([]);
  expect(await reported(1000)).toEqual(told(60));
  expect(node.cluster.pending).toEqual([
    { insertOrder: 3, source: "close-indices [a]", waitedMs: 60_000, executing: true, waitsFor: "the shards of [a]" },
  ]);
  // It holds up nothing else.
  await node.cluster.apply("server", createIndex({ name: "b", settings: {}, mappings: {}, aliases: {} }));
  expect(await node.write("b", "1", {}, "false")).toMatchObject({ ok: true });
});
