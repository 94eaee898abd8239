/** Tells the log of slow phases of searches, in the words of Elasticsearch's plain slow log. */
import { logLevel, slowHead } from "../../cluster/slow-logs.ts";
import type { SlowPhase } from "../../search/slow-phases.ts";
import type { Services } from "../operation.ts";
import type { SearchDependencies, SearchingRequest } from "./run-search.ts";

export function tellSlowPhases(
  phases: readonly SlowPhase[],
  { principal, task }: Pick<SearchingRequest, "principal" | "task">,
  { bodies, parameters }: Pick<SearchDependencies, "bodies" | "parameters">,
  log: Services["slowLog"],
): void {
  for (const { phase, index, shard, level, tookMs, totalHits, includeUser, shards, item } of phases) {
    const { search_type: type = "query_then_fetch", stats = "" } = parameters[item] ?? {};
    const hits = totalHits === undefined ? "-1" : `${totalHits} hits`;
    const source = (bodies[item] ?? "").replaceAll(/\s*\n\s*/g, " ");
    const user = includeUser ? `, user.name[${principal.username}]` : "";
    log(
      logLevel(level),
      `index.search.slowlog.${phase} ${slowHead(index, shard, level, tookMs)}, total_hits[${hits}], stats[${stats}], search_type[${type.toUpperCase()}], total_shards[${shards}], source[${source}], id[${task.headers["X-Opaque-Id"] ?? ""}]${user}`,
    );
  }
}
