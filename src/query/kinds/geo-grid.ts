/** `geo_grid`: documents with a point or a shape in a cell of a grid. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { isGeoPoint } from "../../mapping/field-capabilities.ts";
import type { BoundingBox } from "../geo/bounding-box.ts";
import { type GridCell, gridCell } from "../geo/grid-cell.ts";
import { pointInArea } from "../geo/point-in-area-expression.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { queryShardException } from "../query-shard-exception.ts";

const ownKeys: ReadonlySet<string> = new Set(["boost", "_name", "ignore_unmapped"]);

export const geoGrid: QueryKind = {
  name: "geo_grid",
  summary:
    "Matches documents with a point or a shape in a cell of a grid of geohashes or tiles, or a point in one of hexagons.",

  parse(body, context) {
    const read = new BodyReader("geo_grid", body);
    const head = readHead("geo_grid", read, body);
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    const [path, second] = read.keys().filter((key) => !ownKeys.has(key));
    if (path === undefined) throw parsingException("failed to parse [geo_grid] query. field name is missing");
    if (second !== undefined) throw parsingException(`failed to parse [geo_grid] query. unexpected field [${second}]`);
    const cell = readCell(read, path);
    const shapes = cell.box && context.parseQuery({ geo_shape: { [path]: { shape: envelopeOf(cell.box) } } });
    return kindQuery(head, (searcher) => {
      const field = searcher.mapping.field(path);
      if (!field) {
        if (ignoreUnmapped) return matchNone(`unmapped field [${path}]`);
        throw queryShardException(searcher.index, `failed to find geo field [${path}]`);
      }
      if (isGeoPoint(field)) return pointInArea(field, `${cell.grid}[${cell.text}]`, cell.area);
      if (field.capabilities.geometry?.space !== "globe")
        throw queryShardException(
          searcher.index,
          `Field [${path}] is of unsupported type [${field.type}] for [geo_grid] query`,
        );
      if (!shapes) throw queryShardException(searcher.index, `Field [${path}] of shapes has no [geohex] cells yet`);
      return expressionOf(shapes, searcher);
    });
  },
};

function readCell(read: BodyReader, path: string): GridCell {
  const inner = read.json(path) ?? null;
  if (!isJsonObject(inner)) throw parsingException("failed to parse [geo_grid] query. unexpected token");
  const [grid, second] = Object.keys(inner);
  if (grid === undefined || second !== undefined)
    throw illegalArgument("failed to parse [geo_grid] query. one grid and its cell must be named");
  const text = ownOf(inner, grid);
  if (typeof text !== "string") throw illegalArgument(`[geo_grid] the cell of [${grid}] must be a text`);
  return gridCell(grid, text);
}

function envelopeOf({ top, left, bottom, right }: BoundingBox): JsonObject {
  return {
    type: "envelope",
    coordinates: [
      [left, top],
      [right, bottom],
    ],
  };
}
