/**
 * The hash that places a point of a time series: of the fields that `index.routing_path` names, by their texts in the
 * source (`IndexRouting.ExtractFromSource`).
 */
import { illegalArgument } from "../../compat/errors.ts";
import { hasFractions, parseAsWritten, spelledAsText } from "../../compat/json/lossless-json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { murmur3 } from "../../core/murmur3.ts";

/** A text of a source, with the path of its field. */
interface RoutedValue {
  readonly path: Buffer;
  readonly hash: number;
}

/** The hash of a source, as its bytes came. Throws 400 where it has none of the fields. */
export function routingHashOf(source: Uint8Array, routingPath: readonly string[]): number {
  const text = Buffer.from(source.buffer, source.byteOffset, source.length).toString();
  const document = hasFractions(text) ? parseAsWritten(text) : parseJson(text);
  const values: RoutedValue[] = [];
  const takes = (path: string): boolean => routingPath.some((pattern) => simpleMatch(pattern, path));
  if (isJsonObject(document)) collect(document, "", takes, values);
  if (values.length === 0) throw illegalArgument("Error extracting routing: source didn't contain any routing fields");
  values.sort((left, right) => Buffer.compare(left.path, right.path));
  let hash = 0;
  for (const value of values) hash = (Math.imul(31, hash) + (murmur3(value.path) ^ value.hash)) | 0;
  return hash;
}

function collect(object: JsonObject, parent: string, takes: (path: string) => boolean, values: RoutedValue[]): void {
  for (const [key, value] of Object.entries(object)) collectValue(value, parent + key, takes, values);
}

function collectValue(given: Json, path: string, takes: (path: string) => boolean, values: RoutedValue[]): void {
  // A number is hashed as it was written.
  const value = spelledAsText(given);
  if (Array.isArray(value)) for (const item of value) collectValue(item, path, takes, values);
  else if (isJsonObject(value)) collect(value, `${path}.`, takes, values);
  else if (value !== null && takes(path))
    values.push({ path: Buffer.from(path), hash: murmur3(Buffer.from(String(value))) });
}
