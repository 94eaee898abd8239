/** Plans the sort of a request on one shard (`FieldSortBuilder.build`, `GeoDistanceSortBuilder.build`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { float32Text, float64Text } from "../../compat/json/json-text.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { isGeoPoint, type SortColumn } from "../../mapping/field-capabilities.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { constantOf, isIndexConstant } from "../../query/index-constants.ts";
import type { SearcherView } from "../../query/query.ts";
import { nestedAbove } from "../nested-paths.ts";
import { parseNumberText } from "../../compat/request-text.ts";
import { columnLongs, columnNumbers } from "./column-values.ts";
import { docKey, shardDocKey } from "./doc-key.ts";
import { checkSortable, sortShardException } from "./sortable.ts";
import { joinedKey } from "./joined-key.ts";
import { distances } from "./geo-distance.ts";
import { nestedScope } from "./nested-sort.ts";
import { type NumberOptions, numberKey } from "./number-key.ts";
import { ordinalKey } from "./ordinal-key.ts";
import { scriptKey } from "./script-key.ts";
import { scoreKey } from "./score-key.ts";
import { afterOf, numberAfter } from "./search-after.ts";
import type { SortKey } from "./sort-key.ts";
import type { GeoPoint, NumericType, SortSpec } from "./sort-spec.ts";

/** Accounts for memory with the request breaker. */
type Reserve = (bytes: number) => void;

type FieldSort = Extract<SortSpec, { kind: "field" }>;
type GeoSort = Extract<SortSpec, { kind: "geo" }>;

/** How a number is stored and rendered. */
type NumberKind = "int" | "long" | "float" | "double" | "date" | "date_nanos";

const LONG_MAX = 9223372036854775807n;
const LONG_MIN = -9223372036854775808n;
const NANOS_PER_MILLI = 1_000_000n;

/** Types that `unmapped_type` may name, with the kind of key each gives. */
const KIND_OF_TYPE: NameTable<NumberKind> = nameTable({
  byte: "int",
  short: "int",
  integer: "int",
  long: "long",
  unsigned_long: "long",
  boolean: "long",
  half_float: "float",
  float: "float",
  double: "double",
  scaled_float: "double",
  date: "date",
  date_nanos: "date_nanos",
  aggregate_metric_double: "double",
});

/** Those types whose values are terms. */
const TERM_TYPES = new Set(["keyword", "ip", "text", "constant_keyword", "wildcard", "version"]);

/**
 * The keys of a sort; `reserve` accounts for memory and throws 429. `shardPlace`: that among the shards of the request.
 * Throws RequestError 400 when a field cannot be sorted on.
 */
export function planSort(
  specs: readonly SortSpec[],
  searcher: SearcherView,
  reserve: Reserve,
  shardPlace = 0,
): SortKey[] {
  return specs.map((spec) => {
    if (spec.kind === "score") return scoreKey(spec.order);
    if (spec.kind === "doc") return docKey(spec.order);
    if (spec.kind === "shard_doc") return shardDocKey(spec.order, shardPlace);
    if (spec.kind === "script")
      return withNested(spec, undefined, { searcher, reserve }, (view) => scriptKey(spec, view, reserve));
    return spec.kind === "geo" ? geoKey(spec, searcher, reserve) : fieldKey(spec, searcher, reserve);
  });
}

function fieldKey(spec: FieldSort, searcher: SearcherView, reserve: Reserve): SortKey {
  if (spec.field === "_seq_no") return seqNoKey(spec);
  const field = searcher.mapping.field(spec.field);
  const key = withNested(spec, field, { searcher, reserve }, (view) => keyOf(spec, field, view, reserve));
  const order = orderOf(spec, field);
  return order ? { ...key, order } : key;
}

/** The order of an index that sorts alike; undefined: none does. */
function orderOf(spec: FieldSort, field: MappedField | undefined): SortKey["order"] {
  const { missing, numericType, nested } = spec;
  const descending = spec.order === "desc";
  const { mode = descending ? "max" : "min" } = spec;
  if (!field || field.runtime || field.keyed || field.capabilities.joinedValues || nested || numericType !== undefined)
    return undefined;
  if (missing !== "_first" && missing !== "_last") return undefined;
  if (mode !== "min" && mode !== "max") return undefined;
  return { path: field.path, descending, missingFirst: missing === "_first", mode };
}

/** A key over values of the documents, or of their nested documents; `make` is called with the searcher of either. */
function withNested(
  spec: FieldSort | GeoSort | Extract<SortSpec, { kind: "script" }>,
  field: MappedField | undefined,
  { searcher, reserve }: { searcher: SearcherView; reserve: Reserve },
  make: (searcher: SearcherView) => SortKey,
): SortKey {
  if (spec.nested) {
    const scope = nestedScope(spec.nested, searcher, reserve);
    if (spec.mode === "median") throw illegalArgument("Unsupported sort mode: MEDIAN");
    return scope.join(make(scope.searcher));
  }
  if (
    spec.kind !== "script" &&
    field &&
    !field.capabilities.object &&
    nestedAbove(field.path, searcher.mapping).some((path) => !isWithin(searcher, path))
  )
    throw sortShardException(
      searcher,
      `it is mandatory to set the [nested] context on the nested sort field: [${spec.field}].`,
    );
  return make(searcher);
}

/** Whether the documents of the searcher are nested objects of a path, or within these. */
function isWithin({ nestedPath = "" }: SearcherView, path: string): boolean {
  return nestedPath === path || nestedPath.startsWith(`${path}.`);
}

/** The key of a field over the documents of the searcher. */
function keyOf(spec: FieldSort, field: MappedField | undefined, searcher: SearcherView, reserve: Reserve): SortKey {
  if (!field || field.capabilities.object) return unmappedKey(spec, searcher);
  checkSortable(field, spec, searcher);
  const constant = field.constant === undefined && isIndexConstant(field) ? constantOf(searcher, field) : undefined;
  // All documents are treated as missing a value, with this one as the replacement.
  if (constant !== undefined)
    return ordinalKey({
      field: undefined,
      name: spec.field,
      order: spec.order,
      mode: spec.mode,
      missing: Buffer.from(constant),
    });
  if (field.capabilities.joinedValues) return joinedKey(spec, field, searcher, reserve);
  if (field.capabilities.sortColumn === "terms") {
    const missing = spec.missing === "_first" || spec.missing === "_last" ? spec.missing : termOf(field, spec.missing);
    return ordinalKey({ field, name: spec.field, order: spec.order, mode: spec.mode, missing });
  }
  return numericKey(spec, field, searcher);
}

function termOf(field: MappedField, value: Json): Uint8Array {
  const term = field.parseValue(value);
  return term instanceof Uint8Array ? term : Buffer.from(valueText(value));
}

function unmappedKey(spec: FieldSort, searcher: SearcherView): SortKey {
  // A field that is hidden from the caller sorts like one without values.
  const type = spec.unmappedType ?? searcher.mapping.hiddenType?.(spec.field);
  if (type === undefined)
    throw sortShardException(searcher, `No mapping found for [${spec.field}] in order to sort on`);
  const kind = KIND_OF_TYPE[type];
  if (kind === undefined && !TERM_TYPES.has(type)) throw illegalArgument(`No mapper found for type [${type}]`);
  if (kind === undefined) {
    const missing =
      spec.missing === "_first" || spec.missing === "_last" ? spec.missing : Buffer.from(valueText(spec.missing));
    return ordinalKey({ field: undefined, name: spec.field, order: spec.order, mode: spec.mode, missing });
  }
  return numberKey({
    order: spec.order,
    missing: missingNumber(spec, kind),
    long: false,
    numbers: () => (_docs, count, into) => into.fill(Number.NaN, 0, count),
    longs: undefined,
    render: renderer(kind, undefined, spec),
    parseAfter: (value) => numberAfter(spec.field, value, kind.toUpperCase(), isWhole(kind)),
  });
}

function numericKey(spec: FieldSort, field: MappedField, searcher: SearcherView): SortKey {
  const own = kindOf(field.capabilities.sortColumn);
  const kind = spec.numericType ? castKind(own, spec.numericType) : own;
  const mode = spec.mode ?? (spec.order === "desc" ? "max" : "min");
  const path = field.path;
  const scale = own === "date" && kind === "date_nanos" ? NANOS_PER_MILLI : 1n;
  const whole = isWhole(own);
  const options: NumberOptions = {
    order: spec.order,
    missing: missingNumber(spec, kind),
    long:
      isWhole(kind) &&
      kind !== "date" &&
      (scale > 1n || searcher.segments.some((segment) => segment.column(path)?.type === "i64")),
    numbers: (reader) => casting(columnNumbers(reader, path, mode, whole), own, kind),
    longs: (reader) => columnLongs(reader, path, mode, scale),
    column: own === kind ? { path, mode } : undefined,
    render: renderer(kind, field, spec),
    parseAfter: (value) => parseAfter(spec, field, kind, value),
  };
  return numberKey(options);
}

/** Half floats are read and rendered as floats. */
function kindOf(column: SortColumn): NumberKind {
  if (column === "half_float") return "float";
  return column === "terms" ? "long" : column;
}

function seqNoKey(spec: FieldSort): SortKey {
  return numberKey({
    order: spec.order,
    missing: 0,
    long: false,
    numbers: (reader) => (docs, count, into) => {
      for (let i = 0; i < count; i++) into[i] = reader.seqNo(docs[i] ?? 0);
    },
    longs: undefined,
    render: (value) => value,
    parseAfter: (value) => numberAfter(spec.field, value, "LONG", true),
  });
}

function isWhole(kind: NumberKind): boolean {
  return kind !== "float" && kind !== "double";
}

function castKind(own: NumberKind, type: NumericType): NumberKind {
  if (type === "date" && own !== "date" && own !== "date_nanos") return "long";
  return type;
}

/** Numbers of one kind read as another (`numeric_type`). */
function casting(
  numbers: ReturnType<typeof columnNumbers>,
  own: NumberKind,
  kind: NumberKind,
): ReturnType<typeof columnNumbers> {
  const truncate = !isWhole(own) && isWhole(kind);
  const nanosToMillis = own === "date_nanos" && kind === "date";
  const single = kind === "float";
  if (!truncate && !nanosToMillis && !single) return numbers;
  return (docs, count, into) => {
    numbers(docs, count, into, Infinity);
    for (let i = 0; i < count; i++) {
      const value = into[i] ?? 0;
      into[i] = nanosToMillis ? Math.floor(value / 1e6) : single ? Math.fround(value) : Math.trunc(value);
    }
  };
}

/** The number assumed for documents without a value. */
function missingNumber(spec: FieldSort, kind: NumberKind): number | bigint {
  const { missing } = spec;
  if (missing === "_last" || missing === "_first") {
    const high = (missing === "_last") === (spec.order === "asc");
    if (kind === "int") return high ? 0x7fffffff : -0x80000000;
    if (kind === "date_nanos") return high ? LONG_MAX : 0n;
    if (isWhole(kind)) return high ? LONG_MAX : LONG_MIN;
    return high ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  if (typeof missing === "number" || typeof missing === "bigint")
    return isWhole(kind) && typeof missing === "number" ? Math.trunc(missing) : missing;
  return parseNumberText(valueText(missing), isWhole(kind));
}

function renderer(
  kind: NumberKind,
  field: MappedField | undefined,
  spec: FieldSort,
): (value: number | bigint) => unknown {
  const { format } = spec;
  if (format !== undefined && field && (kind === "date" || kind === "date_nanos")) {
    return (value) => (value === LONG_MAX || value === LONG_MIN ? null : field.format(value, format));
  }
  if (format !== undefined && kind !== "date" && kind !== "date_nanos")
    throw illegalArgument("require a date_time formatter; got [decimal]");
  if (kind === "float") return (value) => float32Text(Number(value));
  if (kind === "double") return (value) => float64Text(Number(value));
  return (value) => value;
}

function parseAfter(spec: FieldSort, field: MappedField, kind: NumberKind, value: Json): number | bigint {
  const dated = kind === "date" || kind === "date_nanos";
  if (value !== null && dated && (typeof value === "string" || spec.format !== undefined)) {
    return afterOf(spec.field, () => {
      const parsed = field.parseValue(value, spec.format);
      return parsed instanceof Uint8Array ? 0 : parsed;
    });
  }
  if (field.capabilities.valueFormat === "boolean" && typeof value === "boolean") return value ? 1 : 0;
  return numberAfter(
    spec.field,
    value,
    kind === "date" || kind === "date_nanos" ? "LONG" : kind.toUpperCase(),
    isWhole(kind),
  );
}

/** A path that no field has: a field hidden from the caller is unmapped here, though segments have its values. */
const NO_PATH = "";

function geoKey(spec: GeoSort, searcher: SearcherView, reserve: Reserve): SortKey {
  const field = searcher.mapping.field(spec.field);
  if (!field && !spec.ignoreUnmapped)
    throw illegalArgument(`failed to find mapper for [${spec.field}] for geo distance based sort`);
  if (field && !isGeoPoint(field))
    throw illegalArgument(`unable to apply geo distance sort to field [${spec.field}] of type [${field.type}]`);
  if (spec.strict) for (const point of spec.points) checkPoint(point, spec.field);
  const mode = spec.mode ?? (spec.order === "desc" ? "max" : "min");
  const options: NumberOptions = {
    order: spec.order,
    missing: Number.POSITIVE_INFINITY,
    long: false,
    numbers: (reader) =>
      distances(reader, field?.path ?? NO_PATH, spec.points, { mode, plane: spec.plane, unitMeters: spec.unitMeters }),
    longs: undefined,
    render: (value) => float64Text(Number(value)),
    parseAfter: (value) =>
      value === "Infinity" ? Number.POSITIVE_INFINITY : numberAfter(spec.field, value, "DOUBLE", false),
  };
  return withNested(spec, field, { searcher, reserve }, () => numberKey(options));
}

function checkPoint({ lat, lon }: GeoPoint, field: string): void {
  if (!(lat >= -90 && lat <= 90))
    throw new RequestError(
      400,
      "parse_exception",
      `illegal latitude value [${javaDouble(lat)}] for [GeoDistanceSort] for field [${field}].`,
    );
  if (!(lon >= -180 && lon <= 180))
    throw new RequestError(
      400,
      "parse_exception",
      `illegal longitude value [${javaDouble(lon)}] for [GeoDistanceSort] for field [${field}].`,
    );
}

/** Checks `search_after` against the sort. */
export function parseSearchAfter(
  keys: readonly SortKey[],
  values: readonly Json[],
): ReturnType<SortKey["parseAfter"]>[] {
  if (keys.length === 0) throw illegalArgument("Sort must contain at least one field.");
  if (values.length !== keys.length)
    throw illegalArgument(`search_after has ${values.length} value(s) but sort has ${keys.length}.`);
  return keys.map((key, position) => {
    try {
      return key.parseAfter(values[position] ?? null);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // The key does not know its own position, so it is inserted here.
      throw new RequestError(
        error.status,
        error.type,
        error.message.replace("at position 0", `at position ${position}`),
        { cause: error.cause, details: error.details },
      );
    }
  });
}
