/** Fetches the hits of the page, each from its shard. */
import type { AnswerPages } from "../../core/answer-pages.ts";
import { JsonWriter, type PageJson } from "../../compat/json/json-writer.ts";
import { RequestError } from "../../compat/errors.ts";
import type { FetchShard } from "../../hits/fetch/fetch-phase.ts";
import type { HitOptions } from "../../hits/fetch/hit-options.ts";
import { HitWriter } from "../../hits/fetch/hit-writer.ts";
import { type HitLookups, lookUpFields } from "../../hits/fetch/lookup-fields.ts";
import { ShardFetcher } from "../../hits/fetch/shard-fetcher.ts";
import { fetchShardOf } from "./fetch-shard.ts";
import { withDamageTold } from "../damaged-source.ts";
import { phaseFailure } from "../shard-failures.ts";
import type { PlannedHit, PlannedShard, Runtime } from "./query-phase.ts";
import type { RequestControl } from "./request-control.ts";

type Options = Readonly<HitOptions> & { readonly totalHitsAsInt: boolean };

/** The parts of a run that are the same for all hits. */
interface FetchedPage {
  readonly request: Options;
  readonly hits: readonly PlannedHit[];
  readonly control: RequestControl;
  readonly runtime: Runtime;
  readonly lookups: HitLookups[];
}

/**
 * The hits as they are answered. Throws 400 `search_phase_execution_exception` for what only shows when values are
 * read.
 */
export function* fetchHits(
  request: Options,
  hits: readonly PlannedHit[],
  control: RequestControl,
  runtime: Runtime,
): Generator<void, unknown[]> {
  const page: FetchedPage = { request, hits, control, runtime, lookups: [] };
  const fetchers = new Map<PlannedShard, ShardFetcher>();
  const rendered: unknown[] = [];
  const make = (planned: PlannedShard): ShardFetcher => {
    const fetcher = new ShardFetcher(request, shardOf(page, planned));
    fetchers.set(planned, fetcher);
    return fetcher;
  };
  yield* eachHit(page, ({ shard, hit }) => {
    rendered.push((fetchers.get(shard) ?? make(shard)).fetch(hit));
  });
  yield* lookUpFields(page.lookups, runtime.lookUp);
  return rendered;
}

/**
 * The same as one list that is written at once; undefined where the hits are few, or have to be objects. Throws as
 * `fetchHits`.
 */
export function* writeHits(
  request: Options,
  hits: readonly PlannedHit[],
  pages: AnswerPages,
  { control, runtime }: Pick<FetchedPage, "control" | "runtime">,
): Generator<void, PageJson | undefined> {
  if (hits.length === 0) return undefined;
  const page: FetchedPage = { request, hits, control, runtime, lookups: [] };
  const writers = new Map<PlannedShard, HitWriter>();
  for (const { shard } of hits) {
    if (writers.has(shard)) continue;
    const made = writerOf(page, shard);
    if (!made) return undefined;
    writers.set(shard, made);
  }
  const writer = JsonWriter.onPage(pages);
  let separator = "[";
  yield* eachHit(page, ({ shard, hit }) => {
    writer.text(separator);
    separator = ",";
    writers.get(shard)!.write(writer, hit);
  });
  writer.text("]");
  return writer.endPage();
}

function writerOf(page: FetchedPage, shard: PlannedShard): HitWriter | undefined {
  try {
    return HitWriter.of(page.request, shardOf(page, shard));
  } catch (error) {
    throw failureOf(error, shard, page.runtime);
  }
}

function shardOf({ hits, control, runtime, lookups, request }: FetchedPage, shard: PlannedShard): FetchShard {
  return fetchShardOf(shard, {
    control,
    runtime,
    lookups,
    totalsAsInt: request.totalHitsAsInt,
    hits: hits.length,
    profiler: shard.fetchProfiler,
  });
}

/** Gives others their turn between hits, measures, and says of which shard a failure is. */
function* eachHit({ hits, control, runtime }: FetchedPage, take: (hit: PlannedHit) => void): Generator<void, void> {
  const { times } = runtime;
  for (const planned of hits) {
    if (control.pollCancelled()) yield;
    const sinceMs = times?.begin();
    try {
      take(planned);
      times?.add("fetch", planned.shard.prepared, sinceMs);
    } catch (error) {
      throw failureOf(error, planned.shard, runtime);
    }
  }
}

function failureOf(error: unknown, { prepared }: PlannedShard, runtime: Runtime): unknown {
  const { target } = prepared.index;
  const failure = { index: target.index, uuid: target.uuid, shard: prepared.shard, node: runtime.nodeId };
  const told = withDamageTold(error, failure, runtime.damaged);
  return told instanceof RequestError ? phaseFailure([{ ...failure, error: told }], "all shards failed") : told;
}
