/** The number of distinct values of a histogram's buckets so far. */
import type { PipelineKind } from "../aggregation-kind.ts";
import { childOfKind } from "../buckets-path/merged-child.ts";
import { readDeclared } from "../buckets-path/read-pipeline.ts";
import { validateSequential } from "../buckets-path/sequential-parent.ts";
import { numberText } from "../values/value-format.ts";

const KIND = "cumulative_cardinality";

export const cumulativeCardinality: PipelineKind = {
  name: KIND,
  summary: "For each bucket of the histogram around it, the number of distinct values up to this bucket.",
  parse(name, body) {
    const { path, format } = readDeclared(KIND, body);
    return {
      name,
      kind: KIND,
      reads: "parent",
      bucketsPaths: [path],
      render(value: number) {
        const text = numberText(format, value);
        return text === undefined ? { value } : { value, value_as_string: text };
      },
      typeName: () => "simple_long_value",
      sortable: { of: "single-value" },
      metric: (value: number) => value,
      validate: (place) => validateSequential(KIND, name, place),
      apply(parent, partial) {
        const { child, partialOf } = childOfKind(parent, path, { kinds: ["cardinality"], must: "cardinality" });
        let merged: unknown;
        return parent.buckets(partial).map((bucket) => {
          const own = partialOf(bucket);
          merged = merged === undefined ? own : child.merge([merged, own], { countBuckets: () => undefined });
          return { bucket, result: child.metric?.(merged, undefined) };
        });
      },
    };
  },
};
