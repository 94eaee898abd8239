/** A parsed terms aggregation, for its collectors and its reduction. */
import type { SubAggregations } from "../aggregation-kind.ts";
import type { RequestedValues, ValuesSource } from "../values/values-source.ts";
import type { OrderPart } from "../order/bucket-order.ts";
import type { TermRules } from "./term-rules.ts";

/** The parsed body. */
export interface TermsRequest {
  readonly name: string;
  readonly values: RequestedValues;
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly showError: boolean;
  readonly order: readonly OrderPart[];
  readonly rules: TermRules | undefined;
  readonly executionHint: string | undefined;
  readonly children: SubAggregations;
  readonly nowMs: number;
}

/** The type of keys of a source, with Elasticsearch's names of results; undefined where the field is not mapped. */
export type KeyType = "string" | "long" | "double";

/** The key type of a source. */
export function keyTypeOf(source: ValuesSource): KeyType | undefined {
  if (!source.mapped) return undefined;
  return source.shape === "ordinals" ? "string" : source.fractional ? "double" : "long";
}
