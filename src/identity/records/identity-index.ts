/**
 * What the engine's form of the record store needs of an index; small, so that it does not matter where the engine
 * runs.
 */
import type { JsonObject } from "../../core/json.ts";
import type { WriteItem } from "../../documents/documents.ts";

/** Name of the system index that holds the identity records. */
export const IDENTITY_INDEX = ".wardex-identity";

/** A document with its version. */
export interface IdentityDocument {
  readonly id: string;
  readonly source: JsonObject;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** Version of a document that must be the present one. */
export interface DocumentVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** A write in a group. `create` conflicts when the document is there; `onlyIf` when it is not at that version. */
export type IdentityWrite =
  | { readonly kind: "create"; readonly id: string; readonly source: JsonObject }
  | {
      readonly kind: "index";
      readonly id: string;
      readonly source: JsonObject;
      readonly onlyIf: DocumentVersion | undefined;
      /** A version of its own: conflicts where a higher one is there. */
      readonly version?: number;
    }
  | { readonly kind: "delete"; readonly id: string; readonly onlyIf: DocumentVersion | undefined };

/** One index with one shard. */
export interface IdentityIndex {
  /** Another one when the index was replaced by that of a snapshot. */
  readonly uuid: string;
  /** Whether other processes write to it as well. */
  readonly isShared: boolean;
  /** Realtime. */
  get(ids: readonly string[]): Promise<(IdentityDocument | undefined)[]>;
  /**
   * All or nothing, after a crash too. Answers the id of a document that conflicts, when nothing was written; undefined
   * when all was. `along`: see `RecordStore.change`.
   */
  writeGroup(writes: readonly IdentityWrite[], along: readonly WriteItem[]): Promise<string | undefined>;
  /** Makes all writes visible to searches. */
  refresh(): Promise<void>;
  /** A `_search`; the total is exact. */
  search(body: JsonObject): Promise<{ total: number; documents: IdentityDocument[] }>;
}
