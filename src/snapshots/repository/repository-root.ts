/**
 * What a repository holds, as plain data: one root that names every snapshot, and blobs that never change.
 *
 *     index-<n>            the root; the highest number counts. Written only where there is none of this number.
 *     mirror-<n>           the same once more, for the case that the other is damaged
 *     snap-<uuid>          of a snapshot: the global state, data streams, and what each shard cost
 *     indices/<uuid>/<id>  of an index in a snapshot: its metadata, and the files of its shards
 *     data/<uuid>/<id>     files, as a whole or in parts
 *
 * All but data are sealed (`store/sealed-file.ts`); the checksums of data stand in what names it. Names of blobs are
 * random, so that no two writers ever mean the same one.
 */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { StoredFile } from "../../store/blobs/copied-file.ts";
import type { ShardManifest } from "../../store/manifest/shard-manifest.ts";

export type SnapshotState = "SUCCESS" | "PARTIAL" | "FAILED";

/** A shard that is not in a snapshot, and why. */
export interface ShardFailure {
  readonly index: string;
  readonly indexUuid: string;
  readonly shard: number;
  readonly reason: string;
}

/** The indices of a part of the server, for which they are made and restored together. */
export interface FeatureState {
  readonly feature: string;
  readonly indices: readonly string[];
}

export interface RootSnapshot {
  readonly name: string;
  readonly uuid: string;
  readonly state: SnapshotState;
  readonly version: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly includeGlobalState: boolean;
  readonly metadata?: JsonObject;
  /** Blobs of its indices: keys of the root's indices. */
  readonly indices: readonly string[];
  readonly dataStreams: readonly string[];
  readonly featureStates: readonly FeatureState[];
  /** Tells, where a feature keeps secrets, with which key they are encrypted. */
  readonly keyCheck?: string;
  readonly shards: number;
  readonly failures: readonly ShardFailure[];
  readonly reason?: string;
  /** The cluster that made it. */
  readonly cluster: string;
}

/** What is known of an index in a snapshot without reading its blob. */
export interface RootIndex {
  readonly name: string;
  readonly uuid: string;
  readonly shards: number;
  readonly files: number;
  readonly bytes: number;
  /** Most segments of a shard. */
  readonly segments: number;
}

export interface RepositoryRoot {
  readonly uuid: string;
  /** The cluster that wrote this root. */
  readonly cluster: string;
  /** In the order in which they ended. */
  readonly snapshots: readonly RootSnapshot[];
  readonly indices: Readonly<Record<string, RootIndex>>;
}

export interface StoredShard {
  readonly manifest: ShardManifest;
  readonly files: readonly StoredFile[];
}

/** The blob of an index; a shard that failed is null. */
export interface StoredIndex {
  readonly metadata: IndexMetadata;
  readonly shards: readonly (StoredShard | null)[];
}

/** What a shard of a snapshot cost, and what of it was new. */
export interface ShardCost {
  readonly startMs: number;
  readonly timeMs: number;
  readonly files: number;
  readonly bytes: number;
  readonly newFiles: number;
  readonly newBytes: number;
}

/** What a snapshot holds of the cluster state beside indices. */
export interface GlobalState {
  readonly persistentSettings: JsonObject;
  readonly customs: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

/** The blob of a snapshot. */
export interface StoredSnapshot {
  readonly global: GlobalState | null;
  readonly dataStreams: Readonly<Record<string, JsonObject>>;
  /** By index; null for a shard that failed. */
  readonly costs: Readonly<Record<string, readonly (ShardCost | null)[]>>;
}

/** The indices of a snapshot by name, with their blobs. */
export function indicesOf(root: RepositoryRoot, snapshot: RootSnapshot): (RootIndex & { readonly blob: string })[] {
  return snapshot.indices.flatMap((blob) => {
    const index = ownOf(root.indices, blob);
    return index ? [{ ...index, blob }] : [];
  });
}
