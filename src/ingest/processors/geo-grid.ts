import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Json } from "../../core/json.ts";
import { valueOf } from "../config/fields-of.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { type Box, geohashTile, geohexTile, geotileTile, type GridTile, type Ring } from "../geo/grid-tile.ts";
import type { ProcessorKind } from "../processor.ts";

const TYPES = ["GEOHASH", "GEOTILE", "GEOHEX"];
const FORMATS = ["GEOJSON", "WKT"];

/** Makes a shape of the address of a tile, and tells the tiles around it. */
export const geoGrid: ProcessorKind = {
  name: "geo_grid",

  create(config) {
    const field = config.string("field");
    const type = oneOf(config, "tile_type", config.string("tile_type"), TYPES);
    const target = config.optionalString("target_field") ?? field;
    const parentField = config.optionalString("parent_field");
    const childrenField = config.optionalString("children_field");
    const nonChildrenField = config.optionalString("non_children_field");
    const precisionField = config.optionalString("precision_field");
    const ignoreMissing = config.boolean("ignore_missing", false);
    const format = oneOf(config, "target_format", config.optionalString("target_format") ?? "GEOJSON", FORMATS);
    const read = type === "GEOTILE" ? geotileTile : type === "GEOHASH" ? geohashTile : geohexTile;
    return (document) => {
      const address = valueOf(document, field, ignoreMissing);
      if (address === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (typeof address !== "string") throw illegalArgument(`field [${field}] must be a String tile address`);
      const tile = tileOf(address, read);
      document.set(target, format === "WKT" ? asText(tile.outline) : asGeoJson(tile.outline));
      if (parentField !== undefined && tile.parent !== undefined) document.set(parentField, tile.parent);
      if (childrenField !== undefined && tile.children.length > 0) document.set(childrenField, [...tile.children]);
      if (nonChildrenField !== undefined && tile.nonChildren.length > 0)
        document.set(nonChildrenField, [...tile.nonChildren]);
      if (precisionField !== undefined) document.set(precisionField, tile.precision);
    };
  },
};

function oneOf(config: ProcessorConfig, name: string, given: string, known: readonly string[]): string {
  const value = given.toUpperCase();
  if (known.includes(value)) return value;
  throw config.error(name, `illegal value [${given}], valid values are [${known.join(", ")}]`);
}

/** Whatever is wrong with it, it is no address. */
function tileOf(address: string, read: (address: string) => GridTile): GridTile {
  try {
    return read(address);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", "invalid tile definition", { cause: error });
  }
}

function asGeoJson(outline: Box | Ring): Json {
  if (!("west" in outline)) return { type: "Polygon", coordinates: [outline.map((corner) => [...corner])] };
  const { west, south, east, north } = outline;
  return {
    type: "Envelope",
    coordinates: [
      [west, north],
      [east, south],
    ],
  };
}

function asText(outline: Box | Ring): string {
  const corners = "west" in outline ? cornersOf(outline) : outline;
  return `POLYGON ((${corners.map((corner) => corner.map(javaDouble).join(" ")).join(", ")}))`;
}

function cornersOf({ west, south, east, north }: Box): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
