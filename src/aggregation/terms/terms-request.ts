/** A parsed terms aggregation, for its collectors and its reduction. */
import type { SubAggregations } from "../aggregation-kind.ts";
import type { ValueFormat } from "../values/value-format.ts";
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

/** What the selection and the reduction of terms need of a request. */
export type SelectionRequest = Pick<
  TermsRequest,
  "name" | "size" | "shardSize" | "minDocCount" | "shardMinDocCount" | "order" | "children"
>;

/** The type of keys of a source, with Elasticsearch's names of results; undefined where the field is not mapped. */
export type KeyType = "string" | "long" | "double";

/** The type and the format of a source's keys. */
export function keysOf(source: ValuesSource): { readonly type: KeyType | undefined; readonly format: ValueFormat } {
  return { type: keyTypeOf(source), format: source.format };
}

function keyTypeOf(source: ValuesSource): KeyType | undefined {
  if (!source.mapped) return undefined;
  return source.shape === "ordinals" ? "string" : source.fractional ? "double" : "long";
}
