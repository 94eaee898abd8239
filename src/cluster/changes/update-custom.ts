/** Changes a named object of some kind, from what it is by then. */
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { withCustom } from "./put-custom.ts";

/** `update` answers null for an object that is to go; it is told undefined where there is none, and may throw. */
export function updateCustom(
  kind: string,
  name: string,
  update: (before: JsonObject | undefined, nowMs: number) => JsonObject | null,
): ClusterChange {
  return {
    task: `update-${kind} [${name}]`,
    apply: (state, { nowMs }) => withCustom(state, kind, name, update(ownOf(ownOf(state.customs, kind), name), nowMs)),
  };
}
