import { valueText } from "../../compat/value-text.ts";
import { ownOf } from "../../core/names.ts";
import { downsampledName } from "../../cluster/downsample-interval.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import { goesOnAs, takesThePlace } from "../replacing-steps.ts";
import { beforeReading, changedSettings } from "../shared-steps.ts";
import { done, type LifecycleAction, passing } from "../step.ts";

/** Replaces an index of time series by one with a point for each interval; all others are left alone. */
export const downsample: LifecycleAction = {
  name: "downsample",
  steps(options) {
    const interval = valueText(ownOf(options, "fixed_interval") ?? "");
    return [
      {
        name: "branch-on-timeseries-check",
        run: ({ index }) => ({
          kind: "done",
          endsAction: !isTimeSeries(index.settings) || index.name === downsampledName(index, interval),
        }),
      },
      ...beforeReading.slice(0, 1),
      ...passing("wait-for-shard-history-leases"),
      ...beforeReading.slice(1),
      ...passing("cleanup-target-index"),
      {
        name: "generate-downsampled-index-name",
        run: ({ index }) => ({ kind: "done", record: { downsampleIndexName: downsampledName(index, interval) } }),
      },
      {
        name: "rollup",
        isLong: true,
        async run({ index, record, node }) {
          await node.downsample({ source: index.name, target: record.downsampleIndexName ?? "", interval });
          return done();
        },
      },
      ...passing("wait-for-index-color"),
      {
        name: "copy-execution-state",
        run: ({ index, record }) => done(goesOnAs(index, record.downsampleIndexName ?? "", "swap-aliases")),
      },
      {
        name: "copy-settings",
        run: ({ record, policyName }) =>
          done(changedSettings({ name: record.downsampleIndexName ?? "" }, { "index.lifecycle.name": policyName })),
      },
      {
        name: "branch-on-datastream-check",
        run: ({ index, record }) => takesThePlace(index, record.downsampleIndexName ?? ""),
      },
      ...passing("replace-datastream-backing-index", "delete", "swap-aliases"),
    ];
  },
};
