/**
 * Makes snapshots by their policies when they are due, and removes what they keep no longer. Everything is done with
 * the rights that the maker of a policy had, and told of them.
 */
import type { ChangeSource } from "../../cluster/cluster-change.ts";
import type { ClusterService } from "../../cluster/cluster-service.ts";
import { clusterSetting } from "../../cluster/cluster-settings.ts";
import { parseCron } from "../../compat/dates/cron.ts";
import { errorBody, illegalArgument, RequestError } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { TaskManager } from "../../tasks/task-manager.ts";
import { snapshotError } from "../repository/repository-errors.ts";
import type { SnapshotInfo } from "../snapshot-info.ts";
import type { Snapshots } from "../snapshots.ts";
import { metadataOf, snapshotNameOf } from "./check-policy.ts";
import { addRetention, operationMode, updatePolicy } from "./lifecycle-state.ts";
import { dueAfter, policiesOf, policyNamed, type PolicyRun, type SnapshotPolicy } from "./policy.ts";
import { expired } from "./retention.ts";
import type { SnapshotHistory } from "./snapshot-history.ts";

export interface SnapshotLifecyclesDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly snapshots: Pick<Snapshots, "list" | "delete" | "giveUp">;
  /** Begins a snapshot as a body asks for it. */
  readonly begin: (
    source: ChangeSource,
    snapshot: { readonly repository: string; readonly name: string; readonly body: JsonObject },
  ) => Promise<{ done: Promise<SnapshotInfo> }>;
  readonly history: Pick<SnapshotHistory, "add">;
  readonly tasks: TaskManager;
  readonly clock: Clock & MonotonicClock;
  readonly log: (level: "warn" | "error", message: string) => void;
}

export class SnapshotLifecycles {
  readonly #parts: SnapshotLifecyclesDependencies;
  /** What is under way, by policy. */
  readonly #running = new Map<string, Promise<void>>();
  #retaining: Promise<void> | undefined;
  /** Until then everything that was due was begun. */
  #checkedMs: number;
  /** Whether what an earlier process began was looked at. */
  #isResumed = false;
  #isClosed = false;

  constructor(parts: SnapshotLifecyclesDependencies) {
    this.#parts = parts;
    this.#checkedMs = parts.clock.now();
  }

  /** Begins what has become due since it was last asked. */
  async tick(signal: AbortSignal): Promise<void> {
    const { cluster, clock } = this.#parts;
    await this.#resume();
    const now = clock.now();
    // A clock that was set back repeats nothing.
    const since = Math.min(this.#checkedMs, now);
    this.#checkedMs = now;
    if (operationMode(cluster.state) === "STOPPED") return;
    for (const [id, policy] of policiesOf(cluster.state)) {
      const due = dueAfter(policy, Math.max(since, policy.modifiedMs));
      if (due !== undefined && due <= now && !this.#running.has(id) && !signal.aborted) await this.execute(id);
    }
    const schedule = clusterSetting(cluster.state, "slm.retention_schedule");
    if (schedule.trim() === "") return;
    const due = parseCron(schedule).nextAfter(since);
    if (due !== undefined && due <= now && !signal.aborted) this.retain();
  }

  /** Begins a snapshot of a policy; answers its name. Throws 400 for a policy that is missing. */
  async execute(id: string): Promise<string> {
    const { cluster, clock } = this.#parts;
    const policy = policyNamed(cluster.state, id);
    if (!policy) throw illegalArgument(`no such snapshot lifecycle policy [${id}]`);
    if (this.#isClosed) throw new RequestError(503, "node_closed_exception", "node is closed");
    const startMs = clock.now();
    const snapshot = snapshotNameOf(policy.definition, startMs);
    await cluster.apply(
      "server",
      updatePolicy(id, (before) => ({ ...before, running: { snapshot, startMs } })),
    );
    const run = this.#run(id, policy, { snapshot, startMs }).finally(() => {
      if (this.#running.get(id) === run) this.#running.delete(id);
    });
    this.#running.set(id, run);
    return snapshot;
  }

  /** Begins to remove what the policies keep no longer, unless that is under way. */
  retain(): void {
    if (this.#isClosed) return;
    this.#retaining ??= this.#retain().finally(() => (this.#retaining = undefined));
  }

  /** Waits for what is under way, which `Snapshots.close` gives up. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#running.values(), this.#retaining]);
  }

  /** Never rejects. */
  async #run(
    id: string,
    policy: SnapshotPolicy,
    { snapshot, startMs }: { readonly snapshot: string; readonly startMs: number },
  ): Promise<void> {
    const { tasks, clock, snapshots } = this.#parts;
    const { repository } = policy.definition;
    let failure: unknown;
    try {
      await tasks.run(
        taskOf("cluster:admin/slm/execute", `policy [${id}]: snapshot [${repository}:${snapshot}]`),
        (task) => {
          task.onCancel(() => snapshots.giveUp(repository, snapshot));
          return this.#make(id, policy, snapshot);
        },
      );
    } catch (error) {
      failure = error;
    }
    await this.#ended(id, policy, { snapshot, startMs, endMs: clock.now(), failure });
  }

  async #make(id: string, { definition, maker }: SnapshotPolicy, name: string): Promise<void> {
    const { repository, config } = definition;
    if (maker.refused.create !== undefined) throw new RequestError(403, "security_exception", maker.refused.create);
    const body = { ...config, metadata: metadataOf(id, config) };
    const { done } = await this.#parts.begin(maker.caller, { repository, name, body });
    checkWhole(await done);
  }

  async #ended(
    id: string,
    { definition }: SnapshotPolicy,
    { failure, ...ended }: PolicyRun & { readonly failure: unknown },
  ): Promise<void> {
    const { cluster, log, history } = this.#parts;
    const isFailure = failure !== undefined;
    const run: PolicyRun = isFailure ? { ...ended, details: writeJson(errorBody(failure)) } : ended;
    const change = updatePolicy(id, ({ running, counts, ...before }) => ({
      ...before,
      ...(running && running.snapshot !== run.snapshot ? { running } : {}),
      ...(isFailure ? { lastFailure: run } : { lastSuccess: run }),
      counts: isFailure ? { ...counts, failed: counts.failed + 1 } : { ...counts, taken: counts.taken + 1 },
    }));
    try {
      await cluster.apply("server", change);
      if (isFailure) log("error", `snapshot [${run.snapshot}] of the policy [${id}] failed: ${run.details}`);
    } catch (error) {
      log(
        "error",
        `the end of the snapshot [${run.snapshot}] of the policy [${id}] could not be kept: ${String(error)}`,
      );
    }
    await history.add({
      atMs: run.endMs,
      policy: id,
      repository: definition.repository,
      snapshot: run.snapshot,
      operation: "CREATE",
      configuration: definition.config,
      failure,
    });
  }

  /** Ends what an earlier process left: it was made, or it was not. */
  async #resume(): Promise<void> {
    if (this.#isResumed) return;
    this.#isResumed = true;
    const { cluster, clock, snapshots } = this.#parts;
    for (const [id, policy] of policiesOf(cluster.state)) {
      const { running, definition } = policy;
      if (!running || this.#running.has(id)) continue;
      const { snapshot, startMs } = running;
      let failure: unknown;
      let endMs = clock.now();
      try {
        const made = (await snapshots.list(definition.repository)).find(({ name }) => name === snapshot);
        if (!made)
          throw snapshotError(`${definition.repository}:${snapshot}`, "the server stopped while it was being made");
        ({ endMs } = made);
        checkWhole(made);
      } catch (error) {
        failure = error;
      }
      await this.#ended(id, policy, { snapshot, startMs, endMs, failure });
    }
  }

  /** Never rejects. */
  async #retain(): Promise<void> {
    const { tasks, cluster, clock, log } = this.#parts;
    const sinceMs = clock.monotonicMs();
    const longestMs = parseTimeMs(clusterSetting(cluster.state, "slm.retention_duration"), "slm.retention_duration");
    let isLate = false;
    let failed = 0;
    try {
      await tasks.run(
        taskOf("cluster:admin/slm/execute-retention", "removes snapshots that are kept no longer"),
        async (task) => {
          const goesOn = (): boolean => {
            isLate ||= clock.monotonicMs() - sinceMs > longestMs;
            return !isLate && !task.cancelled && !this.#isClosed;
          };
          for (const [id, policy] of policiesOf(cluster.state)) {
            if (policy.definition.retention === undefined || !goesOn()) continue;
            try {
              await this.#retainOf(id, policy, goesOn);
            } catch (error) {
              failed = 1;
              log("error", `what the policy [${id}] keeps no longer could not be removed: ${String(error)}`);
            }
          }
        },
      );
      const deletionMs = Math.round(clock.monotonicMs() - sinceMs);
      await cluster.apply("server", addRetention({ runs: 1, failed, timedOut: isLate ? 1 : 0, deletionMs }));
    } catch (error) {
      log("error", `the retention of snapshots failed: ${String(error)}`);
    }
  }

  /** Throws when the repository cannot be read. */
  async #retainOf(id: string, { definition, maker }: SnapshotPolicy, goesOn: () => boolean): Promise<void> {
    const { cluster, clock, snapshots, log, history } = this.#parts;
    const { repository, retention = {} } = definition;
    const own = (await snapshots.list(repository)).filter(
      ({ metadata, state }) => state !== "IN_PROGRESS" && ownOf(metadata, "policy") === id,
    );
    let [deleted, notDeleted] = [0, 0];
    for (const { name } of expired(retention, own, clock.now())) {
      if (!goesOn()) break;
      let failure: unknown;
      try {
        if (maker.refused.delete !== undefined) throw new RequestError(403, "security_exception", maker.refused.delete);
        const { done } = await snapshots.delete(maker.caller, repository, [name]);
        await done;
        deleted++;
      } catch (error) {
        failure = error;
        notDeleted++;
        log("error", `snapshot [${repository}:${name}] of the policy [${id}] could not be removed: ${String(error)}`);
      }
      const atMs = clock.now();
      await history.add({
        atMs,
        policy: id,
        repository,
        snapshot: name,
        operation: "DELETE",
        configuration: undefined,
        failure,
      });
    }
    if (deleted + notDeleted === 0) return;
    const change = updatePolicy(id, ({ counts, ...before }) => ({
      ...before,
      counts: { ...counts, deleted: counts.deleted + deleted, notDeleted: counts.notDeleted + notDeleted },
    }));
    await cluster.apply("server", change);
  }
}

function checkWhole({ repository, name, failures, shards }: SnapshotInfo): void {
  if (failures.length > 0)
    throw snapshotError(
      `${repository}:${name}`,
      `failed to create snapshot successfully, ${failures.length} out of ${shards} total shards failed`,
    );
}

function taskOf(action: string, description: string): Parameters<TaskManager["run"]>[0] {
  return { type: "scheduled", action, description, headers: {}, cancellable: true };
}
