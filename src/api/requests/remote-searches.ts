/** Searches over several clusters: each does its part, and this one puts the parts together. */
import type { SplitExpression } from "../../cluster/remote-expressions.ts";
import { count as countKind } from "../../search/actions/count.ts";
import { mergeClusters, mergeCounts } from "../../search/actions/merge-clusters.ts";
import { search as searchKind } from "../../search/actions/search.ts";
import type { ClusterAnswer } from "../../search/cluster-answer.ts";
import { askClusters } from "./ask-clusters.ts";
import type { Services } from "../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { searchTargets } from "../targets/search-targets.ts";
import { readClusterAnswer } from "./read-cluster-answer.ts";
import { clusterAnswerFor, runSearch, type SearchingRequest, type SearchResponse } from "./run-search.ts";

/** The action by which a cluster is asked for its part. */
export const SEARCH_ACTION = "indices:data/read/search";

/** A search or a count by its body. */
export interface AskedAcross {
  readonly text: string;
  readonly counts: boolean;
  /** Those of the search, which may be one of several of a request. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A search over the clusters that an expression names. */
export async function searchAcross(
  request: SearchingRequest,
  services: Services,
  asked: AskedAcross,
  split: SplitExpression,
): Promise<SearchResponse> {
  const { text, counts, parameters } = asked;
  const parts = { targets: [[]], bodies: [text], parameters: [parameters] };
  // What cannot be read is nobody's part.
  await runSearch(request, services, { ...parts, kind: counts ? countKind : searchKind });
  const { index: _named, ...rest } = parameters;
  const outcomes = await askClusters<ClusterAnswer>(request, services, split, {
    action: SEARCH_ACTION,
    body: { parameters: rest, text, counts },
    here: (expression) => localPart(request, services, asked, expression),
    read: readClusterAnswer,
    skips: ({ settings }) => settings.skipUnavailable,
  });
  const clusters = counts ? outcomes.filter(({ outcome }) => !("error" in outcome)) : outcomes;
  return runSearch(request, services, { ...parts, kind: counts ? mergeCounts : mergeClusters, clusters });
}

function localPart(
  request: SearchingRequest,
  services: Services,
  { text, counts, parameters }: AskedAcross,
  expression: string,
): Promise<ClusterAnswer> {
  const targets = searchTargets(services, request.principal, {
    expression,
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  });
  return clusterAnswerFor(request, services, { body: text, parameters, targets, cluster: undefined, counts });
}
