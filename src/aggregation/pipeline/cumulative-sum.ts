/** The sum of the values of a histogram's buckets so far. */
import type { PipelineKind } from "../aggregation-kind.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";
import { readDeclared } from "../buckets-path/read-pipeline.ts";
import { validateSequential, valuesOfBuckets } from "../buckets-path/sequential-parent.ts";

export const cumulativeSum: PipelineKind = {
  name: "cumulative_sum",
  summary: "For each bucket of the histogram around it, the sum of a value up to this bucket.",
  parse(name, body) {
    const { path, format } = readDeclared("cumulative_sum", body);
    return {
      ...valueShape(name, "cumulative_sum", format),
      reads: "parent",
      bucketsPaths: [path],
      validate: (place) => validateSequential("cumulative_sum", name, place),
      apply(parent, partial) {
        const values = valuesOfBuckets(parent, partial, path, "insert_zeros");
        let sum = 0;
        return parent.buckets(partial).map((bucket, place) => {
          sum += values[place] ?? 0;
          return { bucket, result: sum };
        });
      },
    };
  },
};
