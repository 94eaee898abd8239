/** One bucket for each combination of keys of several sources, page by page. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { type JsonObject, isJsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import type { AggregationKind, BucketAggregation, ChildPartials, Rendered } from "../aggregation-kind.ts";
import { type CompositeBucket, CompositeCollector } from "../composite/composite-collector.ts";
import {
  type CompositeSource,
  type ShownSource,
  incompatibleAfter,
  readSources,
} from "../composite/composite-sources.ts";
import { readInteger, unsupportedToken, withinField } from "../declared-values.ts";
import type { IntervalLength } from "../time/calendar-unit.ts";
import type { PartKeys } from "../keyed/segment-tuples.ts";
import { type TuplePart, tupleKey } from "../keyed/tuple-keys.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { mergeChildren, renderChildren } from "../tree/child-results.ts";
import { checkRates, hasRates, ratedChildren } from "../tree/rated-results.ts";
import type { ValuesSource } from "../values/values-source.ts";

const KIND = "composite";
const DEFAULT_SIZE = 10;

interface CompositePartial {
  readonly mapped: boolean;
  readonly shown: readonly ShownSource[];
  readonly buckets: readonly CompositeBucket[];
}

type Tuple = readonly TuplePart[];

function readAfter(read: BodyReader): JsonObject | undefined {
  const after = read.json("after");
  if (after === undefined) return undefined;
  if (!isJsonObject(after)) throw unsupportedToken(read, "after", after);
  return after;
}

function checkAfter(after: JsonObject | undefined, sources: readonly CompositeSource[]): void {
  if (!after) return;
  const count = Object.keys(after).length;
  if (count !== sources.length)
    throw illegalArgument(`[after] has ${count} value(s) but [sources] has ${sources.length}`);
  const absent = sources.find(({ name }) => ownOf(after, name) === undefined);
  if (absent) throw illegalArgument(`Missing value for [after.${absent.name}]`);
}

function compareTuples(sources: readonly CompositeSource[], left: Tuple, right: Tuple): number {
  for (let at = 0; at < sources.length; at++) {
    const [a, b] = [left[at]!, right[at]!];
    const { sign, missingSign, compare } = sources[at]!;
    if (a === null || b === null) {
      if (a !== b) return a === null ? missingSign : -missingSign;
      continue;
    }
    const difference = compare(a, b);
    if (difference !== 0) return sign * difference;
  }
  return 0;
}

function afterTuple(
  name: string,
  sources: readonly CompositeSource[],
  values: readonly ValuesSource[],
  after: JsonObject,
): Tuple {
  return sources.map((source, place) => {
    const value = ownOf(after, source.name) ?? null;
    if (value === null && source.missingBucket) return null;
    try {
      if (value === null) throw illegalArgument("null is not allowed");
      return source.read(value, values[place]!);
    } catch (error) {
      throw error instanceof RequestError ? incompatibleAfter(name, place, error) : error;
    }
  });
}

export const composite: AggregationKind = {
  name: KIND,
  summary: "One bucket for each combination of keys of several sources, page by page.",
  bucket: true,
  valueTypes: ["boolean", "date", "geopoint", "ip", "keyword", "numeric"],
  parse(name, body, children, context): BucketAggregation<CompositePartial, CompositeBucket> {
    const read = new BodyReader(KIND, body, "object");
    const size = readInteger(read, "size") ?? DEFAULT_SIZE;
    const after = readAfter(read);
    const given = read.json("sources");
    read.end();
    if (given === undefined) throw illegalArgument("Required [sources]");
    if (typeof given !== "object" || given === null) throw unsupportedToken(read, "sources", given);
    const sources = withinField(read, "sources", () => readSources(name, given, context));
    if (size <= 0) throw illegalArgument(`[size] must be greater than 0. Found [${size}] in [${name}]`);
    checkSize(size, context.maxBuckets);
    checkAfter(after, sources);
    const compare = (left: Tuple, right: Tuple): number => compareTuples(sources, left, right);
    const rated = hasRates(children);
    const timed = sources.findIndex(({ lengthOf }) => lengthOf !== undefined);
    const ofIntervals = (key: Tuple, results: ChildPartials): ChildPartials =>
      ratedChildren(children, results, sources[timed]!.lengthOf!, Number(key[timed]));
    return {
      name,
      kind: KIND,
      children,
      checkParent: refuseParent,
      hasIntervals: true,
      collector(shard) {
        if (rated) checkRates(children, onlyLength(name, sources));
        const values = sources.map((source) => source.values.on(shard));
        const shown = values.map(({ format, fractional }) => ({ format, fractional }));
        const mapped = values.every((value, place) => value.mapped || sources[place]!.missingBucket);
        if (!mapped) {
          void new ChildCollectors(children, shard); // errors of the children fail the shard nevertheless
          const nothing = { mapped, shown, buckets: [] };
          return {
            segment: () => undefined,
            finish: () => undefined,
            results: (all) => Array.from(all, () => nothing),
          };
        }
        const parts = (reader: Parameters<CompositeSource["parts"]>[0]): readonly PartKeys[] | undefined => {
          const found = sources.map((source, place) => source.parts(reader, values[place]!));
          const all = found.filter((part) => part !== undefined);
          return all.length === found.length ? all : undefined;
        };
        const place = after && afterTuple(name, sources, values, after);
        const collector = new CompositeCollector({ size, children, parts, compare, after: place }, shard);
        return {
          segment: (reader) => collector.segment(reader),
          finish: (replay) => collector.finish(replay),
          results: (parents) => collector.results(parents).map((buckets) => ({ mapped, shown, buckets })),
        };
      },
      empty: () => ({ mapped: false, shown: [], buckets: [] }),
      merge(shards, reduce) {
        const leading = shards.find(({ mapped }) => mapped) ?? shards[0]!;
        const byKey = new Map<string, CompositeBucket[]>();
        for (const bucket of shards.flatMap(({ buckets }) => buckets)) {
          const key = tupleKey(bucket.key);
          const same = byKey.get(key);
          if (same) same.push(bucket);
          else byKey.set(key, [bucket]);
        }
        const kept = [...byKey.values()].sort((left, right) => compare(left[0]!.key, right[0]!.key)).slice(0, size);
        reduce.countBuckets(kept.length);
        const buckets = kept.map((same): CompositeBucket => {
          const { key } = same[0]!;
          const below = mergeChildren(
            children,
            same.map((one) => one.children),
            reduce,
          );
          const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
          return { key, docCount, children: rated ? ofIntervals(key, below) : below };
        });
        return { ...leading, buckets };
      },
      render({ shown, buckets }, rendering) {
        const keyOf = ({ key }: CompositeBucket): Rendered => {
          const rendered: Rendered = {};
          sources.forEach((source, at) =>
            put(rendered, source.name, key[at] === null ? null : source.show(key[at]!, shown[at]!)),
          );
          return rendered;
        };
        const last = buckets.at(-1);
        return {
          ...(last ? { after_key: keyOf(last) } : {}),
          buckets: buckets.map((bucket) => ({
            key: keyOf(bucket),
            doc_count: bucket.docCount,
            ...renderChildren(children, bucket.children, rendering),
          })),
        };
      },
      typeName: () => KIND,
      buckets: ({ buckets }) => buckets,
      withBuckets: (partial, buckets) => ({ ...partial, buckets }),
      keyOf: (_partial, { key }) => ({ value: tupleKey(key), text: key.map(String).join("|") }),
    };
  },
};

/** The lengths of the only source of time. Throws 400 when there is none, or several. */
function onlyLength(name: string, sources: readonly CompositeSource[]): IntervalLength {
  const [first, ...others] = sources.map(({ lengthOf }) => lengthOf).filter((lengthOf) => lengthOf !== undefined);
  if (first && others.length === 0) return first;
  throw illegalArgument(
    `aggregation [${name}] does not have exactly one date_histogram value source; exactly one is required when using with rate aggregation`,
  );
}

function checkSize(size: number, most: number): void {
  if (size <= most) return;
  throw new RequestError(
    400,
    "too_many_buckets_exception",
    `Trying to create too many buckets. Must be less than or equal to: [${most}] but was [${size}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
    { details: { max_buckets: most } },
  );
}

const PARENTS: readonly string[] = ["filter", "nested", "reverse_nested"];

/** Throws for a parent with buckets of its own. */
function refuseParent(kind: string): void {
  if (PARENTS.includes(kind)) return;
  const factory = kind.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  throw illegalArgument(
    `[composite] aggregation cannot be used with a parent aggregation of type: [${factory}AggregatorFactory]`,
  );
}
