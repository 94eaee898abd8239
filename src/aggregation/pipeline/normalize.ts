/** The values of the buckets around it on a common scale. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";
import { valuesOfBuckets } from "../buckets-path/sequential-parent.ts";
import { statsOf } from "../buckets-path/values-stats.ts";
import { readText, unsupportedToken } from "../declared-values.ts";
import { RAW } from "../values/value-format.ts";

/** Makes a scale of the values that are there. */
type Method = (values: readonly number[]) => (value: number) => number;

const METHODS: NameTable<Method> = nameTable({
  rescale_0_1: (values) => {
    const { min, max } = statsOf(values);
    return (value) => (value - min) / (max - min);
  },
  rescale_0_100: (values) => {
    const { min, max } = statsOf(values);
    return (value) => (100 * (value - min)) / (max - min);
  },
  percent_of_sum: (values) => {
    const { sum } = statsOf(values);
    return (value) => value / sum;
  },
  mean: (values) => {
    const { min, max, sum, count } = statsOf(values);
    return (value) => (value - sum / count) / (max - min);
  },
  "z-score": (values) => {
    const { sum, count } = statsOf(values);
    const mean = sum / count;
    const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / count;
    return (value) => (value - mean) / Math.sqrt(variance);
  },
  softmax: (values) => {
    const total = values.reduce((sum, value) => sum + Math.exp(value), 0);
    return (value) => Math.exp(value) / total;
  },
});

export const normalize: PipelineKind = {
  name: "normalize",
  summary: "For each bucket around it, a value on the scale of all of them.",
  parse(name, body) {
    const read = new BodyReader("normalize", body, "object");
    const given = read.json("buckets_path");
    const path = Array.isArray(given) ? given[0] : given;
    const pattern = readText(read, "format");
    const method = readText(read, "method");
    read.end();
    const absent = [path === undefined ? "buckets_path" : "", method === undefined ? "method" : ""].filter(Boolean);
    if (path === undefined || method === undefined) throw illegalArgument(`Required [${absent.join(", ")}]`);
    if (typeof path !== "string") throw unsupportedToken(read, "buckets_path", path);
    const scaleOf = ownOf(METHODS, method);
    if (!scaleOf) throw illegalArgument(`invalid method [${method}]`);
    return {
      ...valueShape(name, "normalize", pattern === undefined ? RAW : { type: "decimal", pattern }),
      reads: "parent",
      bucketsPaths: [path],
      validate: ({ parent }) =>
        parent ? [] : [`normalize aggregation [${name}] must be declared inside of another aggregation`],
      apply(parent, partial) {
        const values = valuesOfBuckets(parent, partial, path, "skip").map((value) => value ?? Number.NaN);
        const scale = scaleOf(values.filter((value) => !Number.isNaN(value)));
        return parent.buckets(partial).map((bucket, place) => ({ bucket, result: scale(values[place]!) }));
      },
    };
  },
};
