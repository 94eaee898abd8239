/** Lengths of the terms of a field, and how their letters are distributed. */
import { BodyReader } from "../../compat/body-reader.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  Aggregation,
  AggregationKind,
  Collector,
  LeafCollector,
  Rendered,
  ShardCollection,
} from "../aggregation-kind.ts";
import { readBoolean } from "../declared-values.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import { termText } from "../values/value-format.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";

const KIND = "string_stats";
const PROPERTIES = ["count", "min_length", "max_length", "avg_length", "entropy"] as const;
const GREATEST_INT = 2 ** 31 - 1;
/** Memory of the numbers of a bucket, and of one letter of it. */
const STATE_BYTES = 160;
const LETTER_BYTES = 48;

/** `letters`: code units of UTF-16 and how often each stands in the terms. Empty terms have no length. */
interface StringStats {
  readonly count: number;
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly letters: readonly (readonly [number, number])[];
}

const NOTHING: StringStats = { count: 0, total: 0, min: GREATEST_INT, max: -GREATEST_INT - 1, letters: [] };

class BucketLetters {
  count = 0;
  #total = 0;
  #min = NOTHING.min;
  #max = NOTHING.max;
  readonly #letters = new Map<number, number>();

  /** Adds a term; answers the number of letters that were new. */
  add(text: string): number {
    this.count++;
    const { length } = text;
    if (length === 0) return 0;
    const before = this.#letters.size;
    this.#total += length;
    this.#min = Math.min(this.#min, length);
    this.#max = Math.max(this.#max, length);
    for (let at = 0; at < length; at++) {
      const letter = text.charCodeAt(at);
      this.#letters.set(letter, (this.#letters.get(letter) ?? 0) + 1);
    }
    return this.#letters.size - before;
  }

  stats(): StringStats {
    return { count: this.count, total: this.#total, min: this.#min, max: this.#max, letters: [...this.#letters] };
  }
}

class StringStatsCollector implements Collector<StringStats> {
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #buckets: (BucketLetters | undefined)[] = [];

  constructor(source: ValuesSource, shard: ShardCollection) {
    this.#source = source;
    this.#shard = shard;
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const values = new OrdinalValues(reader, this.#source);
    if (!values.any) return undefined;
    return {
      collect: (docs, count, buckets) => {
        const loaded = values.load(docs, count);
        for (let i = 0; i < loaded; i++) {
          const letters = this.#of(buckets ? buckets[values.places[i]!]! : 0);
          const added = letters.add(termText(this.#source.format, values.term(values.ordinals[i]!)));
          if (added > 0) this.#shard.reserve(added * LETTER_BYTES);
        }
      },
    };
  }

  #of(bucket: number): BucketLetters {
    const known = this.#buckets[bucket];
    if (known) return known;
    this.#shard.reserve(STATE_BYTES);
    return (this.#buckets[bucket] = new BucketLetters());
  }

  results(buckets: Uint32Array): StringStats[] {
    return Array.from(buckets, (bucket) => this.#buckets[bucket]?.stats() ?? NOTHING);
  }
}

function merge(all: readonly StringStats[]): StringStats {
  const letters = new Map<number, number>();
  let { count, total, min, max } = NOTHING;
  for (const one of all) {
    count += one.count;
    total += one.total;
    min = Math.min(min, one.min);
    max = Math.max(max, one.max);
    for (const [letter, times] of one.letters) letters.set(letter, (letters.get(letter) ?? 0) + times);
  }
  return { count, total, min, max, letters: [...letters] };
}

/** The letters with their part of all, the most frequent first. */
function distribution({ letters, total }: StringStats): [string, number][] {
  return letters
    .toSorted(([left, some], [right, others]) => others - some || left - right)
    .map(([letter, times]) => [String.fromCharCode(letter), times / total]);
}

function entropy(stats: StringStats): number {
  let [sum, delta] = [0, 0];
  for (const [, part] of distribution(stats)) {
    const corrected = (part * Math.log(part)) / Math.log(2) + delta;
    const next = sum + corrected;
    delta = corrected - (next - sum);
    sum = next;
  }
  return -sum;
}

function valueOf(stats: StringStats, property: string | undefined): number {
  switch (property) {
    case "count":
      return stats.count;
    case "min_length":
      return stats.min;
    case "max_length":
      return stats.max;
    case "avg_length":
      return stats.total / stats.count;
    default:
      return entropy(stats);
  }
}

function render(stats: StringStats, showsDistribution: boolean): Rendered {
  const { count, min, max, total } = stats;
  const none: Rendered = { count, min_length: null, max_length: null, avg_length: null, entropy: float64Text(0) };
  if (count === 0) return showsDistribution ? { ...none, distribution: null } : none;
  const shown: Rendered = {
    count,
    min_length: min,
    max_length: max,
    avg_length: float64Text(total / count),
    entropy: float64Text(entropy(stats)),
  };
  if (!showsDistribution) return shown;
  const parts: Rendered = {};
  for (const [letter, part] of distribution(stats)) put(parts, letter, float64Text(part));
  return { ...shown, distribution: parts };
}

export const stringStats: AggregationKind = {
  name: KIND,
  summary: "Lengths of the terms of a field, and the entropy of their letters.",
  bucket: false,
  valueTypes: ["keyword"],
  parse(name, body, _children, context): Aggregation<StringStats> {
    const read = new BodyReader(KIND, body, "object");
    const showsDistribution = readBoolean(read, "show_distribution") ?? false;
    const values = readValues(name, read, context, {
      shapes: ["ordinals"],
      unmapped: "text",
      formattable: true,
      onlyFormat: "raw",
    });
    return {
      name,
      kind: KIND,
      divides: () => "anywhere",
      collector: (shard) => new StringStatsCollector(values.on(shard), shard),
      empty: () => NOTHING,
      merge,
      render: (stats) => render(stats, showsDistribution),
      typeName: () => KIND,
      sortable: { of: "unsortable", properties: PROPERTIES },
      metric: valueOf,
    };
  },
};
