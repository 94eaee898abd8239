import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { Mapping } from "../mapping.ts";
import { mergeMappings } from "../merge-mappings.ts";
import { RecordingBuilder } from "../../testing/mapping/recording-builder.ts";

/** What a document writes to the columns of a field of a given type; counts as text, array number, count. */
function records(type: string, source: JsonObject): string[] {
  const mapping = mergeMappings({}, { properties: { x: { type }, o: { properties: { x: { type } } } } }, {});
  const parser = Mapping.parse({ name: "test", settings: {}, mapping, mappingVersion: 1 }).documentParser();
  const builder = new RecordingBuilder();
  builder.start();
  parser.index({ id: "1", routing: undefined, source, dynamicTemplates: undefined }, builder);
  return builder.records.map((record) =>
    record.replace(
      /\0([^]{4})([^]{4})$/,
      (_match, array: string, count: string) => ` ${numberOf(array)} ${numberOf(count)}`,
    ),
  );
}

function numberOf(bytes: string): number {
  return Buffer.from(bytes, "latin1").readUInt32BE();
}

describe("counted_keyword", () => {
  test("keeps each text once, with its count in the array", () => {
    expect(records("counted_keyword", { x: ["b", "a", "b", null, ["b"]] })).toEqual([
      "x=b",
      "x=a",
      "x_count=b 0 3",
      "x_count=a 0 1",
    ]);
  });

  test("arrays of one document are counted separately", () => {
    expect(records("counted_keyword", { o: [{ x: ["a", "a"] }, { x: "a" }] })).toEqual([
      "o.x=a",
      "o.x_count=a 0 2",
      "o.x=a",
      "o.x_count=a 1 1",
    ]);
  });

  test.each<[Json, string]>([
    [1, "VALUE_NUMBER"],
    [true, "VALUE_BOOLEAN"],
    [["a", { b: 1 }], "START_OBJECT"],
  ])("%j is no text", (value, token) => {
    expect(() => records("counted_keyword", { x: value })).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: `Encountered unexpected token [${token}].` }),
      }) as Error,
    );
  });
});

describe("murmur3", () => {
  // MurmurHash3_x64_128 of "hello" is cbd8a7b341bd9b025b1e906a48ae1d19, of nothing 0.
  test("is the first half of the hash of the text, signed", () => {
    expect(records("murmur3", { x: ["hello", "", null] })).toEqual([
      `x=${BigInt.asIntN(64, 0xcbd8a7b341bd9b02n)}`,
      "x=0",
    ]);
    expect(records("murmur3", { x: 1.5 })).toEqual(records("murmur3", { x: "1.5" }));
  });
});
