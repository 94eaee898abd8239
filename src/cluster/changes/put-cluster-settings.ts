/** Updates cluster settings: null removes a setting, `a.*` a group. */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../core/json.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { unchanged } from "../cluster-change.ts";
import { mergeClusterSettings } from "../cluster-settings.ts";
import type { FlatSettings } from "../index-settings.ts";

export function putClusterSettings(persistent: JsonObject, transient: JsonObject): ClusterChange {
  return {
    task: "cluster_update_settings",
    apply(state) {
      const persistentSettings = merged(state.persistentSettings, persistent, "persistent");
      const transientSettings = merged(state.transientSettings, transient, "transient");
      if (persistentSettings === state.persistentSettings && transientSettings === state.transientSettings)
        return unchanged(state);
      return {
        state: { ...state, persistentSettings, transientSettings },
        events: [{ action: "updated", model: "cluster_settings", name: "cluster" }],
      };
    },
  };
}

function merged(current: FlatSettings, update: JsonObject, kind: "persistent" | "transient"): FlatSettings {
  const next = mergeClusterSettings(current, update, kind);
  return isDeepStrictEqual(next, current) ? current : next;
}
