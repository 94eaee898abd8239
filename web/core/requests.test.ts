import fc from "fast-check";
import { expect, test } from "vitest";
import type { Lists } from "./lists.ts";
import { jsonPath, operationAt, requestAt, requestsOf, sendable } from "./requests.ts";

const TEXT = `# a note
GET /_cat/indices?v

POST towns/_search
{
  "query": { "match_all": {} }
}
// another note
DELETE /towns`;

const lists = {
  search: [
    {
      name: "search",
      urls: [
        ["GET,POST", "/_search"],
        ["GET,POST", "/{index}/_search"],
      ],
    },
    { name: "indices.get", urls: [["GET", "/{index}"]] },
    { name: "cat.indices", urls: [["GET", "/_cat/indices"]] },
    { name: "search_template", urls: [["GET", "/_only/get"]] },
  ],
  identity: [],
} as unknown as Lists;

test("a text holds requests, each with its body", () => {
  expect(requestsOf(TEXT).map(({ method, path, body }) => [method, path, body.replaceAll(/\s+/g, "")])).toEqual([
    ["GET", "/_cat/indices?v", ""],
    ["POST", "/towns/_search", '{"query":{"match_all":{}}}'],
    ["DELETE", "/towns", ""],
  ]);
  expect(requestAt(TEXT, TEXT.indexOf("match_all"))?.path).toBe("/towns/_search");
  expect(requestAt(TEXT, 0)?.path).toBe("/_cat/indices?v");
  expect(requestAt("nothing", 3)).toBeUndefined();
});

test("every place of a text of requests belongs to the one that begins before it", () => {
  const request = fc.record({
    method: fc.constantFrom("GET", "PUT"),
    path: fc.constantFrom("/a", "/b/_search"),
    body: fc.constantFrom("", '{"a":1}'),
  });
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 4 }), (all) => {
      const text = all.map(({ method, path, body }) => `${method} ${path}\n${body}`).join("\n");
      const found = requestsOf(text);
      expect(found.map(({ method, path, body }) => ({ method, path, body }))).toEqual(all);
      for (const one of found) expect(requestAt(text, one.from)).toEqual(one);
    }),
  );
});

test("GET with a body goes as POST where that is the same, and as a parameter elsewhere", () => {
  const [get] = requestsOf('GET /towns/_search\n{"size":0}');
  const [other] = requestsOf('GET /_only/get?a=b\n{"x":1}');
  const [bulk] = requestsOf('POST /_bulk\n{"index":{}}\n{"a":1}');
  if (!get || !other || !bulk) throw new Error("three requests");
  expect(sendable(get, lists)).toMatchObject({ method: "POST", path: "/towns/_search", body: '{"size":0}' });
  expect(sendable(other, lists).path).toBe(
    "/_only/get?a=b&source=%7B%22x%22%3A1%7D&source_content_type=application%2Fjson",
  );
  expect(sendable(bulk, lists)).toMatchObject({ type: "application/x-ndjson", body: '{"index":{}}\n{"a":1}\n' });
  expect(operationAt("GET", "/_search", lists)?.name).toBe("search");
  expect(operationAt("GET", "/towns", lists)?.name).toBe("indices.get");
});

test("the path to a place in JSON that is still being written", () => {
  expect(jsonPath('{ "query": { "bool": { "must": [ { "ma')).toEqual(["query", "bool", "must"]);
  expect(jsonPath('{ "size": 1, "aggs": { "x": { "terms": { "field": ')).toEqual(["aggs", "x", "terms", "field"]);
  expect(jsonPath('{ "a": { "b": "}" }, "c\\"d": { ')).toEqual(['c\\"d']);
});
