/** From what clusters found to what the request found: their shards are put together like those of one cluster. */
import type { SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { NO_AGGREGATIONS } from "../../aggregation/tree/child-results.ts";
import { RequestError } from "../../compat/errors.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { isJsonObject } from "../../core/json.ts";
import { renderSuggestions, suggestedHits } from "../../hits/suggest/merged-suggestions.ts";
import { emptyMapping } from "../../mapping/empty-mapping.ts";
import type { ShardHit } from "../../hits/collect/shard-hit.ts";
import type { ClusterAnswer, ClusterOutcome, ShardPage } from "../cluster-answer.ts";
import { cursorBehind, type ScrollCursor, type ScrolledPage, type SearchStep } from "../scroll-cursor.ts";
import { applySearchSettings, type SearchRequest } from "../request/search-request.ts";
import type { CallRuntime } from "../search-action.ts";
import { RequestControl } from "../shard/request-control.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import { readQueries } from "../shard/read-queries.ts";
import type { ShardReference } from "../shard-result.ts";
import { BUCKET_WORK } from "../work.ts";
import { foreignMapping } from "./foreign-mapping.ts";
import { type ReducedSearch, reduce } from "./reduce.ts";
import { reducePhases } from "./reduce-phases.ts";
import type { RenderedResult } from "./search.ts";

/** How the parts are put together. */
export interface MergeOptions {
  readonly outcomes: readonly ClusterOutcome[];
  /** Whether what each cluster found counts as reduced there (`ccs_minimize_roundtrips`). */
  readonly byCluster: boolean;
  /** What the search is a step of. */
  readonly step: SearchStep | undefined;
}

/** See the file comment. Throws RequestError. */
export function mergeClusters(
  request: SearchRequest,
  { outcomes, byCluster, step }: MergeOptions,
  runtime: CallRuntime,
): RenderedResult {
  applySearchSettings(request, runtime.settings);
  const answers = outcomes.flatMap(({ outcome }) => ("error" in outcome ? [] : [outcome]));
  const memory = new MemoryAccount(runtime.memory);
  const control = new RequestControl(runtime.control, Number.POSITIVE_INFINITY, runtime.turn, memory);
  try {
    const results = answers.flatMap((answer) => answer.results);
    const found = reduce(request, results, runtime.nodeId, {
      aggregations: aggregationsOf(request, answers, runtime),
      maxBuckets: runtime.settings.maxBuckets,
      countBuckets: (count) => runtime.turn.demand(count * BUCKET_WORK),
      checkCancelled: control.checkCancelled,
      step: () => {
        control.checkCancelled();
        runtime.turn.demand(BUCKET_WORK);
      },
    });
    const shown = new ShownDocuments(answers);
    const phases = answers.reduce((sum, answer) => sum + answer.reducePhases, outcomes.length > 1 ? 1 : 0);
    const cursor = step?.cursor;
    const total = cursor?.total ?? found.total;
    const maxScore = cursor?.maxScore ?? maxScoreOf(found, answers);
    return {
      tookMs: runtime.tookMs(),
      timedOut: found.timedOut,
      terminatedEarly: found.terminatedEarly,
      shards: {
        total: answers.reduce((sum, { shards }) => sum + shards, 0),
        skipped: answers.reduce((sum, { skipped }) => sum + skipped, 0),
        failures: found.failures,
      },
      total,
      more: cursor === undefined && found.more,
      maxScore,
      hits: found.hits.map(({ shard, hit }) => new JsonText(shown.at(shard, hit))),
      aggregations: found.aggregations,
      suggest: found.suggestions && suggestionsOf(request, found.suggestions, results, shown),
      reducePhases: byCluster || answers.length === 0 ? phases : reducePhases(request, results.length),
      profile: profileOf(found, answers),
      cursor:
        step?.kind === "scroll"
          ? scrolled(request, {
              found,
              answers,
              before: cursor,
              total,
              maxScore,
              nowMs: cursor?.nowMs ?? runtime.nowMs,
            })
          : undefined,
    };
  } finally {
    memory.release();
  }
}

/** Elasticsearch's answer without any shard has a score, which counts among the others. */
function maxScoreOf({ maxScore }: ReducedSearch, answers: readonly ClusterAnswer[]): number {
  if (!answers.some(({ shards }) => shards === 0)) return maxScore;
  return Number.isNaN(maxScore) ? 0 : Math.max(0, maxScore);
}

/** What a page of a scroll leaves behind. */
interface PageParts extends Pick<ScrolledPage, "before" | "total" | "maxScore" | "nowMs"> {
  readonly found: ReducedSearch;
  readonly answers: readonly ClusterAnswer[];
}

function scrolled({ size }: SearchRequest, { found, answers, ...rest }: PageParts): ScrollCursor {
  const pages = new Map<ShardReference, { readonly page: ShardPage; readonly docs: ReadonlyMap<ShardHit, number> }>();
  for (const { results, pages: told = [] } of answers)
    for (const [place, result] of results.entries()) {
      const page = told[place];
      if (!page || !("matches" in result)) continue;
      const docs = result.matches.hits.map((hit, at): [ShardHit, number] => [hit, page.docs[at] ?? hit.doc]);
      pages.set(result.shard, { page, docs: new Map(docs) });
    }
  return cursorBehind({
    ...rest,
    size,
    results: answers.flatMap(({ results }) => results),
    shown: found.hits,
    foundBy: ({ shard }) => pages.get(shard)?.page.found ?? 0,
    docOf: ({ shard, hit }) => pages.get(shard)?.docs.get(hit) ?? hit.doc,
  });
}

/** What documents of the clusters show. */
class ShownDocuments {
  readonly #shown = new Map<ShardReference, Map<string, string>>();

  constructor(answers: readonly ClusterAnswer[]) {
    for (const { results, documents } of answers)
      for (const { place, segment, doc, shown } of documents) {
        const shard = results[place]?.shard;
        if (!shard) continue;
        let ofShard = this.#shown.get(shard);
        if (!ofShard) this.#shown.set(shard, (ofShard = new Map<string, string>()));
        ofShard.set(`${segment} ${doc}`, shown);
      }
  }

  /** Throws 500 for one that its cluster did not send, although it is among the first. */
  at(shard: ShardReference, { segment, doc }: { readonly segment: number; readonly doc: number }): string {
    const shown = this.#shown.get(shard)?.get(`${segment} ${doc}`);
    if (shown === undefined)
      throw new RequestError(500, "illegal_state_exception", `[${shard.index}] answered without a hit that it counts`);
    return shown;
  }
}

/** The aggregations as the first index that answered reads them. */
function aggregationsOf(
  request: SearchRequest,
  answers: readonly ClusterAnswer[],
  runtime: CallRuntime,
): SubAggregations {
  if (!request.aggregations) return NO_AGGREGATIONS;
  const first = answers.find(({ results }) => results.some((result) => "matches" in result));
  const shard = first?.results.find((result) => "matches" in result)?.shard;
  const mapping =
    first?.mapping && shard ? foreignMapping(shard.index, first.mapping, runtime.registry.scripts) : emptyMapping;
  const queries = {
    text: request.text,
    root: request.body,
    query: undefined,
    aggregations: request.aggregations,
    runtimeMappings: request.runtimeMappings,
  };
  return readQueries(queries, [], {
    mapping,
    nowMs: runtime.nowMs,
    shards: first?.shards ?? 0,
    maxBuckets: runtime.settings.maxBuckets,
    size: request.size,
    // What is elsewhere was asked for by the clusters.
    reference: () => undefined,
    infer: () => undefined,
    warn: runtime.warn,
  }).aggregations;
}

function suggestionsOf(
  { suggest = [], typedKeys }: SearchRequest,
  suggestions: NonNullable<ReducedSearch["suggestions"]>,
  results: readonly ClusterAnswer["results"][number][],
  shown: ShownDocuments,
): Record<string, unknown> {
  const answered = results.filter((result) => "matches" in result);
  const hits = suggestedHits(suggestions).map((option): [typeof option, Record<string, unknown>] => {
    const { shard, segment, doc } = option.found!;
    const hit = parseLossless(shown.at(answered[shard]!.shard, { segment, doc }));
    return [option, isJsonObject(hit) ? hit : {}];
  });
  return renderSuggestions(suggest, suggestions, { typedKeys, hits: new Map(hits) });
}

function profileOf(found: ReducedSearch, answers: readonly ClusterAnswer[]): RenderedResult["profile"] {
  const measured = new Map(
    answers.flatMap((answer) =>
      answer.results.map((result, place): [ShardReference, ClusterAnswer["measured"][number]] => [
        result.shard,
        answer.measured[place],
      ]),
    ),
  );
  return found.profile.map(({ shard, profile }) => ({
    shard,
    profile,
    nearest: measured.get(shard)?.nearest ?? [],
    fetch: measured.get(shard)?.fetch,
  }));
}
