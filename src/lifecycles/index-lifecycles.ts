/**
 * Runs the lifecycles of indices: each index is taken from step to step until one waits. All that is known of that
 * stands in the cluster state, together with what the steps change there, so that a restart goes on where it was.
 */
import type { ClusterChange } from "../cluster/cluster-change.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isJsonObject } from "../core/json.ts";
import { LongWork } from "../core/long-work.ts";
import { ownOf } from "../core/names.ts";
import { putCustom } from "../cluster/changes/put-custom.ts";
import {
  ERROR,
  type ExecutionRecord,
  keyOf,
  keyText,
  LIFECYCLE_RECORDS,
  movedTo,
  recordOf,
  type StepKey,
} from "./execution-record.ts";
import { failedRecord, forgetRecords, noteRecord, retryStep } from "./moves.ts";
import { OPERATION_MODES, operationMode } from "./operation-mode.ts";
import { originationMs } from "./origination-date.ts";
import {
  ageOf,
  LIFECYCLE_POLICIES,
  type LifecyclePolicy,
  phaseAfter,
  phaseOf,
  policyNameOf,
  policyOf,
} from "./policy.ts";
import type { LifecycleNode, StepResult } from "./step.ts";
import { COMPLETE, endOf, firstKey, type PhaseStep, stepsOfPhase } from "./steps-of-phase.ts";
import { checkRights } from "./maker-rights.ts";
import { isDeepStrictEqual } from "node:util";

export interface IndexLifecyclesDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly node: LifecycleNode;
  readonly now: () => number;
  readonly log: (level: "error", message: string) => void;
}

/** Steps that an index takes in one round at most: more than any policy has. */
const MOST_STEPS = 200;
/** Long steps that run at once, of different indices. */
const MOST_LONG_STEPS = 2;

/** An index on its way. */
interface Managed {
  readonly index: IndexMetadata;
  readonly policy: LifecyclePolicy;
  readonly record: ExecutionRecord;
}

export class IndexLifecycles {
  readonly #dependencies: IndexLifecyclesDependencies;
  #round: Promise<void> = Promise.resolve();
  /** Long steps under way, by the uuid of their index, which rounds leave alone meanwhile. */
  readonly #long = new LongWork(MOST_LONG_STEPS);
  #isClosed = false;

  constructor(dependencies: IndexLifecyclesDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Takes all indices on; `polls`: those as well whose step only time shows to be done, and those that failed. Long
   * steps go on behind the round that begins them.
   */
  run(polls: boolean, signal: AbortSignal): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const round = this.#round.then(() => this.#all(polls, signal));
    this.#round = round.catch(() => undefined);
    return round;
  }

  /** Resolves when neither a round nor a long step is under way. */
  async idle(): Promise<void> {
    for (;;) {
      const round = this.#round;
      await round;
      await this.#long.idle();
      if (this.#round === round && this.#long.isIdle) return;
    }
  }

  /** Begins nothing any more, and waits for what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#long.close();
    await this.#round;
  }

  async #all(polls: boolean, signal: AbortSignal): Promise<void> {
    const { cluster } = this.#dependencies;
    await this.#forgetGone();
    const mode = operationMode(cluster.state);
    // What was begun ends first.
    if (mode === "STOPPING" && this.#long.isIdle)
      await cluster.apply("server", putCustom(OPERATION_MODES, "ilm", { mode: "STOPPED" }));
    if (mode !== "RUNNING") return;
    const managed = Object.values(cluster.state.indices).filter((index) => policyNameOf(index) !== undefined);
    for (const { name, uuid } of managed) {
      if (signal.aborted) return;
      if (!this.#long.has(uuid)) await this.#told(name, () => this.#advance(name, polls, signal));
    }
  }

  /** An index that has a policy and is not to be skipped. */
  #managed(name: string): (Omit<Managed, "record"> & { readonly record: ExecutionRecord | undefined }) | undefined {
    const { state } = this.#dependencies.cluster;
    const index = ownOf(state.indices, name);
    const policy = index && policyOf(state, policyNameOf(index) ?? "");
    if (!index || !policy || index.settings["index.lifecycle.skip"] === "true") return undefined;
    return { index, policy, record: recordOf(state, index) };
  }

  async #told(name: string, advance: () => Promise<void>): Promise<void> {
    try {
      await advance();
    } catch (error) {
      this.#dependencies.log("error", `the lifecycle of index [${name}] could not go on: ${String(error)}`);
    }
  }

  async #forgetGone(): Promise<void> {
    const { cluster } = this.#dependencies;
    const known = new Set(Object.values(cluster.state.indices).map(({ uuid }) => uuid));
    const gone = Object.keys(ownOf(cluster.state.customs, LIFECYCLE_RECORDS) ?? {}).filter((uuid) => !known.has(uuid));
    if (gone.length > 0) await cluster.apply("server", forgetRecords(gone));
  }

  async #advance(name: string, polls: boolean, signal: AbortSignal): Promise<void> {
    let retries = polls;
    for (let steps = 0; steps < MOST_STEPS && !signal.aborted; steps++) {
      const managed = this.#managed(name);
      if (!managed) return;
      const { index, policy, record } = managed;
      if (!record) await this.begin(index);
      else if (record.step === ERROR) {
        if (!retries || record.isAutoRetryable !== true) return;
        retries = false;
        await this.#dependencies.cluster.apply("server", retryStep(name, true));
      } else if (!(await this.#step({ index, policy, record }, polls, signal))) return;
    }
  }

  /**
   * Makes the first record of an index that has none: it ages from when it was made, or from what it says itself. Does
   * nothing where lifecycles are stopped, or the index has no policy.
   */
  async begin(index: IndexMetadata): Promise<void> {
    const { state } = this.#dependencies.cluster;
    const policy = policyNameOf(index);
    if (policy === undefined || !policyOf(state, policy) || recordOf(state, index)) return;
    if (operationMode(state) !== "RUNNING") return;
    await this.#dependencies.cluster.apply(
      "server",
      noteRecord(index, undefined, (_none, _state, nowMs) => {
        const key = endOf("new");
        const times = { lifecycleMs: index.creationDateMs, phaseMs: nowMs, actionMs: nowMs, stepMs: nowMs };
        const record = { ...NOTHING, phase: key.phase, action: key.action, step: key.name, ...times };
        try {
          return { ...record, lifecycleMs: originationMs(index) ?? index.creationDateMs };
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          return failedRecord({ ...record, action: "init", step: "init" }, error, nowMs);
        }
      }),
    );
  }

  /** The first step, which an index stands at only when it went wrong before. */
  #initialize(managed: Managed): Promise<boolean> {
    try {
      const lifecycleMs = originationMs(managed.index) ?? managed.index.creationDateMs;
      return this.#move(managed, endOf("new"), [], { lifecycleMs });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return this.#fail(managed, error);
    }
  }

  /** Takes one step; answers whether it was one. */
  async #step(managed: Managed, polls: boolean, signal: AbortSignal): Promise<boolean> {
    const { index, policy, record } = managed;
    if (record.phase === "new" && record.step === "init") return this.#initialize(managed);
    if (record.step === COMPLETE && record.action === COMPLETE) return this.#nextPhase(managed);
    const steps = stepsOfRecord(record);
    const at = steps.findIndex(({ key }) => keyText(key) === keyText(keyOf(record)));
    const found = steps[at];
    if (!found) return this.#fail(managed, notRecognized(index, policy, keyOf(record)));
    if (found.step.polled === true && !polls) return false;
    if (found.step.isLong !== true) return this.#run(managed, steps, at);
    this.#beginLong(index, found, polls, signal);
    return false;
  }

  /** Has a long step run beside all others; the index goes on in a round behind it. */
  #beginLong({ name, uuid }: IndexMetadata, { key }: PhaseStep, polls: boolean, signal: AbortSignal): void {
    let isDone = false;
    const work = async (): Promise<void> => {
      // It may have waited for others.
      const { index, policy, record } = this.#managed(name) ?? {};
      if (!index || !policy || !record || index.uuid !== uuid) return;
      const steps = stepsOfRecord(record);
      const at = steps.findIndex((step) => keyText(step.key) === keyText(key));
      if (at < 0 || keyText(keyOf(record)) !== keyText(key)) return;
      isDone = await this.#run({ index, policy, record }, steps, at);
    };
    const after = (): void => {
      const isStopping = operationMode(this.#dependencies.cluster.state) === "STOPPING";
      if (signal.aborted || (!isDone && !isStopping)) return;
      void this.#told(name, () => this.run(polls, signal));
    };
    this.#long.begin(uuid, () => this.#told(name, work), after);
  }

  /** Runs a step up to its end; answers whether the index moved on. */
  async #run(managed: Managed, steps: readonly PhaseStep[], at: number): Promise<boolean> {
    try {
      const result = await this.#result(managed, steps[at]!);
      return await this.#take(managed, result, next(steps, at, result));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return this.#fail(managed, error);
    }
  }

  #result({ index, policy, record }: Managed, { step, options }: PhaseStep): StepResult | Promise<StepResult> {
    if (!step.run) return { kind: "done" };
    const { cluster, node, now } = this.#dependencies;
    checkRights({ index, policy, action: record.action }, node);
    return step.run({ index, state: cluster.state, record, policyName: policy.name, options, nowMs: now(), node });
  }

  async #take(managed: Managed, result: StepResult, to: StepKey): Promise<boolean> {
    const { cluster } = this.#dependencies;
    if (result.kind === "waits") {
      const { stepInfo } = managed.record;
      if (isDeepStrictEqual(stepInfo, result.info)) return false;
      await cluster.apply(
        "server",
        noted(managed, (record) => ({ ...record, stepInfo: result.info })),
      );
      return false;
    }
    if (result.kind === "gone") {
      await cluster.apply("server", ...result.changes, forgetRecords([managed.index.uuid]));
      return false;
    }
    const { changes = [], record: more, refused } = result;
    try {
      return await this.#move(managed, to, changes, more);
    } catch (error) {
      await refused?.();
      throw error;
    }
  }

  async #move(
    managed: Managed,
    to: StepKey,
    changes: readonly ClusterChange[] = [],
    more: Partial<ExecutionRecord> = {},
  ): Promise<boolean> {
    const { policy } = managed;
    const move = noted(managed, (record, nowMs) => ({ ...movedTo(record, to, { policy, nowMs }), ...more }));
    await this.#dependencies.cluster.apply("server", ...changes, move);
    return true;
  }

  /** From the end of a phase to the next one, when the index is old enough. */
  async #nextPhase(managed: Managed): Promise<boolean> {
    const { index, policy, record } = managed;
    const phase = phaseAfter(policy, record.phase);
    const definition = phase === undefined ? undefined : phaseOf(policy, phase);
    if (phase === undefined || definition === undefined) return false;
    const since = originationMs(index) ?? record.lifecycleMs;
    if (this.#dependencies.now() - since < ageOf(definition)) return false;
    return this.#move(managed, firstKey(phase, definition));
  }

  async #fail(managed: Managed, error: RequestError): Promise<boolean> {
    await this.#dependencies.cluster.apply(
      "server",
      noted(managed, (record, nowMs) => failedRecord(record, error, nowMs)),
    );
    return false;
  }
}

const NOTHING = {
  phaseDefinition: undefined,
  stepInfo: undefined,
  previousStepInfo: undefined,
  failedStep: undefined,
  isAutoRetryable: undefined,
  retryCount: undefined,
  shrinkIndexName: undefined,
  downsampleIndexName: undefined,
  rolledMs: undefined,
};

/** A change of the record that a step has looked at. */
function noted(
  { index, record }: Managed,
  change: (record: ExecutionRecord, nowMs: number) => ExecutionRecord,
): ClusterChange {
  return noteRecord(index, keyOf(record), (found, _state, nowMs) => change(found ?? record, nowMs));
}

/** The steps of the phase as the index came to it. */
function stepsOfRecord({ phase, phaseDefinition }: ExecutionRecord): PhaseStep[] {
  const definition = phaseDefinition && ownOf(phaseDefinition, "phase_definition");
  return isJsonObject(definition) ? stepsOfPhase(phase, definition) : [];
}

function next(steps: readonly PhaseStep[], at: number, result: StepResult): StepKey {
  const { key } = steps[at] ?? { key: endOf("") };
  const skips = result.kind === "done" && result.endsAction === true;
  const following = steps.slice(at + 1).find((step) => !skips || step.key.action !== key.action);
  return following?.key ?? endOf(key.phase);
}

function notRecognized(index: IndexMetadata, policy: LifecyclePolicy, key: StepKey): RequestError {
  return illegalArgument(
    `current step [${keyText(key)}] for index [${index.name}] with policy [${policy.name}] is not recognized`,
  );
}

/** Whether a change of the state is one that lifecycles wait for. */
export function concernsLifecycles(before: ClusterState | undefined, after: ClusterState): boolean {
  if (before?.indices === after.indices && before.customs === after.customs) return false;
  if (Object.keys(ownOf(after.customs, LIFECYCLE_POLICIES) ?? {}).length === 0) return false;
  return Object.values(after.indices).some((index) => policyNameOf(index) !== undefined);
}
