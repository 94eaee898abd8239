/** Checks the type of a value; errors have the messages of Elasticsearch's parser. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { badValueBecause, shortTokenNameOf, type ValueError } from "../value-error.ts";

/** The value as an object. Throws ValueError. */
export function expectObject(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw unexpected("START_OBJECT", value);
}

export function expectArray(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw unexpected("START_ARRAY", value);
}

export function expectNumber(value: Json): number | bigint {
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw unexpected("VALUE_NUMBER", value);
}

function unexpected(token: string, value: Json): ValueError {
  return badValueBecause(
    new RequestError(
      400,
      "parsing_exception",
      `Failed to parse object: expecting token of type [${token}] but found [${shortTokenNameOf(value)}]`,
    ),
  );
}
