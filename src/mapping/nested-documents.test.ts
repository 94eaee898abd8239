/**
 * In which Lucene document each value is indexed, as known from Elasticsearch 8.19 (`nested-oracle.test.ts` compares by
 * searches).
 */
import { expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { documentParserOf } from "./source-document-parser.ts";

const keyword = { type: "keyword" };
const text = { type: "text" };

/** The values in the document itself, and in the nested documents of each path. */
function written(properties: JsonObject, source: string, paths: readonly string[]): Record<string, string[]> {
  const mapping = mergeMappings({}, { properties }, {});
  const parser = documentParserOf({ name: "test", settings: {}, mapping, mappingVersion: 1 });
  const builder = new RecordingBuilder();
  for (const id of ["before", "1"]) {
    builder.start();
    parser.index(
      {
        id,
        routing: undefined,
        source: parseJson(source) as JsonObject,
        raw: Buffer.from(source),
        dynamicTemplates: undefined,
      },
      builder,
    );
  }
  const nested = paths.map((path, at) => [path, builder.space(path, paths[at - 1] ?? "").records] as const);
  return { "": builder.records, ...Object.fromEntries(nested) };
}

test("each nested object is a document below the one around it", () => {
  const properties = {
    k: keyword,
    a: {
      type: "nested",
      properties: { k: keyword, o: { properties: { k: keyword } }, b: { type: "nested", properties: { k: keyword } } },
    },
  };
  const source =
    '{"a":[{"k":"1","b":[{"k":"x"},{}],"o":{"k":"2"}},null,{"b.k":"no","b":{"k":"y"}},[{"k":"3"}]],"k":"r"}';
  expect(written(properties, source, ["a", "a.b"])).toEqual({
    "": ["k=r"],
    a: ["nested 0", "a.k=1", "a.o.k=2", "nested 1", "nested 2", "a.k=3"],
    "a.b": ["nested 0 in 0", "a.b.k=x", "nested 1 in 0", "nested 2 in 1", "a.b.k=no", "nested 3 in 1", "a.b.k=y"],
  });
});

test("a dotted name creates the nested objects on its path", () => {
  const properties = {
    a: {
      type: "nested",
      properties: { k: keyword, o: { properties: { b: { type: "nested", properties: { k: keyword } } } } },
    },
  };
  expect(written(properties, '{"a.k":["1","2"],"a.o.b":[{"k":"3"},{"k":"4"}],"a":{"k":"5"}}', ["a", "a.o.b"])).toEqual({
    "": [],
    a: ["nested 0", "a.k=1", "a.k=2", "nested 1", "nested 2", "a.k=5"],
    "a.o.b": ["nested 0 in 1", "a.o.b.k=3", "nested 1 in 1", "a.o.b.k=4"],
  });
});

test("values are included in parent documents as the mapping says, each once", () => {
  const both = { include_in_parent: true, include_in_root: true };
  const properties = {
    p: {
      type: "nested",
      ...both,
      properties: { k: keyword, q: { type: "nested", ...both, properties: { k: keyword } } },
    },
  };
  expect(written(properties, '{"p":{"k":"1","q":{"k":"2"}}}', ["p", "p.q"])).toEqual({
    "": ["p.k=1", "p.q.k=2"],
    p: ["nested 0", "p.k=1", "p.q.k=2"],
    "p.q": ["nested 0 in 0", "p.q.k=2"],
  });
  const rootOnly = {
    p: { type: "nested", properties: { q: { type: "nested", include_in_root: true, properties: { k: keyword } } } },
  };
  expect(written(rootOnly, '{"p":{"q":{"k":"2"}}}', ["p", "p.q"])).toEqual({
    "": ["p.q.k=2"],
    p: ["nested 0"],
    "p.q": ["nested 0 in 0", "p.q.k=2"],
  });
});

test("positions continue within a document and restart in each nested one", () => {
  const properties = { c: { type: "nested", include_in_root: true, properties: { t: text } } };
  expect(written(properties, '{"c":[{"t":["one two","three"]},{"t":"four"}]}', ["c"])).toEqual({
    "": ["c.t=one@0", "c.t=two@1", "c.t=length 2", "c.t=three@102", "c.t=length 1", "c.t=four@203", "c.t=length 1"],
    c: [
      "nested 0",
      "c.t=one@0",
      "c.t=two@1",
      "c.t=length 2",
      "c.t=three@102",
      "c.t=length 1",
      "nested 1",
      "c.t=four@0",
      "c.t=length 1",
    ],
  });
});

test("copies go to the document that holds their target", () => {
  const properties = {
    all: keyword,
    a: {
      type: "nested",
      properties: {
        own: keyword,
        b: { type: "nested", properties: { k: { ...keyword, copy_to: ["all", "a.own", "a.b.twin"] }, twin: keyword } },
      },
    },
  };
  expect(written(properties, '{"a":[{"own":"o","b":[{"k":"1"}]},{"b":[{"k":"2"}]}]}', ["a", "a.b"])).toEqual({
    "": ["all=1", "all=2"],
    a: ["nested 0", "a.own=o", "a.own=1", "nested 1", "a.own=2"],
    "a.b": ["nested 0 in 0", "a.b.k=1", "a.b.twin=1", "nested 1 in 1", "a.b.k=2", "a.b.twin=2"],
  });
});

test("ignored fields are recorded on the document itself, and constants in each nested one", () => {
  const properties = {
    a: {
      type: "nested",
      properties: { n: { type: "long", ignore_malformed: true }, c: { type: "constant_keyword", value: "v" } },
    },
  };
  expect(written(properties, '{"a":[{"n":"no"},{"n":1}]}', ["a"])).toEqual({
    "": ["_ignored=a.n"],
    a: ["nested 0", "a.c=v", "nested 1", "a.n=1", "a.c=v"],
  });
});
