/** The difference between the value of a histogram's bucket and that of one some buckets before it. */
import { parsingException } from "../../compat/errors.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";
import { readListed } from "../buckets-path/read-pipeline.ts";
import { validateSequential, valuesOfBuckets } from "../buckets-path/sequential-parent.ts";

export const serialDiff: PipelineKind = {
  name: "serial_diff",
  summary: "For each bucket of the histogram around it, the difference to a bucket before it.",
  parse(name, body) {
    let lag = 1;
    const { path, format, gapPolicy } = readListed(name, body, (key, value) => {
      if (key !== "lag" || typeof value !== "number") return false;
      lag = Math.trunc(value);
      if (lag > 0) return true;
      throw parsingException(
        `Lag must be a positive, non-zero integer.  Value supplied was${lag} in [${name}]: [lag].`,
      );
    });
    return {
      ...valueShape(name, "serial_diff", format),
      reads: "parent",
      bucketsPaths: [path],
      validate: (place) => (place.parent?.sequential ? [] : validateSequential("serial_diff", name, place)),
      apply(parent, partial) {
        const values = valuesOfBuckets(parent, partial, path, gapPolicy);
        return parent.buckets(partial).map((bucket, place) => {
          const difference = (values[place] ?? Number.NaN) - (values[place - lag] ?? Number.NaN);
          return { bucket, result: Number.isNaN(difference) ? undefined : difference };
        });
      },
    };
  },
};
