/** Lifecycles of data streams as responses show them. */
import { automaticAge, LIFECYCLE_ROLLOVER } from "../../cluster/data-streams/lifecycle.ts";
import type { JsonObject } from "../../core/json.ts";

/** A lifecycle in its stored form; `defaults`: with the conditions of its rollover. */
export function shownLifecycle(lifecycle: JsonObject, defaults: boolean): JsonObject {
  const { max_primary_shard_docs, max_primary_shard_size, min_docs } = LIFECYCLE_ROLLOVER;
  const rollover = {
    max_age: `${automaticAge(lifecycle).text} [automatic]`,
    max_primary_shard_docs,
    max_primary_shard_size: max_primary_shard_size.text,
    min_docs,
  };
  return { enabled: true, ...lifecycle, ...(defaults ? { rollover } : {}) };
}
