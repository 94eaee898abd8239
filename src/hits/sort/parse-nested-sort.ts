/** Reads `nested` of a sort (`NestedSortBuilder.fromXContent`). */
import { numberFormat } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { emptyMapping } from "../../mapping/empty-mapping.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import type { NestedSort } from "./sort-spec.ts";

/** Wraps an error in `nested`, at one of its keys. */
export type NestedSortError = (body: JsonObject, key: string, cause: RequestError) => RequestError;

/** Throws what `told` makes of an error. */
export function parseNestedSort(body: JsonObject, told: NestedSortError): NestedSort {
  let path: string | undefined;
  let filter: JsonObject | undefined;
  let maxChildren: number | undefined;
  let nested: NestedSort | undefined;
  for (const [key, value] of Object.entries(body)) {
    const wrong = (cause: RequestError): RequestError => told(body, key, cause);
    if (key === "path") path = valueText(value);
    else if (key === "filter") filter = readFilter(value, wrong);
    else if (key === "max_children") maxChildren = readCount(value, wrong);
    else if (key === "nested" && isJsonObject(value)) nested = parseNestedSort(value, told);
    else throw wrong(illegalArgument(`malformed nested sort format, unknown field name [${key}]`));
  }
  return { path, filter, maxChildren, nested };
}

/** Validates the query as far as possible without an index. */
function readFilter(value: Json, wrong: (cause: RequestError) => RequestError): JsonObject {
  try {
    parseQuery(value, createParseContext({ mapping: emptyMapping, nowMs: 0 }));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw wrong(new RequestError(400, "parsing_exception", "Expected filter element.", { cause: error }));
  }
  if (!isJsonObject(value)) throw wrong(parsingException("Expected filter element."));
  return value;
}

function readCount(value: Json, wrong: (cause: RequestError) => RequestError): number {
  const count = Number(value);
  if (typeof value === "boolean" || !Number.isFinite(count)) throw wrong(numberFormat(valueText(value)));
  return Math.trunc(count);
}
