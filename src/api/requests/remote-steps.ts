/** A step of a search over several clusters: each goes on from what it holds, and this one puts the parts together. */
import { fromPortableError, RequestError, toPortableError, type PortableError } from "../../compat/errors.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import type { ClusterAnswer, ClusterOutcome } from "../../search/cluster-answer.ts";
import type { HeldCluster, HeldElsewhere } from "../../search/coordinate/search-contexts.ts";
import { cursorOn, type SearchStep } from "../../search/scroll-cursor.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Services } from "../operation.ts";
import { askClusters } from "./ask-clusters.ts";
import { readClusterAnswer } from "./read-cluster-answer.ts";
import { SEARCH_ACTION } from "./remote-searches.ts";
import { clusterAnswerFor, type SearchingRequest } from "./run-search.ts";

/** A step, and what it goes on from. */
export interface AskedStep {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** What this cluster holds. */
  readonly targets: readonly SearchTarget[];
  readonly step: SearchStep;
  readonly elsewhere: HeldElsewhere;
  /** How long the states are to be held behind the step; undefined: as before. */
  readonly keepAliveMs: number | undefined;
}

/** What each cluster finds; one that cannot be asked fails on each of its shards. */
export async function stepOnClusters(
  request: SearchingRequest,
  services: Services,
  asked: AskedStep,
): Promise<ClusterOutcome[]> {
  const { text, parameters, targets, step, elsewhere, keepAliveMs } = asked;
  const { index: _named, ...rest } = parameters;
  const held = new Map(elsewhere.clusters.map((cluster) => [cluster.alias, cluster]));
  const first = firstShards(targets, elsewhere.clusters);
  const stepOn = (alias: string | undefined): SearchStep => ({
    ...step,
    id: undefined,
    cursor: step.cursor && cursorOn(step.cursor, alias),
    firstShard: first.get(alias) ?? 0,
  });
  const remotes = await services.remotes();
  const split = {
    local: elsewhere.local,
    remote: new Map(elsewhere.clusters.map(({ alias, expression }) => [alias, expression])),
  };
  const parts = await askClusters<ClusterAnswer>(request, services, split, {
    action: SEARCH_ACTION,
    body: (alias) => ({
      parameters: rest,
      text,
      context: held.get(alias)?.id ?? "",
      keepAliveMs,
      step: stepOn(alias) as unknown as PlainData,
    }),
    here: () => localStep(request, services, asked, stepOn(undefined)),
    read: readClusterAnswer,
    skips: () => true,
  });
  return parts.map(({ alias, expression, outcome }) => {
    const cluster = alias === undefined ? undefined : held.get(alias);
    const isNeeded = alias !== undefined && !remotes.get(alias).settings.skipUnavailable;
    const shown = "error" in outcome && cluster ? failedShards(cluster, outcome.error) : outcome;
    return { alias, expression, outcome: shown, isNeeded };
  });
}

function localStep(
  request: SearchingRequest,
  services: Services,
  { text, parameters, targets }: AskedStep,
  step: SearchStep,
): Promise<ClusterAnswer> {
  const part = { body: text, parameters, targets, cluster: undefined, counts: false, byShard: true };
  return clusterAnswerFor(request, services, { ...part, step });
}

/** How many shards stand before those of each cluster; this one is the first. */
function firstShards(
  targets: readonly SearchTarget[],
  clusters: readonly HeldCluster[],
): ReadonlyMap<string | undefined, number> {
  const first = new Map<string | undefined, number>();
  let next = targets.reduce((sum, { shards = [] }) => sum + shards.length, 0);
  for (const { alias, shards } of clusters) {
    first.set(alias, next);
    next += shards.length;
  }
  return first;
}

/** The answer of a cluster that could not answer. */
function failedShards({ shards, nodeId }: HeldCluster, failure: PortableError): ClusterAnswer {
  const error = toPortableError(rootOf(fromPortableError(failure)));
  return {
    tookMs: 0,
    nodeId,
    shards: shards.length,
    skipped: 0,
    results: shards.map((shard) => ({ shard, error })),
    documents: [],
    measured: shards.map(() => undefined),
    reducePhases: 1,
    mapping: undefined,
  };
}

/** What went wrong on a shard there, where the failure is that of all of them. */
function rootOf(error: RequestError): RequestError {
  const { rootCauses = [] } = error;
  return error.type === "search_phase_execution_exception" ? (rootCauses[0] ?? error) : error;
}
