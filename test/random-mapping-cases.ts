/** Cases for the comparison of mappings and documents with a real server. */
import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../src/core/json.ts";
import { randomDocument } from "../src/testing/mapping/random-documents.ts";
import {
  randomMapping,
  randomSettings,
  requiredParameters,
  sharedSettings,
} from "../src/testing/mapping/random-mappings.ts";
import type { MappingCase } from "./random-mappings.ts";

export const DOCUMENTS = 10;

/** What an update says: another mapping, or other parameters for the fields that are there. */
export function randomUpdate(known: readonly string[], mapping: JsonObject): fc.Arbitrary<JsonObject> {
  const members = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
  const changed = randomMapping(known).map((other): JsonObject => {
    const before = members(mapping["properties"]);
    const fields = Object.entries(members(other["properties"])).map(
      ([name, field]) => [name, { ...members(before[name]), ...members(field) }] as const,
    );
    return { properties: Object.fromEntries(fields) };
  });
  return fc.oneof(randomMapping(known), changed);
}

/** A mapping of the types `known`, documents for it, and an update. */
export function randomCase(known: readonly string[]): fc.Arbitrary<MappingCase> {
  return randomMapping(known).chain((mapping) =>
    fc.record({
      settings: randomSettings.map((settings) => ({ ...sharedSettings, ...settings })),
      mapping: fc.constant(mapping),
      documents: fc.array(randomDocument(mapping), { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
      update: randomUpdate(known, mapping),
    }),
  );
}

/** Those of the types `names` that a server has. */
export async function typesKnownTo(url: string, names: readonly string[]): Promise<readonly string[]> {
  const index = `wardex-known-${process.pid}`;
  const known: string[] = [];
  for (const type of names) {
    const body = JSON.stringify({ mappings: { properties: { x: { type, ...requiredParameters[type] } } } });
    const made = await fetch(`${url}/${index}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body,
    });
    if (made.status === 200) {
      known.push(type);
      await fetch(`${url}/${index}`, { method: "DELETE" });
    }
  }
  return known;
}
