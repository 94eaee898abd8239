/** Places copies that could not be placed before, as time has passed: those that wait for a node that left. */
import { type ClusterChange, unchanged } from "../cluster-change.ts";

export const reroute: ClusterChange = { task: "cluster_reroute (delayed)", apply: unchanged };
