/** The `contexts` of a completion suggestion: which contexts inputs are to be in, and how much each counts. */
import { RequestText } from "../../../compat/request-text.ts";
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { type BodyShape, parseObject } from "../../../compat/object-parser.ts";
import { valueText } from "../../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { type CompletionContext, DEFAULT_GEO_PRECISION } from "../../../mapping/completion/completion-contexts.ts";
import { CONTEXT_SEPARATOR, contextPrefix } from "../../../mapping/completion/completion-entry.ts";
import { readGeoLevel } from "../../../mapping/completion/geo-context.ts";
import { parseGeoPoint } from "../../../mapping/geo/geo-point-value.ts";
import { geohashCorner, geohashNeighbours, geohashOf } from "../../../mapping/geo/geohash.ts";

/** A context that is looked in. */
export interface QueryContext {
  readonly name: string;
  /** As paths begin with it, without the separator. */
  readonly text: string;
  /** Whether the context ends there. */
  readonly exact: boolean;
  readonly boost: number;
}

/** The contexts in the order of the field. Throws RequestError for what the field does not have. */
export function queryContexts(
  field: string,
  contexts: readonly CompletionContext[],
  given: JsonObject | undefined,
): QueryContext[] | undefined {
  if (contexts.length === 0) {
    if (given) throw illegalArgument(`suggester [${field}] doesn't expect any context`);
    return undefined;
  }
  for (const name of Object.keys(given ?? {})) {
    if (contexts.some((context) => context.name === name)) continue;
    const names = contexts.map((context) => context.name).sort();
    throw illegalArgument(`Unknown context name [${name}], must be one of [${names.join(", ")}]`);
  }
  const searched = contexts.flatMap((context, kind) => {
    const value = given && ownOf(given, context.name);
    if (value === undefined) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one, at) => {
      const path = Array.isArray(value) ? [context.name, at] : [context.name];
      return context.type === "GEO"
        ? places(context, kind, placeOf(one, JSON.stringify(given), path))
        : [category(context, kind, one)];
    });
  });
  if (searched.length === 0) throw illegalArgument("Missing mandatory contexts in context query");
  return searched;
}

function category({ name }: CompletionContext, kind: number, value: Json): QueryContext {
  if (!isJsonObject(value)) {
    if (value === null || typeof value === "object") throw wrongCategory("an object, string");
    return { name, text: contextText(kind, String(value)), exact: true, boost: 1 };
  }
  const { context, boost, prefix = false, ...rest } = value;
  if (context === undefined) throw new RequestError(500, "null_pointer_exception", "category must not be null");
  const isScalar = context !== null && typeof context !== "object";
  const isPrefix = valueText(prefix) === "true";
  if (!isScalar || Object.keys(rest).length > 0 || (!isPrefix && valueText(prefix) !== "false"))
    throw wrongCategory("a string");
  const factor = boost === undefined ? 1 : boostOf(value);
  if (factor === undefined || factor <= 0) throw wrongCategory("a string");
  return { name, text: contextText(kind, String(context)), exact: !isPrefix, boost: factor };
}

/** Undefined: it is no whole number. */
function boostOf(value: JsonObject): number | undefined {
  try {
    return RequestText.of(value).number(value, "boost", true);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

function wrongCategory(what: string): RequestError {
  return new RequestError(400, "x_content_parse_exception", `category context must be ${what}, number or boolean`);
}

/** A place that is looked near. */
interface PlaceContext {
  readonly lat: number;
  readonly lon: number;
  readonly boost: number;
  /** Length of the geohash. */
  readonly precision: number;
  readonly neighbours: readonly number[];
}

const FINEST = 12;

const PLACE: BodyShape = {
  name: "geo",
  members: {
    context: "object",
    boost: (value) => positive(value),
    precision: (value) => precisionOf(value),
    neighbours: { takes: () => true, read: precisionOf, list: true },
    lat: "number",
    lon: "number",
  },
};

function positive(value: Json): number {
  const body = { boost: value };
  const boost = RequestText.of(body).number(body, "boost", true);
  if (boost <= 0) throw illegalArgument("boost must be greater than 0");
  return boost;
}

function precisionOf(value: Json): number {
  const precision = readGeoLevel(value);
  if (precision < 1 || precision > FINEST) throw illegalArgument(`precision must be between 1 and ${FINEST}`);
  return precision;
}

/** `text`: all contexts, in which the value stands at `path`. */
function placeOf(value: Json, text: string, path: readonly (string | number)[]): PlaceContext {
  const defaults = { boost: 1, precision: DEFAULT_GEO_PRECISION, neighbours: [] };
  if (typeof value === "string") return { ...defaults, ...geohashCorner(value) };
  if (!isJsonObject(value)) throw new RequestError(400, "parse_exception", "geo context must be an object or string");
  const { context, lat, lon, ...options } = parseObject(PLACE, value, text, path);
  const within = context === undefined ? undefined : parseGeoPoint(context, true);
  const point = within ?? (lat === undefined || lon === undefined ? undefined : { lat: Number(lat), lon: Number(lon) });
  if (!point) throw new RequestError(500, "null_pointer_exception", "geoPoint must not be null");
  return { ...defaults, ...options, lat: point.lat, lon: point.lon };
}

function places(
  { name, precision: finest = DEFAULT_GEO_PRECISION }: CompletionContext,
  kind: number,
  { lat, lon, boost, precision, neighbours }: PlaceContext,
): QueryContext[] {
  const cell = geohashOf(lat, lon).slice(0, Math.min(finest, precision));
  const cells = new Set([cell]);
  if (neighbours.length === 0 && cell.length === finest) for (const near of geohashNeighbours(cell)) cells.add(near);
  for (const level of neighbours) {
    if (level >= cell.length) continue;
    const larger = cell.slice(0, level);
    cells.add(larger);
    for (const near of geohashNeighbours(larger)) cells.add(near);
  }
  return Array.from(cells, (hash) => ({
    name,
    text: contextText(kind, hash),
    exact: hash.length >= finest,
    boost,
  }));
}

function contextText(kind: number, value: string): string {
  return contextPrefix(kind, value).slice(0, -CONTEXT_SEPARATOR.length);
}
