/** Writes JSON as bytes: what is there as bytes already is copied, without being a text in between. */
import { JsonWriter } from "./json-writer.ts";

/** As `writeJson`, in UTF-8. */
export function writeJsonBytes(value: unknown): Uint8Array {
  const writer = new JsonWriter();
  writer.add(value);
  return writer.end();
}
