/**
 * Where identity records live. The engine's own hidden system index is the durable form; a map is the form for tests.
 * One contract suite: `record-store.contract.ts`.
 */
import type { JsonObject } from "../../core/json.ts";
import type { WriteItem } from "../../documents/documents.ts";

/** A record with its version, for compare-and-set. */
export interface StoredRecord {
  /** `<model>:<primary key>`. */
  readonly id: string;
  readonly model: string;
  readonly fields: JsonObject;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** Which fields of a model lists look at. Fields that are not named here are stored, and never indexed. */
export interface RecordModel {
  readonly name: string;
  /** Fields for exact filters; of an array any element counts. */
  readonly filters: readonly string[];
  /** Fields for `search`. */
  readonly searchFields: readonly string[];
  /** Fields for ordering and for `atLeast`. */
  readonly ordering: readonly string[];
}

/** One change in an atomic group. */
export type RecordChange =
  /** Claims: unique names that the record holds, e.g. `user-name:alice`; refused when another record holds one. */
  | {
      readonly kind: "create";
      readonly id: string;
      readonly model: string;
      readonly fields: JsonObject;
      readonly claims: readonly string[];
    }
  | {
      readonly kind: "replace";
      readonly id: string;
      readonly fields: JsonObject;
      readonly ifSeqNo: number;
      readonly claims: readonly string[];
    }
  | { readonly kind: "delete"; readonly id: string; readonly ifSeqNo: number };

/** A value of an exact filter. */
export type FilterValue = string | number | boolean | null;

/** A page of a list. */
export interface RecordQuery {
  readonly model: string;
  /** Exact values by field; of an array any one will do. */
  readonly filters: Readonly<Record<string, FilterValue | readonly FilterValue[]>>;
  /** Least values by field, in the order of `ordering`. */
  readonly atLeast?: Readonly<Record<string, string>>;
  /** Terms, split at blanks and commas: each must be found (case-insensitively) in any of `searchFields`. */
  readonly search: string | undefined;
  readonly searchFields: readonly string[];
  /**
   * Field names, `-` in front for descending. Ties are in the order of ids. Records without a value are last, or first
   * when descending.
   */
  readonly ordering: readonly string[];
  readonly from: number;
  readonly size: number;
}

/** A record refused: a claim is held by another (`claim` names it), or the record changed since it was read. */
export class RecordConflict extends Error {
  override name = "RecordConflict";
  readonly claim: string | undefined;
  constructor(claim: string | undefined) {
    super(claim ? `taken: ${claim}` : "changed since it was read");
    this.claim = claim;
  }
}

/** What was to be written along with a change cannot be: nothing was written, and the change may be made without it. */
export class NotWrittenAlong extends Error {
  override name = "NotWrittenAlong";
}

/** Records of the identity interface. A list shows a write at once. */
export interface RecordStore {
  get(id: string): Promise<StoredRecord | undefined>;
  /** Records in the order of their ids. */
  getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]>;
  /** Id of the record that holds a claim. */
  claimed(claim: string): Promise<string | undefined>;
  /**
   * All or nothing, in one batch of the log; throws RecordConflict. No id may stand in it twice. `along`: documents of
   * other indices that are in the same batch; throws NotWrittenAlong where these are refused.
   */
  change(changes: readonly RecordChange[], along?: readonly WriteItem[]): Promise<void>;
  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }>;
  /**
   * Next number of a sequence (`user` …), from 1; never given twice. It is written down by the next change: one that
   * nothing was made with is given again after a restart.
   */
  nextNumber(sequence: string): Promise<number>;
}
