/** What is asked for by `search_mvt`: parameters win over the body. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { parseJsonWithPlaces } from "../../../compat/json/parse-json.ts";
import { type BodyShape, type Member, parseObject } from "../../../compat/object-parser.ts";
import { valueText } from "../../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../../core/names.ts";
import { booleanParameter, integerParameter } from "../../../http/parameters.ts";
import { MapTile } from "../../../vector-tile/map-tile.ts";
import type { OperationRequest } from "../../operation.ts";
import { type CellGrid, hexagonGrid, tileGrid } from "./grid-cells.ts";
import { jsonWithText } from "../request-body.ts";

/** How buckets are drawn. */
const GRID_TYPES = ["grid", "point", "centroid"] as const;
/** Grids of buckets. */
const GRIDS: NameTable<CellGrid> = nameTable({ geotile: tileGrid, geohex: hexagonGrid });

/** See the file comment. */
export interface TileRequest {
  readonly tile: MapTile;
  readonly field: string;
  /** Pixels around the tile in which shapes are drawn. */
  readonly buffer: number;
  readonly exactBounds: boolean;
  /** Name of the grid of buckets. */
  readonly gridAgg: string;
  readonly grid: CellGrid;
  /** Levels of buckets below the tile; 0: none. */
  readonly gridPrecision: number;
  readonly gridType: (typeof GRID_TYPES)[number];
  readonly size: number;
  readonly withLabels: boolean;
  readonly trackTotalHits: Json;
  readonly aggregations: JsonObject;
  /** Members of the search. */
  readonly fields: readonly Json[];
  readonly query: Json | undefined;
  readonly runtimeMappings: Json | undefined;
  /** Undefined: the largest shapes first. */
  readonly sort: Json | undefined;
}

const anything: Member = { takes: () => true, read: (value) => value };
const object: Member = { takes: (value) => isJsonObject(value), read: (value) => value };
const list: Member = { takes: (value) => Array.isArray(value) || isJsonObject(value), read: (value) => value };

function checked(read: (value: Json) => Json, takes: (value: Json) => boolean): Member {
  return { takes, read };
}

const isNumber = (value: Json): boolean => typeof value === "number" || typeof value === "string";
const isText = (value: Json): boolean => typeof value === "string";
const numberOf = (value: Json): number => Math.trunc(Number(value));

const BODY: BodyShape = {
  name: "vector-tile",
  members: {
    aggs: object,
    buffer: checked((value) => notNegative("buffer", numberOf(value)), isNumber),
    exact_bounds: "boolean",
    extent: checked((value) => notNegative("extent", numberOf(value)), isNumber),
    fields: list,
    grid_agg: checked((value) => gridOf(valueText(value)), isText),
    grid_precision: checked((value) => precisionOf(numberOf(value)), isNumber),
    grid_type: checked((value) => gridTypeOf(valueText(value)), isText),
    query: object,
    runtime_mappings: object,
    size: checked((value) => notNegative("size", numberOf(value)), isNumber),
    sort: list,
    track_total_hits: anything,
    with_labels: "boolean",
  },
};

/** Throws RequestError 400. */
export async function tileRequestOf(request: OperationRequest): Promise<TileRequest> {
  const { parameters } = request;
  const [zoom, x, y] = ["zoom", "x", "y"].map((name) => pathNumber(ownOf(parameters, name) ?? ""));
  // What is no tile is told before anything else.
  const tileWith = (extent: number): MapTile => new MapTile(zoom!, x!, y!, extent);
  tileWith(1);
  const body = await bodyOf(request);
  const number = (name: string, check: (value: number) => number, absent: number): number =>
    given(integerParameter(parameters, name), check) ?? numberIn(body, name) ?? absent;
  const gridAgg = gridOf(ownOf(parameters, "grid_agg") ?? textIn(body, "grid_agg") ?? "geotile");
  const named = <Name extends string>(name: string, check: (text: string) => Name, absent: Name): Name =>
    check(ownOf(parameters, name) ?? textIn(body, name) ?? absent);
  return {
    tile: tileWith(number("extent", (value) => notNegative("extent", value), 4096)),
    field: ownOf(parameters, "field") ?? "",
    buffer: numberIn(body, "buffer") ?? 5,
    exactBounds: booleanParameter(parameters, "exact_bounds", body["exact_bounds"] === true),
    gridAgg,
    grid: GRIDS[gridAgg]!,
    gridPrecision: number("grid_precision", precisionOf, 8),
    gridType: named("grid_type", gridTypeOf, "grid"),
    size: number("size", (value) => notNegative("size", value), 10_000),
    withLabels: booleanParameter(parameters, "with_labels", body["with_labels"] === true),
    trackTotalHits: trackedHits(ownOf(parameters, "track_total_hits")) ?? body["track_total_hits"] ?? 10_000,
    aggregations: isJsonObject(body["aggs"]) ? body["aggs"] : {},
    fields: listIn(body, "fields") ?? [],
    query: body["query"],
    runtimeMappings: body["runtime_mappings"],
    sort: body["sort"],
  };
}

async function bodyOf(request: OperationRequest): Promise<JsonObject> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) return {};
  return parseObject(BODY, text === undefined ? json : parseJsonWithPlaces(text).value, text ?? "");
}

/** A number of the path, as Java reads it. */
function pathNumber(text: string): number {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= -0x80000000 && number <= 0x7fffffff) return number;
  throw new RequestError(400, "number_format_exception", `For input string: "${text}"`);
}

function trackedHits(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  if (text === "" || text === "true") return true;
  return text === "false" ? false : integerParameter({ track_total_hits: text }, "track_total_hits");
}

function notNegative(name: string, value: number): number {
  if (value < 0) throw illegalArgument(`[${name}] parameter cannot be negative, found [${value}]`);
  return value;
}

function precisionOf(value: number): number {
  notNegative("gridPrecision", value);
  if (value > 8) throw illegalArgument(`[gridPrecision] parameter cannot be bigger than 8, found [${value}]`);
  return value;
}

/** The name of a grid. */
function gridOf(text: string): string {
  const name = text.toLowerCase();
  if (!GRIDS[name]) throw illegalArgument(`Invalid agg type [${text}]`);
  return name;
}

function gridTypeOf(text: string): TileRequest["gridType"] {
  const type = GRID_TYPES.find((name) => name === text.toLowerCase());
  if (!type) throw illegalArgument(`Invalid grid type [${text}]`);
  return type;
}

function given(value: number | undefined, check: (value: number) => number): number | undefined {
  return value === undefined ? undefined : check(value);
}

function numberIn(body: JsonObject, name: string): number | undefined {
  const value = ownOf(body, name);
  return value === undefined ? undefined : Number(value);
}

function textIn(body: JsonObject, name: string): string | undefined {
  const value = ownOf(body, name);
  return typeof value === "string" ? value : undefined;
}

function listIn(body: JsonObject, name: string): readonly Json[] | undefined {
  const value = ownOf(body, name);
  return value === undefined ? undefined : Array.isArray(value) ? value : [value];
}
