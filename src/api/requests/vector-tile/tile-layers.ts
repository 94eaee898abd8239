/** The layers of a tile: `hits`, `aggs` and `meta`, made of the answer of its search. */
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf, put } from "../../../core/names.ts";
import { valueText } from "../../../compat/value-text.ts";
import { labelPosition, shapeDiagonal } from "../../../vector-tile/shape-measures.ts";
import { shapeFeatures } from "../../../vector-tile/shape-features.ts";
import { type PropertyValue, type TileGeometry, TileLayer } from "../../../vector-tile/tile-layer.ts";
import { flattened } from "./flattened.ts";
import type { DrawnCell } from "./grid-cells.ts";
import { BOUNDS, CENTROID, GRID } from "./tile-search.ts";
import type { TileRequest } from "./tile-request.ts";

const LABEL = "_mvt_label_position";

type Properties = readonly (readonly [string, PropertyValue])[];

/** Those that have something to show; `meta` always has. */
export function tileLayers(asked: TileRequest, answer: JsonObject): TileLayer[] {
  const { extent } = asked.tile;
  const hits = listOf(objectOf(answer["hits"])["hits"]).filter(isJsonObject);
  const aggregations = objectOf(answer["aggregations"]);
  const cells = cellsOf(asked, objectOf(ownOf(aggregations, GRID)));
  const buckets = cells.map(({ bucket }) => bucket);
  const layers: TileLayer[] = [];
  if (hits.length > 0) layers.push(hitsLayer(asked, hits, new TileLayer("hits", extent)));
  if (buckets.length > 0) layers.push(bucketsLayer(asked, cells, new TileLayer("aggs", extent)));
  layers.push(metaLayer(asked, answer, buckets, new TileLayer("meta", extent)));
  return layers;
}

function hitsLayer(asked: TileRequest, hits: readonly JsonObject[], layer: TileLayer): TileLayer {
  const { field, tile, buffer, withLabels } = asked;
  const shown = hits.map((hit) => {
    const fields = objectOf(hit["fields"]);
    return { hit, fields: without(fields, [field]), shapes: listOf(ownOf(fields, field)) };
  });
  // Large shapes do not hide small ones.
  if (asked.sort === undefined)
    shown.sort((left, right) => shapeDiagonal(right.shapes, tile) - shapeDiagonal(left.shapes, tile));
  for (const { hit, fields, shapes } of shown) {
    const own: Properties = [
      ["_id", valueText(hit["_id"] ?? "")],
      ["_index", valueText(hit["_index"] ?? "")],
    ];
    const said = propertiesOf(fields);
    for (const feature of drawn(shapes, asked, buffer)) layer.add(feature, [...own, ...said]);
    const label = withLabels ? labelPosition(shapes) : undefined;
    const point = label && tile.points([label]);
    if (point) layer.add(point, [...own, [LABEL, true], ...said]);
  }
  return layer;
}

/** Several points of a document are one feature. */
function drawn(shapes: readonly Json[], { tile }: TileRequest, buffer: number): TileGeometry[] {
  const points = shapes.filter((shape) => isJsonObject(shape) && shape["type"] === "Point");
  if (points.length < 2) return shapes.flatMap((shape) => shapeFeatures(shape, tile, buffer));
  const together = { type: "MultiPoint", coordinates: points.map((point) => objectOf(point)["coordinates"] ?? null) };
  const others = shapes.filter((shape) => !points.includes(shape));
  return [together, ...others].flatMap((shape) => shapeFeatures(shape, tile, buffer));
}

/** The first value of each field; the members of an object by their own names. */
function propertiesOf(fields: JsonObject): (readonly [string, PropertyValue])[] {
  return Object.entries(fields).flatMap(([name, values]) => {
    const value = listOf(values)[0];
    return isJsonObject(value)
      ? Object.entries(value).flatMap(([key, one]) => property(key, one))
      : property(name, value);
  });
}

function property(name: string, value: Json | undefined): (readonly [string, PropertyValue])[] {
  return value === undefined || value === null || typeof value === "object" ? [] : [[name, value]];
}

/** A bucket, and what it is on the map. */
interface BucketCell {
  readonly bucket: JsonObject;
  readonly name: string;
  readonly cell: DrawnCell;
}

function cellsOf({ tile, grid: kind }: TileRequest, grid: JsonObject): BucketCell[] {
  return listOf(grid["buckets"])
    .filter(isJsonObject)
    .flatMap((bucket) => {
      const name = valueText(bucket["key"] ?? "");
      const cell = kind.cell(name, tile);
      return cell ? [{ bucket, name, cell }] : [];
    });
}

function bucketsLayer(asked: TileRequest, cells: readonly BucketCell[], layer: TileLayer): TileLayer {
  const { tile, gridType, buffer, withLabels } = asked;
  for (const { bucket, name, cell } of cells) {
    const feature =
      gridType === "grid"
        ? cell.outline(tile, buffer)
        : tile.points([gridType === "point" ? cell.middle : centroidIn(bucket, cell)]);
    if (!feature) continue;
    const own: Properties = [
      ["_key", name],
      ["_count", Number(bucket["doc_count"])],
    ];
    const said = flattened(metricsOf(bucket));
    layer.add(feature, [...own, ...said]);
    const label = withLabels ? tile.points([cell.middle]) : undefined;
    if (label) layer.add(label, [...own, [LABEL, true], ...said]);
  }
  return layer;
}

/** The middle of what is in a bucket, within its cell. */
function centroidIn(bucket: JsonObject, { box }: DrawnCell): readonly [lon: number, lat: number] {
  const { lon = 0, lat = 0 } = objectOf(objectOf(ownOf(bucket, CENTROID))["location"]);
  const within = (value: Json, least: number, most: number): number => Math.min(Math.max(Number(value), least), most);
  return [within(lon, box.west, box.east), within(lat, box.south, box.north)];
}

/** What the search says beside hits and buckets, and how the metrics are spread over the buckets. */
function metaLayer(
  { tile, gridPrecision }: TileRequest,
  answer: JsonObject,
  buckets: readonly JsonObject[],
  layer: TileLayer,
): TileLayer {
  const { hits, aggregations, ...rest } = answer;
  const { hits: _shown, ...about } = objectOf(hits);
  const bounds = ownOf(objectOf(aggregations), BOUNDS);
  const spread = gridPrecision > 0 ? spreads(buckets) : {};
  const feature = boundsOf(objectOf(objectOf(bounds)["bounds"]), tile) ?? tile.rectangle(tile.box);
  if (feature) layer.add(feature, flattened({ ...rest, hits: about, aggregations: spread }));
  return layer;
}

function boundsOf(
  { top_left: northWest, bottom_right: southEast }: JsonObject,
  tile: TileRequest["tile"],
): TileGeometry | undefined {
  if (!isJsonObject(northWest) || !isJsonObject(southEast)) return undefined;
  const [west, north] = [Number(northWest["lon"]), Number(northWest["lat"])];
  const [east, south] = [Number(southEast["lon"]), Number(southEast["lat"])];
  return tile.rectangle({ west, east, south, north });
}

/** For each metric, and for the counts, what `stats_bucket` says of them. */
function spreads(buckets: readonly JsonObject[]): JsonObject {
  const values = new Map<string, number[]>();
  const add = (name: string, value: number): void => {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  };
  for (const bucket of buckets) {
    add("_count", Number(bucket["doc_count"]));
    for (const [name, metric] of Object.entries(metricsOf(bucket)))
      for (const [path, value] of flattened(objectOf(metric)))
        if (typeof value === "number") add(path === "value" ? name : `${name}.${path.replace(/^values\./, "")}`, value);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, spreadOf(list)]));
}

function spreadOf(values: readonly number[]): JsonObject {
  const sum = values.reduce((total, value) => total + value, 0);
  const [min, max] = values.reduce(
    ([least, most], one) => [Math.min(least, one), Math.max(most, one)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return { count: values.length, min, max, avg: sum / values.length, sum };
}

/** What was asked of a bucket. */
function metricsOf(bucket: JsonObject): JsonObject {
  return without(bucket, ["key", "doc_count", CENTROID]);
}

function without(record: JsonObject, names: readonly string[]): JsonObject {
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(record)) if (!names.includes(name)) put(rest, name, value);
  return rest;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
