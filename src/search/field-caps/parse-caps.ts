/** Reads the body of `field_caps`: `{fields, index_filter, runtime_mappings}`. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJsonWithPlaces, type JsonPlace } from "../../compat/json/parse-json.ts";
import { RequestText } from "../../compat/request-text.ts";

const WHAT = "[field_caps_request]";

/** The body; undefined where it says nothing. */
export interface CapsBody {
  readonly root: JsonObject | undefined;
  readonly fields: readonly string[] | undefined;
  readonly indexFilter: Json | undefined;
  /** Fields that are not in the mapping, or others there. */
  readonly runtimeMappings: JsonObject | undefined;
}

/** Throws 400 in the words of Elasticsearch's declared parser. */
export function parseCapsBody(text: string): CapsBody {
  if (text === "") return { root: undefined, fields: undefined, indexFilter: undefined, runtimeMappings: undefined };
  const { value } = parseJsonWithPlaces(text);
  if (!isJsonObject(value)) throw failure({ line: 1, col: 1 }, `Expected START_OBJECT but was: ${tokenName(value)}`);
  const request = RequestText.parse(text);
  const { body, places } = request;
  for (const key of Object.keys(body)) {
    if (key === "fields") continue;
    if (key !== "index_filter" && key !== "runtime_mappings")
      throw failure(places.key(body, key), `unknown field [${key}]`);
    if (!isJsonObject(body[key]))
      throw failure(places.value(body, key), `${key} doesn't support values of type: ${tokenName(body[key] ?? null)}`);
  }
  return {
    root: body,
    fields: body.fields === undefined ? undefined : readFields(request, body.fields),
    indexFilter: body.index_filter,
    runtimeMappings: isJsonObject(body.runtime_mappings) ? body.runtime_mappings : undefined,
  };
}

function readFields({ body, places }: RequestText, fields: Json): string[] {
  if (isJsonObject(fields) || fields === null) {
    throw failure(places.value(body, "fields"), `fields doesn't support values of type: ${tokenName(fields)}`);
  }
  const items = Array.isArray(fields) ? fields : [fields];
  const bad = items.findIndex((item) => typeof item === "object");
  if (bad >= 0) {
    const place = places.value(fields as Json[], bad);
    const cause = illegalArgument(
      `Expected text at ${place.line}:${place.col} but found ${tokenName(items[bad] ?? null)}`,
    );
    throw failure(place, "failed to parse field [fields]", cause);
  }
  if (items.length === 0)
    throw failure(places.end(fields as Json[]), "failed to parse field [fields]", illegalArgument(NO_FIELDS));
  return items.map(String);
}

/** Told when `fields` is there and empty. */
export const NO_FIELDS = "specified fields can't be null or empty";

/** The error of an `index_filter` that cannot be read; `what` is the body that it stands in. */
export function filterFailure(error: RequestError, what = WHAT): RequestError {
  const { line, col } = error.details;
  const place = { line: Number(line ?? 1), col: Number(col ?? 1) };
  const reason = `[${place.line}:${place.col}] ${what} failed to parse field [index_filter]`;
  return new RequestError(400, "x_content_parse_exception", reason, { cause: error, rootCauses: [error] });
}

function failure({ line, col }: JsonPlace, reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "x_content_parse_exception", `[${line}:${col}] ${WHAT} ${reason}`, { cause });
}
