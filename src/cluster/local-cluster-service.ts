/** The cluster service of one node: changes are queued, checked, made durable, then applied to the threads. */
import { randomUuid, type Clock } from "../core/clock.ts";
import { RequestError, assert, illegalArgument } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { MergeReason } from "../mapping/merge-reason.ts";
import type { AliasChange, ClusterService, CreateIndexRequest, IndexOptions, PendingChange, ResolvedIndex } from "./cluster-service.ts";
import type { ClusterState, ClusterStateStore, IndexMetadata } from "./cluster-state.ts";
import { mergeClusterSettings } from "./cluster-settings.ts";
import { aliasTargets, indexNotFound, resolveIndices } from "./index-expressions.ts";
import { checkAliasName, checkIndexName, invalidIndexName } from "./index-names.ts";
import { normalizeAlias } from "./alias-metadata.ts";
import { checkIndexSettings, normalizeIndexSettings } from "./index-settings.ts";
import { newIndex } from "./new-index.ts";
import { checkDynamic, withSettings } from "./setting-changes.ts";
import { internalIndex, isSystemName } from "./system-indices.ts";
import { resolveDateMath } from "./date-math-names.ts";
import { mayAutoCreate } from "./auto-create.ts";

/** What the service needs beside the store. */
export interface ClusterServiceParts {
  readonly store: ClusterStateStore;
  readonly clock: Clock;
  readonly clusterName: string;
  /** Merges a mapping into that of an index, which may be new, under its settings; throws the original's errors. */
  mergeMapping(index: IndexMetadata, update: JsonObject, reason: MergeReason): JsonObject;
  /** Brings new metadata to the threads; an open index' shards are open when it resolves. */
  applyIndex(metadata: IndexMetadata): Promise<void>;
  removeIndex(uuid: string): Promise<void>;
  /** Whether the disk has so little room that no indices are made; never when absent. */
  readonly isFlooded?: () => boolean;
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
  return new RequestError(403, "cluster_block_exception", "blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];");
}

/** See ClusterService. Made by `open`. */
export class LocalClusterService implements ClusterService {
  readonly #parts: ClusterServiceParts;
  #state: ClusterState;
  #revision: number;
  #queue: Promise<unknown> = Promise.resolve();
  /** Changes that wait or run, in their order. */
  readonly #pending = new Set<PendingChange>();
  #inserted = 0;

  private constructor(parts: ClusterServiceParts, state: ClusterState, revision: number) {
    this.#parts = parts;
    this.#state = state;
    this.#revision = revision;
  }

  /** Reads the state, or makes the first one. Indices are not applied yet: call `applyAll`. */
  static async open(parts: ClusterServiceParts): Promise<LocalClusterService> {
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

  /** Opens all indices on the threads, as at start; those of the server itself first, as the others may read from them. */
  async applyAll(): Promise<void> {
    const indices = Object.values(this.#state.indices);
    for (const index of [...indices.filter(({ system }) => system), ...indices.filter(({ system }) => !system)]) await this.#parts.applyIndex(index);
  }

  get state(): ClusterState {
    return this.#state;
  }

  get pending(): readonly PendingChange[] {
    return [...this.#pending];
  }

  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[] {
    return resolveIndices(this.#state, expression, options, this.#parts.clock.now());
  }

  createIndex(request: CreateIndexRequest): Promise<IndexMetadata> {
    return this.#change(`create-index [${request.name}], cause [api]`, (state) => {
      // Those of the server itself are made all the same: without them nobody could sign in to delete anything.
      if (!isSystemName(request.name) && this.#parts.isFlooded?.()) throw creationBlocked();
      const metadata = this.#newIndex(state, request);
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
    return this.#updateIndices(`put-mapping [${names.join(", ")}]`, names, (index) => {
      const merged = this.#parts.mergeMapping(index, mapping, "update");
      if (JSON.stringify(merged) === JSON.stringify(index.mapping)) return index;
      return { ...index, mapping: merged, mappingVersion: index.mappingVersion + 1 };
    });
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
        const index = touched.get(change.index) ?? state.indices[change.index];
        if (!index) throw indexNotFound(change.index, "", false);
        const aliases = { ...index.aliases };
        if (change.metadata === null) delete aliases[change.alias];
        else {
          checkAliasName(change.alias);
          if (state.indices[change.alias]) {
            throw new RequestError(
              400,
              "invalid_alias_name_exception",
              `Invalid alias name [${change.alias}]: an index or data stream exists with the same name as the alias`,
            );
          }
          aliases[change.alias] = normalizeAlias(change.metadata);
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
    if (known) return known;
    mayAutoCreate(this.#state, resolved);
    try {
      return await this.createIndex({ name: resolved, settings: {}, mappings: {}, aliases: {} });
    } catch (error) {
      const made = this.#knownWriteIndex(resolved, false); // another write made it meanwhile
      if (made && error instanceof RequestError && error.type === "resource_already_exists_exception") return made;
      throw error;
    }
  }

  putCustom(kind: string, name: string, value: JsonObject | null): Promise<void> {
    return this.#change(`put-${kind} [${name}]`, (state) => {
      const things = { ...state.customs[kind] };
      if (value === null) delete things[name];
      else things[name] = value;
      return { state: { ...state, customs: { ...state.customs, [kind]: things } }, changed: [], removed: [], result: undefined };
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

  applyAgain(names: readonly string[]): Promise<void> {
    const applied = this.#queue.then(async () => {
      for (const name of names) {
        const index = this.#state.indices[name];
        if (index) await this.#parts.applyIndex(index);
      }
    });
    this.#queue = applied.catch(() => undefined);
    return applied;
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
    const index = this.#state.indices[name];
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
    const only = targets.length === 1 && targets[0]?.aliases[name]?.is_write_index !== false ? targets[0] : undefined;
    const target = targets.find((candidate) => candidate.aliases[name]?.is_write_index === true) ?? only;
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
    const existing = state.indices[name];
    if (existing) {
      throw new RequestError(400, "resource_already_exists_exception", `index [${name}/${existing.uuid}] already exists`, {
        details: { index_uuid: existing.uuid, index: name },
      });
    }
    if (aliasTargets(state, name).length > 0) throw invalidIndexName(name, "already exists as alias");
    const metadata = newIndex(name, request, this.#parts.clock.now());
    for (const alias of Object.keys(request.aliases)) {
      checkAliasName(alias);
      if (alias === name) throw illegalArgument(`alias name [${alias}] self-conflicts with index name`);
      if (state.indices[alias])
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

  #updateIndices(source: string, names: readonly string[], update: (index: IndexMetadata) => IndexMetadata): Promise<void> {
    return this.#change(source, (state) => {
      const changed = names.map((name) => [present(state, name), update(present(state, name))] as const).filter(([before, after]) => before !== after);
      const after = changed.map(([, index]) => index);
      return { state: withIndices(state, after), changed: after, removed: [], result: undefined };
    });
  }

  /** Runs one change after all earlier ones: compute, make durable, apply. */
  #change<Result>(source: string, compute: (state: ClusterState) => Change<Result>): Promise<Result> {
    const pending = { insertOrder: ++this.#inserted, source, queuedMs: this.#parts.clock.now(), executing: false };
    this.#pending.add(pending);
    const run = async (): Promise<Result> => {
      pending.executing = true;
      const before = this.#state;
      const change = compute(before);
      if (change.state === before) return change.result;
      const next = { ...change.state, version: before.version + 1 };
      const revision = await this.#parts.store.compareAndSet(this.#revision, next);
      assert(revision !== undefined, "the cluster state was changed by another process");
      this.#revision = revision;
      this.#state = next;
      for (const uuid of change.removed) await this.#parts.removeIndex(uuid);
      for (const index of change.changed) await this.#parts.applyIndex(index);
      return change.result;
    };
    const result = this.#queue.then(run).finally(() => this.#pending.delete(pending));
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

function withTerms(index: IndexMetadata, isRaised: (shard: number) => boolean): IndexMetadata {
  return { ...index, primaryTerms: index.primaryTerms.map((term, shard) => (isRaised(shard) ? term + 1 : term)) };
}

function present(state: ClusterState, name: string): IndexMetadata {
  const index = state.indices[name];
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
  for (const index of changed) indices[index.name] = index;
  return { ...state, indices };
}

/** An alias has at most one write index. */
function checkWriteIndices(state: ClusterState, aliases: ReadonlySet<string>): void {
  for (const alias of aliases) {
    const writers = aliasTargets(state, alias).filter((index) => index.aliases[alias]?.is_write_index === true);
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
    const hidden = targets.filter((index) => index.aliases[alias]?.is_hidden === true).map(({ name }) => name);
    if (hidden.length === 0 || hidden.length === targets.length) continue;
    const others = targets.map(({ name }) => name).filter((name) => !hidden.includes(name));
    throw new RequestError(
      500,
      "illegal_state_exception",
      `alias [${alias}] has is_hidden set to true on indices [${hidden.join(",")}] but does not have is_hidden set to true on indices [${others.join(",")}]; alias must have the same is_hidden setting on all indices`,
    );
  }
}
