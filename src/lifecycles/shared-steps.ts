/** Steps that several actions have. */
import { putSettings } from "../cluster/changes/put-settings.ts";
import type { ClusterChange } from "../cluster/cluster-change.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { streamOf, takesWrites } from "../cluster/data-streams/data-stream.ts";
import { isTimeSeries } from "../mapping/time-series/index-mode.ts";
import { timeBounds } from "../mapping/time-series/time-bounds.ts";
import type { JsonObject } from "../core/json.ts";
import { done, type Step, type StepContext, type StepResult } from "./step.ts";

export const checkNotWriteIndex: Step = {
  name: "check-not-write-index",
  run({ index, policyName }) {
    const stream = streamOf(index);
    if (stream === undefined || !takesWrites(index)) return done();
    return waits(
      `index [${index.name}] is the write index for data stream [${stream}], pausing ILM execution of lifecycle [${policyName}] until this index is no longer the write index for the data stream via manual or automated rollover`,
    );
  },
};

/** An index of time series takes points until its time is over, even when it is not the newest of its stream. */
const seriesTimeOver: Step = {
  name: "check-ts-end-time-passed",
  run({ index, record, nowMs }) {
    if (!isTimeSeries(index.settings)) return done();
    const { endMs } = timeBounds(index.settings);
    if (nowMs >= endMs || !Number.isFinite(endMs)) return done();
    return waits(
      `The [index.time_series.end_time] setting for index [${index.name}] is [${endMs}]. Waiting until the index's time series end time lapses before proceeding with action [${record.action}] as the index can still accept writes.`,
    );
  },
};

/** Makes an index read-only, as far as documents go. */
export const readonlyStep: Step = {
  name: "readonly",
  run: ({ index }) => done(changedSettings(index, { "index.blocks.write": "true" })),
};

/** What comes before all that wants an index that is not written to. */
export const beforeReading: readonly Step[] = [checkNotWriteIndex, seriesTimeOver, readonlyStep];

export function changedSettings({ name }: Pick<IndexMetadata, "name">, settings: JsonObject): ClusterChange {
  return putSettings([name], settings, { preserveExisting: false });
}

export function waits(message: string, more: JsonObject = {}): StepResult {
  return { kind: "waits", info: { message, ...more } };
}

/** The wait for copies that one node cannot have; undefined: all copies are there. */
export function missingCopies({ index }: StepContext): StepResult | undefined {
  if (index.numberOfReplicas === 0) return undefined;
  return waits("Waiting for all shard copies to be active", {
    shards_left_to_allocate: -1,
    all_shards_active: false,
    number_of_replicas: index.numberOfReplicas,
  });
}
