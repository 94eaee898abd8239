/** What the lifecycle of a data stream has done to it: rollovers by age, and the end of indices that are too old. */
import { parseTimeMs } from "../../compat/time-value.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import { LongWork } from "../../core/long-work.ts";
import { ownOf } from "../../core/names.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import { timeBounds } from "../../mapping/time-series/time-bounds.ts";
import { deleteIndices } from "../changes/delete-indices.ts";
import { putSettings } from "../changes/put-settings.ts";
import { replaceBackingIndex } from "../changes/replace-backing-index.ts";
import { rollover, type RolloverCondition, type RolloverMeasures } from "../changes/rollover.ts";
import type { ClusterService } from "../cluster-service.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { downsampledName, intervalFault } from "../downsample-interval.ts";
import { type DataStream, dataStreamOf, dataStreams } from "./data-stream.ts";

const WRITE_BLOCK = { "index.blocks.write": "true" };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GB = 1024 ** 3;

/** How old the index that takes the writes becomes at most, by the retention that is not longer than `upTo`. */
const AUTOMATIC_AGES: readonly { readonly upTo: number; readonly ageMs: number; readonly text: string }[] = [
  { upTo: DAY, ageMs: HOUR, text: "1h" },
  { upTo: 14 * DAY, ageMs: DAY, text: "1d" },
  { upTo: 90 * DAY, ageMs: 7 * DAY, text: "7d" },
  { upTo: Infinity, ageMs: 30 * DAY, text: "30d" },
];

/** The conditions of rollovers by a lifecycle (`cluster.lifecycle.default.rollover`). */
export const LIFECYCLE_ROLLOVER = {
  max_primary_shard_docs: 200_000_000,
  max_primary_shard_size: { bytes: 50 * GB, text: "50gb" },
  min_docs: 1,
};

/** The age at which a lifecycle rolls over. */
export function automaticAge(lifecycle: JsonObject): { readonly ageMs: number; readonly text: string } {
  const retentionMs = retentionOf(lifecycle) ?? Infinity;
  return AUTOMATIC_AGES.find(({ upTo }) => retentionMs <= upTo) ?? { ageMs: 30 * DAY, text: "30d" };
}

/** When an index was rolled over: when the next one was made. Undefined: it takes the writes. */
export function rolledOverMs(state: ClusterState, { indices }: DataStream, name: string): number | undefined {
  const next = indices[indices.indexOf(name) + 1];
  return next === undefined ? undefined : ownOf(state.indices, next)?.creationDateMs;
}

/** What a round of lifecycles needs. */
export interface LifecycleDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly measures: (index: IndexMetadata) => Promise<RolloverMeasures>;
  /** Resolves when the target is there as a whole; begins once more where it was cut short. */
  readonly downsample: (request: {
    readonly source: string;
    readonly target: string;
    readonly interval: string;
  }) => Promise<void>;
  readonly clock: Clock & MonotonicClock;
}

/** Streams that are downsampled at once. */
const MOST_DOWNSAMPLED = 2;

/** Rolls over and removes what is due. Each step is a change of its own and does nothing where it is done already. */
export class DataStreamLifecycles {
  readonly #dependencies: LifecycleDependencies;
  /** Streams whose last step failed, with the index that it was about. */
  readonly #failed = new Map<string, string>();
  /** Downsampling, by stream. */
  readonly #long = new LongWork(MOST_DOWNSAMPLED);
  /** What went wrong with that since the last run. */
  readonly #errors: unknown[] = [];
  #startedMs: number | undefined;
  /** Of the last run that ended, and from one that began to the next. */
  durationMs: number | undefined;
  betweenStartsMs: number | undefined;

  constructor(dependencies: LifecycleDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the last step of an index failed. */
  hasFailed(index: string): boolean {
    return [...this.#failed.values()].includes(index);
  }

  /** Resolves when nothing is downsampled. */
  idle(): Promise<void> {
    return this.#long.idle();
  }

  /** Downsamples nothing more, and waits for what runs. */
  close(): Promise<void> {
    return this.#long.close();
  }

  /**
   * Rejects with what went wrong first, when all streams have had their turn. Downsampling goes on behind it, and tells
   * what went wrong in the next run.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { cluster, clock } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    if (this.#startedMs !== undefined) this.betweenStartsMs = Math.round(startedMs - this.#startedMs);
    this.#startedMs = startedMs;
    this.#failed.clear();
    const errors: unknown[] = this.#errors.splice(0);
    for (const { name, lifecycle } of dataStreams(cluster.state)) {
      if (signal.aborted || !lifecycle || lifecycle["enabled"] === false) continue;
      try {
        await this.#advance(name, lifecycle);
        this.#long.begin(name, () => this.#downsampled(name, lifecycle));
      } catch (error) {
        errors.push(error);
        this.#failed.set(name, writerOf(cluster.state, name)?.name ?? "");
      }
    }
    this.durationMs = Math.round(clock.monotonicMs() - startedMs);
    if (errors.length > 0) throw errors[0];
  }

  async #advance(name: string, lifecycle: JsonObject): Promise<void> {
    const { cluster, measures, clock } = this.#dependencies;
    const newest = writerOf(cluster.state, name);
    // A replicated one rolls over with its leader.
    if (newest && !dataStreamOf(cluster.state, name)?.replicated) {
      const values = { uuid: newest.uuid, values: await measures(newest) };
      const creation = { settings: {}, mappings: {}, aliases: {} };
      const conditions = conditionsOf(lifecycle);
      await cluster.apply(
        "server",
        rollover({ alias: name, newIndex: undefined, creation, conditions, measures: values }),
      );
    }
    const due = overdue(cluster.state, name, clock.now());
    if (due.length > 0) await cluster.apply("server", deleteIndices(due));
  }

  async #downsampled(name: string, lifecycle: JsonObject): Promise<void> {
    try {
      await this.#downsample(name, lifecycle);
    } catch (error) {
      this.#errors.push(error);
      this.#failed.set(name, writerOf(this.#dependencies.cluster.state, name)?.name ?? "");
    }
  }

  /** Takes each index of time series to the interval that its age asks for: read-only, summarised, replaced. */
  async #downsample(name: string, lifecycle: JsonObject): Promise<void> {
    const { cluster, clock, downsample } = this.#dependencies;
    const stream = dataStreams(cluster.state).find((known) => known.name === name);
    for (const source of stream?.indices ?? []) {
      const interval = intervalFor(cluster.state, stream!, { index: source, lifecycle, nowMs: clock.now() });
      const index = ownOf(cluster.state.indices, source);
      if (interval === undefined || !index) continue;
      const target = downsampledName(index, interval);
      if (index.settings["index.blocks.write"] !== "true")
        await cluster.apply("server", putSettings([source], WRITE_BLOCK, { preserveExisting: false }));
      await downsample({ source, target, interval });
      await cluster.apply("server", replaceBackingIndex(name, source, target), deleteIndices([source]));
    }
  }
}

function writerOf(state: ClusterState, name: string): IndexMetadata | undefined {
  const newest = dataStreams(state)
    .find((stream) => stream.name === name)
    ?.indices.at(-1);
  return newest === undefined ? undefined : ownOf(state.indices, newest);
}

function conditionsOf(lifecycle: JsonObject): RolloverCondition[] {
  const { max_primary_shard_docs: docs, max_primary_shard_size: size, min_docs: least } = LIFECYCLE_ROLLOVER;
  const condition = (name: string, value: number): RolloverCondition => ({ name, text: `[${name}: ${value}]`, value });
  return [
    condition("max_age", automaticAge(lifecycle).ageMs),
    condition("max_primary_shard_docs", docs),
    condition("max_primary_shard_size", size.bytes),
    condition("min_docs", least),
  ];
}

/** Indices that were rolled over longer ago than data are kept. */
function overdue(state: ClusterState, name: string, nowMs: number): string[] {
  const stream = dataStreams(state).find((known) => known.name === name);
  const retentionMs = stream?.lifecycle ? retentionOf(stream.lifecycle) : undefined;
  if (!stream || retentionMs === undefined) return [];
  return stream.indices.filter((index) => {
    const rolledMs = rolledOverMs(state, stream, index);
    return rolledMs !== undefined && nowMs - rolledMs >= retentionMs;
  });
}

/** The interval of the last round that is due for an index of time series; undefined: it is as it is to be. */
function intervalFor(
  state: ClusterState,
  stream: DataStream,
  { index: name, lifecycle, nowMs }: { readonly index: string; readonly lifecycle: JsonObject; readonly nowMs: number },
): string | undefined {
  const rolledMs = rolledOverMs(state, stream, name);
  const index = ownOf(state.indices, name);
  const rounds = ownOf(lifecycle, "downsampling");
  if (rolledMs === undefined || !index || !isTimeSeries(index.settings) || !Array.isArray(rounds)) return undefined;
  if (timeBounds(index.settings).endMs > nowMs) return undefined;
  const due = rounds.filter(
    (round): round is JsonObject =>
      isJsonObject(round) && nowMs - rolledMs >= parseTimeMs(valueText(ownOf(round, "after") ?? ""), "after"),
  );
  const last = due.at(-1);
  const interval = last && valueText(ownOf(last, "fixed_interval") ?? "");
  if (interval === undefined || index.name === downsampledName(index, interval)) return undefined;
  const known = index.settings["index.downsample.interval"];
  return typeof known === "string" && known !== "" && intervalFault(known, interval) !== undefined
    ? undefined
    : interval;
}

function retentionOf(lifecycle: JsonObject): number | undefined {
  const retention = ownOf(lifecycle, "data_retention");
  return typeof retention === "string" ? parseTimeMs(retention, "data_retention") : undefined;
}
