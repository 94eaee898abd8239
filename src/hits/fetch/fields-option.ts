/** The `fields`, `docvalue_fields` and `stored_fields` options. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { ownOf } from "../../core/names.ts";
import type { RequestText } from "../../compat/request-text.ts";

/** A field to render, with an optional format. */
export interface FieldAndFormat {
  readonly field: string;
  readonly format: string | undefined;
  readonly includeUnmapped: boolean;
}

const KNOWN = ["field", "format", "include_unmapped"];

/** Reads an array of names or `{field, format, include_unmapped}` (`FieldAndFormat`). */
export function parseFieldList(request: RequestText, values: readonly Json[]): FieldAndFormat[] {
  return values.map((value) => {
    if (isJsonObject(value)) return parseField(request, value);
    if (value === null || typeof value === "object") {
      throw request.contentError(
        { line: 1, col: 1 },
        `[fetch_field_and_format] Expected START_OBJECT but was: ${tokenName(value)}`,
      );
    }
    return { field: String(value), format: undefined, includeUnmapped: false };
  });
}

function parseField(request: RequestText, body: JsonObject): FieldAndFormat {
  for (const key of Object.keys(body)) {
    if (!KNOWN.includes(key))
      throw request.contentError(
        request.places.key(body, key),
        `[fetch_field_and_format] unknown field [${key}]${didYouMean(key, KNOWN)}`,
      );
  }
  const { field, format } = body;
  if (field === undefined) throw illegalArgument("Required [field]");
  if (field === null || typeof field === "object") throw wrongType(request, body, "field");
  if (format !== undefined && format !== null && typeof format === "object") throw wrongType(request, body, "format");
  return {
    field: String(field),
    format: format === undefined || format === null ? undefined : String(format),
    includeUnmapped:
      body.include_unmapped === undefined || body.include_unmapped === null
        ? false
        : request.boolean(body, "include_unmapped"),
  };
}

function wrongType(request: RequestText, body: JsonObject, key: string): RequestError {
  return request.contentError(
    request.places.value(body, key),
    `[fetch_field_and_format] ${key} doesn't support values of type: ${tokenName(ownOf(body, key) ?? null)}`,
  );
}

/** Checks the names of `stored_fields`; `_none_` cannot be combined with others. */
export function checkStoredFields(names: readonly string[]): readonly string[] {
  if (names.length > 1 && names.includes("_none_")) throw illegalArgument("cannot combine _none_ with other fields");
  return names;
}
