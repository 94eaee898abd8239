/** Scores the best hits of a shard again (`RescorePhase`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { ShardHit } from "../../hits/collect/shard-hit.ts";
import type { RescoreSpec, Rescorer } from "../../hits/rescore/rescorer.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { RequestControl } from "./request-control.ts";
import type { ContextSource } from "./search-shard.ts";

/** Throws RequestError 400 for what an index does not take, whether there are hits or not. */
export function checkRescore({ rescore, sort }: SearchRequest, mapping: MappingView): void {
  if (rescore.length === 0) return;
  if (!isRelevance(sort)) throw illegalArgument("Cannot use [sort] option in conjunction with [rescore].");
  const set = mapping.setting("index.max_rescore_window") ?? mapping.setting("index.max_result_window");
  const limit = Number(set ?? 10_000);
  for (const { windowSize } of rescore) {
    if (windowSize <= limit) continue;
    throw illegalArgument(
      `Rescore window [${windowSize}] is too large. It must be less than [${limit}]. This prevents allocating massive heaps for storing the results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.`,
    );
  }
}

/** Hits that a shard is to find: the page, and what is scored again. */
export function hitsWanted({ from, size, rescore }: SearchRequest): number {
  return size === 0 ? 0 : Math.max(from + size, ...rescore.map(({ windowSize }) => windowSize));
}

/** What scores are found with. */
export interface RescoreScope {
  readonly view: SearcherView;
  readonly control: RequestControl;
  readonly contexts: ContextSource;
}

/** The hits in the order of their new scores. The timeout does not cut this. */
export function* rescoreHits(
  found: readonly ShardHit[],
  options: readonly RescoreSpec[],
  rescorers: readonly Rescorer[],
  scope: RescoreScope,
): Generator<void, readonly ShardHit[]> {
  let hits = found;
  for (const [place, rescorer] of rescorers.entries()) {
    const windowSize = options[place]?.windowSize ?? 0;
    // Java has no words for such an array.
    if (windowSize < 0) throw new RequestError(500, "negative_array_size_exception", String(windowSize));
    hits = rescorer.rescore(hits, yield* scoresOf(rescorer.plan, hits.slice(0, windowSize), scope));
  }
  return hits;
}

/** The scores of hits by a plan, as floats; NaN where it does not match. */
function* scoresOf(plan: Plan, hits: readonly ShardHit[], scope: RescoreScope): Generator<void, Float64Array> {
  const scores = new Float64Array(hits.length).fill(Number.NaN);
  const order = Array.from(hits, (_, place) => place);
  order.sort((left, right) => hits[left]!.segment - hits[right]!.segment || hits[left]!.doc - hits[right]!.doc);
  let at = 0;
  while (at < order.length) {
    const { segment } = hits[order[at]!]!;
    let end = at + 1;
    while (end < order.length && hits[order[end]!]!.segment === segment) end++;
    yield* scoreSegment(plan, { hits, places: order.slice(at, end), scores }, scope);
    at = end;
  }
  return scores;
}

/** Hits of one segment: their places in the list ascend by document. */
interface SegmentPlaces {
  readonly hits: readonly ShardHit[];
  readonly places: readonly number[];
  readonly scores: Float64Array;
}

function* scoreSegment(
  plan: Plan,
  { hits, places, scores }: SegmentPlaces,
  { view, control, contexts }: RescoreScope,
): Generator<void, void> {
  const reader = view.segments[hits[places[0]!]!.segment];
  if (!reader) return;
  const lease = contexts.lease(reader, control.checkCancelled);
  try {
    const operator = plan.operator(lease.context);
    if (!operator) return;
    const wanted = lease.context.window();
    const window = lease.context.window();
    for (let at = 0; at < places.length;) {
      if (control.pollCancelled()) yield;
      const base = hits[places[at]!]!.doc & -WINDOW_DOCS;
      wanted.bits.fill(0);
      let end = at;
      for (; end < places.length && hits[places[end]!]!.doc < base + WINDOW_DOCS; end++) {
        const bit = hits[places[end]!]!.doc - base;
        wanted.bits[bit >>> 5]! |= 1 << (bit & 31);
      }
      if (operator.nextWindow(base) === base && operator.fill(base, window, true, wanted)) {
        for (; at < end; at++) {
          const bit = hits[places[at]!]!.doc - base;
          if ((window.bits[bit >>> 5]! >>> (bit & 31)) & 1) scores[places[at]!] = Math.fround(window.scores[bit]!);
        }
      }
      at = end;
    }
  } finally {
    lease.release();
  }
}
