import { beforeReading } from "../shared-steps.ts";
import { type LifecycleAction, passing } from "../step.ts";

/** Summarises time series. No index here is one, and all others are left alone, as in Elasticsearch. */
export const downsample: LifecycleAction = {
  name: "downsample",
  steps: () => [
    { name: "branch-on-timeseries-check", run: () => ({ kind: "done", endsAction: true }) },
    ...beforeReading.slice(0, 1),
    ...passing("wait-for-shard-history-leases"),
    ...beforeReading.slice(1),
    ...passing(
      "cleanup-target-index",
      "generate-downsampled-index-name",
      "rollup",
      "wait-for-index-color",
      "copy-execution-state",
      "copy-settings",
      "branch-on-datastream-check",
      "replace-datastream-backing-index",
      "delete",
      "swap-aliases",
    ),
  ],
};
