/**
 * The documents that a search finds at one moment, to be worked on in batches. What is held are their places (id and
 * sequence number), not their searchers: documents that change later are still there, and are told as conflicts.
 */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { parseJson } from "../../../compat/json/parse-json.ts";
import { assert } from "../../../core/assert.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { routingHash } from "../../../core/murmur3.ts";
import { ownOf } from "../../../core/names.ts";
import { stringifyJson } from "../../../core/stringify-json.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import type { OperationRequest, Services } from "../../operation.ts";
import { runSearch } from "../run-search.ts";
import type { ByQueryRequest } from "./by-query-request.ts";

/** The place of a document, as it was when it was found. */
export interface FoundHit {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** See the file comment. */
export class ScrolledHits {
  readonly total: number;
  /** Whether the search gave up before it had seen everything: then there are no hits. */
  readonly timedOut: boolean;
  /** Shards that could not be searched, as answers show them: then there are no hits. */
  readonly failures: readonly JsonObject[];
  readonly #hits: readonly FoundHit[];
  #taken = 0;

  constructor(hits: readonly FoundHit[], total: number, bad: Pick<FoundPage, "timedOut" | "failures"> = WELL) {
    this.#hits = hits;
    this.total = total;
    this.timedOut = bad.timedOut;
    this.failures = bad.failures;
  }

  /** The next ones; empty when there are no more. */
  next(size: number): readonly FoundHit[] {
    const hits = this.#hits.slice(this.#taken, this.#taken + size);
    this.#taken += hits.length;
    return hits;
  }

  /** The hits that no batch has taken, cut into parts by their ids. */
  slices(max: number): ScrolledHits[] {
    const parts: FoundHit[][] = Array.from({ length: max }, () => []);
    for (const hit of this.#hits) parts[sliceOf(hit, max)]?.push(hit);
    return parts.map((part) => new ScrolledHits(part, part.length, this));
  }
}

/** What finds documents: a request, and what of the indices it may see. */
export interface HitSearch {
  readonly request: OperationRequest;
  readonly services: Services;
  readonly asked: ByQueryRequest;
  readonly targets: readonly SearchTarget[];
}

/** What one search answers. */
interface FoundPage {
  readonly hits: readonly FoundHit[];
  /** Sort values of the last hit. */
  readonly last: Json | undefined;
  readonly total: number;
  readonly timedOut: boolean;
  readonly failures: readonly JsonObject[];
}

const WELL: Pick<FoundPage, "timedOut" | "failures"> = { timedOut: false, failures: [] };
const PAGE_SIZE = 10_000;

/** Finds everything that a request is about. Throws what the search throws. */
export async function findHits(search: HitSearch): Promise<ScrolledHits> {
  const { asked } = search;
  const window = smallestWindow(search);
  if (asked.batchSize > window) throw batchTooLarge(asked.batchSize, window);
  // What is found beyond `max_docs` is wanted only where conflicts leave some of it undone.
  const wanted = asked.proceeds || asked.slice ? Number.POSITIVE_INFINITY : asked.maxDocs;
  const size = Math.min(window, PAGE_SIZE, wanted);
  const first = await findPage(search, search.targets, { size, sort: asked.search["sort"] ?? ["_doc"] });
  if (first.timedOut || first.failures.length > 0) return new ScrolledHits([], 0, first);
  const isWhole = first.hits.length >= Math.min(first.total, wanted) && asked.terminateAfter >= first.total;
  if (!isWhole && asked.search["sort"] !== undefined)
    throw illegalArgument(`[sort] is not supported by this server yet with more than [${size}] documents`);
  const found = isWhole ? first : await findByShards(search, wanted, size);
  if (found.timedOut || found.failures.length > 0) return new ScrolledHits([], 0, found);
  const { slice } = asked;
  const hits = slice ? found.hits.filter((hit) => sliceOf(hit, slice.max) === slice.id) : found.hits;
  return new ScrolledHits(hits, Math.min(asked.maxDocs, slice || !isWhole ? hits.length : found.total));
}

/**
 * Goes through each shard by sequence number, up to the highest one at the beginning: what is written meanwhile would
 * keep it going for ever.
 */
async function findByShards(search: HitSearch, wanted: number, size: number): Promise<FoundPage> {
  const { targets, services, asked } = search;
  const hits: FoundHit[] = [];
  let total = 0;
  const stats = await services.documents.stats(targets.map(({ uuid }) => uuid));
  for (const { index, shard, maxSeqNo } of stats) {
    const target = targets.find((candidate) => candidate.index === index);
    if (!target || (target.shards && !target.shards.includes(shard))) continue;
    const most = Math.min(asked.terminateAfter, wanted - hits.length);
    const before = hits.length;
    for (let after: Json | undefined; hits.length - before < most;) {
      const body: JsonObject = { size, sort: ["_seq_no"], ...(after === undefined ? {} : { search_after: after }) };
      const page = await findPage(search, [{ ...target, shards: [shard] }], body);
      if (page.timedOut || page.failures.length > 0) return page;
      const older = page.hits.filter(({ seqNo }) => seqNo <= maxSeqNo).slice(0, most - (hits.length - before));
      for (const hit of older) hits.push(hit);
      if (older.length < size || page.last === undefined) break;
      after = page.last;
    }
    total += hits.length - before;
  }
  return { ...WELL, hits, total, last: undefined };
}

async function findPage(
  { request, services, asked }: HitSearch,
  targets: readonly SearchTarget[],
  page: JsonObject,
): Promise<FoundPage> {
  const body = { ...asked.search, ...page, track_total_hits: true, seq_no_primary_term: true, _source: false };
  const answer = await runSearch({ ...request, render: PLAIN }, services, {
    call: "search",
    targets: [targets],
    bodies: [stringifyJson(body)],
    parameters: [asked.searchParameters],
  });
  const found = parseJson(Buffer.from(answer.bytes).toString("utf8"));
  const { hits, _shards: shards, timed_out: timedOut } = objectOf(found);
  const { hits: list, total } = objectOf(hits);
  assert(Array.isArray(list), "a search answers a list of hits");
  return {
    hits: list.map(foundHit),
    last: objectOf(list.at(-1) ?? {})["sort"],
    total: Number(objectOf(total)["value"]),
    timedOut: timedOut === true,
    failures: failuresOf(objectOf(shards)["failures"]),
  };
}

const PLAIN: OperationRequest["render"] = { filterPath: undefined, pretty: false, human: false, format: "json" };

function foundHit(hit: Json): FoundHit {
  const { _index: index, _id: id, _routing: routing, _seq_no: seqNo, _primary_term: primaryTerm } = objectOf(hit);
  assert(typeof index === "string" && typeof id === "string", "a hit has an index and an id");
  return {
    index,
    id,
    routing: typeof routing === "string" ? routing : undefined,
    seqNo: Number(seqNo),
    primaryTerm: Number(primaryTerm),
  };
}

function failuresOf(failures: Json | undefined): JsonObject[] {
  if (!Array.isArray(failures)) return [];
  return failures.map((failure) => {
    const { index = null, shard = null, node = null, reason = null } = objectOf(failure);
    return { index, shard, node, status: 500, reason };
  });
}

function objectOf(value: Json | undefined): JsonObject {
  assert(isJsonObject(value), "a search answers objects");
  return value;
}

function sliceOf({ id }: FoundHit, max: number): number {
  return ((routingHash(id) % max) + max) % max;
}

/** `index.max_result_window` of the indices. */
function smallestWindow({ services, targets }: HitSearch): number {
  const { indices } = services.cluster.state;
  const windows = targets.map(({ index }) =>
    Number(ownOf(indices, index)?.settings["index.max_result_window"] ?? PAGE_SIZE),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...windows);
}

function batchTooLarge(size: number, window: number): RequestError {
  const cause = illegalArgument(
    `Batch size is too large, size must be less than or equal to: [${window}] but was [${size}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`,
  );
  const details = { phase: "query", grouped: true, failed_shards: [] };
  return new RequestError(400, "search_phase_execution_exception", "all shards failed", {
    details,
    cause,
    rootCauses: [cause],
  });
}
