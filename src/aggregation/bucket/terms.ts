/** One bucket for each distinct value of a field, the best by `order` first. */
import { BodyReader, contentParseException } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Aggregation, AggregationKind, AggregationParseContext } from "../aggregation-kind.ts";
import { NUMERIC_FAMILIES, ORDINAL_FAMILIES, readValuesSource } from "../values/values-source.ts";
import { readOrder } from "./bucket-order.ts";
import { readTermFilter } from "./term-filter.ts";
import type { TermsRequest } from "./terms-request.ts";
import { OrdinalTermsCollector } from "./ordinal-terms.ts";
import { NumberTermsCollector } from "./number-terms.ts";
import { emptyTerms, mergeTerms, renderTerms, termsTypeName } from "./terms-result.ts";

const DEFAULT_SIZE = 10;

export const terms: AggregationKind = {
  name: "terms",
  summary: "One bucket for each distinct value of a field.",
  bucket: true,
  parse(name, body, children, context): Aggregation {
    const request = readRequest(name, body, children, context);
    const ordinals = request.source.field === undefined || ORDINAL_FAMILIES.includes(request.source.field.family);
    return {
      name,
      kind: "terms",
      meta: undefined,
      children,
      collector: (shard) => (ordinals ? new OrdinalTermsCollector(request, shard) : new NumberTermsCollector(request, shard)),
      empty: () => emptyTerms(),
      merge: (partials, reduce) => mergeTerms(request, partials, reduce),
      render: (partial, context2) => renderTerms(request, partial, context2),
      typeName: () => termsTypeName(request),
    };
  },
};

function readRequest(name: string, body: JsonObject, children: readonly Aggregation[], context: AggregationParseContext): TermsRequest {
  const read = new BodyReader("terms", body, "object");
  const size = positive(read, "size", name) ?? DEFAULT_SIZE;
  const shardSize = positive(read, "shard_size", name);
  const minDocCount = notNegative(read, "min_doc_count", name) ?? 1;
  const shardMinDocCount = notNegative(read, "shard_min_doc_count", name) ?? 0;
  const showError = read.boolean("show_term_doc_count_error") ?? false;
  for (const hint of ["execution_hint", "collect_mode", "value_type"]) read.string(hint); // hints: the result is the same
  const order = readOrder(read.json("order"), children) ?? [{ by: "count", sign: -1 }];
  const filter = readTermFilter(read.json("include"), read.json("exclude"));
  const source = readValuesSource(read, context.mapping, [...NUMERIC_FAMILIES, ...ORDINAL_FAMILIES]);
  read.end();
  if (filter?.pattern && source.field && NUMERIC_FAMILIES.includes(source.field.family)) {
    throw illegalArgument(
      `Aggregation [${name}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of numeric values for include/exclude clauses used to filter numeric fields`,
    );
  }
  // BucketUtils.suggestShardSideQueueSize
  const wanted = Math.max(size, shardSize ?? Math.min(Math.floor(size * 1.5 + 10), 2 ** 31 - 1));
  const byKey = order[0]?.by === "key";
  return { name, source, size, shardSize: shardSize === undefined && byKey ? size : wanted, minDocCount, shardMinDocCount, showError, order, filter, children };
}

function positive(read: BodyReader, key: string, name: string): number | undefined {
  const value = read.integer(key);
  if (value !== undefined && value <= 0) {
    throw contentParseException(`[terms] failed to parse field [${key}]`, illegalArgument(`[${key === "size" ? "size" : "shardSize"}] must be greater than 0. Found [${value}] in [${name}]`));
  }
  return value;
}

function notNegative(read: BodyReader, key: string, name: string): number | undefined {
  const value = read.integer(key);
  if (value !== undefined && value < 0) {
    const camel = key === "min_doc_count" ? "minDocCount" : "shardMinDocCount";
    throw contentParseException(`[terms] failed to parse field [${key}]`, illegalArgument(`[${camel}] must be greater than or equal to 0. Found [${value}] in [${name}]`));
  }
  return value;
}
