/** `xpack.usage`: which features there are, and how much of each is used. */
import { dataStreams } from "../../cluster/data-streams/data-stream.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { lifecyclePolicies, PHASES } from "../../lifecycles/policy.ts";
import { policyUse } from "../../lifecycles/policy-use.ts";
import { autoFollowPatterns } from "../../replication/auto-follow-pattern.ts";
import { followers } from "../../replication/follower-record.ts";
import { policiesOf } from "../../snapshots/lifecycle/policy.ts";
import type { Operation, Services } from "../operation.ts";
import { snapshotPolicyStats } from "../requests/snapshot-policy-stats.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { fieldUsage } from "../stats/field-usage.ts";
import { securityUsage } from "../stats/security-usage.ts";
import { tierUsage } from "../stats/tier-usage.ts";
import { unusedFeatures } from "../stats/unused-features.ts";

const HERE = { available: true, enabled: true };
/** Aggregations that Elasticsearch counts as analytics. */
const ANALYTICS = [
  "boxplot",
  "cumulative_cardinality",
  "string_stats",
  "top_metrics",
  "normalize",
  "rate",
  "t_test",
  "moving_percentiles",
  "multi_terms",
];

export const xpackUsage: Operation = {
  name: "xpack.usage",
  actions: ["cluster:monitor/xpack/usage"],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    const { state } = services.cluster;
    const indices = Object.values(state.indices).filter(({ system }) => !system);
    const features: Record<string, object> = {
      ...unusedFeatures,
      ...fieldUsage(indices),
      aggregate_metric: HERE,
      analytics: { ...HERE, stats: await analyticsUsage(services) },
      ccr: {
        ...HERE,
        auto_follow_patterns_count: autoFollowPatterns(state).length,
        follower_indices_count: followers(state).length,
      },
      data_streams: {
        ...HERE,
        data_streams: dataStreams(state).length,
        indices_count: dataStreams(state).reduce((sum, stream) => sum + stream.indices.length, 0),
      },
      data_tiers: await tierUsage(services),
      enrich: HERE,
      ilm: ilmUsage(state),
      logsdb: {
        ...HERE,
        indices_count: indices.filter(({ settings }) => settings["index.mode"] === "logsdb").length,
      },
      security: await securityUsage(services),
      slm: { ...HERE, policy_count: policiesOf(state).length, policy_stats: snapshotPolicyStats(state) },
      spatial: HERE,
      transform: HERE,
    };
    const sorted = Object.entries(features).sort(([one], [other]) => (one < other ? -1 : 1));
    return { status: 200, body: Object.fromEntries(sorted) };
  },
};

async function analyticsUsage(services: Services): Promise<Record<string, number>> {
  // What other threads counted is brought together with the requests.
  await services.requestCounts();
  const counts = [...services.searchCounters.usage().aggregations];
  return Object.fromEntries(
    ANALYTICS.map((kind) => {
      const ofKind = counts.filter(([name]) => name.split("/")[0] === kind);
      return [`${kind}_usage`, ofKind.reduce((sum, [, count]) => sum + count, 0)];
    }),
  );
}

function ilmUsage(state: ClusterState): object {
  const policies = lifecyclePolicies(state).map(({ name, definition }) => ({
    phases: Object.fromEntries(
      PHASES.flatMap((phase) => {
        const defined = memberOf(memberOf(definition, "phases"), phase);
        if (!isJsonObject(defined)) return [];
        const actions = memberOf(defined, "actions");
        const names = isJsonObject(actions) ? Object.keys(actions) : [];
        return [[phase, { min_age: ageOf(memberOf(defined, "min_age")), actions: names }]];
      }),
    ),
    indices_managed: policyUse(state, name).indices.length,
  }));
  return { ...HERE, policy_count: policies.length, policy_stats: policies };
}

/** In milliseconds. */
function ageOf(age: Json): number {
  return typeof age === "string" ? parseTimeMs(age, "min_age") : 0;
}

function memberOf(value: Json, name: string): Json {
  return isJsonObject(value) ? (ownOf(value, name) ?? null) : null;
}
