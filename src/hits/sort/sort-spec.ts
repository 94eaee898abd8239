/** A parsed `sort`, independent of any index. */
import type { Json, JsonObject } from "../../core/json.ts";
import type { Script } from "../../scripting/script.ts";

export type SortOrder = "asc" | "desc";
export type SortMode = "min" | "max" | "sum" | "avg" | "median";
export type NumericType = "long" | "double" | "date" | "date_nanos";

/** A point in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Which nested objects count in a sort. Paths are resolved in the mapping when the sort is planned. */
export interface NestedSort {
  readonly path: string | undefined;
  /** A query that objects of the path must match. */
  readonly filter: JsonObject | undefined;
  /** Maximum objects that count per document. */
  readonly maxChildren: number | undefined;
  /** Nested objects within these. */
  readonly nested: NestedSort | undefined;
}

/** One sort key. */
export type SortSpec =
  | { readonly kind: "score"; readonly order: SortOrder }
  | { readonly kind: "doc"; readonly order: SortOrder }
  /** `_doc` within all shards of the request, one after the other. */
  | { readonly kind: "shard_doc"; readonly order: SortOrder }
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
      /** The nested objects that contain the field; undefined: the documents. */
      readonly nested: NestedSort | undefined;
    }
  | {
      readonly kind: "geo";
      readonly field: string;
      readonly points: readonly GeoPoint[];
      /** Whether points off the globe are rejected. */
      readonly strict: boolean;
      /** Meters in the unit of the values. */
      readonly unitMeters: number;
      readonly order: SortOrder;
      readonly mode: SortMode | undefined;
      readonly plane: boolean;
      readonly ignoreUnmapped: boolean;
      /** The same as for fields. */
      readonly nested: NestedSort | undefined;
    }
  | {
      readonly kind: "script";
      readonly script: Script;
      /** What the script answers. */
      readonly type: "number" | "string";
      readonly order: SortOrder;
      /** Which of several nested objects counts. */
      readonly mode: SortMode | undefined;
      readonly nested: NestedSort | undefined;
    };

/** Whether hits are sorted by relevance only. */
export function isRelevance(sort: readonly SortSpec[]): boolean {
  const [first] = sort;
  return first === undefined || (sort.length === 1 && first.kind === "score" && first.order === "desc");
}
