/** Lifecycles of data streams as responses show them. */
import { parseTimeMs } from "../../compat/time-value.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

const DAY = 86_400_000;

/** How old an index gets at most before it is rolled over, by the retention that is not longer than `upTo`. */
const AUTOMATIC_AGES: readonly { readonly upTo: number; readonly age: string }[] = [
  { upTo: DAY, age: "1h" },
  { upTo: 14 * DAY, age: "1d" },
  { upTo: 90 * DAY, age: "7d" },
  { upTo: Infinity, age: "30d" },
];

/** A lifecycle in its stored form; `defaults`: with the conditions of its rollover. */
export function shownLifecycle(lifecycle: JsonObject, defaults: boolean): JsonObject {
  return {
    enabled: true,
    ...lifecycle,
    ...(defaults ? { rollover: shownRollover(lifecycle) } : {}),
  };
}

function shownRollover(lifecycle: JsonObject): JsonObject {
  const retention = ownOf(lifecycle, "data_retention");
  const retentionMs = typeof retention === "string" ? parseTimeMs(retention, "data_retention") : Infinity;
  const { age = "30d" } = AUTOMATIC_AGES.find(({ upTo }) => retentionMs <= upTo) ?? {};
  return {
    max_age: `${age} [automatic]`,
    max_primary_shard_docs: 200_000_000,
    max_primary_shard_size: "50gb",
    min_docs: 1,
  };
}
