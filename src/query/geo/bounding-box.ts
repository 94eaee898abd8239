/** Boxes in degrees, in every accepted notation (Elasticsearch's `GeoBoundingBox`). */
import { parseDecimal, tokenName } from "../../compat/body-reader.ts";
import { encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { valueText } from "../../compat/value-text.ts";
import { parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import { geohashCell } from "../../mapping/geo/geohash.ts";
import { GLOBE, type PointArea } from "./point-area.ts";

/** Edges in degrees; NaN where not given. A box whose left edge is east of its right one crosses the date line. */
export interface BoundingBox {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

type Edge = keyof BoundingBox;

/** Keys that name a corner, with the edges that it sets. */
const CORNERS: NameTable<readonly [lat: "top" | "bottom", lon: "left" | "right"]> = nameTable({
  top_left: ["top", "left"],
  top_right: ["top", "right"],
  bottom_left: ["bottom", "left"],
  bottom_right: ["bottom", "right"],
});
const EDGES: readonly string[] = ["top", "left", "bottom", "right"] satisfies Edge[];

/** Reads corners, edges or `{wkt: "BBOX (left, right, top, bottom)"}`. Throws 400 `parse_exception`. */
export function parseBoundingBox(body: JsonObject): BoundingBox {
  const box = { top: Number.NaN, left: Number.NaN, bottom: Number.NaN, right: Number.NaN };
  let envelope: BoundingBox | undefined;
  for (const [key, value] of Object.entries(body)) {
    const corner = CORNERS[key];
    if (key === "wkt") envelope = parseEnvelope(valueText(value));
    else if (corner) Object.assign(box, cornerOf(value, corner));
    else if (EDGES.includes(key)) box[key as Edge] = degrees(value);
    else throw malformed(`failed to parse bounding box. unexpected field [${key}]`);
  }
  if (!envelope) return box;
  if (Object.values(box).some((edge) => !Number.isNaN(edge))) {
    throw malformed(
      "failed to parse bounding box. Conflicting definition found using well-known text and explicit corners.",
    );
  }
  return envelope;
}

/** A geohash means that corner of its cell which the key names. */
function cornerOf(value: Json, [lat, lon]: readonly ["top" | "bottom", "left" | "right"]): Partial<BoundingBox> {
  if (typeof value === "string" && !value.includes(",") && !/^\s*point\b/i.test(value)) {
    const cell = geohashCell(value);
    return { [lat]: lat === "top" ? cell.north : cell.south, [lon]: lon === "left" ? cell.west : cell.east };
  }
  const point = parseGeoPoint(value, false);
  return { [lat]: point.lat, [lon]: point.lon };
}

function degrees(value: Json): number {
  if (typeof value === "string") return parseDecimal(value);
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  throw malformed(`Current token (${tokenName(value)}) not numeric, can not use numeric value accessors`);
}

function parseEnvelope(text: string): BoundingBox {
  const kind = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? "";
  const numbers =
    /\(([^()]*)\)\s*$/
      .exec(text)?.[1]
      ?.split(",")
      .map((part) => Number(part.trim() || Number.NaN)) ?? [];
  if (kind !== "BBOX" && KNOWN_SHAPES.has(kind) && numbers.length > 0) {
    throw malformed(`failed to parse WKT bounding box. [${kind}] found. expected [ENVELOPE]`);
  }
  const [left = Number.NaN, right = Number.NaN, top = Number.NaN, bottom = Number.NaN] = numbers;
  if (kind !== "BBOX" || numbers.length !== 4 || numbers.some(Number.isNaN))
    throw malformed("failed to parse WKT bounding box");
  return { top, left, bottom, right };
}

const KNOWN_SHAPES: ReadonlySet<string> = new Set([
  "POINT",
  "LINESTRING",
  "POLYGON",
  "MULTIPOINT",
  "MULTILINESTRING",
  "MULTIPOLYGON",
  "GEOMETRYCOLLECTION",
]);

function malformed(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

/** The points of the box on the encoding grid. The edges are encoded too, and belong to it. */
export function boxArea({ top, left, bottom, right }: BoundingBox): PointArea {
  const south = encodeLatitude(bottom);
  const north = encodeLatitude(top);
  const west = encodeLongitude(left);
  const east = encodeLongitude(right);
  const isGlobe = left > right && west <= east;
  return { box: isGlobe ? { ...GLOBE, south, north } : { south, north, west, east }, contains: undefined };
}
