/** What a script makes of the values of a window of a histogram's buckets. */
import { BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { parseGapPolicy } from "../buckets-path/gap-policy.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";
import { readScript } from "../buckets-path/scripted-buckets.ts";
import { validateSequential, valuesOfBuckets } from "../buckets-path/sequential-parent.ts";
import { windowAt } from "../buckets-path/window.ts";
import { readInteger, readText, unsupportedToken } from "../declared-values.ts";
import { RAW } from "../values/value-format.ts";

const KIND = "moving_fn";

function failedBuild(): RequestError {
  const cause = new RequestError(
    400,
    "x_content_parse_exception",
    `Failed to build [${KIND}] after last required field arrived`,
    { cause: illegalArgument("[window] must be a positive, non-zero integer.") },
  );
  return contentParseException(`[${KIND}] failed to parse field [script]`, cause);
}

export const movingFn: PipelineKind = {
  name: KIND,
  summary: "For each bucket of the histogram around it, what a script makes of a window of values.",
  parse(name, body, { mapping }) {
    const read = new BodyReader(KIND, body, "object");
    const given = read.json("buckets_path");
    const path = Array.isArray(given) ? given[0] : given;
    const window = readInteger(read, "window");
    const shift = readInteger(read, "shift") ?? 0;
    const script = readScript(read);
    const pattern = readText(read, "format");
    const policy = readText(read, "gap_policy");
    read.end();
    const absent = Object.entries({ buckets_path: path, script, window }).filter(([, value]) => value === undefined);
    if (path === undefined || !script || window === undefined)
      throw illegalArgument(`Required [${absent.map(([key]) => key).join(", ")}]`);
    if (typeof path !== "string") throw unsupportedToken(read, "buckets_path", path);
    if (window <= 0) throw failedBuild();
    const gapPolicy = policy === undefined ? "skip" : parseGapPolicy(policy);
    const program = mapping.scripts.program(script, "moving-function");
    return {
      ...valueShape(name, KIND, pattern === undefined ? RAW : { type: "decimal", pattern }),
      reads: "parent",
      bucketsPaths: [path],
      validate: (place) => validateSequential(KIND, name, place),
      apply(parent, partial) {
        const all = valuesOfBuckets(parent, partial, path, gapPolicy).map((value) => value ?? Number.NaN);
        const values = all.filter((value) => !Number.isNaN(value));
        let at = 0;
        return parent.buckets(partial).map((bucket, place) => {
          if (Number.isNaN(all[place]!)) return { bucket, result: undefined };
          const { from, to } = windowAt(at++, { window, shift, count: values.length });
          return { bucket, result: program().value(values.slice(from, to)) };
        });
      },
    };
  },
};
