/** What `sort` asks for, before any index is looked at. */
import type { Json, JsonObject } from "../../core/json.ts";

export type SortOrder = "asc" | "desc";
export type SortMode = "min" | "max" | "sum" | "avg" | "median";
export type NumericType = "long" | "double" | "date" | "date_nanos";

/** A point in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Which nested objects count in a sort. Paths are looked for in the mapping when the sort is planned. */
export interface NestedSort {
  readonly path: string | undefined;
  /** A query for the objects of the path. */
  readonly filter: JsonObject | undefined;
  /** Most objects that count of one document. */
  readonly maxChildren: number | undefined;
  /** Objects in these. */
  readonly nested: NestedSort | undefined;
}

/** One sort key. */
export type SortSpec =
  | { readonly kind: "score"; readonly order: SortOrder }
  | { readonly kind: "doc"; readonly order: SortOrder }
  | {
      readonly kind: "field";
      readonly field: string;
      readonly order: SortOrder;
      /** `_last`, `_first`, or a value. */
      readonly missing: Json;
      readonly mode: SortMode | undefined;
      readonly unmappedType: string | undefined;
      readonly numericType: NumericType | undefined;
      readonly format: string | undefined;
      /** The nested objects that have the field; undefined: the documents. */
      readonly nested: NestedSort | undefined;
    }
  | {
      readonly kind: "geo";
      readonly field: string;
      readonly points: readonly GeoPoint[];
      /** Points off the globe are refused. */
      readonly strict: boolean;
      /** Meters in the unit of the values. */
      readonly unitMeters: number;
      readonly order: SortOrder;
      readonly mode: SortMode | undefined;
      readonly plane: boolean;
      readonly ignoreUnmapped: boolean;
      /** As for fields. */
      readonly nested: NestedSort | undefined;
    };

/** Whether the hits are simply in the order of relevance. */
export function isRelevance(sort: readonly SortSpec[]): boolean {
  const [first] = sort;
  return first === undefined || (sort.length === 1 && first.kind === "score" && first.order === "desc");
}
