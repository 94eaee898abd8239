/**
 * The cluster state: what the node knows of indices, aliases, templates and settings. Plain data, immutable, replaced
 * as a whole. The seam `ClusterStateStore` (read with revision, compare-and-set, watch) has a file and a memory form,
 * with one contract suite.
 */
import type { IndexResources } from "../analysis/read-resources.ts";
import type { JsonObject } from "../core/json.ts";

/** An alias of one index. */
export interface AliasMetadata {
  readonly filter?: JsonObject;
  readonly index_routing?: string;
  readonly search_routing?: string;
  readonly is_write_index?: boolean;
  readonly is_hidden?: boolean;
}

/** One index. */
export interface IndexMetadata {
  readonly name: string;
  /** 22 characters, base64url, unique for ever. */
  readonly uuid: string;
  readonly state: "open" | "close";
  /**
   * Settings as flat keys (`index.number_of_shards` → "1"), values as text or lists of text, as Elasticsearch keeps
   * them.
   */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** The mapping as get_mapping shows it, without the `_doc` level. */
  readonly mapping: JsonObject;
  readonly mappingVersion: number;
  readonly settingsVersion: number;
  readonly aliasesVersion: number;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  readonly numberOfShards: number;
  readonly numberOfReplicas: number;
  readonly creationDateMs: number;
  /** Primary term of each shard. */
  readonly primaryTerms: readonly number[];
  /** Closed to ordinary index operations (`.wardex-…`). */
  readonly system: boolean;
  /** What its analysis has read. Not part of the state: main adds it to what it hands to the threads. */
  readonly resources?: IndexResources | undefined;
}

/** Everything. */
export interface ClusterState {
  readonly clusterUuid: string;
  readonly clusterName: string;
  readonly version: number;
  readonly indices: Readonly<Record<string, IndexMetadata>>;
  /** Flat keys; persistent settings survive a restart, transient ones are kept only in memory. */
  readonly persistentSettings: Readonly<Record<string, string | readonly string[]>>;
  readonly transientSettings: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Named things by kind and name, each as its API shows it: `index_templates`, `component_templates`,
   * `legacy_templates`, …
   */
  readonly customs: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

/** Durable home of the cluster state. */
export interface ClusterStateStore {
  /** The state and its revision; undefined when nothing was ever written. */
  read(): Promise<{ state: ClusterState; revision: number } | undefined>;
  /**
   * Replaces the state if the revision is still `expected` (0: nothing there); answers the new revision, or undefined
   * when it is not.
   */
  compareAndSet(expected: number, state: ClusterState): Promise<number | undefined>;
  /** Calls `onChange` after each change, in order; answers how to stop. */
  watch(onChange: (state: ClusterState, revision: number) => void): () => void;
}
