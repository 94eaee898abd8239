/** Mappings and documents against a real server: set WARDEX_ORACLE to its address. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { malformedDocuments, mappingCases, mergeCases, valueFields } from "../testing/mapping/oracle-cases.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { documentParserOf } from "./source-document-parser.ts";

const oracle = process.env["WARDEX_ORACLE"];
const INDEX = `wardex-mapping-test-${process.pid}`;

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

async function ask(method: string, path: string, body?: string): Promise<Answer> {
  const response = await fetch(`${oracle}/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

/** Our answer in the form of the server's: the result of `work`, or its error. */
function answerOf(work: () => JsonObject): Answer {
  try {
    return { status: 200, body: withoutEmptyProperties(work()) };
  } catch (error) {
    const body = errorResponse(error);
    return { status: body.status, body: JSON.parse(JSON.stringify(body)) as JsonObject };
  }
}

/** The mapping as get_mapping returns it. */
function withoutEmptyProperties(mapping: JsonObject): JsonObject {
  const { properties, ...others } = mapping;
  return properties === undefined || Object.keys(properties as JsonObject).length > 0 ? mapping : others;
}

/** Recreates the index with a mapping; returns the mapping that it then has, or the error. */
async function mappingOf(mappings: JsonObject): Promise<Answer> {
  await ask("DELETE", INDEX);
  const made = await ask("PUT", INDEX, JSON.stringify({ mappings }));
  return made.status === 200 ? filterMapping() : made;
}

async function filterMapping(): Promise<Answer> {
  const { body } = await ask("GET", `${INDEX}/_mapping`);
  return { status: 200, body: (body[INDEX] as JsonObject)["mappings"] as JsonObject };
}

describe.skipIf(!oracle)("mappings, against a real server", () => {
  beforeAll(() => ask("DELETE", INDEX));
  afterAll(() => ask("DELETE", INDEX));

  test.each(mappingCases.map((mapping) => [JSON.stringify(mapping), mapping] as const))(
    "%s",
    async (_title, mapping) => {
      expect(answerOf(() => mergeMappings({}, mapping, {}, undefined, "create"))).toEqual(await mappingOf(mapping));
    },
  );

  test.each(mergeCases.map((pair) => [`${JSON.stringify(pair[0])} + ${JSON.stringify(pair[1])}`, pair] as const))(
    "%s",
    async (_title, [before, after]) => {
      await mappingOf(before);
      const put = await ask("PUT", `${INDEX}/_mapping`, JSON.stringify(after));
      const expected = put.status === 200 ? await filterMapping() : put;
      expect(answerOf(() => mergeMappings(mergeMappings({}, before, {}, undefined, "create"), after, {}))).toEqual(
        expected,
      );
    },
  );
});

describe.skipIf(!oracle)("documents, against a real server", () => {
  const mappings: JsonObject = { properties: valueFields };
  afterAll(() => ask("DELETE", INDEX));

  test.each(malformedDocuments.map((text) => [text.slice(0, 100), text] as const))("%s", async (_title, text) => {
    // Documents change the mapping, so each starts with a new index.
    await mappingOf(mappings);
    const expected = await ask("PUT", `${INDEX}/_doc/1`, text);
    let mapping = mergeMappings({}, mappings, {});
    const ours = answerOf(() => {
      const document = {
        id: "1",
        routing: undefined,
        source: parseJson(text) as JsonObject,
        dynamicTemplates: undefined,
        raw: Buffer.from(text),
      };
      const update = documentParserOf({ name: INDEX, settings: {}, mapping, mappingVersion: 1 }).dynamicUpdate(
        document,
      );
      if (update) mapping = mergeMappings(mapping, update, {});
      const parser = documentParserOf({ name: INDEX, settings: {}, mapping, mappingVersion: 2 });
      const builder = new RecordingBuilder();
      builder.start();
      parser.index(document, builder);
      return {};
    });
    if (expected.status < 300) expect(await filterMapping()).toEqual({ status: 200, body: mapping });
    if (expected.status < 300) expect(ours.status, JSON.stringify(ours.body)).toBe(200);
    else expect(ours).toEqual(expected);
  });
});
