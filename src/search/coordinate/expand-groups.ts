/** More of the groups whose best hits are shown: one search for each hit and name (`ExpandSearchPhase`). */
import { float32Text } from "../../compat/json/json-text.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { GroupValue } from "../../hits/collect/group-values.ts";
import type { RenderedHit } from "../../hits/fetch/fetch-phase.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { HitReference } from "../shard-result.ts";
import type { RenderedResult } from "./search.ts";

/** Runs a search on what the request searches. */
export type RunInner = (request: SearchRequest) => Generator<void, RenderedResult>;

/** Adds `inner_hits` to the hits of a page. */
export function* expandGroups(
  request: SearchRequest,
  page: readonly HitReference[],
  hits: readonly unknown[],
  run: RunInner,
): Generator<void, void> {
  const { collapse } = request;
  if (!collapse || collapse.innerHits.length === 0) return;
  for (const [place, { hit }] of page.entries()) {
    const inner: Record<string, unknown> = {};
    for (const { name, request: asked } of collapse.innerHits) {
      const found = yield* run({
        ...asked,
        query: groupQuery(request, collapse.field, hit.group ?? null),
        postFilter: request.postFilter,
        runtimeMappings: request.runtimeMappings,
        forceSyntheticSource: request.forceSyntheticSource,
        timeoutMs: request.timeoutMs,
        totalHitsAsInt: request.totalHitsAsInt,
      });
      put(inner, name, { hits: renderInner(asked, found, request.totalHitsAsInt) });
    }
    const shown = hits[place] as RenderedHit;
    shown.inner_hits = { ...(shown.inner_hits as Record<string, unknown> | undefined), ...inner };
  }
}

/** What belongs to a group. */
function groupQuery({ query }: SearchRequest, field: string, value: GroupValue): Json {
  const bool: JsonObject = {};
  if (value === null) bool.must_not = [{ exists: { field } }];
  else bool.filter = [{ match: { [field]: value } }];
  if (query !== undefined) bool.must = [query];
  return { bool };
}

function renderInner(
  { trackTotalHits }: SearchRequest,
  { total, more, maxScore, hits }: RenderedResult,
  asInt: boolean,
): Record<string, unknown> {
  const over = total > trackTotalHits || more;
  return {
    total: asInt ? total : { value: Math.min(total, trackTotalHits), relation: over ? "gte" : "eq" },
    max_score: Number.isNaN(maxScore) ? null : float32Text(maxScore),
    hits,
  };
}
