/** Kept responses in the form that is asked for. */
import { expect, test } from "vitest";
import { responseIn } from "./shown-response.ts";

const TYPED = { typedKeys: true, totalsAsNumbers: false };
const PLAIN = { typedKeys: false, totalsAsNumbers: false };

test("types are taken off the names of aggregations and suggestions, and off nothing else", () => {
  const source = { "a#b": 1, hits: { total: 3 } };
  const response = {
    hits: { total: { value: 1, relation: "eq" }, hits: [{ _source: source, inner_hits: { "x#y": { hits: {} } } }] },
    aggregations: {
      "sterms#by#name": {
        buckets: [{ key: "p#q", doc_count: 1, "top_hits#best": { hits: { hits: [{ _source: source }] } } }],
      },
      "filters#f": { buckets: { "mine#x": { doc_count: 1, "max#m": { value: 1 } } } },
      "nested#n": { doc_count: 2, "scripted_metric#s": { value: { "k#l": 1 } } },
    },
    suggest: { "term#s": [{ text: "a#b", options: [] }] },
  };
  expect(JSON.parse(responseIn(PLAIN, JSON.stringify(response), TYPED))).toEqual({
    hits: response.hits,
    aggregations: {
      "by#name": {
        buckets: [{ key: "p#q", doc_count: 1, best: { hits: { hits: [{ _source: source }] } } }],
      },
      f: { buckets: { "mine#x": { doc_count: 1, m: { value: 1 } } } },
      n: { doc_count: 2, s: { value: { "k#l": 1 } } },
    },
    suggest: { s: [{ text: "a#b", options: [] }] },
  });
  expect(responseIn(TYPED, '{"aggregations":{"max#m":{"value":1.0}}}', TYPED)).toContain("max#m");
});

test("numbers keep their spelling", () => {
  const text = '{"aggregations":{"max#m":{"value":3.0}},"took":1}';
  expect(responseIn(PLAIN, text, TYPED)).toBe('{"aggregations":{"m":{"value":3.0}},"took":1}');
});

test("totals that were asked for as numbers have relations again", () => {
  const inner = { i: { hits: { total: 2, hits: [] } } };
  const response = {
    hits: { total: 3, hits: [{ _source: { total: 1 }, inner_hits: inner }] },
    aggregations: { "filter#f": { doc_count: 1, "top_hits#t": { hits: { total: -1, hits: [] } } } },
  };
  expect(JSON.parse(responseIn(PLAIN, JSON.stringify(response), { typedKeys: true, totalsAsNumbers: true }))).toEqual({
    hits: {
      total: { value: 3, relation: "eq" },
      hits: [{ _source: { total: 1 }, inner_hits: { i: { hits: { total: { value: 2, relation: "eq" }, hits: [] } } } }],
    },
    aggregations: { f: { doc_count: 1, t: { hits: { hits: [] } } } },
  });
});
