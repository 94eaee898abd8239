/**
 * The cluster service for one caller: whatever it changes is told. A new kind of change does not compile before it is
 * told here too.
 */
import type {
  AliasChange,
  ClusterService,
  CreateIndexRequest,
  IndexOptions,
  PendingChange,
  ResolvedIndex,
} from "../../cluster/cluster-service.ts";
import type { ClusterState, IndexMetadata } from "../../cluster/cluster-state.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** A change that was made. */
export interface ClusterChange {
  readonly action: "model_created" | "model_updated" | "model_deleted";
  /** What was changed: `index`, `cluster_settings`, `synonyms_set`, or the kind of a named thing (`index_template`). */
  readonly model: string;
  readonly name: string;
  /** What of it: `mapping`, `settings`, `aliases`, `open`, `close`; undefined: the whole. */
  readonly part?: string;
}

export class ToldCluster implements ClusterService {
  readonly #cluster: ClusterService;
  readonly #tell: (change: ClusterChange) => void;

  constructor(cluster: ClusterService, tell: (change: ClusterChange) => void) {
    this.#cluster = cluster;
    this.#tell = tell;
  }

  get state(): ClusterState {
    return this.#cluster.state;
  }

  get pending(): readonly PendingChange[] {
    return this.#cluster.pending;
  }

  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[] {
    return this.#cluster.resolve(expression, options);
  }

  async createIndex(request: CreateIndexRequest): Promise<IndexMetadata> {
    const metadata = await this.#cluster.createIndex(request);
    this.#tell({ action: "model_created", model: "index", name: metadata.name });
    return metadata;
  }

  async deleteIndices(names: readonly string[]): Promise<void> {
    await this.#cluster.deleteIndices(names);
    for (const name of names) this.#tell({ action: "model_deleted", model: "index", name });
  }

  async putMapping(names: readonly string[], mapping: JsonObject): Promise<void> {
    await this.#cluster.putMapping(names, mapping);
    this.#updated(names, "mapping");
  }

  async putSettings(
    names: readonly string[],
    settings: JsonObject,
    options: { preserveExisting: boolean },
  ): Promise<void> {
    await this.#cluster.putSettings(names, settings, options);
    this.#updated(names, "settings");
  }

  async raiseTerm(name: string, shard: number): Promise<void> {
    await this.#cluster.raiseTerm(name, shard);
    this.#updated([name], "allocation");
  }

  async updateAliases(changes: readonly AliasChange[], removedIndices: readonly string[] = []): Promise<void> {
    await this.#cluster.updateAliases(changes, removedIndices);
    this.#updated(
      new Set(changes.map(({ index }) => index).filter((index) => !removedIndices.includes(index))),
      "aliases",
    );
    for (const name of removedIndices) this.#tell({ action: "model_deleted", model: "index", name });
  }

  async writeIndex(name: string, options: { requireAlias: boolean }): Promise<IndexMetadata> {
    const before = this.state.indices;
    const metadata = await this.#cluster.writeIndex(name, options);
    if (!ownOf(before, metadata.name)) this.#tell({ action: "model_created", model: "index", name: metadata.name });
    return metadata;
  }

  async putCustom(kind: string, name: string, value: JsonObject | null): Promise<void> {
    const before = ownOf(ownOf(this.state.customs, kind), name);
    await this.#cluster.putCustom(kind, name, value);
    const action = value === null ? "model_deleted" : before === undefined ? "model_created" : "model_updated";
    this.#tell({ action, model: kind, name });
  }

  async setIndexState(names: readonly string[], next: "open" | "close"): Promise<void> {
    await this.#cluster.setIndexState(names, next);
    this.#updated(names, next);
  }

  async putClusterSettings(persistent: JsonObject, transient: JsonObject): Promise<void> {
    await this.#cluster.putClusterSettings(persistent, transient);
    this.#tell({ action: "model_updated", model: "cluster_settings", name: "cluster" });
  }

  /** Changes nothing of the state. */
  applyAgain(names: readonly string[]): Promise<void> {
    return this.#cluster.applyAgain(names);
  }

  #updated(names: Iterable<string>, part: string): void {
    for (const name of names) this.#tell({ action: "model_updated", model: "index", name, part });
  }
}
