/**
 * The cluster service of a node. Changes are queued, computed and made durable; threads and shards apply them
 * outside the queue, each index in the order of its changes. No change waits for a shard, since a shard may be waiting
 * for a change: a write that extends the mapping does. The requester gets the answer when threads and shards have
 * applied the change.
 *
 * Where several nodes share the store, each decides what it is asked for (compare-and-set lets one of them win, the
 * others compute theirs again), and applies what the others wrote as `watch` tells of it. Copies of shards are placed
 * as a part of each change (`allocation`).
 */
import { RequestError } from "../compat/errors.ts";
import { assert } from "../core/assert.ts";
import { randomUuid, type Clock, type MonotonicClock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { allocated } from "./allocation/allocate.ts";
import { mayAutoCreate } from "./auto-create.ts";
import { type ChangeInputsDependencies, PreparedChanges } from "./change-inputs.ts";
import { createDataStream } from "./changes/create-data-stream.ts";
import { createIndex } from "./changes/create-index.ts";
import { extendMapping, sameIndex } from "./changes/extend-mapping.ts";
import { rollover } from "./changes/rollover.ts";
import { unchanged } from "./cluster-change.ts";
import type { Changed, ChangeListener, ChangeSource, ClusterChange, ClusterEvent } from "./cluster-change.ts";
import type { ClusterService, IndexOptions, PendingChange, ResolvedIndex } from "./cluster-service.ts";
import { changeBetween } from "./cluster-state-change.ts";
import type { ClusterState, ClusterStateStore, IndexMetadata } from "./cluster-state.ts";
import { resolveDateMath } from "./date-math-names.ts";
import { noDataStream, onlyCreate, rollsOverOnWrite, streamOf } from "./data-streams/data-stream.ts";
import { IndexDeliveries, type IndexReceiver, settled } from "./index-deliveries.ts";
import { resolveIndices } from "./index-expressions.ts";
import { matchingIndexTemplate } from "./templates/matching-templates.ts";
import { PendingChanges } from "./pending-changes.ts";
import { MASTER_TIMEOUT_MS, masterNotDiscovered, Patience, TimedClusterService } from "./master-timeout.ts";
import { knownWriteIndex, type WriteDemands } from "./write-index.ts";

/** Dependencies of the service, including the store. */
export interface ClusterServiceDependencies extends IndexReceiver, ChangeInputsDependencies {
  readonly store: ClusterStateStore;
  readonly clock: Clock & MonotonicClock;
  readonly clusterName: string;
  /** Called with durable changes, before the requester is answered. */
  readonly onChange?: ChangeListener;
  /** Other nodes write to the store, too. */
  readonly isShared?: boolean;
  /** Called with each state that this node goes on from. */
  readonly onState?: (state: ClusterState) => void;
  /** Writes to the log. */
  log?(level: "warn", message: string): void;
}

/** A durable change, and a promise that threads and shards apply it. */
interface DurableChange {
  readonly changed: Changed;
  readonly followed: Promise<void>;
}

/** See ClusterService. Made by `open`. */
export class LocalClusterService implements ClusterService {
  readonly #dependencies: ClusterServiceDependencies;
  #state: ClusterState;
  #revision: number;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #deliveries: IndexDeliveries;
  readonly #pending: PendingChanges;
  /** Indices not yet sent to the threads since the start; changes to them are sent when they are opened. */
  readonly #unopened: Set<string>;
  #stopWatching: () => void = () => undefined;
  /** What other nodes wrote is applied. */
  #followed: Promise<unknown> = Promise.resolve();

  private constructor(dependencies: ClusterServiceDependencies, state: ClusterState, revision: number) {
    this.#dependencies = dependencies;
    this.#pending = new PendingChanges(dependencies.clock, (message) => dependencies.log?.("warn", message));
    this.#deliveries = new IndexDeliveries(dependencies);
    this.#state = state;
    this.#revision = revision;
    this.#unopened = new Set(Object.values(state.indices).map(({ uuid }) => uuid));
  }

  /** Reads the state, or creates the first one. Indices are not applied yet: call `applySystem` and `applyOthers`. */
  static async open(dependencies: ClusterServiceDependencies): Promise<LocalClusterService> {
    const { store, clusterName, isShared = false } = dependencies;
    const read = await store.read();
    if (read) {
      const known = isShared ? read.state : { ...read.state, transientSettings: {} };
      return new LocalClusterService(dependencies, known, read.revision).#watching();
    }
    const state: ClusterState = {
      clusterUuid: randomUuid(),
      clusterName,
      version: 1,
      indices: {},
      persistentSettings: {},
      transientSettings: {},
      customs: {},
    };
    const revision = await store.compareAndSet(0, state);
    if (revision === undefined && isShared) return LocalClusterService.open(dependencies);
    assert(revision !== undefined, "another process wrote the first cluster state");
    return new LocalClusterService(dependencies, state, revision).#watching();
  }

  /** Follows what other nodes write. */
  #watching(): this {
    const { store, isShared = false } = this.#dependencies;
    if (!isShared) return this;
    this.#stopWatching = store.watch((_state, revision) => {
      const followed = this.#queue.then(() => (revision > this.#revision ? this.#catchUp() : undefined));
      this.#queue = followed.catch((error: unknown) =>
        this.#dependencies.log?.("warn", `the state of the cluster could not be read: ${String(error)}`),
      );
    });
    return this;
  }

  /** Resolves when threads and shards have applied a version of the state that another node goes by. */
  async caughtUp(version: number): Promise<void> {
    if (this.#state.version < version) {
      const followed = this.#queue.then(() => (this.#state.version < version ? this.#catchUp() : undefined));
      this.#queue = followed.catch(() => undefined);
      await followed;
    }
    await this.#followed;
  }

  /** Follows no other node any more. */
  close(): void {
    this.#stopWatching();
  }

  /** Opens system indices on the threads at start: the others may read from them. */
  async applySystem(): Promise<void> {
    await settled(this.#firstDeliveries(true).map(({ opened }) => opened));
  }

  /** Starts opening all other indices; returns each with a promise that resolves when its shards are ready. */
  applyOthers(): { index: IndexMetadata; opened: Promise<void> }[] {
    return this.#firstDeliveries(false);
  }

  #firstDeliveries(system: boolean): { index: IndexMetadata; opened: Promise<void> }[] {
    const indices = Object.values(this.#state.indices).filter((index) => index.system === system);
    for (const { uuid } of indices) this.#unopened.delete(uuid);
    return indices.map((index) => ({ index, opened: this.#deliveries.deliver(index) }));
  }

  get state(): ClusterState {
    return this.#state;
  }

  get pending(): readonly PendingChange[] {
    return this.#pending.all;
  }

  /** Must be called periodically: reports changes that take long. */
  tick(): void {
    this.#pending.reportLate();
  }

  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[] {
    return resolveIndices(this.#state, expression, options, this.#dependencies.clock.now());
  }

  preview(...changes: readonly ClusterChange[]): Promise<Changed> {
    return new PreparedChanges(this.#dependencies, changes).from(() => this.#state);
  }

  /**
   * Runs after all earlier changes: computes the change and makes it durable. Later changes do not wait for threads and
   * shards to apply it.
   */
  apply(source: ChangeSource, ...changes: readonly ClusterChange[]): Promise<Changed> {
    return this.applyWithin(MASTER_TIMEOUT_MS, source, changes);
  }

  within(timeoutMs: number): ClusterService {
    return new TimedClusterService(this, timeoutMs);
  }

  /**
   * The same; where others write the state as well, rejects with 503 when it could not be written by then. What has
   * begun may still be made.
   */
  async applyWithin(timeoutMs: number, source: ChangeSource, changes: readonly ClusterChange[]): Promise<Changed> {
    const pending = this.#pending.add(changes.map(({ task }) => task).join(", "));
    const patience = this.#dependencies.isShared ? new Patience(timeoutMs) : undefined;
    const durable = this.#queue.then(async () => {
      if (patience?.isOver) throw masterNotDiscovered();
      pending.executing = true;
      pending.waitsFor = "the store of the cluster state";
      const change = await this.#makeDurable(source, changes);
      pending.waitsFor = `the shards of [${indexNames(change.changed.events).join(", ")}]`;
      return change;
    });
    this.#queue = durable.catch(() => undefined);
    try {
      const { changed, followed } = await (patience ? patience.with(durable) : durable);
      await followed;
      return changed;
    } finally {
      this.#pending.delete(pending);
    }
  }

  /**
   * Computes the changes until they are based on the stored state, which another process may have changed meanwhile.
   */
  async #makeDurable(source: ChangeSource, changes: readonly ClusterChange[]): Promise<DurableChange> {
    const prepared = new PreparedChanges(this.#dependencies, changes);
    for (;;) {
      const before = this.#state;
      const { state: decided, events } = await prepared.from(() => before);
      const state = allocated(decided, this.#dependencies.clock.now());
      if (state === before) return { changed: { state, events }, followed: Promise.resolve() };
      const next = { ...state, version: before.version + 1 };
      const revision = await this.#reached((store) => store.compareAndSet(this.#revision, next));
      if (revision === undefined) await this.#catchUp();
      else {
        this.#revision = revision;
        this.#state = next;
        this.#dependencies.onChange?.(events, source);
        this.#dependencies.onState?.(next);
        const names = next.nodes ? changedNames(before, next) : indexNames(events);
        return { changed: { state: next, events }, followed: this.#follow(before, next, names) };
      }
    }
  }

  /** Asks the store; where it is none of this node's own, and does not answer, there is nobody to decide. */
  async #reached<Result>(ask: (store: ClusterStateStore) => Promise<Result>): Promise<Result> {
    try {
      return await ask(this.#dependencies.store);
    } catch (error) {
      if (this.#dependencies.isShared !== true) throw error;
      this.#dependencies.log?.("warn", `what holds the state of the cluster does not answer: ${String(error)}`);
      throw masterNotDiscovered();
    }
  }

  /** Applies what another process wrote. */
  async #catchUp(): Promise<void> {
    const read = await this.#reached((store) => store.read());
    assert(read !== undefined, "the cluster state is still there");
    const before = this.#state;
    const { isShared = false } = this.#dependencies;
    this.#state = isShared ? read.state : { ...read.state, transientSettings: before.transientSettings };
    this.#revision = read.revision;
    this.#dependencies.onState?.(this.#state);
    const followed = this.#follow(before, this.#state, changedNames(before, this.#state)).catch((error: unknown) =>
      this.#dependencies.log?.("warn", `a change of another process could not be followed: ${String(error)}`),
    );
    this.#followed = Promise.all([this.#followed, followed]);
  }

  /** Sends changed indices to the threads; resolves when the shards have applied them. */
  #follow(before: ClusterState, after: ClusterState, names: readonly string[]): Promise<void> {
    const steps: Promise<void>[] = [];
    for (const name of names) {
      const [was, is] = [ownOf(before.indices, name), ownOf(after.indices, name)];
      if (was && was.uuid !== is?.uuid) steps.push(this.#deliveries.remove(was.uuid));
      if (is && (is !== was || isMoved(before, after, is)) && !this.#unopened.has(is.uuid))
        steps.push(this.#deliveries.deliver(is));
    }
    return settled(steps);
  }

  /** Merges a document's mapping update into its index; returns the updated index. */
  async extendMapping(
    index: Pick<IndexMetadata, "name" | "uuid">,
    mapping: JsonObject,
    options: { closed: boolean },
  ): Promise<IndexMetadata> {
    await this.apply("server", extendMapping(index, mapping, options));
    // Another document may just have added the same: the threads must have it before anything of this one.
    await this.#deliveries.delivered(index.uuid);
    return sameIndex(this.#state, index);
  }

  async writeIndex(name: string, demands: WriteDemands): Promise<IndexMetadata> {
    const { requireAlias } = demands;
    const resolved = resolveDateMath(name, this.#dependencies.clock.now());
    let index = knownWriteIndex(this.#state, resolved, requireAlias);
    const stream = index && rollsOverOnWrite(index) ? streamOf(index) : undefined;
    if (stream !== undefined) index = await this.#rolledOver(stream, resolved);
    if (!index) {
      const isStream = this.#makesStream(resolved, demands);
      mayAutoCreate(this.#state, resolved);
      try {
        const request = { name: resolved, settings: {}, mappings: {}, aliases: {} };
        const { state } = await this.apply("server", isStream ? createDataStream(resolved) : createIndex(request));
        index = knownWriteIndex(state, resolved, requireAlias);
      } catch (error) {
        if (!(error instanceof RequestError) || error.type !== "resource_already_exists_exception") throw error;
        index = knownWriteIndex(this.#state, resolved, false); // another write created it meanwhile
        if (!index) throw error;
      }
    }
    assert(index !== undefined, "an index that was made is there");
    await this.#deliveries.delivered(index.uuid);
    return index;
  }

  /** The new index of a data stream that waited for a write; another write may have come first. */
  async #rolledOver(stream: string, name: string): Promise<IndexMetadata | undefined> {
    const creation = { settings: {}, mappings: {}, aliases: {} };
    const request = { alias: stream, newIndex: undefined, creation, conditions: [], measures: undefined };
    const change = rollover(request);
    const { state } = await this.apply("server", {
      task: change.task,
      apply(current, inputs) {
        const writer = knownWriteIndex(current, stream, false);
        return writer && rollsOverOnWrite(writer) ? change.apply(current, inputs) : unchanged(current);
      },
    });
    return knownWriteIndex(state, name, false);
  }

  /** Whether a write makes a data stream. Throws where it demands one, or what none takes. */
  #makesStream(name: string, { requireDataStream = false, kind = "create" }: WriteDemands): boolean {
    const isStream = matchingIndexTemplate(this.#state, name, false)?.dataStream !== undefined;
    if (requireDataStream && !isStream) throw noDataStream(name, false);
    if (isStream && kind !== "create") throw onlyCreate();
    return isStream;
  }

  async applyAgain(names: readonly string[]): Promise<void> {
    // Waits for earlier changes, so that the threads get those first.
    await this.#queue;
    const indices = names.flatMap((name) => ownOf(this.#state.indices, name) ?? []);
    await settled(indices.map((index) => this.#deliveries.deliver(index)));
  }
}

/** Names of the indices that differ, or whose shards are elsewhere. */
function changedNames(before: ClusterState, after: ClusterState): string[] {
  const changed = new Set(changeBetween(before, after).indices.map(([name]) => name));
  if (before.routing !== after.routing)
    for (const index of Object.values(after.indices)) if (isMoved(before, after, index)) changed.add(index.name);
  return [...changed];
}

function isMoved({ routing: before = {} }: ClusterState, { routing: after = {} }: ClusterState, index: IndexMetadata) {
  return ownOf(before, index.uuid) !== ownOf(after, index.uuid);
}

/** Names of the indices in events, without duplicates. */
function indexNames(events: readonly ClusterEvent[]): string[] {
  return [...new Set(events.flatMap(({ model, name }) => (model === "index" ? [name] : [])))];
}
