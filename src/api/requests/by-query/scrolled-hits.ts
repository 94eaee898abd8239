/**
 * The documents that a search finds at one moment, page by page, to be worked on. All pages see one state of the
 * shards, which a lease holds until the last: what changes meanwhile is told as a conflict by its sequence number.
 */
import { fromPortableError, illegalArgument, type PortableError, RequestError } from "../../../compat/errors.ts";
import { assert } from "../../../core/assert.ts";
import type { JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { foundBetween, type FoundDocuments, noDocuments } from "../../../documents/write/found-documents.ts";
import { stringifyJson } from "../../../core/stringify-json.ts";
import { sortParameter } from "../../../hits/sort/parse-sort.ts";
import { readSearch } from "../../../search/request/read-search.ts";
import type { SearchRequest } from "../../../search/request/search-request.ts";
import type { ScrollCursor } from "../../../search/scroll-cursor.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import { renderFailures } from "../../../search/shard-failures.ts";
import type { SliceSpec } from "../../../search/slice/slice-spec.ts";
import type { Services } from "../../operation.ts";
import { callerOf, searchFor, type SearchingRequest } from "../run-search.ts";
import { remembering, type RememberedReferences } from "../remembered-references.ts";
import type { ByQueryRequest } from "./by-query-request.ts";

/** Documents, page by page, and what is known of all of them. */
export interface HitPages {
  /** As the first page tells. */
  readonly total: number;
  /** Whether the search gave up before it had seen everything: then there are no hits any more. */
  readonly timedOut: boolean;
  /** Shards that could not be searched, as answers show them: then there are no hits any more. */
  readonly failures: readonly JsonObject[];
  /** The next ones, at most so many; none when there are no more. Throws what the search throws. */
  next(size: number): Promise<FoundDocuments>;
}

/** What finds documents: a request, and what of the indices it may see. */
export interface HitSearch {
  readonly client: SearchingRequest;
  readonly services: Services;
  readonly asked: ByQueryRequest;
  readonly targets: readonly SearchTarget[];
}

/** States of shards that are held for the pages of a search, or of its slices. */
export interface HeldShards {
  readonly targets: readonly SearchTarget[];
  readonly release: () => void;
}

/** Holds what the targets show now. */
export async function holdShards(
  { services, targets }: Pick<HitSearch, "services" | "targets">,
  keepAliveMs: number,
): Promise<HeldShards> {
  // What nobody searched for a while is made visible before it is held.
  await services.documents.markSearched(targets.map(({ uuid }) => uuid));
  const { id } = services.leases.hold(targets, keepAliveMs);
  // Nothing of it may expire while somebody works on a batch, or pauses.
  const step = services.leases.begin(id, (kept) => kept);
  assert(step, "a lease that was made is there");
  return {
    targets: step.targets,
    release: () => {
      step.end();
      services.leases.release(id);
    },
  };
}

/** What is wanted of hits, beside what they are called. */
export interface ShownOfHits {
  readonly withSource: boolean;
  readonly withVersion: boolean;
}

/** Reads the search for the hits of work by query. Throws RequestError 400. */
export function readHitSearch(
  { search, searchParameters, batchSize }: ByQueryRequest,
  { withSource, withVersion }: ShownOfHits,
): SearchRequest {
  const request = readSearch({ body: stringifyJson(search), parameters: { ...searchParameters, scroll: "1m" } });
  return {
    ...request,
    size: batchSize,
    sort: request.sort.length > 0 ? request.sort : sortParameter("_doc"),
    source: withSource ? request.source : { fetch: false, includes: [], excludes: [] },
    version: withVersion,
    seqNoPrimaryTerm: true,
    trackTotalHits: Number.POSITIVE_INFINITY,
  };
}

/** Throws 400 for more slices than `index.max_slices_per_scroll` of one of the indices. */
export function checkSlices({ services, targets }: HitSearch, slices: number): void {
  const limit = smallestSetting(services, targets, "index.max_slices_per_scroll", 1024);
  if (slices <= limit) return;
  const cause = illegalArgument(
    `The number of slices [${slices}] is too large. It must be less than [${limit}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
  );
  const details = { phase: "query", grouped: true, failed_shards: [] };
  const more = { details, cause, rootCauses: [cause] };
  throw new RequestError(400, "search_phase_execution_exception", "all shards failed", more);
}

function smallestSetting(
  { cluster }: Services,
  targets: readonly SearchTarget[],
  name: string,
  absent: number,
): number {
  const { indices } = cluster.state;
  const values = targets.map(({ index }) => Number(ownOf(ownOf(indices, index)?.settings, name) ?? absent));
  return Math.min(Number.POSITIVE_INFINITY, ...values);
}

const NONE = noDocuments();

/** A page, taken batch by batch. */
export class CutPage {
  #page = NONE;
  #taken = 0;

  get isEmpty(): boolean {
    return this.#taken >= this.#page.ids.length;
  }

  put(page: FoundDocuments): void {
    this.#page = page;
    this.#taken = 0;
  }

  /** The next ones, at most so many. */
  take(size: number): FoundDocuments {
    const from = this.#taken;
    this.#taken = Math.min(from + size, this.#page.ids.length);
    return foundBetween(this.#page, from, this.#taken);
  }
}

/** See the file comment. */
export class ScrolledHits implements HitPages {
  readonly #search: HitSearch;
  readonly #held: HeldShards;
  readonly #request: SearchRequest;
  readonly #references: RememberedReferences = { references: [] };
  #cursor: ScrollCursor | undefined;
  readonly #pages = new CutPage();
  #over = false;
  #total = 0;
  #timedOut = false;
  #failures: readonly JsonObject[] = [];

  /** `slice`: the part of the hits; undefined: the one that the request names, if it does. */
  constructor(search: HitSearch, held: HeldShards, request: SearchRequest, slice: SliceSpec | undefined) {
    this.#search = search;
    this.#held = held;
    this.#request = slice ? { ...request, slice } : request;
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

  async #findPage(): Promise<void> {
    const { client, services } = this.#search;
    const step = { id: undefined, kind: "scroll", cursor: this.#cursor } as const;
    const { references } = this.#references;
    const search = {
      request: { ...this.#request },
      targets: this.#held.targets,
      step,
      references,
      isPacked: true,
    };
    const found = await searchFor(client, services, search, remembering(callerOf(client, services), this.#references));
    const { packed = NONE, total, timedOut, shards, cursor } = found;
    if (!this.#cursor) this.#total = total;
    this.#cursor = cursor;
    this.#timedOut = timedOut;
    this.#failures = shownFailures(shards.failures);
    const failed = timedOut || this.#failures.length > 0;
    this.#over = failed || packed.ids.length < this.#request.size;
    this.#pages.put(failed ? NONE : packed);
  }
}

function shownFailures(failures: Parameters<typeof renderFailures>[0]): JsonObject[] {
  return failures.flatMap((failure) => {
    const error = fromPortableError(failure.error as PortableError);
    const status = error instanceof RequestError ? error.status : 500;
    return renderFailures([{ ...failure, error }]).map(({ index, shard, node, reason }) => ({
      index,
      shard,
      node,
      status,
      reason: reason as unknown as JsonObject,
    }));
  });
}
