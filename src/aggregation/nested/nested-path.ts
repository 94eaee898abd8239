/** Reading the body `{path}` of the aggregations over nested objects. */
import { tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";

/** The path; undefined when there is none. Throws for anything else (`NestedAggregationBuilder.parse`). */
export function readPath(name: string, body: JsonObject): string | undefined {
  let path: string | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (typeof value !== "string") throw parsingException(`Unexpected token ${tokenName(value)} in [${name}].`);
    if (key !== "path") throw parsingException(`Unknown key for a VALUE_STRING in [${name}]: [${key}].`);
    path = value;
  }
  return path;
}
