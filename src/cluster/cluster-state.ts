/**
 * The cluster state: indices, aliases, templates and settings. Plain data, immutable, replaced as a whole. Its store,
 * `ClusterStateStore` (read with revision, compare-and-set, watch), has a file and a memory implementation, with one
 * contract suite.
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
  /** The name of the data stream to which the index belongs (`data-streams/data-stream.ts`). */
  readonly is_data_stream?: boolean;
  /** The next write rolls the data stream over. */
  readonly rolls_over?: boolean;
}

/** One index. */
export interface IndexMetadata {
  readonly name: string;
  /** 22 characters, base64url, never reused. */
  readonly uuid: string;
  readonly state: "open" | "close";
  /**
   * Settings as flat keys (`index.number_of_shards` → "1"), values as text or lists of text, as Elasticsearch keeps
   * them.
   */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** The mapping as get_mapping returns it, without the `_doc` level. */
  readonly mapping: JsonObject;
  readonly mappingVersion: number;
  readonly settingsVersion: number;
  readonly aliasesVersion: number;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  readonly numberOfShards: number;
  /** Hash slots of an index that was made from another one, whose slots it keeps; else settings tell them. */
  readonly numberOfRoutingShards?: number;
  readonly numberOfReplicas: number;
  readonly creationDateMs: number;
  /** Primary term of each shard. */
  readonly primaryTerms: readonly number[];
  /** An internal index, closed to ordinary index operations (`.wardex-…`). */
  readonly system: boolean;
  /**
   * Resources that its analysis has read. Not part of the stored state: the main thread adds them for the other
   * threads.
   */
  readonly resources?: IndexResources | undefined;
  /**
   * The node that has the primary of each shard, undefined for this one, null for none. Not part of the stored state
   * either; absent: this node has all.
   */
  readonly primaries?: readonly (string | null | undefined)[] | undefined;
  /** What the primary of each shard replays (`ShardRouting.replay`). Not part of the stored state. */
  readonly replays?: readonly (readonly NodeLogs[] | undefined)[] | undefined;
}

/** The logs of a node's lives, in their order, each `<name>.<number>` for its lives from 1 on. */
export interface NodeLogs {
  /** Under this name is kept where they begin. */
  readonly node: string;
  readonly lives: readonly { readonly name: string; readonly count: number }[];
}

/** A node of a cluster. */
export interface ClusterNode {
  /** 22 characters, base64url, kept in its data folder. */
  readonly id: string;
  readonly name: string;
  /** Names this life of it. */
  readonly ephemeralId: string;
  /** The log of this life (`ChunkLogs`); absent where it is in the data folder alone. */
  readonly log?: string;
  /** Its node port. */
  readonly address: { readonly host: string; readonly port: number };
  readonly host: string;
  readonly ip: string;
  readonly version: string;
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Ascending in the order in which they came: the one that is there for longest is master. */
  readonly joined: number;
  /** Its logs, where others may take its shards over: log and files are held outside of it. */
  readonly logs?: NodeLogs;
}

/** Where a copy of a shard is, and how far it has come. */
export interface ShardCopy {
  readonly state: "UNASSIGNED" | "INITIALIZING" | "STARTED";
  /** Undefined: no node has it. */
  readonly node?: string;
  /** Of one without a node: since when and why, and the node that had it. */
  readonly unassigned?: {
    readonly reason: "INDEX_CREATED" | "REPLICA_ADDED" | "NODE_LEFT" | "ALLOCATION_FAILED";
    readonly atMs: number;
    readonly lastNode?: string;
    readonly details?: string;
  };
}

/** The copies of one shard. Writes go to the primary. */
export interface ShardRouting {
  readonly primary: ShardCopy;
  readonly replicas: readonly ShardCopy[];
  /** Logs of nodes that had the primary, which the one to come replays before it takes writes; there until it has. */
  readonly replay?: readonly NodeLogs[];
}

/** The whole state. */
export interface ClusterState {
  readonly clusterUuid: string;
  readonly clusterName: string;
  readonly version: number;
  readonly indices: Readonly<Record<string, IndexMetadata>>;
  /** Flat keys; persistent settings survive a restart, transient ones are kept only in memory. */
  readonly persistentSettings: Readonly<Record<string, string | readonly string[]>>;
  readonly transientSettings: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Named objects by kind and name, each in the form of its API: `index_templates`, `component_templates`,
   * `legacy_templates`, …
   */
  readonly customs: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  /** By id; absent: one node that is no cluster, and has all shards. */
  readonly nodes?: Readonly<Record<string, ClusterNode>>;
  /** The id of the node that is master; absent: the one that is there for longest. */
  readonly master?: string;
  /** The shards of each index in order, by its uuid; there with `nodes` alone. */
  readonly routing?: Readonly<Record<string, readonly ShardRouting[]>>;
}

/** Durable storage of the cluster state. */
export interface ClusterStateStore {
  /** The state and its revision; undefined when nothing was ever written. */
  read(): Promise<{ state: ClusterState; revision: number } | undefined>;
  /**
   * Replaces the state if the revision is still `expected` (0: empty); returns the new revision, or undefined if it is
   * not.
   */
  compareAndSet(expected: number, state: ClusterState): Promise<number | undefined>;
  /** Calls `onChange` after each change, in order; returns a function that stops it. */
  watch(onChange: (state: ClusterState, revision: number) => void): () => void;
}
