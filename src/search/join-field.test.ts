/**
 * The field type join: what documents say of their relations. Words and matches are those of OpenSearch 3.8, whose
 * module has them from the same code.
 */
import { beforeAll, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { documentParserOf } from "../mapping/source-document-parser.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const relations = { question: ["answer", "comment"], answer: "vote" };
const mapping: JsonObject = { properties: { j: { type: "join", relations } } };
const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("j", { mapping });
  await fixture.write("j", [
    ["0", { j: "question" }],
    ["1", { j: { name: "question", parent: "9" } }],
  ]);
});

/** What a document puts into the index, or why it is refused. */
function indexed(j: unknown, routing: string | undefined): string {
  const parser = documentParserOf({
    name: "j",
    settings: {},
    mapping: mergeMappings({}, mapping, {}),
    mappingVersion: 1,
  });
  const builder = new RecordingBuilder();
  builder.start();
  try {
    parser.index({ id: "7", routing, source: { j } as JsonObject, dynamicTemplates: undefined }, builder);
  } catch (error) {
    return JSON.stringify(errorResponse(error));
  }
  return builder.records.filter((record) => !record.startsWith("_")).join(" ");
}

test.each([
  ["question", undefined, "j=question j#question=7"],
  [{ name: "answer", parent: "0" }, "r", "j=answer j#question=0 j#answer=7"],
  [{ name: "comment", parent: 5 }, "r", "j=comment j#question=5"],
  [{ name: "vote", parent: "3" }, "r", "j=vote j#answer=3"],
])("%j with routing %s is indexed as %s", (j, routing, records) => {
  expect(indexed(j, routing)).toBe(records);
});

test.each([
  [{ name: "answer", parent: "0" }, undefined, "[routing] is missing for join field [j]"],
  ["answer", "r", "[parent] is missing for join field [j]"],
  ["zork", undefined, "unknown join name [zork] for field [j]"],
  [{ name: "question", foo: "1" }, undefined, "unknown field name [foo] in join field [j]"],
  [5, undefined, "expected START_OBJECT or VALUE_STRING but was: VALUE_NUMBER"],
])("%j with routing %s is refused: %s", (j, routing, words) => {
  expect(indexed(j, routing)).toContain(words);
});

test("relations are terms and ordinals", async () => {
  const body = {
    query: { term: { j: "question" } },
    aggs: { ids: { terms: { field: "j#question" } } },
    _source: false,
    fields: ["j"],
  };
  const answer = await fixture.call("search", ["j"], body);
  expect((answer.hits as JsonObject).hits).toMatchObject([{ _id: "0", fields: { j: ["question"] } }, { _id: "1" }]);
  expect(answer.aggregations).toMatchObject({ ids: { buckets: [{ key: "0" }, { key: "1" }] } });
});

test("relations may grow; what is there stays", () => {
  const updated = (after: JsonObject): JsonObject =>
    mergeMappings(mergeMappings({}, mapping, {}), { properties: { j: { type: "join", relations: after } } }, {});
  expect(updated({ ...relations, question: ["answer", "comment", "note"] })).toMatchObject({
    properties: { j: { relations: { question: ["answer", "comment", "note"] } } },
  });
  expect(() => updated({ question: "answer", answer: "vote" })).toThrow(
    "Mapper for [j] conflicts with existing mapper",
  );
  expect(() => updated({ ...relations, vote: "mark" })).toThrow("Mapper for [j] conflicts with existing mapper");
});

test.each([
  [{ j: { type: "join", relations: { a: "c", b: "c" } } }, "[c] cannot have multiple parents"],
  [
    { o: { properties: { j: { type: "join", relations } } } },
    "join field [o.j] cannot be added inside an object or in a multi-field",
  ],
  [
    { j: { type: "join", relations }, k: { type: "join", relations: { x: "y" } } },
    "Only one [parent-join] field can be defined per index, got [j, k]",
  ],
])("%j is no mapping", (properties, words) => {
  expect(() => mergeMappings({}, { properties }, {})).toThrow(words);
});
