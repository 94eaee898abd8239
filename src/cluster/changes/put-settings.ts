/** Updates settings of indices: flat or nested, null resets; final or unknown ones are refused. */
import type { JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { presentIndex, updatedIndices, updateIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { checkIndexSettings, normalizeIndexSettings } from "../index-settings.ts";
import { checkEndTime } from "../index-mode.ts";
import { checkDynamic, withSettings } from "../setting-changes.ts";
import { checkShardLimit } from "../shard-limit.ts";

/** `preserveExisting`: settings that are already set are not changed. */
export function putSettings(
  names: readonly string[],
  settings: JsonObject,
  { preserveExisting }: { readonly preserveExisting: boolean },
): ClusterChange {
  return {
    task: `update-settings [${names.join(", ")}]`,
    apply(state, inputs) {
      const update = normalizeIndexSettings(settings);
      checkIndexSettings(update, "update");
      const indices = names.map((name) => presentIndex(state, name));
      checkDynamic(indices, update);
      for (const index of indices) checkEndTime(index.settings, update);
      const changed = updateIndices(state, names, (index) => withSettings(index, update, preserveExisting));
      checkShardLimit(state, changed);
      for (const index of changed) {
        // Analysis settings can only change while an index is closed, and must be valid.
        if (index.state === "close") mergeMappings(index.mapping, {}, index.settings, inputs.analysisOf(index));
      }
      return updatedIndices(state, changed, "settings");
    },
  };
}
