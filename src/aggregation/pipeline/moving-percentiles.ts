/** Percentiles of the values of a window of a histogram's buckets. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Aggregation, PartialResult, PipelineKind } from "../aggregation-kind.ts";
import { childOfKind } from "../buckets-path/merged-child.ts";
import { validateSequential } from "../buckets-path/sequential-parent.ts";
import { windowAt } from "../buckets-path/window.ts";
import { failedField, readInteger, unsupportedToken } from "../declared-values.ts";

const KIND = "moving_percentiles";

/** The merged result of a window, with the aggregation that shows it. */
interface Window {
  readonly child: Aggregation;
  readonly partial: PartialResult;
}

export const movingPercentiles: PipelineKind = {
  name: KIND,
  summary: "For each bucket of the histogram around it, percentiles over a window of buckets.",
  parse(name, body) {
    const read = new BodyReader(KIND, body, "object");
    const given = read.json("buckets_path");
    const path = Array.isArray(given) ? given[0] : given;
    const window = readInteger(read, "window");
    const shift = readInteger(read, "shift") ?? 0;
    read.end();
    const absent = [path === undefined ? "buckets_path" : "", window === undefined ? "window" : ""].filter(Boolean);
    if (path === undefined || window === undefined) throw illegalArgument(`Required [${absent.join(", ")}]`);
    if (typeof path !== "string") throw unsupportedToken(read, "buckets_path", path);
    if (window <= 0)
      throw failedField(read, "window", illegalArgument("[window] must be a positive, non-zero integer."));
    return {
      name,
      kind: KIND,
      reads: "parent",
      bucketsPaths: [path],
      render: ({ child, partial }: Window, context) => child.render(partial, context),
      typeName: ({ child, partial }: Window) => child.typeName(partial),
      sortable: { of: "multi-value", properties: [], javaEnum: undefined },
      metric: ({ child, partial }: Window, property) => child.metric?.(partial, property) ?? Number.NaN,
      validate: (place) => validateSequential(KIND, name, place),
      apply(parent, partial) {
        const { child, partialOf } = childOfKind(parent, path, { kinds: ["percentiles"], must: "percentiles" });
        const buckets = parent.buckets(partial);
        return buckets.map((bucket, at) => {
          const { from, to } = windowAt(at, { window, shift, count: buckets.length });
          if (from >= to) return { bucket, result: undefined };
          const inside = buckets.slice(from, to).map(partialOf);
          return { bucket, result: { child, partial: child.merge(inside, { countBuckets: () => undefined }) } };
        });
      },
    };
  },
};
