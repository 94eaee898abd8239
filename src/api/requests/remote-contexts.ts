/** Searches of several steps over several clusters: each cluster holds what is its own, and this one knows where. */
import { RequestError } from "../../compat/errors.ts";
import type { SplitExpression } from "../../cluster/remote-expressions.ts";
import { isMembers } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import type { HeldCluster, HeldElsewhere } from "../../search/coordinate/search-contexts.ts";
import type { ShardReference } from "../../search/shard-result.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Services } from "../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { searchTargets } from "../targets/search-targets.ts";
import { askClusters, type ClusterPart } from "./ask-clusters.ts";
import type { SearchingRequest } from "./run-search.ts";

/** The actions by which a cluster is asked to hold its part, and to let go of it. */
export const OPEN_CONTEXT = "indices:data/read/open_point_in_time";
export const CLOSE_CONTEXT = "indices:data/read/close_point_in_time";

/** What is to be held. */
export interface AskedContext {
  readonly kind: "scroll" | "pit";
  readonly keepAliveMs: number;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What the clusters of an expression hold. */
export interface OpenedContexts {
  /** Of this one; undefined: nothing of it is meant. */
  readonly targets: readonly SearchTarget[] | undefined;
  readonly elsewhere: HeldElsewhere;
  /** Clusters that hold nothing, as they could not be asked. */
  readonly lost: readonly ClusterPart<never>[];
}

type Opened = HeldCluster | readonly SearchTarget[];

/** Asks all clusters to hold their parts; one that fails is left out where that may be, or else none holds anything. */
export async function openContexts(
  request: SearchingRequest,
  services: Services,
  split: SplitExpression,
  { kind, keepAliveMs, parameters }: AskedContext,
): Promise<OpenedContexts> {
  const { index: _named, ...rest } = parameters;
  const opened: HeldCluster[] = [];
  const elsewhere = {
    local: split.local,
    clusters: opened,
    release: releaseOnce(request, services, opened),
  };
  try {
    const parts = await askClusters<Opened>(request, services, split, {
      action: OPEN_CONTEXT,
      body: { parameters: rest, kind, keepAliveMs },
      here: (expression) => Promise.resolve(targetsHere(request, services, expression, parameters)),
      read(answer, alias) {
        const held = readHeld(answer, alias, split.remote.get(alias) ?? "");
        opened.push(held);
        return held;
      },
      skips: ({ settings }) => settings.skipUnavailable,
    });
    opened.sort((one, other) => (one.alias < other.alias ? -1 : 1));
    const here = parts.find(({ alias }) => alias === undefined)?.outcome;
    return {
      targets: Array.isArray(here) ? here : undefined,
      elsewhere,
      lost: parts.flatMap(({ outcome, ...part }) => ("error" in outcome ? [{ ...part, outcome }] : [])),
    };
  } catch (error) {
    await elsewhere.release().catch(() => 0);
    throw error;
  }
}

function targetsHere(
  { principal }: SearchingRequest,
  services: Services,
  expression: string,
  parameters: AskedContext["parameters"],
): readonly SearchTarget[] {
  return searchTargets(services, principal, {
    expression,
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  });
}

/** In the name of whoever opened it, and beyond the end of the request. */
function releaseOnce(
  { principal: caller }: SearchingRequest,
  services: Services,
  opened: readonly HeldCluster[],
): () => Promise<number> {
  let released: Promise<number> | undefined;
  const release = async (): Promise<number> => {
    const remotes = await services.remotes();
    const counts = await Promise.all(
      opened.map(async ({ alias, id }) => {
        const freed = await remotes.get(alias).call(CLOSE_CONTEXT, { id }, { caller, timeoutMs: CLOSE_TIMEOUT_MS });
        return typeof freed === "number" ? freed : 0;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  return () => (released ??= release());
}

const CLOSE_TIMEOUT_MS = 30_000;

function readHeld(answer: PlainData, alias: string, expression: string): HeldCluster {
  if (!isMembers(answer)) throw unreadable(alias);
  const { id, nodeId, shards } = answer;
  if (typeof id !== "string" || typeof nodeId !== "string" || !Array.isArray(shards)) throw unreadable(alias);
  return { alias, expression, id, nodeId, shards: shards.map((shard: PlainData) => readShard(shard, alias, nodeId)) };
}

function readShard(data: PlainData, alias: string, node: string): ShardReference {
  if (!isMembers(data)) throw unreadable(alias);
  const { index, uuid, shard } = data;
  if (typeof index !== "string" || typeof uuid !== "string" || typeof shard !== "number") throw unreadable(alias);
  const elsewhere = { node, cluster: alias };
  return { index: `${alias}:${index}`, uuid, shard, generation: undefined, elsewhere };
}

function unreadable(alias: string): RequestError {
  return new RequestError(500, "illegal_state_exception", `the answer of the remote cluster [${alias}] cannot be read`);
}
