/** What a script makes of values of each bucket around it. */
import { BodyReader } from "../../compat/body-reader.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";
import { insideBuckets, readScriptedBuckets, valuesByName } from "../buckets-path/scripted-buckets.ts";

const KIND = "bucket_script";

export const bucketScript: PipelineKind = {
  name: KIND,
  summary: "For each bucket around it, what a script makes of its values.",
  parse(name, body, { mapping }) {
    const read = readScriptedBuckets(new BodyReader(KIND, body, "object"));
    const program = mapping.scripts.program(read.script, "bucket_aggregation");
    return {
      ...valueShape(name, KIND, read.format),
      reads: "parent",
      bucketsPaths: Object.values(read.paths),
      validate: ({ parent }) => insideBuckets(KIND, name, parent),
      apply(aggregation, partial) {
        const valuesOf = valuesByName(read, { aggregation, partial });
        return aggregation.buckets(partial).map((bucket) => {
          const values = valuesOf(bucket);
          const gap = read.gapPolicy === "skip" && Object.values(values).some(Number.isNaN);
          const value = gap ? null : program().value(values);
          return { bucket, result: value ?? undefined };
        });
      },
    };
  },
};
