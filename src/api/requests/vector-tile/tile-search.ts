/** The search behind a tile. */
import { illegalArgument } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { put } from "../../../core/names.ts";
import { pipelineKinds } from "../../../aggregation/pipelines.ts";
import type { TileRequest } from "./tile-request.ts";

/** Names of aggregations of the operation itself. */
export const GRID = "grid";
export const BOUNDS = "bounds";
const OWN_PREFIX = "_mvt_";
export const CENTROID = `${OWN_PREFIX}centroid`;

const MOST_BUCKETS = 65_536;

/** What may be asked of each bucket. */
const METRICS: readonly string[] = [
  "avg",
  "boxplot",
  "cardinality",
  "extended_stats",
  "max",
  "median_absolute_deviation",
  "min",
  "percentile_ranks",
  "percentiles",
  "stats",
  "sum",
  "value_count",
];

/** The body. Throws RequestError 400 for aggregations that tiles do not show. */
export function tileSearch(asked: TileRequest): JsonObject {
  const { field, size, query, runtimeMappings, sort, trackTotalHits } = asked;
  const { west, east, south, north } = asked.grid.searched(asked.tile, asked.gridPrecision);
  const within = {
    geo_shape: {
      [field]: {
        shape: {
          type: "envelope",
          coordinates: [
            [west, north],
            [east, south],
          ],
        },
      },
    },
  };
  const fields: Json[] = asked.fields.filter((one) => nameOf(one) !== field);
  const search: JsonObject = {
    size,
    _source: false,
    track_total_hits: trackTotalHits,
    fields: [...fields, { field, format: "geojson" }],
    query: query === undefined ? within : { bool: { filter: [query, within] } },
    aggs: aggregationsOf(asked),
  };
  // Without an order the largest are drawn first, which is found out when all are there.
  const order = sort ?? (size === 0 ? undefined : ["_doc"]);
  if (order !== undefined) search["sort"] = order;
  if (runtimeMappings !== undefined) search["runtime_mappings"] = runtimeMappings;
  return search;
}

function aggregationsOf(asked: TileRequest): JsonObject {
  const { field, exactBounds, gridPrecision } = asked;
  const aggregations: JsonObject = {};
  if (gridPrecision > 0) aggregations[GRID] = gridOf(asked);
  if (exactBounds) aggregations[BOUNDS] = { geo_bounds: { field, wrap_longitude: false } };
  return aggregations;
}

function gridOf(asked: TileRequest): JsonObject {
  const { field, grid, gridAgg, gridPrecision, gridType, tile } = asked;
  const { west, east, south, north } = tile.box;
  const inner: JsonObject = {};
  for (const [name, body] of Object.entries(asked.aggregations)) put(inner, name, metricOf(name, body));
  if (gridType === "centroid") inner[CENTROID] = { geo_centroid: { field } };
  const precision = grid.precision(tile.zoom, gridPrecision);
  const bounds = { top_left: { lat: north, lon: west }, bottom_right: { lat: south, lon: east } };
  return {
    [`${gridAgg}_grid`]: { field, precision, size: MOST_BUCKETS, ...(grid.isBounded(precision) ? { bounds } : {}) },
    aggs: inner,
  };
}

function metricOf(name: string, body: Json): Json {
  if (name.startsWith(OWN_PREFIX))
    throw illegalArgument(
      `Invalid aggregation name [${name}]. Aggregation names cannot start with prefix '${OWN_PREFIX}'`,
    );
  const kinds = isJsonObject(body) ? Object.keys(body).filter((key) => key !== "meta") : [];
  for (const kind of kinds) {
    if (METRICS.includes(kind)) continue;
    if (pipelineKinds.some((pipeline) => pipeline.name === kind))
      throw illegalArgument(`Unsupported pipeline aggregation of type [${kind}]`);
    throw illegalArgument(`Unsupported aggregation of type [${kind}].Only metric aggregations are supported.`);
  }
  return body;
}

function nameOf(field: Json): Json | undefined {
  return isJsonObject(field) ? field["field"] : field;
}
