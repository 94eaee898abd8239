/** Test support: the write side over files in memory, and a search thread that it publishes to. */
import { noIngest } from "../documents/no-ingest.ts";
import { systemClock } from "../../core/clock.ts";
import { assert } from "../../core/assert.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { DocumentsEvents } from "../../documents/documents.ts";
import { DocumentsService } from "../../documents/documents-service.ts";
import { inlineMerger } from "../../documents/shard/merger.ts";
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { parsersWith } from "../../documents/write/parser-of.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { FileOperationLog } from "../../store/log/file-operation-log.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import { calls } from "../../search/actions.ts";
import { LocalSearchThread, type SearchThreadOptions } from "../../search/executor/local-search-thread.ts";
import { isUnresolved } from "../../search/coordinate/rewrite.ts";
import type { CallKind } from "../../search/search-action.ts";
import type {
  Reference,
  RenderOptions,
  SearchAction,
  SearchAnswer,
  SearchTarget,
  SearchThread,
  UnresolvedReferences,
} from "../../search/search-service.ts";
import { orThrow, writeOne } from "../documents/one-write.ts";

/** How an index of a fixture is made. */
export interface FixtureIndex {
  readonly shards?: number;
  readonly mapping?: JsonObject;
  readonly settings?: Readonly<Record<string, string>>;
  readonly aliases?: IndexMetadata["aliases"];
}

/** A call by its name. */
type SentCall = Omit<SearchAction, "kind" | "render" | "startedMs"> & { readonly call: string };

const JSON_BODY: RenderOptions = { filterPath: undefined, pretty: false, human: false, format: "json" };

/** Indices with documents, and searches over them. */
export class SearchFixture {
  readonly thread: LocalSearchThread;
  /** What is told of indices and searchers; another one must pass it on to the thread. */
  told: Pick<SearchThread, "applyIndex" | "publish">;
  /** Answers what a request refers to; undefined: such requests are not answered. */
  resolve: ((reference: Reference) => Json) | undefined;
  readonly #indices = new Map<string, IndexMetadata>();
  readonly #service: DocumentsService;
  readonly released: string[] = [];

  constructor(options: Pick<SearchThreadOptions, "queryCache" | "largeWork"> = {}) {
    this.thread = new LocalSearchThread({ slot: 0, nodeId: "node-1", ...options });
    this.told = this.thread;
    const files = new MemoryFiles();
    const pool = new MemoryPool(64 * 1024 * 1024);
    this.#service = new DocumentsService({
      files,
      log: new FileOperationLog(files, "log", { fileBytes: 1024 * 1024 }),
      clock: { now: () => 1_700_000_000_000, monotonicMs: () => 0 },
      events: this.#events(),
      merger: inlineMerger,
      pool,
      scratchSlots: 2,
      parserOf: parsersWith(new ScriptCompiler()),
      scripts: new ScriptCompiler(),
      entropy: Uint8Array.from({ length: 9 }, (_, at) => at + 1),
      ingest: noIngest,
      maximumBytesUnderWay: 1e9,
    });
    this.thread.onRelease = (uuid, shard, generation) => {
      this.released.push(`${uuid}/${shard}/${generation}`);
      this.#service.release(uuid, shard, generation);
    };
  }

  /** Makes an index. */
  async create(name: string, index: FixtureIndex = {}): Promise<void> {
    const shards = index.shards ?? 1;
    const settings = { "index.number_of_shards": String(shards), ...index.settings };
    await this.#apply({
      name,
      uuid: `uuid-of-${name}`,
      state: "open",
      settings,
      mapping: mergeMappings({}, index.mapping ?? {}, settings),
      mappingVersion: 1,
      settingsVersion: 1,
      aliasesVersion: 1,
      aliases: index.aliases ?? {},
      numberOfShards: shards,
      numberOfReplicas: 0,
      creationDateMs: 0,
      primaryTerms: Array.from({ length: shards }, () => 1),
      system: false,
    });
  }

  /** Writes documents; text is taken as the source's bytes. Each call ends with a refresh, and so makes segments. */
  async write(
    index: string,
    documents: readonly (readonly [id: string, source: JsonObject | string])[],
    routing: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    for (const [id, source] of documents) {
      const bytes = Buffer.from(typeof source === "string" ? source : stringifyJson(source));
      orThrow(
        await writeOne(
          this.#service,
          { kind: "index", index, id, source: bytes, options: { routing: ownOf(routing, id) } },
          "false",
        ),
      );
    }
    await this.refresh(index);
  }

  async delete(index: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) orThrow(await writeOne(this.#service, { kind: "delete", index, id, options: {} }, "false"));
    await this.refresh(index);
  }

  async refresh(index: string): Promise<void> {
    await this.#service.refresh([`uuid-of-${index}`]);
  }

  /** Seals what was written into source files. */
  async flush(index: string): Promise<void> {
    await this.#service.flush([`uuid-of-${index}`], { force: true });
  }

  /** Makes one segment of all. */
  async merge(index: string): Promise<void> {
    await this.#service.forceMerge([`uuid-of-${index}`], { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
  }

  target(index: string): SearchTarget {
    return { uuid: `uuid-of-${index}`, index, filters: [], access: undefined };
  }

  /** A call on indices; answers the response. Rejects with RequestError. */
  async call(
    name: string,
    indices: readonly (string | SearchTarget)[],
    body: Json | undefined,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<JsonObject> {
    const targets = indices.map((index) => (typeof index === "string" ? this.target(index) : index));
    const text = body === undefined ? "" : stringifyJson(body);
    return JSON.parse(
      await this.send({ call: name, targets: [targets], bodies: [text], parameters: [parameters] }),
    ) as JsonObject;
  }

  /** A search; answers the response. */
  search(
    indices: string | readonly (string | SearchTarget)[],
    body: JsonObject,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<JsonObject> {
    return this.call("search", typeof indices === "string" ? [indices] : indices, body, parameters);
  }

  /** The text of an answer. */
  async send({ call, ...parts }: SentCall, render: RenderOptions = JSON_BODY): Promise<string> {
    const action = { ...parts, kind: callNamed(call), render, startedMs: systemClock.monotonicMs() };
    let found = await this.thread.call(action);
    const { resolve } = this;
    if (found && isUnresolved(found) && resolve)
      found = await this.thread.call({
        ...action,
        references: found.unresolved.map((reference) => ({ reference, value: resolve(reference) })),
      });
    const answer = answered(found);
    return Buffer.from(answer.body).toString();
  }

  async #apply(metadata: IndexMetadata): Promise<void> {
    this.#indices.set(metadata.name, metadata);
    this.told.applyIndex(metadata);
    await this.#service.applyIndex(metadata);
  }

  #events(): DocumentsEvents {
    return {
      publish: (searcher) => {
        this.told.publish(searcher);
        return Promise.resolve();
      },
      updateMapping: async (index, update) => {
        const metadata = this.#indices.get(index.name);
        if (!metadata) throw new Error(`no index ${index.name}`);
        const changed = {
          ...metadata,
          mapping: mergeMappings(metadata.mapping, update, metadata.settings),
          mappingVersion: metadata.mappingVersion + 1,
        };
        await this.#apply(changed);
        return changed;
      },
      settingsOfNew: () => Promise.resolve({}),
      infer: () => Promise.resolve([]),
      lookUp: () => Promise.resolve([]),
      embed: () => Promise.resolve({ model: {}, inputs: [] }),
      ensureIndex: (name) => {
        const known = this.#indices.get(name);
        if (!known) throw new Error(`no index ${name}`);
        return Promise.resolve(known);
      },
      askNode: () => Promise.reject(new Error("there is no other node")),
      shardFailed: (index, shard, reason) => {
        throw new Error(`[${index}][${shard}] ${reason}`);
      },
      log: () => undefined,
    };
  }
}

/** An answer that refers to nothing else. */
export function answered(answer: SearchAnswer | UnresolvedReferences | undefined): SearchAnswer {
  assert(answer && !isUnresolved(answer), "the call was answered");
  return answer;
}

/** The hits of a response. */
export function hitsOf(response: JsonObject): JsonObject[] {
  return (response.hits as JsonObject).hits as JsonObject[];
}

/** `_id` of each hit. */
export function idsOf(response: JsonObject): string[] {
  return hitsOf(response).map((hit) => String(hit._id));
}

/** The call of a name. */
function callNamed(name: string): CallKind {
  const kind = calls.find((known) => known.name === name);
  assert(kind, `there is a call [${name}]`);
  return kind;
}
