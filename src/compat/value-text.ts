/** JSON values inside texts. */
import type { Json } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";

/** A scalar as text. An object or array as JSON text, for messages about a value where a scalar was expected. */
export function valueText(value: Json | undefined): string {
  return typeof value === "object" && value !== null ? stringifyJson(value) : String(value);
}
