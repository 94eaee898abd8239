/** The points of a field as a line, in the order of another field. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { isJsonObject } from "../../core/json.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Collector,
  LeafCollector,
  Rendered,
  ShardCollection,
} from "../aggregation-kind.ts";
import { failedField, readBoolean, readInteger, readText, unsupportedToken, withinField } from "../declared-values.ts";
import { PointValues } from "../points/point-values.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { type RequestedValues, type ValuesSource, readFieldConfig } from "../values/values-source.ts";

const KIND = "geo_line";
const MOST_POINTS = 10_000;
const POINT_BYTES = 64;
const DIGITS = 1e6;

interface LinePoint {
  readonly lon: number;
  readonly lat: number;
  readonly sort: number;
}

/** `complete`: no point was left out. */
interface Line {
  readonly points: readonly LinePoint[];
  readonly complete: boolean;
}

interface Asked {
  readonly size: number;
  readonly sign: 1 | -1;
  readonly point: RequestedValues;
  readonly sort: RequestedValues;
}

function severalValues(of: string, joined: string): Error {
  return illegalArgument(
    `Encountered more than one ${of} value for a single document. Use a script to combine multiple ${joined}-per-doc into a single value.`,
  );
}

/** Keeps the first points of each bucket: twice as many as are wanted, before they are sorted and cut. */
class LineCollector implements Collector<Line> {
  readonly #asked: Asked;
  readonly #shard: ShardCollection;
  readonly #point: ValuesSource;
  readonly #sort: ValuesSource;
  readonly #lines: (LinePoint[] | undefined)[] = [];

  constructor(asked: Asked, shard: ShardCollection) {
    this.#asked = asked;
    this.#shard = shard;
    this.#point = asked.point.on(shard);
    this.#sort = asked.sort.on(shard);
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const points = new PointValues(reader, this.#point);
    const sorts = new NumericValues(reader, this.#sort);
    if (!points.any || !sorts.any) return undefined;
    return {
      collect: (docs, count, buckets) => {
        const some = points.load(docs, count);
        const others = sorts.load(docs, count);
        for (let i = 0, j = 0; i < some && j < others;) {
          const place = points.places[i]!;
          if (sorts.places[j]! !== place) {
            if (sorts.places[j]! < place) j++;
            else i++;
            continue;
          }
          if (i + 1 < some && points.places[i + 1] === place) throw severalValues("geo_point", "geo_point-values");
          if (j + 1 < others && sorts.places[j + 1] === place) throw severalValues("sort", "sort-values");
          const bucket = buckets ? buckets[place]! : 0;
          this.#add(bucket, { lon: points.lons[i++]!, lat: points.lats[i - 1]!, sort: sorts.values[j++]! });
        }
      },
    };
  }

  #add(bucket: number, point: LinePoint): void {
    const line = (this.#lines[bucket] ??= []);
    if (line.length < 2 * this.#asked.size) this.#shard.reserve(POINT_BYTES);
    else cut(line, this.#asked);
    line.push(point);
  }

  results(buckets: Uint32Array): Line[] {
    return Array.from(buckets, (bucket) => {
      const points = this.#lines[bucket] ?? [];
      // As many as may be counts as too many already.
      const complete = points.length < this.#asked.size;
      cut(points, this.#asked);
      return { points, complete };
    });
  }
}

/** Sorts points, and leaves no more than are wanted. */
function cut(points: LinePoint[], { size, sign }: Pick<Asked, "size" | "sign">): void {
  points.sort((left, right) => sign * (left.sort - right.sort));
  if (points.length > size) points.length = size;
}

function merge(asked: Asked, lines: readonly Line[]): Line {
  const points = lines.flatMap((line) => line.points);
  const complete = points.length <= asked.size && lines.every((line) => line.complete);
  cut(points, asked);
  return { points, complete };
}

function rounded(degrees: number): unknown {
  return float64Text((Math.sign(degrees) * Math.round(Math.abs(degrees) * DIGITS)) / DIGITS + 0);
}

function render({ points, complete }: Line, showsSort: boolean): Rendered {
  const coordinates = points.map(({ lon, lat }) => [rounded(lon), rounded(lat)]);
  return {
    type: "Feature",
    geometry: { type: "LineString", coordinates },
    properties: { complete, ...(showsSort ? { sort_values: points.map(({ sort }) => float64Text(sort)) } : {}) },
  };
}

function readSize(read: BodyReader): number {
  const size = readInteger(read, "size") ?? MOST_POINTS;
  if (size > 0 && size <= MOST_POINTS) return size;
  const why = `invalid [size] value [${size}] must be a positive integer <= ${MOST_POINTS}`;
  throw failedField(read, "size", illegalArgument(why));
}

function readOrder(read: BodyReader): 1 | -1 {
  const order = readText(read, "sort_order")?.toUpperCase() ?? "ASC";
  if (order === "ASC" || order === "DESC") return order === "ASC" ? 1 : -1;
  throw failedField(
    read,
    "sort_order",
    illegalArgument(`No enum constant org.elasticsearch.search.sort.SortOrder.${order}`),
  );
}

function readSource(
  name: string,
  key: "point" | "sort",
  read: BodyReader,
  context: AggregationParseContext,
): RequestedValues {
  const config = read.json(key);
  if (config === undefined) throw illegalArgument(`Required one of fields [${key}], but none were specified. `);
  if (!isJsonObject(config)) throw unsupportedToken(read, key, config);
  return withinField(read, key, () =>
    readFieldConfig(name, { kind: KIND }, config, context, {
      shapes: [key === "point" ? "points" : "numbers"],
      unmapped: "number",
      formattable: false,
    }),
  );
}

export const geoLine: AggregationKind = {
  name: KIND,
  summary: "The points of a field as a line, in the order of another field.",
  bucket: false,
  valueTypes: ["geopoint"],
  parse(name, body, _children, context): Aggregation<Line> {
    const read = new BodyReader(KIND, body, "object");
    const showsSort = readBoolean(read, "include_sort") ?? false;
    const [size, sign] = [readSize(read), readOrder(read)];
    const point = readSource(name, "point", read, context);
    const sort = readSource(name, "sort", read, context);
    read.end();
    const asked: Asked = { size, sign, point, sort };
    return {
      name,
      kind: KIND,
      collector: (shard) => new LineCollector(asked, shard),
      empty: () => ({ points: [], complete: true }),
      merge: (lines) => merge(asked, lines),
      render: (line) => render(line, showsSort),
      typeName: () => KIND,
    };
  },
};
