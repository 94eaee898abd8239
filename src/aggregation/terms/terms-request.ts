/** A parsed terms aggregation, as its collectors and its reduction see it. */
import type { SubAggregations } from "../aggregation-kind.ts";
import type { RequestedValues, ValuesSource } from "../values/values-source.ts";
import type { OrderPart } from "../order/bucket-order.ts";
import type { TermRules } from "./term-rules.ts";

/** All that the body says. */
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

/** What kind of keys a source gives; undefined where it is not mapped. Named as the original names its results. */
export type KeyType = "string" | "long" | "double";

/** The key type of a source. */
export function keyTypeOf(source: ValuesSource): KeyType | undefined {
  if (!source.mapped) return undefined;
  return source.shape === "ordinals" ? "string" : source.fractional ? "double" : "long";
}
