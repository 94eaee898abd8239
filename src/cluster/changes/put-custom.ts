/** Stores a named object of some kind, or removes it (null). */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { type Changed, type ClusterChange, type ClusterEvent, unchanged } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";

export function putCustom(kind: string, name: string, value: JsonObject | null): ClusterChange {
  return { task: `put-${kind} [${name}]`, apply: (state) => withCustom(state, kind, name, value) };
}

/** The state with the object, or without it (null). */
export function withCustom(state: ClusterState, kind: string, name: string, value: JsonObject | null): Changed {
  const before = ownOf(ownOf(state.customs, kind), name) ?? null;
  if (before === value || (before !== null && value !== null && isDeepStrictEqual(before, value)))
    return unchanged(state);
  const things = { ...ownOf(state.customs, kind) };
  if (value === null) delete things[name];
  else put(things, name, value);
  const customs = { ...state.customs };
  put(customs, kind, things);
  const action: ClusterEvent["action"] = value === null ? "deleted" : before === null ? "created" : "updated";
  return { state: { ...state, customs }, events: [{ action, model: kind, name }] };
}
