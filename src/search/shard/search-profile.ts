/** Measures a search on one shard: its queries, what collects their matches, and its aggregations. */
import { ProfiledAggregations } from "../../aggregation/tree/profiled-collectors.ts";
import { measureInto, newMeasured } from "../../core/measured.ts";
import type { HitCollector } from "../../hits/collect/hit-collector.ts";
import type { Run } from "../../query/execution/bulk.ts";
import type { Plan } from "../../query/query.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { ShardProfile } from "../shard-result.ts";
import type { StatisticsMeasure } from "./global-statistics.ts";
import { ProfiledPlan } from "./profiled-plan.ts";

export class SearchProfile {
  readonly aggregations = new ProfiledAggregations();
  readonly #plans: ProfiledPlan[] = [];
  readonly #hits = newMeasured();
  #query: ProfiledPlan | undefined;

  /** What is searched for. */
  query(make: () => Plan): Plan {
    this.#query = new ProfiledPlan(make);
    this.#plans.push(this.#query);
    return this.#query.plan;
  }

  /** What leaves matches out for the hits alone. */
  postFilter(make: () => Plan): Plan {
    const profiled = new ProfiledPlan(make);
    this.#plans.unshift(profiled);
    return profiled.plan;
  }

  /** The collector of hits, measured. */
  collector(inner: HitCollector): HitCollector {
    const measured = this.#hits;
    return {
      needsScores: inner.needsScores,
      get hits() {
        return inner.hits;
      },
      get maxScore() {
        return inner.maxScore;
      },
      beginSegment: (segment) => measureInto(measured, () => inner.beginSegment(segment)),
      collect: (docs, scores, count) => measureInto(measured, () => inner.collect(docs, scores, count)),
      endSegment: () => measureInto(measured, () => inner.endSegment()),
      collectSegment: (matches) => {
        const run = this.#withoutQuery(() => inner.collectSegment(matches));
        return run && this.#measuredRun(run);
      },
    };
  }

  /** A run that finds the matches itself: what the query takes of its time is not the collector's. */
  #measuredRun<Result>(run: Run<Result>): Run<Result> {
    return { step: () => this.#withoutQuery(() => run.step()), result: () => run.result() };
  }

  #withoutQuery<Result>(work: () => Result): Result {
    const before = this.#query?.runNanos ?? 0;
    const result = measureInto(this.#hits, work);
    this.#hits.nanos -= (this.#query?.runNanos ?? 0) - before;
    return result;
  }

  /** What was measured. */
  result(request: SearchRequest, statistics: StatisticsMeasure | undefined): ShardProfile {
    const query = this.#query;
    const aggregations = this.aggregations.tree();
    return {
      queries: this.#plans.map((plan) => plan.tree()),
      rewriteNanos: query?.rewriteNanos ?? 0,
      vectorOperations: query?.plan.vectorOperations,
      hits: { ...collectorOf(request), nanos: Math.max(0, this.#hits.nanos) },
      aggregationNanos: this.aggregations.collectNanos,
      aggregations,
      statistics: statistics && {
        createWeightNanos: query?.rewriteNanos ?? 0,
        terms: statistics.terms,
        fields: statistics.fields,
      },
    };
  }
}

/** What keeps the hits, as Elasticsearch calls it. */
function collectorOf(request: SearchRequest): { readonly name: string; readonly reason: string } {
  const { size, from, sort, searchAfter, trackScores, collapse } = request;
  if (size + from === 0) return { name: "PartialHitCountCollector", reason: "search_count" };
  const byScore = isRelevance(sort);
  const tracks = byScore ? collapse !== undefined : trackScores;
  const order = `${searchAfter ? "Paging" : "Simple"}${byScore ? "TopScoreDoc" : "Field"}`;
  const name = tracks ? "Multi" : collapse ? "SinglePassGrouping" : order;
  return { name: `${name}Collector`, reason: "search_top_hits" };
}
