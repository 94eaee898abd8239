/** One bucket for each combination of the values of several fields; the best ones by `order`. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import type {
  AggregationKind,
  AggregationParseContext,
  BucketAggregation,
  BucketCollector,
  Rendered,
  ShardCollection,
} from "../aggregation-kind.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";
import { type TuplePart, tupleParts } from "../keyed/tuple-keys.ts";
import { checkOrder } from "../order/bucket-order.ts";
import { MultiTermsCollector } from "../terms/multi-terms-collector.ts";
import { readSelection } from "../terms/read-selection.ts";
import type { SelectionRequest } from "../terms/terms-request.ts";
import { type TermBucket, type TermsPartial, mergeTerms, unmappedTerms } from "../terms/terms-result.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { renderChildren } from "../tree/child-results.ts";
import { type ValueFormat, numberText, termText } from "../values/value-format.ts";
import { type RequestedValues, type ValuesSource, readFieldConfig } from "../values/values-source.ts";

const KIND = "multi_terms";

/** How the values of a field are shown. */
interface Shown {
  readonly format: ValueFormat;
  readonly fractional: boolean;
}

interface MultiTermsPartial {
  readonly terms: TermsPartial;
  readonly shown: readonly Shown[];
}

function readFields(name: string, read: BodyReader, context: AggregationParseContext): RequestedValues[] {
  const given = read.json("terms");
  if (given === undefined) throw illegalArgument(`The [terms] parameter of [${name}] must be given`);
  if (!Array.isArray(given)) throw unsupportedToken(read, "terms", given);
  return withinField(read, "terms", () => {
    const fields = given.map((config) =>
      readFieldConfig(name, { kind: KIND }, config, context, {
        shapes: ["numbers", "ordinals"],
        unmapped: "text",
        formattable: true,
      }),
    );
    const why = `multi term aggregation must has at least 2 terms. Found [${fields.length}] in [${name}]`;
    if (fields.length === 0) throw illegalArgument(why);
    if (fields.length === 1) throw illegalArgument(`${why} Use terms aggregation for single term aggregation`);
    return fields;
  });
}

function collector(
  request: SelectionRequest,
  sources: readonly ValuesSource[],
  shard: ShardCollection,
): BucketCollector<MultiTermsPartial> {
  checkOrder(request.order, request.children);
  const shown = sources.map(({ format, fractional }) => ({ format, fractional }));
  if (sources.some(({ mapped }) => !mapped)) {
    void new ChildCollectors(request.children, shard); // errors of the children fail the shard nevertheless
    return {
      segment: () => undefined,
      finish: () => undefined,
      results: (parents) => Array.from(parents, () => ({ terms: unmappedTerms(), shown })),
    };
  }
  const terms = new MultiTermsCollector(request, sources, shard);
  return {
    segment: (reader, context) => terms.segment(reader, context),
    finish: (replay) => terms.finish(replay),
    results: (parents) => terms.results(parents).map((one) => ({ terms: one, shown })),
  };
}

function partText(part: TuplePart, { format, fractional }: Shown): string {
  if (typeof part === "string") return termText(format, Buffer.from(part, "latin1"));
  return numberText(format, part ?? 0) ?? (fractional ? javaDouble(Number(part)) : String(part));
}

function renderPart(part: TuplePart, shown: Shown): unknown {
  if (typeof part === "string") return partText(part, shown);
  if (shown.format.type === "boolean") return Number(part) !== 0;
  const text = numberText(shown.format, part ?? 0);
  return text ?? (shown.fractional ? float64Text(Number(part)) : part);
}

function keyText({ shown }: MultiTermsPartial, { key }: TermBucket): string {
  return tupleParts(String(key))
    .map((part, place) => partText(part, shown[place]!))
    .join("|");
}

export const multiTerms: AggregationKind = {
  name: KIND,
  summary: "One bucket for each combination of the values of several fields.",
  bucket: true,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, children, context): BucketAggregation<MultiTermsPartial, TermBucket> {
    const read = new BodyReader(KIND, body, "object");
    const selection = readSelection(read, name);
    const fields = readFields(name, read, context);
    read.end();
    const request = { ...selection, name, children };
    return {
      name,
      kind: KIND,
      children,
      collector: (shard) =>
        collector(
          request,
          fields.map((field) => field.on(shard)),
          shard,
        ),
      empty: () => ({ terms: unmappedTerms(), shown: [] }),
      merge(shards, reduce) {
        const leading = shards.find(({ terms }) => terms.type !== undefined) ?? shards[0]!;
        const terms = mergeTerms(
          request,
          shards.map((shard) => shard.terms),
          reduce,
        );
        return { terms, shown: leading.shown };
      },
      render(partial, rendering) {
        const { terms, shown } = partial;
        return {
          doc_count_error_upper_bound: terms.error,
          sum_other_doc_count: terms.otherDocCount,
          buckets: terms.buckets.map((bucket): Rendered => ({
            key: tupleParts(String(bucket.key)).map((part, place) => renderPart(part, shown[place]!)),
            key_as_string: keyText(partial, bucket),
            doc_count: bucket.docCount,
            ...(request.showError ? { doc_count_error_upper_bound: bucket.error } : {}),
            ...renderChildren(children, bucket.children, rendering),
          })),
        };
      },
      typeName: () => KIND,
      buckets: ({ terms }) => terms.buckets,
      withBuckets: (partial, buckets) => ({ ...partial, terms: { ...partial.terms, buckets } }),
      keyOf: (partial, bucket) => ({ value: keyText(partial, bucket), text: keyText(partial, bucket) }),
    };
  },
};
