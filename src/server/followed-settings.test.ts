import { expect, test } from "vitest";
import { MemoryBreakers } from "../breakers/memory-breakers.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { defaultSearchSettings, type SearchSettings } from "../search/search-settings.ts";
import { FollowedSettings } from "./followed-settings.ts";

const MB = 1024 * 1024;
const EMPTY: ClusterState = {
  clusterUuid: "u",
  clusterName: "c",
  version: 1,
  indices: {},
  persistentSettings: {},
  transientSettings: {},
  customs: {},
};

function follower(): { settings: FollowedSettings; told: SearchSettings[]; limits: () => Record<string, number> } {
  const told: SearchSettings[] = [];
  const breakers = new MemoryBreakers(1);
  const settings = new FollowedSettings({
    searches: { applyCustoms: (_kind, each) => void told.push(each as SearchSettings) },
    breakers,
    memoryBytes: 100 * MB,
  });
  return {
    settings,
    told,
    limits: () => Object.fromEntries(breakers.stats().map(({ name, limitBytes }) => [name, limitBytes])),
  };
}

test("without settings the defaults hold, and limits are shares of the memory", () => {
  const { settings, told, limits } = follower();
  settings.follow(EMPTY);
  expect(told).toEqual([defaultSearchSettings]);
  expect(limits()).toEqual({ inflight_requests: 100 * MB, request: 60 * MB, fielddata: 40 * MB, parent: 95 * MB });
});

test("transient settings win over persistent ones, and only changes are told", () => {
  const { settings, told, limits } = follower();
  const state: ClusterState = {
    ...EMPTY,
    persistentSettings: {
      "search.max_buckets": "10",
      "search.default_search_timeout": "2s",
      "indices.breaker.request.limit": "7mb",
    },
    transientSettings: { "search.max_buckets": "5", "search.allow_expensive_queries": "false" },
  };
  settings.follow(state);
  settings.follow({ ...state, version: 2 });
  expect(told).toEqual([{ maxBuckets: 5, timeoutMs: 2000, allowPartialResults: true, allowExpensiveQueries: false }]);
  expect(limits()).toMatchObject({ request: 7 * MB });
});
