/** Whether lifecycles are run. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { ownOf } from "../core/names.ts";

/** Kind of `ClusterState.customs`: modes by what runs. */
export const OPERATION_MODES = "operation_modes";

export type OperationMode = "RUNNING" | "STOPPING" | "STOPPED";

export function operationMode(state: ClusterState): OperationMode {
  const mode = ownOf(ownOf(ownOf(state.customs, OPERATION_MODES), "ilm"), "mode");
  return mode === "STOPPING" || mode === "STOPPED" ? mode : "RUNNING";
}
