/** Results of tasks as documents of the system index `.tasks`. */
import { createIndex } from "../cluster/changes/create-index.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import { TASKS_INDEX } from "../cluster/system-indices.ts";
import { fromPortableError } from "../compat/errors.ts";
import { parseLossless } from "../compat/json/lossless-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { assert } from "../core/assert.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { Documents } from "../documents/documents.ts";
import { type SearchEngine, searchSystem } from "../search/system-search.ts";
import type { TaskStore } from "../tasks/task-store.ts";

const SETTINGS: JsonObject = { index: { number_of_shards: 1, auto_expand_replicas: "0-1", hidden: true } };
const UNREAD: JsonObject = { type: "object", enabled: false };
const KEYWORD: JsonObject = { type: "keyword" };
const MAPPING: JsonObject = {
  dynamic: "strict",
  properties: {
    completed: { type: "boolean" },
    task: {
      properties: {
        node: KEYWORD,
        id: { type: "long" },
        type: KEYWORD,
        action: KEYWORD,
        status: UNREAD,
        description: { type: "text" },
        start_time_in_millis: { type: "long" },
        running_time_in_nanos: { type: "long" },
        cancellable: { type: "boolean" },
        cancelled: { type: "boolean" },
        parent_task_id: KEYWORD,
        headers: UNREAD,
      },
    },
    response: UNREAD,
    error: UNREAD,
  },
};

/** What the index is reached by. */
export interface EngineTaskStoreDependencies extends SearchEngine {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "get" | "write" | "refresh">;
}

/** See the file comment. */
export class EngineTaskStore implements TaskStore {
  readonly #dependencies: EngineTaskStoreDependencies;
  #making: Promise<unknown> | undefined;

  constructor(dependencies: EngineTaskStoreDependencies) {
    this.#dependencies = dependencies;
  }

  get isThere(): boolean {
    return this.#index !== undefined;
  }

  async put(id: string, result: JsonObject): Promise<void> {
    if (!this.isThere) await this.#make();
    const source = Buffer.from(writeJson(result));
    const item = { kind: "index", index: TASKS_INDEX, id, source, options: {} } as const;
    const [written] = await this.#dependencies.documents.write([item], { refresh: "false" });
    if (written?.ok === false) throw fromPortableError(written.error);
  }

  async get(id: string): Promise<JsonObject | undefined> {
    if (!this.isThere) return undefined;
    const [found] = await this.#dependencies.documents.get([{ index: TASKS_INDEX, id, realtime: true }]);
    assert(found, "a get is answered");
    if (!("found" in found)) throw fromPortableError(found);
    if (!found.found) return undefined;
    const result = parseLossless(Buffer.from(found.source).toString("utf8"));
    assert(isJsonObject(result), "a kept result is an object");
    return result;
  }

  /** The highest number of a task of a node whose result is kept: another task must not have it. */
  async lastNumber(nodeId: string): Promise<number> {
    const index = this.#index;
    if (!index) return 0;
    await this.#dependencies.documents.refresh([index.uuid]);
    const body = { size: 1, query: { term: { "task.node": nodeId } }, sort: [{ "task.id": "desc" }], _source: false };
    const { hits } = await searchSystem(this.#dependencies, [index], body);
    const sort = hits[0]?.["sort"];
    return Array.isArray(sort) ? Number(sort[0]) : 0;
  }

  get #index(): ClusterService["state"]["indices"][string] | undefined {
    const index = this.#dependencies.cluster.state.indices[TASKS_INDEX];
    // One that a user made before the name was kept stays theirs.
    return index?.system ? index : undefined;
  }

  #make(): Promise<unknown> {
    const request = { name: TASKS_INDEX, settings: SETTINGS, mappings: MAPPING, aliases: {}, system: true };
    this.#making ??= this.#dependencies.cluster.apply("server", createIndex(request)).finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }
}
