import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { changedSettings, missingCopies, waits } from "../shared-steps.ts";
import { done, type LifecycleAction, type StepContext, type StepResult } from "../step.ts";

const FILTERS = ["include", "exclude", "require"] as const;

/** Says how many copies there are, and on which nodes. */
export const allocate: LifecycleAction = {
  name: "allocate",
  steps: (options) => [
    { name: "allocate", run: ({ index }) => done(changedSettings(index, settingsOf(options))) },
    { name: "check-allocation", run: (context) => missingCopies(context) ?? placement(context) },
  ],
};

function settingsOf(options: JsonObject): JsonObject {
  const settings: JsonObject = {};
  const replicas = ownOf(options, "number_of_replicas");
  if (replicas !== undefined) settings["index.number_of_replicas"] = replicas;
  const most = ownOf(options, "total_shards_per_node");
  if (most !== undefined) settings["index.routing.allocation.total_shards_per_node"] = most;
  for (const kind of FILTERS) {
    const filter = ownOf(options, kind);
    if (!isJsonObject(filter)) continue;
    for (const [attribute, value] of Object.entries(filter))
      put(settings, `index.routing.allocation.${kind}.${attribute}`, value);
  }
  return settings;
}

/** Waits where the filters of the index do not let the only node have its shards. */
function placement({ index, node }: StepContext): StepResult {
  const matching = (kind: string): boolean[] => {
    const prefix = `index.routing.allocation.${kind}.`;
    return Object.entries(index.settings).flatMap(([name, value]) => {
      if (!name.startsWith(prefix) || name === `${prefix}_tier_preference`) return [];
      const own = ownOf(node.attributes, name.slice(prefix.length));
      return [own !== undefined && simpleMatchAny(String(value).split(","), own)];
    });
  };
  const [included, excluded, required] = [matching("include"), matching("exclude"), matching("require")];
  const isAllowed =
    (included.length === 0 || included.some(Boolean)) && !excluded.some(Boolean) && required.every(Boolean);
  if (isAllowed) return done();
  const shards = index.numberOfShards;
  return waits(`Waiting for [${shards}] shards to be allocated to nodes matching the given filters`, {
    shards_left_to_allocate: shards,
    all_shards_active: true,
    number_of_replicas: index.numberOfReplicas,
  });
}
