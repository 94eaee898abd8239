/** Keeps those of the buckets around it for whose values a script says so. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { insideBuckets, readScriptedBuckets, valuesByName } from "../buckets-path/scripted-buckets.ts";

const KIND = "bucket_selector";

export const bucketSelector: PipelineKind = {
  name: KIND,
  summary: "Keeps the buckets around it for whose values a script says so.",
  parse(name, body, { mapping }) {
    for (const key of ["buckets_path", "script"])
      if (ownOf(body, key) === undefined)
        throw parsingException(`Missing required field [${key}] for ${KIND} aggregation [${name}]`);
    const read = readScriptedBuckets(new BodyReader(KIND, body, "object"));
    const program = mapping.scripts.program(read.script, "aggregation_selector");
    return {
      name,
      kind: KIND,
      reads: "parent",
      bucketsPaths: Object.values(read.paths),
      render: () => ({}),
      typeName: () => KIND,
      validate: ({ parent }) => insideBuckets(KIND, name, parent),
      apply(aggregation, partial) {
        const valuesOf = valuesByName(read, { aggregation, partial });
        return aggregation
          .buckets(partial)
          .filter((bucket) => program().picks(valuesOf(bucket)))
          .map((bucket) => ({ bucket, result: undefined }));
      },
    };
  },
};
