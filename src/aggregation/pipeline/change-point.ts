/** Where, and how, the values of the buckets of an aggregation change. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import type {
  ChildPartials,
  PipelineKind,
  RenderContext,
  Rendered,
  ResultBucket,
  SubAggregations,
} from "../aggregation-kind.ts";
import { bucketsOnPath, siblingProblems } from "../buckets-path/bucket-metric.ts";
import type { BucketsOf } from "../buckets-path/buckets-path.ts";
import { parseGapPolicy } from "../buckets-path/gap-policy.ts";
import { changeInValues } from "../change-point/change-in-values.ts";
import type { Change } from "../change-point/change.ts";
import { spikeOrDip } from "../change-point/spike-or-dip.ts";
import { readText } from "../declared-values.ts";
import { renderChildren } from "../tree/child-results.ts";

const KIND = "change_point";
const LEAST_BUCKETS = 22;
const THRESHOLD = 0.01;

/** A change and the bucket where it is, which is shown as its aggregation does. */
interface ChangePoint {
  readonly change: Change;
  readonly of: BucketsOf;
  readonly bucket: ResultBucket | undefined;
}

export const changePoint: PipelineKind = {
  name: KIND,
  summary: "Spikes, dips and changes in the values of the buckets beside it.",
  parse(name, body) {
    const read = new BodyReader(KIND, body, "object");
    const path = readText(read, "buckets_path");
    const policy = readText(read, "gap_policy"); // gaps are skipped, whatever it says
    read.end();
    if (policy !== undefined) parseGapPolicy(policy.toLowerCase());
    if (path === undefined) throw illegalArgument("Required [buckets_path]");
    return {
      name,
      kind: KIND,
      reads: "siblings",
      bucketsPaths: [path],
      validate: (place) => siblingProblems(name, path, place),
      apply: (siblings, results) => find(path, siblings, results),
      render: ({ change, of, bucket }: ChangePoint, context): Rendered => ({
        ...(bucket ? { bucket: renderBucket(of, bucket, context) } : {}),
        type: { [change.type]: renderChange(change) },
      }),
      typeName: () => KIND,
      sortable: { of: "unsortable", properties: ["p_value", "change_point"] },
      metric: ({ change }: ChangePoint, property) => (property === "p_value" ? change.pValue : (change.at ?? -1)),
    };
  },
};

function find(path: string, siblings: SubAggregations, results: ChildPartials): ChangePoint {
  const { of, buckets } = bucketsOnPath({ path, gapPolicy: "skip" }, siblings, results);
  const known = buckets.filter(({ value }) => value !== undefined && !Number.isNaN(value));
  const values = Float64Array.from(known, ({ value }) => value!);
  const change = changeIn(values);
  if (change.at === undefined) return { change, of, bucket: undefined };
  const { bucket } = known[change.at]!;
  return { change: { ...change, at: buckets.findIndex((one) => one.bucket === bucket) }, of, bucket };
}

/** The less probable of a value that stands out and a change for good. */
function changeIn(values: Float64Array): Change {
  if (values.length < LEAST_BUCKETS) {
    const reason = `not enough buckets to calculate change_point. Requires at least [${LEAST_BUCKETS}]; found [${values.length}]`;
    return { type: "indeterminable", pValue: 1, reason };
  }
  const single = spikeOrDip(values, THRESHOLD);
  const change = changeInValues(values, THRESHOLD);
  return single.pValue < change.pValue ? single : change;
}

function renderChange({ pValue, rValue, trend, at, reason, type }: Change): Rendered {
  if (reason !== undefined) return { reason };
  if (type === "stationary") return {};
  return {
    p_value: float64Text(pValue),
    ...(rValue === undefined ? {} : { r_value: float64Text(rValue) }),
    ...(trend === undefined ? {} : { trend }),
    ...(at === undefined ? {} : { change_point: at }),
  };
}

/** Aggregations whose keys are instants. */
const OF_TIME: ReadonlySet<string> = new Set(["date_histogram", "auto_date_histogram"]);

function renderBucket({ aggregation, partial }: BucketsOf, bucket: ResultBucket, context: RenderContext): Rendered {
  const key = aggregation.keyOf?.(partial, bucket).value ?? "";
  const isTime = typeof key === "number" && OF_TIME.has(aggregation.kind);
  return {
    key: isTime
      ? new Date(key).toISOString()
      : typeof key === "number" && aggregation.kind === "histogram"
        ? float64Text(key)
        : key,
    doc_count: bucket.docCount,
    ...renderChildren(aggregation.children, bucket.children, context),
  };
}
