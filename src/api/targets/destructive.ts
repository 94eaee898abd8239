/** `action.destructive_requires_name`: what removes or blocks indices takes no patterns. */
import { clusterSetting } from "../../cluster/cluster-settings.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Services } from "../operation.ts";

/** Refuses patterns while action.destructive_requires_name is on (the default). */
export function checkDestructive(services: Services, expression: string): void {
  if (clusterSetting(services.cluster.state, "action.destructive_requires_name") === "false") return;
  const names = expression.split(",");
  if (expression === "" || names.some((name) => name === "_all" || name.includes("*"))) {
    throw illegalArgument("Wildcard expressions or all indices are not allowed");
  }
}
