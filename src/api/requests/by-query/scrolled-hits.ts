/**
 * The documents that a search finds at one moment, to be worked on in batches. All pages of the search see one state of
 * the shards, which is held until the last. What stays behind it are the places of the documents (id and sequence
 * number): those that have changed since are still there, and are told as conflicts.
 */
import { fromPortableError, illegalArgument, type PortableError, RequestError } from "../../../compat/errors.ts";
import { assert } from "../../../core/assert.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { routingHash } from "../../../core/murmur3.ts";
import { ownOf } from "../../../core/names.ts";
import { stringifyJson } from "../../../core/stringify-json.ts";
import { sortParameter } from "../../../hits/sort/parse-sort.ts";
import { readSearch } from "../../../search/request/read-search.ts";
import type { SearchRequest } from "../../../search/request/search-request.ts";
import type { Hit, SearchTarget } from "../../../search/search-service.ts";
import { renderFailures } from "../../../search/shard-failures.ts";
import type { Services } from "../../operation.ts";
import { searchFor, type SearchingRequest } from "../run-search.ts";
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
  readonly request: SearchingRequest;
  readonly services: Services;
  readonly asked: ByQueryRequest;
  readonly targets: readonly SearchTarget[];
}

/** The search while its shards are held. */
interface HeldSearch extends HitSearch {
  /** The targets with the states that are held; asking for them holds these for longer. */
  readonly held: () => readonly SearchTarget[];
  /** The search for its first page. */
  readonly first: SearchRequest;
}

/** What one search answers. */
interface FoundPage {
  readonly hits: readonly FoundHit[];
  /** Sort values of the last hit. */
  readonly last: readonly Json[] | undefined;
  readonly total: number;
  readonly timedOut: boolean;
  readonly failures: readonly JsonObject[];
}

const WELL: Pick<FoundPage, "timedOut" | "failures"> = { timedOut: false, failures: [] };
const PAGE_SIZE = 10_000;

/** Reads the search, without what says how many hits it shows. Throws RequestError 400. */
export function readHitSearch({ search, searchParameters }: ByQueryRequest): SearchRequest {
  return readSearch({ body: stringifyJson(search), parameters: { ...searchParameters, ...SHOWN } });
}

/** What is asked of the hits, whatever the body says. */
const SHOWN = { _source: "false", seq_no_primary_term: "true", track_total_hits: "true" };

/** Finds everything that a request is about. Throws what the search throws. */
export async function findHits(search: HitSearch): Promise<ScrolledHits> {
  const { asked, services, targets } = search;
  const first = readHitSearch(asked);
  const window = smallestWindow(search);
  if (asked.batchSize > window) throw batchTooLarge(asked.batchSize, window);
  // What nobody searched for a while is made visible before it is held.
  await services.documents.markSearched(targets.map(({ uuid }) => uuid));
  const { id: lease } = services.leases.hold(targets, asked.keepAliveMs);
  const held = (): readonly SearchTarget[] => services.leases.targets(lease, asked.keepAliveMs);
  try {
    return await findHeld({ ...search, first, held }, Math.min(window, PAGE_SIZE));
  } finally {
    services.leases.release(lease);
  }
}

async function findHeld(search: HeldSearch, pageSize: number): Promise<ScrolledHits> {
  const { asked, first: request } = search;
  // What is found beyond `max_docs` is wanted only where conflicts leave some of it undone.
  const wanted = asked.proceeds || asked.slice ? Number.POSITIVE_INFINITY : asked.maxDocs;
  const size = Math.min(pageSize, wanted);
  const sort = request.sort.length > 0 ? request.sort : sortParameter("_doc");
  const first = await findPage(search, search.held(), { ...request, size, sort });
  if (first.timedOut || first.failures.length > 0) return new ScrolledHits([], 0, first);
  const isWhole = first.hits.length >= Math.min(first.total, wanted) && asked.terminateAfter >= first.total;
  const found = isWhole ? first : await findByShards(search, wanted, size);
  if (found.timedOut || found.failures.length > 0) return new ScrolledHits([], 0, found);
  const { slice } = asked;
  const hits = slice ? found.hits.filter((hit) => sliceOf(hit, slice.max) === slice.id) : found.hits;
  return new ScrolledHits(hits, Math.min(asked.maxDocs, slice || !isWhole ? hits.length : found.total));
}

/** Goes through one shard after the other: sequence numbers tell the documents of a shard apart, and no others. */
async function findByShards(search: HeldSearch, wanted: number, size: number): Promise<FoundPage> {
  const { asked, first } = search;
  const places = search.held().flatMap(({ shards = [] }, target) => shards.map((shard) => ({ target, shard })));
  if (first.sort.length > 0 && places.length > 1)
    throw illegalArgument(
      `[sort] is not supported by this server yet with more than [${size}] documents of several shards`,
    );
  const sort = [...first.sort, ...sortParameter("_seq_no")];
  const hits: FoundHit[] = [];
  for (const { target, shard } of places) {
    const most = Math.min(asked.terminateAfter, wanted - hits.length);
    const before = hits.length;
    for (let searchAfter: FoundPage["last"]; hits.length - before < most;) {
      const held = search.held()[target];
      assert(held, "a lease holds what it was made for");
      const page = await findPage(search, [{ ...held, shards: [shard] }], { ...first, size, sort, searchAfter });
      if (page.timedOut || page.failures.length > 0) return page;
      for (const hit of page.hits.slice(0, most - (hits.length - before))) hits.push(hit);
      if (page.hits.length < size) break;
      searchAfter = page.last;
    }
  }
  return { ...WELL, hits, total: hits.length, last: undefined };
}

async function findPage(
  { request: client, services }: HitSearch,
  targets: readonly SearchTarget[],
  request: SearchRequest,
): Promise<FoundPage> {
  const { hits, total, timedOut, shards } = await searchFor(client, services, { request, targets });
  const last = hits.at(-1)?.["sort"];
  const failures = shards.failures.map((each) => ({ ...each, error: fromPortableError(each.error as PortableError) }));
  return {
    hits: hits.map(foundHit),
    last: Array.isArray(last) ? last : undefined,
    total,
    timedOut,
    failures: renderFailures(failures).map(({ index, shard, node, reason }) => ({
      index,
      shard,
      node,
      status: 500,
      reason: reason as unknown as JsonObject,
    })),
  };
}

function foundHit(hit: Hit): FoundHit {
  const { _index: index, _id: id, _routing: routing, _seq_no: seqNo, _primary_term: primaryTerm } = hit;
  assert(typeof index === "string" && typeof id === "string", "a hit has an index and an id");
  return {
    index,
    id,
    routing: typeof routing === "string" ? routing : undefined,
    seqNo: Number(seqNo),
    primaryTerm: Number(primaryTerm),
  };
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
