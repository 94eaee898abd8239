/** Numbers of the source in hits, spelled as in Elasticsearch 8.19. */
import { beforeAll, expect, test } from "vitest";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { JsonObject } from "../../core/json.ts";
import { SearchFixture } from "../../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const properties = {
  k: { type: "keyword" },
  t: { type: "text" },
  f: { type: "flattened" },
  l: { type: "long" },
  v: { type: "dense_vector", dims: 3, index: false },
  ks: { type: "keyword", store: true },
  ii: { type: "integer", ignore_malformed: true },
};
const source =
  '{"k":[1.0,1e3,1.5,100.0],"t":[1.0,1e3],"f":{"a":1.0,"b":["x",1e3]},"l":1.0,"v":[1.0,2,3e0],"ks":[1e3,1.0],"u":{"x":[1.0,1e3,2],"y":1.50},"ii":["a",2.5,1e30]}';

beforeAll(async () => {
  await fixture.create("i", { mapping: { dynamic: false, properties } });
  await fixture.write("i", [["1", source]]);
  const copied = { copied: { type: "text" }, t: { type: "text", copy_to: "copied" }, h: { type: "half_float" } };
  await fixture.create("filtered", { mapping: { _source: { excludes: ["a"] }, dynamic: false, properties: copied } });
  await fixture.write("filtered", [["1", '{"a":1,"n":{"x.y":[[],null],"e":{}},"b":1.0,"t":1.0,"h":[-0,-0.0]}']]);
});

/** The JSON text of a member of the only hit. */
async function shown(body: JsonObject, member: string, index = "i"): Promise<string | undefined> {
  const text = stringifyJson({ _source: false, ...body });
  const answer = await fixture.send({
    call: "search",
    targets: [[fixture.target(index)]],
    bodies: [text],
    parameters: [{}],
  });
  const at = answer.indexOf(`"${member}":`);
  return at < 0 ? undefined : answer.slice(at + member.length + 3, answer.length - "}]}}".length);
}

test("a whole source is rendered unchanged, a part of it with doubles as written by Java", async () => {
  expect(await shown({ _source: true }, "_source")).toBe(source);
  expect(await shown({ _source: ["k", "u"] }, "_source")).toBe(
    '{"k":[1.0,1000.0,1.5,100.0],"u":{"x":[1.0,1000.0,2],"y":1.5}}',
  );
  expect(await shown({ _source: { includes: ["l"], excludes: ["zz*"] } }, "_source")).toBe('{"l":1.0}');
});

test("text fields render doubles as texts, other fields format them, and uninterpreted values stay unchanged", async () => {
  expect(await shown({ fields: ["k", "t", "l"] }, "fields")).toBe(
    '{"k":["1.0","1000.0","1.5","100.0"],"t":["1.0","1000.0"],"l":[1]}',
  );
  expect(await shown({ fields: ["f", "v"] }, "fields")).toBe('{"f":[{"a":1.0,"b":["x",1000.0]}],"v":[1.0,2,3.0]}');
  expect(await shown({ fields: [{ field: "u*", include_unmapped: true }] }, "fields")).toBe(
    '{"u.x":[1.0,1000.0,2],"u.y":[1.5]}',
  );
  expect(await shown({ fields: ["ii"] }, "ignored_field_values")).toBe('{"ii":["a",1.0E30]}');
});

test("stored fields render texts as they were written", async () => {
  expect(await shown({ stored_fields: ["ks"] }, "fields")).toBe('{"ks":["1e3","1.0"]}');
});

test("source excludes of a mapping are applied as in hits", async () => {
  expect(await shown({ _source: true }, "_source", "filtered")).toBe(
    '{"n":{"x.y":[[],null],"e":{}},"b":1.0,"t":1.0,"h":[0,-0.0]}',
  );
});

test("an integer zero has no sign", async () => {
  expect(await shown({ docvalue_fields: ["h"] }, "fields", "filtered")).toBe('{"h":[-0.0,0.0]}');
  expect(await shown({ fields: ["h"] }, "fields", "filtered")).toBe('{"h":[0.0,-0.0]}');
});

test("copied values are highlighted in the target field, spelled as they were indexed", async () => {
  const body = { query: { match: { copied: "1.0" } }, highlight: { fields: { copied: {} } } };
  expect(await shown(body, "highlight", "filtered")).toBe('{"copied":["<em>1.0</em>"]}');
});
