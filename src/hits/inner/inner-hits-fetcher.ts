/** Shows inner hits: for each hit the best of those that belong to it. */
import { float32Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import { idsIn } from "../../query/joins/join-plan.ts";
import { planRelated } from "../../query/joins/related-docs.ts";
import { hasField } from "../../query/term/posting-of.ts";
import { firstBelow, isNested } from "../../segment/nested-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { FetchShard } from "../fetch/fetch-phase.ts";
import { ShardFetcher } from "../fetch/shard-fetcher.ts";
import { bestInnerHits, type FoundInnerHits, type InnerRange, type LeaseContext } from "./best-inner-hits.ts";
import type { InnerHitsPlan, InnerJoin } from "./inner-hits-plan.ts";

const NOTHING: FoundInnerHits = { hits: [], total: 0, maxScore: Number.NaN };

/** What the hits of a shard are shown with, beside what a plan brings. */
export interface InnerHitsScope {
  readonly shard: Omit<FetchShard, "innerHits">;
  readonly lease: LeaseContext;
  /** Totals are numbers (`rest_total_hits_as_int`). */
  readonly totalsAsInt: boolean;
}

/** Undefined without plans. */
export function innerHitsOf(plans: readonly InnerHitsPlan[], scope: InnerHitsScope): FetchShard["innerHits"] {
  if (plans.length === 0) return undefined;
  const fetchers = plans.map((plan) => new InnerHitsFetcher(plan, scope));
  return (reader, doc) => {
    const shown: Record<string, unknown> = {};
    for (const fetcher of fetchers) put(shown, fetcher.name, { hits: fetcher.show(reader, doc) });
    return shown;
  };
}

class InnerHitsFetcher {
  readonly #plan: InnerHitsPlan;
  readonly #scope: InnerHitsScope;
  #fetcher: ShardFetcher | undefined;

  constructor(plan: InnerHitsPlan, scope: InnerHitsScope) {
    this.#plan = plan;
    this.#scope = scope;
  }

  get name(): string {
    return this.#plan.name;
  }

  show(reader: SegmentReader, doc: number): Record<string, unknown> {
    const { keys, join, request } = this.#plan;
    const { from } = request.options;
    const { hits, total, maxScore } = join ? this.#related(join, reader, doc) : this.#nested(reader, doc);
    const page = hits.slice(from).map((hit) => {
      const shown = this.#shard().fetch(hit);
      // Inner hits have no scores where they are sorted, even by these.
      if (keys.length > 0) shown._score = null;
      return shown;
    });
    return {
      total: this.#scope.totalsAsInt ? total : { value: total, relation: "eq" },
      max_score: Number.isNaN(maxScore) ? null : float32Text(maxScore),
      hits: page,
    };
  }

  #nested(above: SegmentReader, doc: number): FoundInnerHits {
    const { view, plan } = this.#plan;
    const segment = view.segments.findIndex(({ data }) => data === above.data);
    const space = view.segments[segment];
    if (!space || !isNested(space)) return NOTHING;
    const range =
      space === above
        ? { segment, from: doc, to: doc + 1 }
        : { segment, from: firstBelow(space, doc, above), to: firstBelow(space, doc + 1, above) };
    return range.from === range.to ? NOTHING : this.#best(plan, [range]);
  }

  #related({ relations, ids, type }: InnerJoin, reader: SegmentReader, doc: number): FoundInnerHits {
    const { view, request } = this.#plan;
    const id = hasField(reader, ids.path, doc) ? idsIn(reader, ids.path)?.(doc) : undefined;
    if (id === undefined) return NOTHING;
    const plan = planRelated({ relations, ids, type, query: request.innerHits.query }, id, view);
    return this.#best(
      plan,
      view.segments.map(({ docCount }, segment) => ({ segment, from: 0, to: docCount })),
    );
  }

  #best(plan: InnerHitsPlan["plan"], ranges: readonly InnerRange[]): FoundInnerHits {
    const { view, keys, request } = this.#plan;
    const { from, size, trackScores } = request.options;
    const limit = size === 0 ? 0 : from + size;
    const found = bestInnerHits({ view, plan, keys, limit }, ranges, this.#scope.lease);
    // With `track_scores` there is a best score of sorted hits, which nobody computes.
    const maxScore = keys.length === 0 ? found.maxScore : trackScores && found.total > 0 ? 0 : Number.NaN;
    return { ...found, maxScore: limit > 0 ? maxScore : Number.NaN };
  }

  #shard(): ShardFetcher {
    if (this.#fetcher) return this.#fetcher;
    const { view, plan, keys, request, children } = this.#plan;
    const shard: FetchShard = {
      ...this.#scope.shard,
      view,
      query: request.innerHits.query,
      plan,
      postFilter: undefined,
      highlightQueries: request.highlightQueries,
      keys,
      rescorers: [],
      innerHits: innerHitsOf(children, this.#scope),
    };
    return (this.#fetcher = new ShardFetcher(request.options, shard));
  }
}
