/** Test support: mappings and documents with the answers of Elasticsearch, recorded once. */
import { readFileSync } from "node:fs";
import { errorResponse } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { hitsOf, type SearchFixture } from "./search-fixture.ts";

/** The cases of one field type. An answer is a mapping, what a search shows of the document, or `{status, error}`. */
export interface RecordedCases {
  readonly mappings: readonly { readonly mapping: JsonObject; readonly answer: JsonObject }[];
  readonly updates: readonly {
    readonly before: JsonObject;
    readonly update: JsonObject;
    readonly answer: JsonObject;
  }[];
  readonly documentsMapping: JsonObject;
  readonly documents: readonly { readonly document: string; readonly answer: JsonObject }[];
}

/** Reads the cases of a file beside this one. */
export function recordedCases(name: string): RecordedCases & Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`./${name}`, import.meta.url), "utf8")) as RecordedCases &
    Record<string, unknown>;
}

/** What a mapping becomes, or the error. */
export function mappingAnswer(mapping: JsonObject): JsonObject {
  return answerOf(() => mergeMappings({}, mapping, {}));
}

/** What a mapping becomes by an update, or the error. */
export function updateAnswer(before: JsonObject, update: JsonObject): JsonObject {
  return answerOf(() => mergeMappings(mergeMappings({}, before, {}), update, {}));
}

function answerOf(work: () => JsonObject): JsonObject {
  try {
    return work();
  } catch (error) {
    return JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
  }
}

/**
 * What is known of a document after it was written: `fields`, `ignored` and which of the fields exist. Or the error.
 */
export async function documentAnswer(
  fixture: SearchFixture,
  index: string,
  text: string,
  fields: readonly string[],
): Promise<JsonObject> {
  try {
    await fixture.write(index, [["1", text]]);
  } catch (error) {
    return JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
  }
  const [hit] = hitsOf(await fixture.search(index, { query: { match_all: {} }, fields: [...fields] }));
  const exists: string[] = [];
  for (const field of fields) {
    const found = await fixture.search(index, { query: { exists: { field } }, size: 1 });
    if (hitsOf(found).length > 0) exists.push(field);
  }
  await fixture.delete(index, ["1"]);
  return {
    ...(hit?.fields ? { fields: hit.fields } : {}),
    ...(hit?._ignored ? { ignored: hit._ignored } : {}),
    exists,
  };
}
