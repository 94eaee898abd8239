import { expect, test } from "vitest";
import { filterByPath } from "./filter-path.ts";
import { JsonText } from "./json/json-text.ts";

const body = {
  took: 1,
  hits: {
    total: { value: 4, relation: "eq" },
    max_score: 1,
    hits: [
      { _index: "a", _id: "1", _source: new JsonText('{"n":5,"o":{"x":{"y":1,"z":"a"},"w":[1,2]}}') },
      { _index: "a", _id: "2", _source: new JsonText('{"n":3}') },
    ],
  },
};

// Verified against Elasticsearch 8.19.
test.each([
  ["hits.total", { hits: { total: { value: 4, relation: "eq" } } }],
  ["hits.hits._source.n,took", { took: 1, hits: { hits: [{ _source: { n: 5 } }, { _source: { n: 3 } }] } }],
  ["hits.**.y", { hits: { hits: [{ _source: { o: { x: { y: 1 } } } }] } }],
  ["**.y", { hits: { hits: [{ _source: { o: { x: { y: 1 } } } }] } }],
  [
    "hits.h*s._i*",
    {
      hits: {
        hits: [
          { _index: "a", _id: "1" },
          { _index: "a", _id: "2" },
        ],
      },
    },
  ],
  ["-hits.hits._source.o.x,hits.hits._source.o", { hits: { hits: [{ _source: { o: { w: [1, 2] } } }] } }],
  ["-hits.total.value,-hits.total.relation,-hits.hits", { took: 1, hits: { max_score: 1 } }],
  ["-hits.hits._*", { took: 1, hits: { total: { value: 4, relation: "eq" }, max_score: 1 } }],
  ["zzz", undefined],
  ["-*", undefined],
  ["took,", { took: 1 }],
])("filter_path=%s", (path, expected) => {
  expect(filterByPath(body, path)).toEqual(expected);
});

test("*, ** and a blank path keep everything", () => {
  for (const path of ["*", "**", ""]) expect(filterByPath(body, path)).toEqual(body);
});
