/** JSON values of any shape, with 64-bit integers kept exact. */

/** A JSON value. An integer that a double cannot hold exactly is a `bigint`. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** JSON text that takes the place of a value, of whatever type the text is (`JsonText`). */
export abstract class WrittenJson {
  abstract readonly text: string;
}

/** Whether `value` is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof WrittenJson);
}
