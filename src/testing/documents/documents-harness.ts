/** For tests: a documents service over files in memory, and a search side that keeps what is published. */
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { documentParserOf } from "../../mapping/source-document-parser.ts";
import { isLive } from "../../segment/live-docs.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import type { Files } from "../../store/files.ts";
import { FileOperationLog } from "../../store/log/file-operation-log.ts";
import type { DocumentsEvents, SearcherDescriptor } from "../../documents/documents.ts";
import { type DocumentsOptions, DocumentsService } from "../../documents/documents-service.ts";
import type { Ingest } from "../../documents/write/ingest.ts";
import { noIngest } from "./no-ingest.ts";
import { inlineMerger, type Merger } from "../../documents/shard/merger.ts";

/** Metadata of an index; `a` and `f` are keywords, other fields are mapped as they come. */
export function testIndex(
  name: string,
  settings: Record<string, string> = {},
  mapping: JsonObject = {},
): IndexMetadata {
  const properties = { a: { type: "keyword" }, f: { type: "keyword" } };
  const shards = Number(settings["index.number_of_shards"] ?? 1);
  return {
    name,
    uuid: `uuid-of-${name}`,
    state: "open",
    settings,
    mapping: mergeMappings({}, { properties, ...mapping }, settings),
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
    aliases: {},
    numberOfShards: shards,
    numberOfReplicas: 0,
    creationDateMs: 0,
    primaryTerms: Array.from({ length: shards }, () => 1),
    system: false,
  };
}

/** What tests change. */
export interface HarnessOptions {
  readonly maximumBytesUnderWay?: number;
  readonly logFileBytes?: number;
  readonly nowMs?: number;
  readonly segmentBytes?: number;
  readonly ingest?: Ingest;
  /** Wraps the merger. */
  readonly merger?: (inline: Merger) => Merger;
  /** What mapping updates wait for, so that others come in between. */
  readonly pause?: () => Promise<void>;
  /** The log, and where shards are stored beside the files; see `Harness.opened`. */
  readonly opened?: Pick<DocumentsOptions, "log" | "storing">;
  readonly process?: { isDead: boolean };
}

/** A service, its indices, and what it published. */
export class Harness {
  readonly files: Files;
  readonly searchers = new Map<string, SearcherDescriptor>();
  readonly logged: string[] = [];
  readonly failures: string[] = [];
  readonly indices: Map<string, IndexMetadata>;
  readonly pool = new MemoryPool(64 * 1024 * 1024);
  readonly service: DocumentsService;
  readonly logFileBytes: number;
  readonly #pause: (() => Promise<void>) | undefined;
  readonly #process: { isDead: boolean };
  /** Time as it goes by. */
  nowMs: number;
  /** Searches go on on all searchers. */
  keep = false;
  /** How far the wall clock was set forward, or back. */
  wallMs = 0;

  /** Opens over files; `indices` are what the cluster state would know. */
  constructor(files: Files, indices: Map<string, IndexMetadata> = new Map(), options: HarnessOptions = {}) {
    this.files = files;
    this.indices = indices;
    this.nowMs = options.nowMs ?? 1_700_000_000_000;
    this.logFileBytes = options.logFileBytes ?? 1024 * 1024;
    this.#pause = options.pause;
    this.#process = options.process ?? { isDead: false };
    const own = mortal(files, this.#process);
    this.service = new DocumentsService({
      files: own,
      ...(options.opened ?? { log: new FileOperationLog(own, "log", { fileBytes: this.logFileBytes }) }),
      clock: { now: () => this.nowMs + this.wallMs, monotonicMs: () => this.nowMs },
      events: this.#events(),
      merger: options.merger?.(inlineMerger) ?? inlineMerger,
      pool: this.pool,
      scratchSlots: 1,
      parserOf: documentParserOf,
      scripts: new ScriptCompiler(),
      entropy: Uint8Array.from({ length: 9 }, (_, at) => at + 1),
      maximumBytesUnderWay: options.maximumBytesUnderWay ?? 1e9,
      ingest: options.ingest ?? noIngest,
      ...(options.segmentBytes === undefined ? {} : { segmentBytes: options.segmentBytes }),
    });
  }

  /** Opens with a log that takes its time to open. */
  static async opened(
    files: Files,
    indices: Map<string, IndexMetadata>,
    open: (files: Files) => Promise<Pick<DocumentsOptions, "log" | "storing">>,
    options: HarnessOptions = {},
  ): Promise<Harness> {
    const process = { isDead: false };
    try {
      const opened = await open(mortal(files, process));
      return await new Harness(files, indices, { ...options, opened, process }).start();
    } catch (error) {
      process.isDead = true;
      throw error;
    }
  }

  /** From now on nothing of the process reaches its disk. */
  kill(): void {
    this.#process.isDead = true;
  }

  /** Applies all indices, as main does at the start. */
  async start(): Promise<this> {
    for (const metadata of this.indices.values()) await this.service.applyIndex(metadata);
    return this;
  }

  async create(metadata: IndexMetadata): Promise<void> {
    this.indices.set(metadata.name, metadata);
    await this.service.applyIndex(metadata);
  }

  /** A new process over the same files: nothing of the old one's memory is left, and what it had under way is over. */
  async crash(files = this.files): Promise<Harness> {
    this.#process.isDead = files === this.files;
    return new Harness(files, this.indices, { logFileBytes: this.logFileBytes, nowMs: this.nowMs }).start();
  }

  /** `_id` → sequence number of the documents that a search of a shard sees. */
  visible(index: string, shard = 0): Map<string, number> {
    const seen = new Map<string, number>();
    const searcher = this.searchers.get(`uuid-of-${index}/${shard}`);
    for (const { data, live, deleted } of searcher?.segments ?? []) {
      const reader = openSegment(data);
      let dead = 0;
      for (let doc = 0; doc < reader.docCount; doc++) {
        if (!isLive(live, doc)) dead++;
        else if (seen.has(reader.id(doc))) throw new Error(`document ${reader.id(doc)} lives twice`);
        else seen.set(reader.id(doc), reader.seqNo(doc));
      }
      if (dead !== deleted) throw new Error(`${dead} documents are dead, the searcher says ${deleted}`);
    }
    return seen;
  }

  /** What main does for a name that is not known. */
  ensureIndex: DocumentsEvents["ensureIndex"] = async (name, { requireAlias }) => {
    if (requireAlias)
      throw new RequestError(
        404,
        "index_not_found_exception",
        `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
      );
    const known = this.indices.get(name);
    if (known) return known;
    await this.create(testIndex(name));
    return this.indices.get(name) ?? testIndex(name);
  };

  #events(): DocumentsEvents {
    return {
      publish: async (searcher) => {
        const key = `${searcher.uuid}/${searcher.shard}`;
        const before = this.searchers.get(key);
        this.searchers.set(key, searcher);
        if (before && !this.keep) this.service.release(searcher.uuid, searcher.shard, before.generation);
      },
      updateMapping: async (index, update) => {
        await this.#pause?.();
        const metadata = this.indices.get(index.name);
        if (!metadata) throw new Error(`no index ${index.name}`);
        const changed = {
          ...metadata,
          mapping: mergeMappings(metadata.mapping, update, metadata.settings),
          mappingVersion: metadata.mappingVersion + 1,
        };
        this.indices.set(index.name, changed);
        await this.service.applyIndex(changed);
        return changed;
      },
      ensureIndex: (name, options) => this.ensureIndex(name, options),
      settingsOfNew: () => Promise.resolve({}),
      infer: () => Promise.resolve([]),
      lookUp: () => Promise.resolve([]),
      embed: () => Promise.resolve({ model: {}, inputs: [] }),
      askNode: () => Promise.reject(new Error("there is no other node")),
      shardFailed: (index, shard, reason) => this.failures.push(`[${index}][${shard}] ${reason}`),
      log: (level, message) => this.logged.push(`${level} ${message}`),
    };
  }
}

const CHANGES = new Set(["append", "truncate", "replace", "rename", "remove"]);

/** Files, or an open one, of a process: when it is dead nothing of it reaches the disk any more. */
function mortal<Target extends object>(inner: Target, process: { readonly isDead: boolean }): Target {
  return new Proxy(inner, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (process.isDead && CHANGES.has(String(key))) throw new Error("the process is dead");
        const result: unknown = Reflect.apply(value, target, args);
        return typeof result === "object" && result !== null && "append" in result ? mortal(result, process) : result;
      };
    },
  });
}
