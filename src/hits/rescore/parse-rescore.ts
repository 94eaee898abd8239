/** The `rescore` option: one rescorer or a list of them (`RescorerBuilder.parseFromXContent`). */
import { tokenName } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { RescoreSpec } from "./rescorer.ts";
import { rescorers } from "./rescorers.ts";

/** Default number of hits that are rescored. */
const DEFAULT_WINDOW_SIZE = 10;

/** Reads `rescore` of the body. Throws RequestError 400. */
export function parseRescore(request: RequestText, value: Json): RescoreSpec[] {
  if (isJsonObject(value)) return [parseOne(request, value)];
  const list = Array.isArray(value) ? value : [];
  return list.map((item, place) => {
    if (isJsonObject(item)) return parseOne(request, item);
    // Elasticsearch takes the item for the start of an object, and reports the token after it.
    const next = place + 1 < list.length ? request.places.value(list, place + 1) : request.places.end(list);
    const token = place + 1 < list.length ? tokenName(list[place + 1] ?? null) : "END_ARRAY";
    throw request.at(next, `unexpected token [${token}] after [null]`);
  });
}

function parseOne(request: RequestText, body: JsonObject): RescoreSpec {
  let windowSize = DEFAULT_WINDOW_SIZE;
  let rescorer: Omit<RescoreSpec, "windowSize"> | undefined;
  for (const [key, value] of Object.entries(body)) {
    const place = request.places.value(body, key);
    if (isJsonObject(value)) rescorer = parseRescorer(request, body, key, value);
    else if (value === null || Array.isArray(value))
      throw request.at(place, `unexpected token [${tokenName(value)}] after [${key}]`);
    else if (key === "window_size") windowSize = request.number(body, key, true);
    else throw request.at(place, `rescore doesn't support [${key}]`);
  }
  if (!rescorer) throw request.at(request.places.end(body), "missing rescore type");
  return { windowSize, ...rescorer };
}

function parseRescorer(
  request: RequestText,
  body: JsonObject,
  name: string,
  value: JsonObject,
): Omit<RescoreSpec, "windowSize"> {
  const kind = rescorers.find((one) => one.name === name);
  if (kind) return { kind: name, ...kind.parse(request, value) };
  const { line, col } = request.places.value(body, name);
  throw new RequestError(400, "named_object_not_found_exception", `[${line}:${col}] unknown field [${name}]`);
}
