/** `geo_bounding_box`: documents with a point in a box. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { normalizePoint } from "../../mapping/geo/geo-point-value.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { pointInArea } from "../geo/point-in-area-expression.ts";
import { type BoundingBox, boxArea, parseBoundingBox } from "../geo/bounding-box.ts";
import { pointField } from "../geo/point-field.ts";
import { readValidationMethod, type ValidationMethod } from "../geo/validation-method.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";

const options: readonly string[] = ["boost", "_name", "ignore_unmapped", "validation_method", "type"];

export const geoBoundingBox: QueryKind = {
  name: "geo_bounding_box",
  summary: "Matches documents with a point in a box of degrees.",

  parse(body, context) {
    const read = new BodyReader("geo_bounding_box", body);
    const head = readHead("geo_bounding_box", read, body);
    const validation = readValidationMethod(read);
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    // In older versions it chose between two ways to the same result.
    if (read.string("type") !== undefined)
      context.warn("Deprecated parameter [type] used, it should no longer be specified.");
    const { field, box } = readBox(body as JsonObject);
    checkEdges(box);
    return kindQuery(head, (searcher) => within(searcher, field, box, { validation, ignoreUnmapped }));
  },
};

/** The last key with an object names the field. */
function readBox(body: JsonObject): { field: string; box: BoundingBox } {
  let found: { field: string; box: BoundingBox } | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (isJsonObject(value)) found = { field: key, box: boxOf(value) };
    else if (Array.isArray(value) ? value.length > 0 : !options.includes(key)) {
      throw parsingException(`failed to parse [geo_bounding_box] query. unexpected field [${key}]`);
    }
  }
  if (!found)
    throw new RequestError(
      400,
      "parse_exception",
      "failed to parse [geo_bounding_box] query. bounding box not provided",
    );
  return found;
}

function boxOf(body: JsonObject): BoundingBox {
  try {
    return parseBoundingBox(body);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "parse_exception", `failed to parse [geo_bounding_box] query. [${error.message}]`);
  }
}

function checkEdges({ top, left, bottom, right }: BoundingBox): void {
  const edges: readonly [name: string, degrees: number][] = [
    ["top latitude", top],
    ["left longitude", left],
    ["bottom latitude", bottom],
    ["right longitude", right],
  ];
  for (const [name, degrees] of edges)
    if (!Number.isFinite(degrees)) throw illegalArgument(`${name} is invalid: ${javaDouble(degrees)}`);
  if (top < bottom) throw illegalArgument(`top is below bottom corner: ${javaDouble(top)} vs. ${javaDouble(bottom)}`);
}

function within(
  searcher: SearcherView,
  path: string,
  asked: BoundingBox,
  { validation, ignoreUnmapped }: { validation: ValidationMethod; ignoreUnmapped: boolean },
): Expression {
  const field = pointField(searcher, path, "geo_bounding_box", ignoreUnmapped);
  if (!field) return matchNone(`unmapped field [${path}]`);
  if (validation === "STRICT") checkOnGlobe(searcher, asked);
  const box = validation === "COERCE" ? normalized(asked) : asked;
  for (const lat of [box.bottom, box.top]) refuseOffGlobe(searcher, path, "latitude", lat, 90);
  for (const lon of [box.left, box.right]) refuseOffGlobe(searcher, path, "longitude", lon, 180);
  const { top, left, bottom, right } = box;
  const area = `[${javaDouble(bottom)} TO ${javaDouble(top)}],[${javaDouble(left)} TO ${javaDouble(right)}]`;
  return pointInArea(field, area, boxArea(box));
}

/** Normalizes the corners onto the globe; a box of 360 degrees stays one. */
function normalized({ top, left, bottom, right }: BoundingBox): BoundingBox {
  const around = (right - left) % 360 === 0 && right > left;
  const topLeft = normalizePoint({ lat: top, lon: left });
  const bottomRight = normalizePoint({ lat: bottom, lon: right });
  return {
    top: topLeft.lat,
    bottom: bottomRight.lat,
    left: around ? -180 : topLeft.lon,
    right: around ? 180 : bottomRight.lon,
  };
}

function checkOnGlobe(searcher: SearcherView, { top, left, bottom, right }: BoundingBox): void {
  const faults: string[] = [];
  if (Math.abs(top) > 90) faults.push(`top latitude is invalid: ${javaDouble(top)}`);
  if (Math.abs(left) > 180) faults.push(`left longitude is invalid: ${javaDouble(left)}`);
  if (Math.abs(bottom) > 90) faults.push(`bottom latitude is invalid: ${javaDouble(bottom)}`);
  if (Math.abs(right) > 180) faults.push(`right longitude is invalid: ${javaDouble(right)}`);
  if (faults.length === 0) return;
  const cause = validationFailed(
    faults.map((fault) => `[geo_bounding_box] ${fault}`),
    "query_validation_exception",
  );
  throw queryShardException(searcher.index, "couldn't validate latitude/ longitude values", cause);
}

function refuseOffGlobe(
  searcher: SearcherView,
  path: string,
  name: "latitude" | "longitude",
  degrees: number,
  limit: number,
): void {
  if (Math.abs(degrees) <= limit) return;
  const cause = illegalArgument(
    `invalid ${name} ${javaDouble(degrees)}; must be between -${javaDouble(limit)} and ${javaDouble(limit)}`,
  );
  throw queryShardException(searcher.index, `Exception creating query on Field [${path}] ${cause.message}`, cause);
}
