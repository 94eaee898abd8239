/** Chooses the collector for the requested hits. */
import { CountOnly } from "./count-only.ts";
import type { CollectTask, HitCollector } from "./hit-collector.ts";
import { TopByGroup } from "./top-by-group.ts";
import { TopByScore } from "./top-by-score.ts";
import { TopBySort } from "./top-by-sort.ts";

/** A collector for one shard and one request. */
export function collectorFor(task: CollectTask): HitCollector {
  if (task.limit === 0) return new CountOnly();
  if (task.groups) return new TopByGroup(task, task.groups);
  return task.keys.length === 0 ? new TopByScore(task.limit) : new TopBySort(task);
}
