/** `indices.resolve_cluster`: whether an expression names anything, cluster by cluster. There is no other cluster. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

const PRIVILEGES = ["view_index_metadata", "manage", "read", "read_cross_cluster"];

/** As 8.19 says of itself. */
const VERSION = {
  number: "8.19.0",
  build_flavor: "default",
  minimum_wire_compatibility_version: "7.17.0",
  minimum_index_compatibility_version: "7.0.0",
};

export const resolveCluster: Operation = {
  name: "indices.resolve_cluster",
  actions: ["indices:admin/resolve/cluster"],
  indexNames: ["name"],
  audit: "nothing",

  handle(request, services) {
    const { parameters } = request;
    const { name, timeout } = parameters;
    if (timeout !== undefined) parseTimeMs(timeout, "timeout");
    if (name === undefined) {
      const options = ["ignore_unavailable", "allow_no_indices", "expand_wildcards", "ignore_throttled"];
      const given = options.filter((option) => Object.hasOwn(parameters, option));
      if (given.length > 0)
        throw illegalArgument(
          `No index options are allowed on _resolve/cluster when no index expression is specified, but received: [${given.join(", ")}]`,
        );
      return { status: 200, body: {} };
    }
    const local = localExpression(name);
    const body = local === "" ? {} : { "(local)": localAnswer(request, services, local) };
    return Promise.resolve({ status: 200, body });
  },
};

/** What names indices here; patterns of other clusters match none, and the name of one is unknown. */
function localExpression(expression: string): string {
  const parts = expression.split(",").filter((part) => {
    const at = part.indexOf(":");
    if (at <= 0 || part.startsWith("<")) return true;
    const cluster = part.slice(0, at);
    if (!cluster.includes("*"))
      throw new RequestError(404, "no_such_remote_cluster_exception", `no such remote cluster: [${cluster}]`);
    return false;
  });
  return parts.join(",");
}

function localAnswer({ principal, parameters }: OperationRequest, services: Services, expression: string): object {
  const connected = { connected: true, skip_unavailable: false };
  try {
    const options = indexOptions(parameters, DESCRIBED_INDICES);
    const found = visibleIndices(services, principal, expression, options, ...PRIVILEGES);
    return { ...connected, matching_indices: found.length > 0, version: VERSION };
  } catch (error) {
    if (!(error instanceof RequestError) || error.type !== "index_not_found_exception") throw error;
    return { ...connected, error: error.message };
  }
}
