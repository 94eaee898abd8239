/** What is asked of a cluster to tell whether an expression names anything there. */
import { RequestError } from "../../compat/errors.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

/** The action by which a cluster is asked. */
export const CLUSTER_ACTION = "indices:admin/resolve/cluster";

const PRIVILEGES = ["view_index_metadata", "manage", "read", "read_cross_cluster"];

/** Whether it does here, or why that cannot be told. */
export function matchesHere(
  { principal, parameters }: Pick<OperationRequest, "principal" | "parameters">,
  services: Services,
  expression: string,
): { readonly matching: boolean } | { readonly error: string } {
  try {
    const options = indexOptions(parameters, DESCRIBED_INDICES);
    return { matching: visibleIndices(services, principal, expression, options, ...PRIVILEGES).length > 0 };
  } catch (error) {
    if (!(error instanceof RequestError) || error.type !== "index_not_found_exception") throw error;
    return { error: error.message };
  }
}
