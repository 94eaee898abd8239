/** The documents that a search on another server finds, page by page, by a scroll there. */
import { RequestError } from "../../../../compat/errors.ts";
import { writeJson } from "../../../../compat/json/write-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../core/json.ts";
import { ownOf } from "../../../../core/names.ts";
import type { Task } from "../../../../tasks/task.ts";
import { type FoundDocuments, type FoundHit, packDocuments } from "../../../../documents/write/found-documents.ts";
import { CutPage, type HitPages } from "../scrolled-hits.ts";
import { RemoteConnection } from "./remote-connection.ts";
import type { RemoteReindex, RemoteSource } from "./remote-source.ts";

/** What is looked for, beside the query. */
export interface RemoteSearch {
  readonly remote: RemoteSource;
  readonly indices: readonly string[];
  /** `size`, `sort` and `_source` of the source, as they came. */
  readonly source: JsonObject;
  readonly batchSize: number;
  readonly keepAliveMs: number;
}

export class RemoteHits implements HitPages {
  readonly #search: RemoteSearch;
  readonly #connection: RemoteConnection;
  #scrollId: string | undefined;
  readonly #pages = new CutPage();
  #over = false;
  #total = 0;
  #timedOut = false;
  #failures: readonly JsonObject[] = [];

  constructor(search: RemoteSearch, settings: RemoteReindex, task: Task) {
    this.#search = search;
    this.#connection = new RemoteConnection(search.remote, settings);
    task.onCancel(() => this.#connection.close());
  }

  get total(): number {
    return this.#total;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  get failures(): readonly JsonObject[] {
    return this.#failures;
  }

  async next(size: number): Promise<FoundDocuments> {
    if (this.#pages.isEmpty && !this.#over) await this.#findPage();
    return this.#pages.take(size);
  }

  /** Lets go of the scroll, if the other server is still there; otherwise it expires. */
  async close(): Promise<void> {
    if (this.#scrollId !== undefined) {
      const body = { scroll_id: [this.#scrollId] };
      await this.#connection.ask("DELETE", "/_search/scroll", body).catch(() => undefined);
    }
    this.#connection.close();
  }

  async #findPage(): Promise<void> {
    const isFirst = this.#scrollId === undefined;
    const answer = isFirst ? await this.#begin() : await this.#goOn();
    const found = objectIn(answer, "hits");
    const hits = listIn(found, "hits");
    if (isFirst) this.#total = totalOf(ownOf(found, "total"));
    const scrollId = ownOf(answer, "_scroll_id");
    if (typeof scrollId === "string") this.#scrollId = scrollId;
    this.#timedOut = ownOf(answer, "timed_out") === true;
    this.#failures = failuresOf(answer);
    const failed = this.#timedOut || this.#failures.length > 0;
    this.#over = failed || hits.length === 0 || this.#scrollId === undefined;
    this.#pages.put(packDocuments(failed ? [] : hits.map(foundHit)));
  }

  async #begin(): Promise<JsonObject> {
    const { remote, indices, source, batchSize, keepAliveMs } = this.#search;
    // Whatever it is, it says first what it is: otherwise nothing is asked of it.
    const about = objectIn(await this.#connection.ask("GET", "/", undefined), "version");
    if (typeof ownOf(about, "number") !== "string")
      throw new RequestError(
        500,
        "exception",
        "Can't determine remote version, remote is likely not an Elasticsearch instance",
      );
    const parameters = new URLSearchParams({
      scroll: `${keepAliveMs}ms`,
      size: String(batchSize),
      version: "true",
      ...(ownOf(source, "sort") === undefined ? { sort: "_doc" } : {}),
      allow_partial_search_results: "false",
    });
    const names = indices.map((name) => encodeURIComponent(name)).join(",");
    const body = { query: remote.query, _source: ownOf(source, "_source") ?? true };
    const sort = ownOf(source, "sort");
    const asked = sort === undefined ? body : { ...body, sort };
    return this.#connection.ask("POST", `/${names}/_search?${parameters.toString()}`, asked);
  }

  #goOn(): Promise<JsonObject> {
    const body = { scroll_id: this.#scrollId ?? "", scroll: `${this.#search.keepAliveMs}ms` };
    return this.#connection.ask("POST", "/_search/scroll", body);
  }
}

function foundHit(hit: Json): FoundHit {
  const {
    _index: index,
    _id: id,
    _routing: routing,
    _version: version,
    _source: source,
  } = isJsonObject(hit) ? hit : {};
  if (typeof index !== "string" || typeof id !== "string")
    throw new RequestError(
      500,
      "exception",
      "Error parsing the response, remote is likely not an Elasticsearch instance",
    );
  return {
    index,
    id,
    routing: typeof routing === "string" ? routing : undefined,
    seqNo: -1,
    primaryTerm: 0,
    version: typeof version === "object" ? BigInt(writeJson(version)) : Number(version ?? -1),
    source: source === undefined ? undefined : Buffer.from(writeJson(source)),
  };
}

/** A number, or an object that has it: it depends on the release. */
function totalOf(total: Json | undefined): number {
  return Number(isJsonObject(total) ? (ownOf(total, "value") ?? 0) : (total ?? 0));
}

function failuresOf(answer: JsonObject): JsonObject[] {
  return listIn(objectIn(answer, "_shards"), "failures").map((failure): JsonObject => {
    const { index, shard, node, reason } = isJsonObject(failure) ? failure : {};
    return { index: index ?? null, shard: shard ?? null, node: node ?? null, status: 500, reason: reason ?? null };
  });
}

function objectIn(json: JsonObject, key: string): JsonObject {
  const value = ownOf(json, key);
  return isJsonObject(value) ? value : {};
}

function listIn(json: JsonObject, key: string): readonly Json[] {
  const value = ownOf(json, key);
  return Array.isArray(value) ? value : [];
}
