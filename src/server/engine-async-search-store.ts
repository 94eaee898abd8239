/** Results of async searches as documents of the system index `.async-search`. */
import type { AsyncSearchRecord, AsyncSearchStore } from "../async-search/async-search-record.ts";
import { createIndex } from "../cluster/changes/create-index.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import { ASYNC_SEARCH_INDEX } from "../cluster/system-indices.ts";
import { fromPortableError, illegalArgument } from "../compat/errors.ts";
import { parseBytes } from "../compat/time-value.ts";
import { valueText } from "../compat/value-text.ts";
import { assert } from "../core/assert.ts";
import type { JsonObject } from "../core/json.ts";
import type { Documents, WriteItem } from "../documents/documents.ts";
import { type SearchEngine, searchSystem } from "../search/system-search.ts";

const SETTINGS: JsonObject = { index: { number_of_shards: 1, auto_expand_replicas: "0-1", hidden: true } };
/** Records are read by their names, and found by when they expire. */
const MAPPING: JsonObject = {
  dynamic: "strict",
  properties: { expiration_time: { type: "long" }, record: { type: "keyword", index: false, doc_values: false } },
};

/** Records that are deleted at once. */
const PAGE = 1000;

/** What the index is reached by. */
export interface EngineAsyncSearchStoreDependencies extends SearchEngine {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "get" | "write" | "refresh">;
}

/** See the file comment. */
export class EngineAsyncSearchStore implements AsyncSearchStore {
  readonly #dependencies: EngineAsyncSearchStoreDependencies;
  #making: Promise<unknown> | undefined;

  constructor(dependencies: EngineAsyncSearchStoreDependencies) {
    this.#dependencies = dependencies;
  }

  async put(name: string, record: AsyncSearchRecord): Promise<void> {
    this.#checkSize(record);
    if (!this.#index) await this.#make();
    const { expirationMs, ...rest } = record;
    const source = { expiration_time: expirationMs, record: JSON.stringify(rest) };
    await this.#write({ kind: "index", id: name, source });
  }

  async get(name: string): Promise<AsyncSearchRecord | undefined> {
    if (!this.#index) return undefined;
    const [found] = await this.#dependencies.documents.get([{ index: ASYNC_SEARCH_INDEX, id: name, realtime: true }]);
    assert(found, "a get is answered");
    if (!("found" in found)) throw fromPortableError(found);
    if (!found.found) return undefined;
    const { expiration_time: expirationMs, record } = JSON.parse(Buffer.from(found.source).toString("utf8")) as {
      readonly expiration_time: number;
      readonly record: string;
    };
    return { ...(JSON.parse(record) as Omit<AsyncSearchRecord, "expirationMs">), expirationMs };
  }

  async extend(name: string, expirationMs: number): Promise<boolean> {
    if (!this.#index) return false;
    const source = { doc: { expiration_time: expirationMs } };
    return (await this.#write({ kind: "update", id: name, source })) !== "not_found";
  }

  async delete(name: string): Promise<boolean> {
    return this.#index !== undefined && (await this.#write({ kind: "delete", id: name })) !== "not_found";
  }

  async deleteExpired(beforeMs: number, signal: AbortSignal): Promise<number> {
    const index = this.#index;
    if (!index) return 0;
    const query = { range: { expiration_time: { lt: beforeMs } } };
    let deleted = 0;
    for (;;) {
      await this.#dependencies.documents.refresh([index.uuid]);
      const { hits } = await searchSystem(this.#dependencies, [index], { size: PAGE, query, _source: false });
      const items = hits.map(({ _id: id }) => itemOf({ kind: "delete", id: valueText(id ?? "") }));
      if (items.length > 0) await this.#dependencies.documents.write(items, { refresh: "false" });
      deleted += items.length;
      if (items.length < PAGE || signal.aborted) return deleted;
    }
  }

  /** Answers what became of it; `not_found` for what is not there. */
  async #write(item: Written): Promise<string> {
    const [written] = await this.#dependencies.documents.write([itemOf(item)], { refresh: "false" });
    if (!written || written.ok) return written?.result ?? "noop";
    if (written.error.type === "document_missing_exception") return "not_found";
    throw fromPortableError(written.error);
  }

  #checkSize({ response }: AsyncSearchRecord): void {
    const name = "search.max_async_search_response_size";
    const limit = parseBytes(clusterSetting(this.#dependencies.cluster.state, name), name);
    if (limit < 0 || response === undefined || Buffer.byteLength(response) <= limit) return;
    throw illegalArgument(
      `Can't store an async search response larger than [${limit}] bytes. This limit can be set by changing the [${name}] setting.`,
    );
  }

  get #index(): ClusterService["state"]["indices"][string] | undefined {
    const index = this.#dependencies.cluster.state.indices[ASYNC_SEARCH_INDEX];
    // One that a user made before the name was kept stays theirs.
    return index?.system ? index : undefined;
  }

  #make(): Promise<unknown> {
    const request = { name: ASYNC_SEARCH_INDEX, settings: SETTINGS, mappings: MAPPING, aliases: {}, system: true };
    this.#making ??= this.#dependencies.cluster.apply("server", createIndex(request)).finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }
}

interface Written {
  readonly kind: "index" | "update" | "delete";
  readonly id: string;
  readonly source?: object;
}

function itemOf({ kind, id, source }: Written): WriteItem {
  const written = source === undefined ? {} : { source: Buffer.from(JSON.stringify(source)) };
  return {
    kind,
    index: ASYNC_SEARCH_INDEX,
    id,
    options: { retryOnConflict: kind === "update" ? 5 : undefined },
    ...written,
  };
}
