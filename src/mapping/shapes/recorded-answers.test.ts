/**
 * Values of shapes and points, compared with answers recorded from Elasticsearch 8.19.21 on 2026-11-21 (its parsers,
 * normalizer and tessellator): exact error messages, or the geometry in `fields`.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorResponse } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { Mapping } from "../mapping.ts";
import { mergeMappings } from "../merge-mappings.ts";
import { RecordingBuilder } from "../../testing/mapping/recording-builder.ts";
import { documentParserOf } from "../source-document-parser.ts";

interface Recorded {
  readonly document: string;
  readonly error?: JsonObject;
  /** From `fields` with format wkt. */
  readonly wkt?: Json[];
  readonly ignored?: boolean;
}

const recorded = JSON.parse(readFileSync(new URL("recorded-answers.json", import.meta.url), "utf8")) as {
  properties: JsonObject;
  cases: Recorded[];
};
const metadata = {
  name: "rec",
  settings: {},
  mapping: mergeMappings({}, { properties: recorded.properties }, {}),
  mappingVersion: 1,
};
const mapping = Mapping.parse(metadata);

/** The values in `fields`: arrays of shapes are split first, those of points by the type. */
function shown(path: string, value: Json): Json[] {
  const field = mapping.field(path);
  const items = field?.type === "point" || !Array.isArray(value) ? [value] : value.flat<Json[], 10>(10);
  return items.flatMap((item) => field?.fetch(item, "wkt") ?? []);
}

function answerTo(document: string): Omit<Recorded, "document"> {
  const source = parseJson(document) as JsonObject;
  const builder = new RecordingBuilder();
  builder.start();
  const parser = documentParserOf(metadata);
  try {
    parser.index(
      { id: "1", routing: undefined, source, dynamicTemplates: undefined, raw: Buffer.from(document) },
      builder,
    );
  } catch (error) {
    return { error: JSON.parse(JSON.stringify(errorResponse(error).error)) as JsonObject };
  }
  const [path = ""] = Object.keys(source);
  const wkt = shown(path, source[path] ?? null);
  const ignored = builder.records.some((record) => record.startsWith("_ignored="));
  return { ...(wkt.length > 0 ? { wkt } : {}), ...(ignored ? { ignored } : {}) };
}

test.each(recorded.cases.map(({ document, ...expected }) => [document.slice(0, 200), document, expected] as const))(
  "%s",
  (_title, document, expected) => {
    expect(answerTo(document)).toEqual(expected);
  },
);
