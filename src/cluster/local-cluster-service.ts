/**
 * The cluster service of one node: changes are queued, checked and made durable; threads and shards follow beside the
 * queue, each index in the order of its changes. No change ever waits for a shard, as a shard may be waiting for a
 * change: a write that extends the mapping does. Who asked for a change is answered when threads and shards have
 * followed.
 */
import { writeJson } from "../compat/json/write-json.ts";
import { randomUuid, type Clock, type MonotonicClock } from "../core/clock.ts";
import { assert } from "../core/assert.ts";
import { RequestError, illegalArgument } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { KeyedQueue } from "../core/keyed-queue.ts";
import { ownOf, put } from "../core/names.ts";
import type { MergeReason } from "../mapping/merge-reason.ts";
import type {
  AliasChange,
  ClusterService,
  CreateIndexRequest,
  IndexOptions,
  PendingChange,
  ResolvedIndex,
} from "./cluster-service.ts";
import type { ClusterState, ClusterStateStore, IndexMetadata } from "./cluster-state.ts";
import { mergeClusterSettings } from "./cluster-settings.ts";
import { aliasTargets, indexClosed, indexNotFound, resolveIndices } from "./index-expressions.ts";
import { checkAliasName, checkIndexName, invalidIndexName } from "./index-names.ts";
import { normalizeAlias } from "./alias-metadata.ts";
import { checkIndexSettings, normalizeIndexSettings } from "./index-settings.ts";
import { newIndex } from "./new-index.ts";
import { checkShardLimit } from "./shard-limit.ts";
import { checkDynamic, withSettings } from "./setting-changes.ts";
import { internalIndex, isSystemName } from "./system-indices.ts";
import { resolveDateMath } from "./date-math-names.ts";
import { mayAutoCreate } from "./auto-create.ts";
import { PendingChanges } from "./pending-changes.ts";

/** What the service needs beside the store. */
export interface ClusterServiceDependencies {
  readonly store: ClusterStateStore;
  readonly clock: Clock & MonotonicClock;
  readonly clusterName: string;
  /** Merges a mapping into that of an index, which may be new, under its settings; throws Elasticsearch's errors. */
  mergeMapping(index: IndexMetadata, update: JsonObject, reason: MergeReason): JsonObject;
  /** Reads what the threads need beside the metadata; answers what they are given. Absent: nothing. */
  prepareIndex?(metadata: IndexMetadata): Promise<IndexMetadata>;
  /**
   * Gives the threads new metadata, at once; the promise resolves when the shards have followed. What does not open or
   * close the index resolves without waiting for shards.
   */
  applyIndex(metadata: IndexMetadata): Promise<void>;
  removeIndex(uuid: string): Promise<void>;
  /** Whether the disk has so little room that no indices are made; never when absent. */
  readonly isFlooded?: () => boolean;
  /** Something for the log. */
  log?(level: "warn", message: string): void;
}

/** A change computed from the present state: the next state and what to do with the indices it touched. */
interface Change<Result> {
  readonly state: ClusterState;
  readonly changed: readonly IndexMetadata[];
  readonly removed: readonly string[];
  readonly result: Result;
}

/** 403 `cluster_block_exception`: what Elasticsearch answers while the disks of all nodes are too full. */
function creationBlocked(): RequestError {
  return new RequestError(
    403,
    "cluster_block_exception",
    "blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];",
  );
}

/** See ClusterService. Made by `open`. */
export class LocalClusterService implements ClusterService {
  readonly #parts: ClusterServiceDependencies;
  #state: ClusterState;
  #revision: number;
  #queue: Promise<unknown> = Promise.resolve();
  /** What the threads are given of an index stands in the order of its changes. */
  readonly #deliveries = new KeyedQueue();
  readonly #pending: PendingChanges;

  private constructor(parts: ClusterServiceDependencies, state: ClusterState, revision: number) {
    this.#parts = parts;
    this.#pending = new PendingChanges(parts.clock, (message) => parts.log?.("warn", message));
    this.#state = state;
    this.#revision = revision;
  }

  /** Reads the state, or makes the first one. Indices are not applied yet: call `applyAll`. */
  static async open(parts: ClusterServiceDependencies): Promise<LocalClusterService> {
    const read = await parts.store.read();
    if (read) return new LocalClusterService(parts, { ...read.state, transientSettings: {} }, read.revision);
    const state: ClusterState = {
      clusterUuid: randomUuid(),
      clusterName: parts.clusterName,
      version: 1,
      indices: {},
      persistentSettings: {},
      transientSettings: {},
      customs: {},
    };
    const revision = await parts.store.compareAndSet(0, state);
    assert(revision !== undefined, "another process wrote the first cluster state");
    return new LocalClusterService(parts, state, revision);
  }

  /** Opens the indices of the server itself on the threads, as at start: the others may read from them. */
  async applySystem(): Promise<void> {
    await settled(this.#indices(true).map((index) => this.#deliver(index)));
  }

  /** Begins to open all other indices; answers each with what resolves when its shards are there. */
  applyOthers(): { index: IndexMetadata; opened: Promise<void> }[] {
    return this.#indices(false).map((index) => ({ index, opened: this.#deliver(index) }));
  }

  #indices(system: boolean): IndexMetadata[] {
    return Object.values(this.#state.indices).filter((index) => index.system === system);
  }

  get state(): ClusterState {
    return this.#state;
  }

  get pending(): readonly PendingChange[] {
    return this.#pending.all;
  }

  /** To be called now and then: changes that take long are reported. */
  tick(): void {
    this.#pending.reportLate();
  }

  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[] {
    return resolveIndices(this.#state, expression, options, this.#parts.clock.now());
  }

  createIndex(request: CreateIndexRequest): Promise<IndexMetadata> {
    return this.#change(`create-index [${request.name}], cause [api]`, (state) => {
      // Those of the server itself are made all the same: without them nobody could sign in to delete anything.
      if (!isSystemName(request.name) && this.#parts.isFlooded?.()) throw creationBlocked();
      const metadata = this.#newIndex(state, request);
      checkShardLimit(state, [metadata]);
      return { state: withIndices(state, [metadata]), changed: [metadata], removed: [], result: metadata };
    });
  }

  deleteIndices(names: readonly string[]): Promise<void> {
    return this.#change(`delete-index [${names.join(", ")}]`, (before) => {
      const { state, removed } = withoutIndices(before, names);
      return { state, changed: [], removed, result: undefined };
    });
  }

  putMapping(names: readonly string[], mapping: JsonObject): Promise<void> {
    return this.#updateIndices(`put-mapping [${names.join(", ")}]`, names, (index) =>
      this.#withMapping(index, mapping),
    );
  }

  /**
   * Merges what a document brings into the mapping of its index; answers the index with it. Throws when the index is
   * gone, though another may have its name by now, and when it is closed, unless its shards are only being opened
   * (`closed`).
   */
  async extendMapping(
    { name, uuid }: Pick<IndexMetadata, "name" | "uuid">,
    mapping: JsonObject,
    options: { closed: boolean },
  ): Promise<IndexMetadata> {
    const own = (state: ClusterState): IndexMetadata => {
      const index = ownOf(state.indices, name);
      if (index?.uuid !== uuid) throw indexNotFound(name);
      return index;
    };
    await this.#change(`put-mapping [${name}]`, (state) => {
      const index = own(state);
      if (index.state === "close" && !options.closed) throw indexClosed(index);
      const extended = this.#withMapping(index, mapping);
      const changed = extended === index ? [] : [extended];
      return { state: withIndices(state, changed), changed, removed: [], result: undefined };
    });
    // Another document may have brought the same a moment ago: the threads have it before anything of this one.
    await this.#deliveries.pending(uuid);
    return own(this.#state);
  }

  #withMapping(index: IndexMetadata, mapping: JsonObject): IndexMetadata {
    const merged = this.#parts.mergeMapping(index, mapping, "update");
    if (writeJson(merged) === writeJson(index.mapping)) return index;
    return { ...index, mapping: merged, mappingVersion: index.mappingVersion + 1 };
  }

  putSettings(names: readonly string[], settings: JsonObject, options: { preserveExisting: boolean }): Promise<void> {
    const update = normalizeIndexSettings(settings);
    checkIndexSettings(update, "update");
    return this.#change(`update-settings [${names.join(", ")}]`, (state) => {
      checkDynamic(
        names.map((name) => present(state, name)),
        update,
      );
      const changed = names.map((name) => withSettings(present(state, name), update, options.preserveExisting));
      checkShardLimit(state, changed);
      // Analysis can only change while an index is closed, and must be one that can be made.
      for (const index of changed) if (index.state === "close") this.#parts.mergeMapping(index, {}, "update");
      return { state: withIndices(state, changed), changed, removed: [], result: undefined };
    });
  }

  updateAliases(changes: readonly AliasChange[], removedIndices: readonly string[] = []): Promise<void> {
    return this.#change("index-aliases", (before) => {
      const { state, removed } = withoutIndices(before, removedIndices);
      const touched = new Map<string, IndexMetadata>();
      for (const change of changes) {
        const index = touched.get(change.index) ?? ownOf(state.indices, change.index);
        if (!index) throw indexNotFound(change.index, "", false);
        const aliases = { ...index.aliases };
        if (change.metadata === null) delete aliases[change.alias];
        else {
          checkAliasName(change.alias);
          if (ownOf(state.indices, change.alias)) {
            throw new RequestError(
              400,
              "invalid_alias_name_exception",
              `Invalid alias name [${change.alias}]: an index or data stream exists with the same name as the alias`,
            );
          }
          put(aliases, change.alias, normalizeAlias(change.metadata));
        }
        touched.set(change.index, { ...index, aliases, aliasesVersion: index.aliasesVersion + 1 });
      }
      const changed = [...touched.values()];
      const next = withIndices(state, changed);
      const names = new Set(changes.map((change) => change.alias));
      checkWriteIndices(next, names);
      checkHidden(next, names);
      return { state: next, changed, removed, result: undefined };
    });
  }

  async writeIndex(name: string, options: { requireAlias: boolean }): Promise<IndexMetadata> {
    const resolved = resolveDateMath(name, this.#parts.clock.now());
    const known = this.#knownWriteIndex(resolved, options.requireAlias);
    if (known) return this.#delivered(known);
    mayAutoCreate(this.#state, resolved);
    try {
      return await this.createIndex({ name: resolved, settings: {}, mappings: {}, aliases: {} });
    } catch (error) {
      const made = this.#knownWriteIndex(resolved, false); // another write made it meanwhile
      if (made && error instanceof RequestError && error.type === "resource_already_exists_exception")
        return this.#delivered(made);
      throw error;
    }
  }

  putCustom(kind: string, name: string, value: JsonObject | null): Promise<void> {
    return this.#change(`put-${kind} [${name}]`, (state) => {
      const things = { ...ownOf(state.customs, kind) };
      if (value === null) delete things[name];
      else put(things, name, value);
      return {
        state: { ...state, customs: { ...state.customs, [kind]: things } },
        changed: [],
        removed: [],
        result: undefined,
      };
    });
  }

  putClusterSettings(persistent: JsonObject, transient: JsonObject): Promise<void> {
    return this.#change("cluster_update_settings", (state) => ({
      state: {
        ...state,
        persistentSettings: mergeClusterSettings(state.persistentSettings, persistent, "persistent"),
        transientSettings: mergeClusterSettings(state.transientSettings, transient, "transient"),
      },
      changed: [],
      removed: [],
      result: undefined,
    }));
  }

  async applyAgain(names: readonly string[]): Promise<void> {
    // Behind the changes that came before: what they say goes to the threads first.
    await this.#queue;
    const indices = names.flatMap((name) => ownOf(this.#state.indices, name) ?? []);
    await settled(indices.map((index) => this.#deliver(index)));
  }

  /** Opens or closes indices; their shards follow. */
  setIndexState(names: readonly string[], next: "open" | "close"): Promise<void> {
    return this.#updateIndices(`${next}-indices [${names.join(", ")}]`, names, (index) =>
      index.state === next ? index : { ...index, state: next, settingsVersion: index.settingsVersion + 1 },
    );
  }

  raiseTerm(name: string, shard: number): Promise<void> {
    const reason = `raise-term [${name}][${shard}]`;
    return this.#updateIndices(reason, [name], (index) => withTerms(index, (number) => number === shard));
  }

  /** Raises the terms of all shards, before `applyAll`: the node did not stop in order. */
  raiseAllTerms(): Promise<void> {
    return this.#change("raise-terms", (state) => {
      const raised = Object.values(state.indices).map((index) => withTerms(index, () => true));
      return { state: withIndices(state, raised), changed: [], removed: [], result: undefined };
    });
  }

  #knownWriteIndex(name: string, requireAlias: boolean): IndexMetadata | undefined {
    const index = ownOf(this.#state.indices, name);
    const notAlias = ` and [require_alias] request flag is [true] and [${name}] is not an alias`;
    if (index) {
      if (requireAlias) throw indexNotFound(name, notAlias, false);
      return index;
    }
    const targets = aliasTargets(this.#state, name);
    if (targets.length === 0) {
      if (requireAlias) throw indexNotFound(name, notAlias, false);
      return undefined;
    }
    const only =
      targets.length === 1 && ownOf(targets[0]?.aliases, name)?.is_write_index !== false ? targets[0] : undefined;
    const target = targets.find((candidate) => ownOf(candidate.aliases, name)?.is_write_index === true) ?? only;
    if (target) return target;
    throw illegalArgument(
      `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    );
  }

  #newIndex(state: ClusterState, request: CreateIndexRequest): IndexMetadata {
    const name = resolveDateMath(request.name, this.#parts.clock.now());
    if (!request.system) {
      checkIndexName(name);
      if (isSystemName(name)) throw internalIndex(name);
    }
    const existing = ownOf(state.indices, name);
    if (existing) {
      throw new RequestError(
        400,
        "resource_already_exists_exception",
        `index [${name}/${existing.uuid}] already exists`,
        {
          details: { index_uuid: existing.uuid, index: name },
        },
      );
    }
    if (aliasTargets(state, name).length > 0) throw invalidIndexName(name, "already exists as alias");
    const metadata = newIndex(name, request, this.#parts.clock.now());
    for (const alias of Object.keys(request.aliases)) {
      checkAliasName(alias);
      if (alias === name) throw illegalArgument(`alias name [${alias}] self-conflicts with index name`);
      if (ownOf(state.indices, alias))
        throw new RequestError(
          400,
          "invalid_alias_name_exception",
          `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
        );
    }
    const mapped = { ...metadata, mapping: this.#parts.mergeMapping(metadata, request.mappings, "create") };
    checkWriteIndices(withIndices(state, [mapped]), new Set(Object.keys(request.aliases)));
    return mapped;
  }

  #updateIndices(
    source: string,
    names: readonly string[],
    update: (index: IndexMetadata) => IndexMetadata,
  ): Promise<void> {
    return this.#change(source, (state) => {
      const changed = names
        .map((name) => [present(state, name), update(present(state, name))] as const)
        .filter(([before, after]) => before !== after);
      const after = changed.map(([, index]) => index);
      checkShardLimit(state, after);
      return { state: withIndices(state, after), changed: after, removed: [], result: undefined };
    });
  }

  /**
   * Runs one change after all earlier ones: compute, make durable. Threads and shards follow, which later changes do
   * not wait for.
   */
  #change<Result>(source: string, compute: (state: ClusterState) => Change<Result>): Promise<Result> {
    const pending = this.#pending.add(source);
    const run = async (): Promise<{ result: Result; followed: Promise<void> }> => {
      pending.executing = true;
      pending.waitsFor = "the store of the cluster state";
      const before = this.#state;
      const { state, changed, removed, result } = compute(before);
      if (state === before) return { result, followed: Promise.resolve() };
      const next = { ...state, version: before.version + 1 };
      const revision = await this.#parts.store.compareAndSet(this.#revision, next);
      assert(revision !== undefined, "the cluster state was changed by another process");
      this.#revision = revision;
      this.#state = next;
      pending.waitsFor = `the shards of [${[...changed.map(({ name }) => name), ...removed].join(", ")}]`;
      return {
        result,
        followed: settled([
          ...removed.map((uuid) => this.#remove(uuid)),
          ...changed.map((index) => this.#deliver(index)),
        ]),
      };
    };
    const durable = this.#queue.then(run);
    this.#queue = durable.catch(() => undefined);
    return durable
      .then(({ result, followed }) => followed.then(() => result))
      .finally(() => this.#pending.delete(pending));
  }

  /** An index that the threads know. */
  async #delivered(index: IndexMetadata): Promise<IndexMetadata> {
    await this.#deliveries.pending(index.uuid);
    return index;
  }

  /** Brings an index to the threads; resolves when its shards have followed. */
  #deliver(index: IndexMetadata): Promise<void> {
    const parts = this.#parts;
    return this.#follow(index.uuid, async () => {
      const prepared = (await parts.prepareIndex?.(index)) ?? index;
      return { shards: parts.applyIndex(prepared) };
    });
  }

  #remove(uuid: string): Promise<void> {
    return this.#follow(uuid, async () => ({ shards: this.#parts.removeIndex(uuid) }));
  }

  /** The next delivery of the index waits for this one, but not for its shards. */
  async #follow(uuid: string, deliver: () => Promise<{ shards: Promise<void> }>): Promise<void> {
    const { shards } = await this.#deliveries.run(uuid, deliver);
    await shards;
  }
}

/** Resolves when all are done; rejects with the first failure then. */
async function settled(all: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(all)) if (outcome.status === "rejected") throw outcome.reason;
}

function withTerms(index: IndexMetadata, isRaised: (shard: number) => boolean): IndexMetadata {
  return { ...index, primaryTerms: index.primaryTerms.map((term, shard) => (isRaised(shard) ? term + 1 : term)) };
}

function present(state: ClusterState, name: string): IndexMetadata {
  const index = ownOf(state.indices, name);
  if (!index) throw indexNotFound(name);
  return index;
}

/** The state without some indices, and their uuids. */
function withoutIndices(state: ClusterState, names: readonly string[]): { state: ClusterState; removed: string[] } {
  if (names.length === 0) return { state, removed: [] };
  const indices = { ...state.indices };
  const removed: string[] = [];
  for (const name of names) {
    removed.push(present(state, name).uuid);
    delete indices[name];
  }
  return { state: { ...state, indices }, removed };
}

function withIndices(state: ClusterState, changed: readonly IndexMetadata[]): ClusterState {
  if (changed.length === 0) return state;
  const indices = { ...state.indices };
  for (const index of changed) put(indices, index.name, index);
  return { ...state, indices };
}

/** An alias has at most one write index. */
function checkWriteIndices(state: ClusterState, aliases: ReadonlySet<string>): void {
  for (const alias of aliases) {
    const writers = aliasTargets(state, alias).filter((index) => ownOf(index.aliases, alias)?.is_write_index === true);
    if (writers.length > 1) {
      throw new RequestError(
        500,
        "illegal_state_exception",
        `alias [${alias}] has more than one write index [${writers.map((index) => index.name).join(",")}]`,
      );
    }
  }
}

/** An alias is hidden on all its indices or on none. */
function checkHidden(state: ClusterState, aliases: ReadonlySet<string>): void {
  for (const alias of aliases) {
    const targets = aliasTargets(state, alias);
    const hidden = targets.filter((index) => ownOf(index.aliases, alias)?.is_hidden === true).map(({ name }) => name);
    if (hidden.length === 0 || hidden.length === targets.length) continue;
    const others = targets.map(({ name }) => name).filter((name) => !hidden.includes(name));
    throw new RequestError(
      500,
      "illegal_state_exception",
      `alias [${alias}] has is_hidden set to true on indices [${hidden.join(",")}] but does not have is_hidden set to true on indices [${others.join(",")}]; alias must have the same is_hidden setting on all indices`,
    );
  }
}
