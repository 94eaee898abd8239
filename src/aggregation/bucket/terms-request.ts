/** A parsed terms aggregation, as its collectors and its reduction see it. */
import type { Aggregation } from "../aggregation-kind.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { OrderPart } from "./bucket-order.ts";
import type { TermFilter } from "./term-filter.ts";

/** All that the body says. */
export interface TermsRequest {
  readonly name: string;
  readonly source: ValuesSource;
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly showError: boolean;
  readonly order: readonly OrderPart[];
  readonly filter: TermFilter | undefined;
  readonly children: readonly Aggregation[];
}
