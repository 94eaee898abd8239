/** How likely two sets of values have the same mean, by Student's t-test. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { studentT } from "../../core/student-t.ts";
import { isJsonObject } from "../../core/json.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Collector,
  LeafCollector,
  ShardCollection,
} from "../aggregation-kind.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import { type Chooser, queryChooser } from "../collect/query-chooser.ts";
import { failedField, readInteger, readText, unsupportedToken, withinField } from "../declared-values.ts";
import { renderValue } from "../numeric/numeric-metric.ts";
import { type Sum, mergeSums, sumState } from "../numeric/sums.ts";
import { bucketsNeeded } from "../values/bucket-array.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { type RequestedValues, type ValuesSource, readFieldConfig } from "../values/values-source.ts";

const KIND = "t_test";
const TYPES = ["PAIRED", "HOMOSCEDASTIC", "HETEROSCEDASTIC"];

/** Sums of values and of their squares. */
interface Population {
  readonly values: Sum;
  readonly squares: Sum;
}

/** Both populations; of pairs, their differences alone. */
type TestPartial = readonly Population[];

interface Asked {
  readonly fieldName: string;
  readonly values: RequestedValues;
  readonly filter: Query | undefined;
}

interface Populations {
  readonly type: string;
  readonly a: Asked;
  readonly b: Asked;
}

/** One population of a shard. */
class PopulationState {
  readonly #shard: ShardCollection;
  readonly #values = sumState();
  readonly #squares = sumState();
  #room = 0;
  #squared = new Float64Array(0);
  #bucketOf = new Uint32Array(0);

  constructor(shard: ShardCollection) {
    this.#shard = shard;
  }

  /** Adds `count` values; `places` are those of their documents in the batch. */
  add(values: Float64Array, count: number, places: Uint32Array, buckets: Uint32Array | undefined): void {
    if (count === 0) return;
    if (count > this.#squared.length) {
      this.#squared = new Float64Array(count * 2);
      this.#bucketOf = new Uint32Array(count * 2);
    }
    for (let i = 0; i < count; i++) {
      this.#squared[i] = values[i]! * values[i]!;
      this.#bucketOf[i] = buckets ? buckets[places[i]!]! : 0;
    }
    this.#ensure(bucketsNeeded(this.#bucketOf, count));
    this.#values.add(values, count, this.#bucketOf);
    this.#squares.add(this.#squared, count, this.#bucketOf);
  }

  #ensure(buckets: number): void {
    if (buckets <= this.#room) return;
    const room = Math.max(buckets, this.#room * 2, 16);
    this.#shard.reserve((room - this.#room) * (this.#values.bucketBytes + this.#squares.bucketBytes));
    this.#values.ensure(room);
    this.#squares.ensure(room);
    this.#room = room;
  }

  of(bucket: number): Population {
    return { values: this.#values.value(bucket), squares: this.#squares.value(bucket) };
  }
}

/** Values of a batch that a filter leaves. */
class FilteredValues {
  readonly values: NumericValues;
  readonly #chooser: Chooser | undefined;
  readonly #filtered: boolean;
  readonly #chosen = new Uint32Array(BATCH_DOCS);
  #left = new Uint32Array(BATCH_DOCS);

  constructor(reader: SegmentReader, source: ValuesSource, plan: Plan | undefined, context: OperatorContext) {
    this.values = new NumericValues(reader, source);
    this.#filtered = plan !== undefined;
    this.#chooser = plan && queryChooser(plan, context);
  }

  get any(): boolean {
    return this.values.any && (!this.#filtered || this.#chooser !== undefined);
  }

  /** Loads a batch, the values that are left in front; answers their number. */
  load(docs: Uint32Array, count: number): number {
    const loaded = this.values.load(docs, count);
    if (!this.#chooser) return loaded;
    const chosen = this.#chooser(docs, count, this.#chosen);
    const { values, places } = this.values;
    if (loaded > this.#left.length) this.#left = new Uint32Array(loaded * 2);
    let left = 0;
    for (let i = 0, c = 0; i < loaded; i++) {
      const place = places[i]!;
      while (c < chosen && this.#chosen[c]! < place) c++;
      if (c === chosen) break;
      if (this.#chosen[c] !== place) continue;
      values[left] = values[i]!;
      this.#left[left++] = place;
    }
    return left;
  }

  /** The places of what was loaded. */
  get places(): Uint32Array {
    return this.#chooser ? this.#left : this.values.places;
  }
}

function unpaired(
  sources: readonly (readonly [ValuesSource, Query | undefined])[],
  shard: ShardCollection,
): Collector<TestPartial> {
  const states = sources.map(() => new PopulationState(shard));
  const plans = sources.map(([, filter]) => filter?.plan(shard.searcher, { scored: false, boost: 1 }));
  return {
    segment(reader, context) {
      const all = sources.map(([source], at) => new FilteredValues(reader, source, plans[at], context));
      return {
        collect(docs, count, buckets) {
          for (const [at, values] of all.entries())
            if (values.any) states[at]!.add(values.values.values, values.load(docs, count), values.places, buckets);
        },
      };
    },
    results: (buckets) => Array.from(buckets, (bucket) => states.map((state) => state.of(bucket))),
  };
}

function paired(a: ValuesSource, b: ValuesSource, shard: ShardCollection): Collector<TestPartial> {
  const state = new PopulationState(shard);
  return {
    segment(reader): LeafCollector | undefined {
      const left = new NumericValues(reader, a);
      const right = new NumericValues(reader, b);
      if (!left.any || !right.any) return undefined;
      const differences = new Float64Array(BATCH_DOCS);
      const places = new Uint32Array(BATCH_DOCS);
      return {
        collect(docs, count, buckets) {
          const some = left.load(docs, count);
          const others = right.load(docs, count);
          let found = 0;
          for (let i = 0, j = 0; i < some && j < others;) {
            const place = left.places[i]!;
            if (right.places[j]! !== place) {
              if (right.places[j]! < place) j++;
              else i++;
              continue;
            }
            if ((i + 1 < some && left.places[i + 1] === place) || (j + 1 < others && right.places[j + 1] === place)) {
              throw illegalArgument(
                "Encountered more than one value for a single document. Use a script to combine multiple values per doc into a single value.",
              );
            }
            differences[found] = left.values[i++]! - right.values[j++]!;
            places[found++] = place;
          }
          state.add(differences, found, places, buckets);
        },
      };
    },
    results: (buckets) => Array.from(buckets, (bucket) => [state.of(bucket)]),
  };
}

function collector({ type, a, b }: Populations, shard: ShardCollection): Collector<TestPartial> {
  if (!a.filter && !b.filter && a.fieldName !== "" && a.fieldName === b.fieldName) {
    throw illegalArgument(`The same field [${a.fieldName}] is used for both population but no filters are specified.`);
  }
  const [left, right] = [a.values.on(shard), b.values.on(shard)];
  if (type === "PAIRED" && (a.filter || b.filter)) throw illegalArgument("Paired t-test doesn't support filters");
  if (type === "PAIRED") return paired(left, right, shard);
  return unpaired(
    [
      [left, a.filter],
      [right, b.filter],
    ],
    shard,
  );
}

const mean = ({ values }: Population): number => values.sum / values.count;

function variance({ values, squares }: Population): number {
  return (squares.sum - (values.sum * values.sum) / values.count) / (values.count - 1);
}

/** The probability of one tail; NaN where it is not defined. */
function tailOf(type: string, populations: TestPartial): number {
  if (populations.some(({ values }) => values.count < 2)) return Number.NaN;
  const [a, b] = populations;
  if (!b) {
    const { count } = a!.values;
    return studentT(-Math.abs(mean(a!) / (Math.sqrt(variance(a!)) / Math.sqrt(count))), count - 1);
  }
  const [n, m] = [a!.values.count, b.values.count];
  const difference = mean(a!) - mean(b);
  if (type === "HOMOSCEDASTIC") {
    const freedom = n + m - 2;
    const common = ((n - 1) * variance(a!) + (m - 1) * variance(b)) / freedom;
    return studentT(-Math.abs(difference / Math.sqrt(common * (1 / n + 1 / m))), freedom);
  }
  const [one, other] = [variance(a!) / n, variance(b) / m];
  const both = one + other;
  const freedom = (both * both) / ((one * one) / (n - 1) + (other * other) / (m - 1));
  return studentT(-Math.abs(difference / Math.sqrt(both)), freedom);
}

function readPopulation(name: string, key: string, read: BodyReader, context: AggregationParseContext): Asked {
  const config = read.json(key);
  if (config === undefined) throw illegalArgument(`Could not find field name [${key}] in multiValuesSource`);
  if (!isJsonObject(config)) throw unsupportedToken(read, key, config);
  let filter: Query | undefined;
  const also = (own: BodyReader): void => {
    const given = own.json("filter");
    if (given !== undefined) filter = context.parseQuery(given);
  };
  const values = withinField(read, key, () =>
    readFieldConfig(name, { kind: KIND, also }, config, context, {
      shapes: ["numbers"],
      unmapped: "number",
      formattable: false,
    }),
  );
  return { fieldName: values.fieldName, values, filter };
}

function readType(read: BodyReader): string {
  const type = readText(read, "type")?.toUpperCase() ?? "HETEROSCEDASTIC";
  if (TYPES.includes(type)) return type;
  throw failedField(
    read,
    "type",
    illegalArgument(`No enum constant org.elasticsearch.xpack.analytics.ttest.TTestType.${type}`),
  );
}

function readTails(read: BodyReader, name: string): number {
  const tails = readInteger(read, "tails") ?? 2;
  if (tails === 1 || tails === 2) return tails;
  throw failedField(read, "tails", illegalArgument(`[tails] must be 1 or 2. Found [${tails}] in [${name}]`));
}

export const tTest: AggregationKind = {
  name: KIND,
  summary: "How likely two sets of values have the same mean, by Student's t-test.",
  bucket: false,
  valueTypes: ["numeric"],
  parse(name, body, _children, context): Aggregation<TestPartial> {
    const read = new BodyReader(KIND, body, "object");
    const type = readType(read);
    const tails = readTails(read, name);
    const pattern = readText(read, "format");
    readText(read, "value_type"); // values are numbers in any case
    const a = readPopulation(name, "a", read, context);
    const b = readPopulation(name, "b", read, context);
    read.end();
    const format: ValueFormat = pattern === undefined ? RAW : { type: "decimal", pattern };
    const none: Population = { values: { sum: 0, count: 0 }, squares: { sum: 0, count: 0 } };
    const empty: TestPartial = type === "PAIRED" ? [none] : [none, none];
    const valueOf = (partial: TestPartial): number => tailOf(type, partial) * tails;
    return {
      name,
      kind: KIND,
      collector: (shard) => collector({ type, a, b }, shard),
      empty: () => empty,
      merge: (partials) =>
        empty.map((_, at) => ({
          values: mergeSums(partials.map((one) => one[at]!.values)),
          squares: mergeSums(partials.map((one) => one[at]!.squares)),
        })),
      render: (partial) => renderValue(valueOf(partial), format, Number.isNaN(valueOf(partial))),
      typeName: () => KIND,
      sortable: { of: "single-value" },
      metric: valueOf,
    };
  },
};
