/** Values of JSON inside of texts. */
import type { Json } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";

/**
 * A scalar as text; an object or array as JSON, where a scalar was expected and a message is to tell what came instead.
 */
export function valueText(value: Json | undefined): string {
  return typeof value === "object" && value !== null ? stringifyJson(value) : String(value);
}
