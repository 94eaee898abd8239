/** Which clusters an index expression names. */
import { remoteClusterSettings } from "../../cluster/remote-cluster-settings.ts";
import { namesRemotes, type SplitExpression, splitExpression } from "../../cluster/remote-expressions.ts";
import type { Services } from "../operation.ts";

/** The clusters that an expression names beside this one; undefined: none. Throws what is wrong with it. */
export function clustersNamed(services: Services, expression: string | undefined): SplitExpression | undefined {
  if (!namesRemotes(expression)) return undefined;
  return splitExpression(expression, () => remoteClusterSettings(services.cluster.state).map(({ alias }) => alias));
}
