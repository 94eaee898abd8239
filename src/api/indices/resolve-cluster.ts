/** `indices.resolve_cluster`: whether an expression names anything, cluster by cluster. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { remoteClusterSettings } from "../../cluster/remote-cluster-settings.ts";
import { HANDSHAKE, isMembers } from "../../remote/link-protocol.ts";
import type { RemoteCluster } from "../../remote/remote-cluster.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { clustersNamed } from "../requests/clusters-named.ts";
import { CLUSTER_ACTION, matchesHere } from "../requests/resolved-cluster.ts";

/** As 8.19 says of itself. */
const VERSION = {
  number: "8.19.0",
  build_flavor: "default",
  minimum_wire_compatibility_version: "7.17.0",
  minimum_index_compatibility_version: "7.0.0",
};
/** So long a cluster is waited for, where nobody says. */
const TIMEOUT_MS = 30_000;

export const resolveCluster: Operation = {
  name: "indices.resolve_cluster",
  actions: ["indices:admin/resolve/cluster"],
  indexNames: ["name"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    const { name, timeout } = parameters;
    const timeoutMs = timeout === undefined ? TIMEOUT_MS : parseTimeMs(timeout, "timeout");
    if (name === undefined) {
      checkNoOptions(parameters);
      const everything = remoteClusterSettings(services.cluster.state).map(({ alias }): [string, undefined] => [
        alias,
        undefined,
      ]);
      return { status: 200, body: await toldOf(request, services, everything, timeoutMs) };
    }
    const split = clustersNamed(services, name);
    const local = split ? split.local : name;
    const remote = await toldOf(request, services, [...(split?.remote ?? [])], timeoutMs);
    const here = local === undefined || local === "" ? {} : { "(local)": localAnswer(request, services, local) };
    return { status: 200, body: { ...here, ...remote } };
  },
};

function checkNoOptions(parameters: OperationRequest["parameters"]): void {
  const options = ["ignore_unavailable", "allow_no_indices", "expand_wildcards", "ignore_throttled"];
  const given = options.filter((option) => Object.hasOwn(parameters, option));
  if (given.length > 0)
    throw illegalArgument(
      `No index options are allowed on _resolve/cluster when no index expression is specified, but received: [${given.join(", ")}]`,
    );
}

function localAnswer(request: OperationRequest, services: Services, expression: string): object {
  const connected = { connected: true, skip_unavailable: false };
  const found = matchesHere(request, services, expression);
  return "error" in found
    ? { ...connected, error: found.error }
    : { ...connected, matching_indices: found.matching, version: VERSION };
}

/** What the clusters say, each asked for an expression, or whether it is there. */
async function toldOf(
  request: OperationRequest,
  services: Services,
  named: readonly [alias: string, expression: string | undefined][],
  timeoutMs: number,
): Promise<Record<string, object>> {
  if (named.length === 0) return {};
  const remotes = await services.remotes();
  const told = named.map(async ([alias, expression]): Promise<[string, object]> => {
    const cluster = remotes.get(alias);
    return [alias, await answerOf(cluster, expression, request, timeoutMs)];
  });
  return Object.fromEntries(await Promise.all(told));
}

async function answerOf(
  cluster: RemoteCluster,
  expression: string | undefined,
  { principal: caller, parameters }: OperationRequest,
  timeoutMs: number,
): Promise<object> {
  const { alias, settings } = cluster;
  const skips = { skip_unavailable: settings.skipUnavailable };
  try {
    if (expression === undefined) {
      await cluster.call(HANDSHAKE, undefined, { timeoutMs });
      return { connected: true, ...skips, version: VERSION };
    }
    const { name: _asked, timeout: _wait, ...rest } = parameters;
    const body = { cluster: alias, expression, parameters: rest };
    const answer = await cluster.call(CLUSTER_ACTION, body, { timeoutMs, caller });
    const { error, matching } = isMembers(answer) ? answer : {};
    if (typeof error === "string") return { connected: true, ...skips, error };
    return { connected: true, ...skips, matching_indices: matching === true, version: VERSION };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.type === "connect_transport_exception") return { connected: false, ...skips };
    if (error.type === "receive_timeout_transport_exception")
      return {
        connected: false,
        ...skips,
        error: `Request timed out before receiving a response from the remote cluster`,
      };
    return { connected: true, ...skips, error: error.message };
  }
}
