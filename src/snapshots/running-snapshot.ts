/** Snapshots that are being made: how far they are, and how they are given up. */
import type { JsonObject } from "../core/json.ts";
import type { FeatureState, ShardCost, ShardFailure } from "./repository/repository-root.ts";

/** A snapshot being made; what it holds grows. */
export class RunningSnapshot {
  readonly repository: string;
  readonly name: string;
  readonly uuid: string;
  readonly startMs: number;
  readonly includeGlobalState: boolean;
  /** Names and uuids. */
  readonly indices: readonly { readonly name: string; readonly uuid: string; readonly shards: number }[];
  readonly dataStreams: readonly string[];
  readonly metadata: JsonObject | undefined;
  readonly featureStates: readonly FeatureState[];
  /** Cost of each shard that is done, by `<index>/<shard>`. */
  readonly done = new Map<string, ShardCost>();
  readonly failures: ShardFailure[] = [];
  /** The shard being copied. */
  current: string | undefined;
  #isAborted = false;

  constructor(what: Omit<RunningSnapshot, "done" | "failures" | "current" | "isAborted" | "abort">) {
    this.metadata = what.metadata;
    this.featureStates = what.featureStates;
    this.repository = what.repository;
    this.name = what.name;
    this.uuid = what.uuid;
    this.startMs = what.startMs;
    this.includeGlobalState = what.includeGlobalState;
    this.indices = what.indices;
    this.dataStreams = what.dataStreams;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** It ends soon, and is not kept. */
  abort(): void {
    this.#isAborted = true;
  }
}
