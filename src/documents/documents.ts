/**
 * Documents: the write side of the engine, as the operations (and the threads' proxy) see it. All arguments and answers
 * are plain data, so that the same interface works in one thread and across a port. Errors are RequestErrors.
 */
import type {
  LeaseChange,
  OperationsPage,
  OperationsQuery,
  ReplicatedOperations,
  RetentionLeases,
  ShardProgress,
} from "./replication.ts";
import type { ResizePlan } from "./resize/resize-plan.ts";
import type { IndexGrant } from "../access/index-grant.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { WriteDemands } from "../cluster/write-index.ts";
import type { PortableError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { DocumentReference, FoundReference } from "../query/document-reference.ts";
import type { StoredScripts } from "../scripting/stored-scripts.ts";
import type { SegmentData } from "../segment/format.ts";
import type { FileReference } from "../store/files.ts";
import type { ByQueryScript, FoundDocument, ScriptedDocument } from "./write/by-query-script.ts";
import type { FoundDocuments } from "./write/found-documents.ts";
import type { FoundWrite, FoundWritten } from "./write/write-found.ts";
import type { ShardManifest } from "../store/manifest/shard-manifest.ts";
import type { UpdateSpec } from "./write/update-request.ts";

/** `internal` is the default; `external_gte` and (deprecated) `force` as in Elasticsearch. */
export type VersionType = "internal" | "external" | "external_gte" | "force";

export type RefreshPolicy = "false" | "true" | "wait_for";

/** Conditions and options that all writes share. */
export interface WriteOptions {
  readonly routing?: string | undefined;
  readonly version?: number | bigint | undefined;
  readonly versionType?: VersionType | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
  /** Of an update. */
  readonly retryOnConflict?: number | undefined;
}

/** One write: what it is at the edge it stays until its shard accepts it. */
export interface WriteItem {
  readonly kind: "index" | "create" | "update" | "delete";
  /** The index, or an alias of it in a bulk request. */
  readonly index: string;
  /** The data stream that it was sent to, where `index` is the newest of that. */
  readonly stream?: string | undefined;
  /** Undefined: generate one. */
  readonly id: string | undefined;
  /** The id was generated as the item found its place, so that no document can have it yet. */
  readonly isGenerated?: boolean;
  /** The document as it came, or the body of an update. Absent for a delete. */
  readonly source?: Uint8Array | undefined;
  /** What `source` says, where it was written from that: it is not read again. Nothing changes it any more. */
  readonly parsed?: JsonObject | undefined;
  readonly options: WriteOptions;
  /** What `source` says, of an update: read by the write side. */
  readonly update?: UpdateSpec | undefined;
  /** `_source` filter of the `get` in the answer of an update; undefined: none wanted. */
  readonly sourceFilter?: SourceFilter | undefined;
  readonly dynamicTemplates?: Readonly<Record<string, string>> | undefined;
  readonly pipeline?: string | undefined;
  readonly requireAlias?: boolean;
  readonly requireDataStream?: boolean;
  /** The answer is to list which pipelines ran. */
  readonly listPipelines?: boolean;
}

/** `_source`, `_source_includes`, `_source_excludes`. */
export interface SourceFilter {
  readonly fetch: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** Result of one write. */
export type WriteResult =
  | {
      readonly ok: true;
      readonly index: string;
      readonly id: string;
      readonly version: number | bigint;
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly result: "created" | "updated" | "deleted" | "not_found" | "noop";
      readonly forcedRefresh: boolean;
      /** The answer's `get` of an update. */
      readonly get?:
        | {
            readonly found: boolean;
            readonly seqNo: number;
            readonly primaryTerm: number;
            readonly source: string;
            readonly routing?: string;
          }
        | undefined;
      /** Where they were asked for. */
      readonly executedPipelines?: readonly string[] | undefined;
      /** Number of shards (copies) the index keeps: 1 + replicas; only the primary exists in one process. */
      readonly copies: number;
    }
  | { readonly ok: false; readonly index: string; readonly id: string | undefined; readonly error: PortableError };

/** How items are written. */
export interface WriteRequestOptions {
  readonly refresh: RefreshPolicy;
  /** All or none. */
  readonly together?: boolean;
  /**
   * What the caller may do, decided for each item as for one of a bulk request: its index may be an alias, or be made.
   * Absent: that is decided, and the index is there.
   */
  readonly grant?: IndexGrant;
  /** Who writes, where pipelines may ask for it. */
  readonly caller?: JsonObject | undefined;
  /** Another node has placed the items, and run their pipelines: what is not here is nowhere. */
  readonly isPlaced?: boolean;
}

/** A realtime get. */
export interface GetRequest {
  readonly index: string;
  readonly id: string;
  readonly routing?: string | undefined;
  readonly realtime: boolean;
  readonly version?: number | bigint | undefined;
  readonly versionType?: VersionType | undefined;
  /** Whether the document as it came is wanted, too: for stored fields. */
  readonly whole?: boolean | undefined;
}

/**
 * What a get finds. `source` is JSON text as the mapping shows it: as it came, unless it says otherwise; empty: none is
 * shown.
 */
export type GetResult =
  | { readonly found: false; readonly index: string; readonly id: string }
  | {
      readonly found: true;
      readonly index: string;
      readonly id: string;
      readonly version: number | bigint;
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly routing: string | undefined;
      readonly source: Uint8Array;
      /** The document as it came, where it was asked for and `source` is another form of it. */
      readonly whole?: Uint8Array | undefined;
    };

/** Defaults and rules of a bulk request; the stream of chunks follows by `bulkChunk`. */
export interface BulkOptions {
  /** Index of the path. */
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly refresh: RefreshPolicy;
  readonly requireAlias: boolean;
  readonly requireDataStream: boolean;
  readonly pipeline: string | undefined;
  readonly listPipelines?: boolean;
  readonly sourceFilter: SourceFilter | undefined;
  /** Who writes, where pipelines may ask for it. */
  readonly caller?: JsonObject | undefined;
  /** What the caller may do, decided per distinct index name on the indexing thread. */
  readonly grant: IndexGrant;
}

/** The answer of a bulk request: the response body as JSON bytes, and deprecation warnings. */
export interface BulkAnswer {
  readonly body: Uint8Array;
  readonly warnings: readonly string[];
}

/** Sizes and counts of one shard, for stats and cat. All sizes in bytes, times in milliseconds. */
export interface ShardStats {
  readonly index: string;
  readonly shard: number;
  readonly state: "STARTED" | "INITIALIZING" | "UNASSIGNED";
  readonly docs: number;
  readonly deleted: number;
  readonly storeBytes: number;
  readonly maxSeqNo: number;
  readonly localCheckpoint: number;
  readonly globalCheckpoint: number;
  readonly translogOperations: number;
  readonly translogBytes: number;
  readonly uncommittedOperations: number;
  /** Bytes of documents that are not in a segment yet. */
  readonly builderBytes: number;
  /** The last flush: how many there were over the life of the shard, and what it made durable. */
  readonly commit: { readonly generation: number; readonly docs: number; readonly maxSeqNo: number };
  /** Time since the last search, and whether refreshes wait for the next one. */
  readonly search: { readonly idle: boolean; readonly sinceMs: number };
  readonly indexing: {
    readonly total: number;
    readonly timeMs: number;
    readonly failed: number;
    readonly deleteTotal: number;
    readonly deleteTimeMs: number;
    readonly current: number;
    readonly noopUpdates: number;
    readonly versionConflicts: number;
  };
  /** Requests to the shard, of one or many items, and the bytes of their sources. */
  readonly bulk: { readonly operations: number; readonly timeMs: number; readonly bytes: number };
  readonly get: {
    readonly exists: number;
    readonly existsTimeMs: number;
    readonly missing: number;
    readonly missingTimeMs: number;
  };
  readonly refresh: {
    readonly total: number;
    readonly timeMs: number;
    readonly externalTotal: number;
    readonly listeners: number;
  };
  readonly flush: { readonly total: number; readonly periodic: number; readonly timeMs: number };
  readonly merges: {
    readonly current: number;
    readonly currentDocs: number;
    readonly currentBytes: number;
    readonly total: number;
    readonly timeMs: number;
    readonly docs: number;
    readonly bytes: number;
  };
  readonly segments: readonly SegmentStats[];
  /**
   * How the shard was opened: when, from how much, and how many operations of the log were replayed. `existing`: there
   * was something before.
   */
  readonly recovery: {
    readonly startMs: number;
    readonly endMs: number;
    readonly replayed: number;
    readonly existing: boolean;
    readonly files: number;
    readonly bytes: number;
  };
  /** Bytes of the completions that searches see, by field. */
  readonly completions: Readonly<Record<string, number>>;
  /** Why the shard failed; undefined when it did not. */
  readonly failure?: string | undefined;
  /** Who follows it. */
  readonly retention: RetentionLeases;
  /** Names what followers follow; undefined for a shard that could not be opened. */
  readonly historyUuid: string | undefined;
}

/** Bytes of one field by what they hold. */
export interface FieldBytes {
  readonly invertedIndex: number;
  readonly storedFields: number;
  readonly docValues: number;
  readonly norms: number;
  readonly knnVectors: number;
}

/** What a shard takes on disk, in all and by field. */
export interface ShardDiskUsage {
  readonly storeBytes: number;
  readonly fields: readonly (readonly [name: string, bytes: FieldBytes])[];
}

/** One segment, for `_segments` and cat.segments. */
export interface SegmentStats {
  readonly generation: number;
  readonly docs: number;
  readonly deleted: number;
  readonly bytes: number;
  readonly memoryBytes: number;
  readonly committed: boolean;
  readonly search: boolean;
}

/** A searchable state of one shard: immutable, plain data, shared by reference counting per generation. */
export interface SearcherDescriptor {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
  /** Ascending per shard; a refresh that changes nothing keeps it. */
  readonly generation: number;
  readonly segments: readonly {
    readonly data: SegmentData;
    /** Live documents (bit set, u32 words) in shared memory; undefined: all live. Never changed after publication. */
    readonly live: Uint32Array | undefined;
    readonly deleted: number;
  }[];
  /** `ChangedIds`: documents with operations since it was made. */
  readonly changed: SharedArrayBuffer;
  /** Source files, for fetching by sequence number; sealed ones first in order of sequence number. */
  readonly sources: readonly {
    readonly name: string;
    readonly file: FileReference;
    readonly minimumSeqNo: number;
    readonly maximumSeqNo: number;
  }[];
  /** Log files by number, for documents that are not sealed yet. */
  readonly logs: readonly { readonly number: number; readonly file: FileReference }[];
}

/** What the write side tells the rest. Implemented by main (or by a proxy to it). */
export interface DocumentsEvents {
  /** A new searchable state; resolves when all search threads will use it for requests sent from now on. */
  publish(searcher: SearcherDescriptor): Promise<void>;
  /**
   * Merges what a document brings into the mapping of its index; resolves with the index' new metadata. Rejects with
   * index_not_found_exception when it is gone, with index_closed_exception when it is closed, unless `closed`: as its
   * shards open.
   */
  updateMapping(
    index: Pick<IndexMetadata, "name" | "uuid">,
    update: JsonObject,
    options: { closed: boolean },
  ): Promise<IndexMetadata>;
  /**
   * Makes an index that a write names (auto-create), or resolves an alias or data stream to its write index; throws
   * index_not_found_exception and the like.
   */
  ensureIndex(name: string, demands: WriteDemands): Promise<IndexMetadata>;
  /** Settings of the index that a write to this name would make; undefined when it is to make none. */
  settingsOfNew(name: string): Promise<IndexMetadata["settings"] | undefined>;
  /** What an inference endpoint makes of texts, a value for each. Rejects with RequestErrors. */
  infer(endpoint: string, inputs: readonly string[]): Promise<readonly Json[]>;
  /**
   * What an inference endpoint makes of texts for searches by meaning, chunk by chunk; `chunking` is that of the field.
   * Rejects with RequestErrors.
   */
  embed(endpoint: string, inputs: readonly string[], chunking: JsonObject | undefined): Promise<Embeddings>;
  /**
   * What there is at places of documents elsewhere, as `caller` may see them, who is one of a write. Never rejects for
   * a reason of one place.
   */
  lookUp(places: readonly DocumentReference[], caller: JsonObject | undefined): Promise<readonly FoundReference[]>;
  /** Asks the `Documents` of another node, which has a primary. Rejects with 503 where it cannot be reached. */
  askNode<Result>(node: string, method: "write" | "get", args: readonly unknown[]): Promise<Result>;
  shardFailed(index: string, shard: number, reason: string): void;
  /** Something for the log: level, message. */
  log(level: "debug" | "info" | "warn" | "error", message: string): void;
}

/** What a model made of texts. */
export interface Embeddings {
  /** In the form of `model_settings`. */
  readonly model: JsonObject;
  /** One for each text. */
  readonly inputs: readonly EmbeddedInput[];
}

export type EmbeddedInput =
  | { readonly chunks: readonly { readonly start: number; readonly end: number; readonly embeddings: Json }[] }
  | { readonly error: PortableError };

/** Bytes of writes: under way, taken so far, and where new ones are refused; and how many were refused. */
export interface WritePressure {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rejections: number;
  readonly limitBytes: number;
}

/**
 * How a failed shard is opened again: as it is, with what there is of it, or as an empty one. The last two give up what
 * is missing.
 */
export type ReopenMode = "retry" | "stale" | "empty";

/** A shard as its last flush left it, in files that never change. */
export interface HeldShard {
  readonly shard: number;
  /** Paths are within the folder of the shard. */
  readonly manifest: ShardManifest;
  readonly files: readonly { readonly path: string; readonly file: FileReference }[];
}

/** The shards of an index in files that stay until `releaseFiles`; of a shard that failed, why there is none. */
export interface HeldFiles {
  readonly hold: number;
  readonly shards: readonly (HeldShard | { readonly shard: number; readonly failure: string })[];
}

/** A piece of a file of a shard that comes from elsewhere. */
export interface ImportedPiece {
  readonly uuid: string;
  readonly shard: number;
  /** Within the folder of the shard. */
  readonly path: string;
  readonly isLast: boolean;
}

/** The write side. */
export interface Documents {
  /**
   * Whether the log was closed in order before it was opened now: otherwise operations that someone saw may be gone, so
   * that primary terms must rise before their sequence numbers are given to others.
   */
  wasClosedInOrder(): Promise<boolean>;
  /**
   * Takes over the metadata of an index, at once. Its shards follow: they open on first sight (replaying what the log
   * holds), and open and close later; the promise resolves when they have. A mapping or settings wait for nothing.
   */
  applyIndex(metadata: IndexMetadata): Promise<void>;
  /** These are the stored scripts from the next call on. */
  followScripts(scripts: StoredScripts): void;
  /** Removes the shards of an index and their files. Closing one is `applyIndex` with state `close`. */
  removeIndex(uuid: string): Promise<void>;
  /**
   * To be called once, when all indices were applied after the start: whatever the store holds of others is removed.
   */
  retainOnly(uuids: readonly string[]): Promise<void>;
  /**
   * Writes on concrete indices, answered in order; rejects when one of them is not valid in itself. `together`: on
   * whatever shards, all or none, also after a crash, and by one sync: when one is refused, none is written, and the
   * others answer `write_group_aborted_exception`. Then there are no updates, and no id twice.
   */
  write(items: readonly WriteItem[], options: WriteRequestOptions): Promise<WriteResult[]>;
  /** The same for documents that a search found. Rejects where one of them cannot be written again. */
  writeFound(found: FoundDocuments, write: FoundWrite, options: WriteRequestOptions): Promise<FoundWritten>;
  get(requests: readonly GetRequest[]): Promise<(GetResult | PortableError)[]>;
  /** Runs a script of work by query on documents as they were found, in order. Rejects where it fails on one. */
  runScript(script: ByQueryScript, documents: readonly FoundDocument[]): Promise<ScriptedDocument[]>;
  /** A bulk request whose body, of at most a few MB, is there as a whole. Otherwise as one in pieces. */
  bulk(options: BulkOptions, body: Uint8Array): Promise<BulkAnswer>;
  /**
   * Begins a bulk request; answers its handle. 429 `es_rejected_execution_exception` when too many bytes are under way.
   */
  bulkStart(options: BulkOptions, expectedBytes: number): Promise<number>;
  /** Up to 1 MB of the body in order; resolves when the next one is welcome. */
  bulkChunk(handle: number, chunk: Uint8Array): Promise<void>;
  /** Ends the body; resolves when everything is durable (and refreshed). */
  bulkEnd(handle: number): Promise<BulkAnswer>;
  /** Gives up a bulk request whose client went away; what was written stays. */
  bulkAbort(handle: number): Promise<void>;
  refresh(uuids: readonly string[]): Promise<void>;
  /**
   * Tells that indices are about to be searched: shards that were idle (index.search.idle.after) refresh first when
   * they have something to show; the promise resolves when that is published. Undefined: there is nothing to wait for.
   */
  markSearched(uuids: readonly string[]): Promise<void> | undefined;
  flush(uuids: readonly string[], options: { force: boolean }): Promise<void>;
  forceMerge(
    uuids: readonly string[],
    options: { maxSegments: number | undefined; onlyExpungeDeletes: boolean; flush: boolean },
  ): Promise<void>;
  /** Of closed indices: what their shards held when they were closed. */
  stats(uuids: readonly string[]): Promise<ShardStats[]>;
  /** What fields take on disk, of the shards of each index. */
  diskUsage(uuids: readonly string[]): Promise<ShardDiskUsage[][]>;
  /**
   * Makes the files of a new index from those of another one, to which nothing is written; `removeIndex` takes them
   * back where the index does not come to be. Rejects when a shard of the other one failed.
   */
  resize(plan: ResizePlan): Promise<void>;
  pressure(): Promise<WritePressure>;
  /** The search side no longer uses these generations of a shard: their memories and files may go. */
  release(uuid: string, shard: number, generation: number): void;
  /**
   * A search met damage in a source file: it is made again from the log, if that still holds its operations; otherwise
   * the shard fails.
   */
  damaged(uuid: string, shard: number, file: string): void;
  /** Opens a shard again that failed; nothing happens to others. It may fail once more. */
  reopen(uuid: string, shard: number, mode: ReopenMode): Promise<void>;
  /**
   * Flushes an index, and holds the files of what was acknowledged before: copies of them are the index. Rejects with
   * index_not_found_exception when it is gone.
   */
  holdFiles(uuid: string): Promise<HeldFiles>;
  releaseFiles(hold: number): Promise<void>;
  /**
   * Writes a piece of a file of an index that is not there yet; `importShard` makes a shard of the files. The index is
   * made by `applyIndex`, or given up by `removeIndex`.
   */
  importFile(to: ImportedPiece, piece: Uint8Array): Promise<void>;
  importShard(uuid: string, shard: number, manifest: ShardManifest): Promise<void>;
  /**
   * Operations of an open shard by their sequence numbers; see `OperationsPage`. Rejects with
   * resource_not_found_exception when some of them are gone that nobody has a lease for.
   */
  readOperations(query: OperationsQuery): Promise<OperationsPage>;
  /**
   * Writes operations of the shard that one follows as they are, durable when the promise resolves. Rejects with 409
   * when the shard has not come so far that they follow.
   */
  replicate(operations: ReplicatedOperations): Promise<ShardProgress>;
  /** Keeps the operations of a shard for somebody who follows it, or does so no longer; durable. */
  changeLease(uuid: string, shard: number, change: LeaseChange): Promise<void>;
  /** Stops after what was acknowledged is safe: flushes and closes everything. */
  close(): Promise<void>;
}
