/** Cluster settings that threads and breakers follow. */
import { type BreakerLimits, MemoryBreakers } from "../breakers/memory-breakers.ts";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { memoryShare } from "../cluster/memory-share.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { CustomsFollower } from "../search/search-customs.ts";
import type { SearchSettings } from "../search/search-settings.ts";

/** Those who are told, and what is a share of what. */
interface Followers {
  readonly searches: CustomsFollower;
  readonly breakers: MemoryBreakers;
  readonly memoryBytes: number;
}

/** See the file comment. */
export class FollowedSettings {
  readonly #followers: Followers;
  #persistent: ClusterState["persistentSettings"] | undefined;
  #transient: ClusterState["transientSettings"] | undefined;

  constructor(followers: Followers) {
    this.#followers = followers;
  }

  /** Tells what this state says; nothing when its settings are those told last. */
  follow(state: ClusterState): void {
    if (state.persistentSettings === this.#persistent && state.transientSettings === this.#transient) return;
    this.#persistent = state.persistentSettings;
    this.#transient = state.transientSettings;
    const { searches, breakers, memoryBytes } = this.#followers;
    searches.applyCustoms("settings", searchSettings(state));
    breakers.limit(breakerLimits(state, memoryBytes));
  }
}

function searchSettings(state: ClusterState): SearchSettings {
  const timeoutMs = parseTimeMs(
    clusterSetting(state, "search.default_search_timeout"),
    "search.default_search_timeout",
  );
  return {
    maxBuckets: Number(clusterSetting(state, "search.max_buckets")),
    timeoutMs: timeoutMs > 0 ? timeoutMs : Number.POSITIVE_INFINITY,
    allowPartialResults: clusterSetting(state, "search.default_allow_partial_results") === "true",
    allowExpensiveQueries: clusterSetting(state, "search.allow_expensive_queries") === "true",
  };
}

function breakerLimits(state: ClusterState, memoryBytes: number): BreakerLimits {
  const bytes = (name: string): number => memoryShare(clusterSetting(state, name), name, memoryBytes);
  return {
    parentBytes: bytes("indices.breaker.total.limit"),
    requestBytes: bytes("indices.breaker.request.limit"),
    requestOverhead: Number(clusterSetting(state, "indices.breaker.request.overhead")),
    inflightBytes: bytes("network.breaker.inflight_requests.limit"),
    inflightOverhead: Number(clusterSetting(state, "network.breaker.inflight_requests.overhead")),
    fielddataBytes: bytes("indices.breaker.fielddata.limit"),
    fielddataOverhead: Number(clusterSetting(state, "indices.breaker.fielddata.overhead")),
  };
}
