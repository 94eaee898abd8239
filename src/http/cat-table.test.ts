import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { catObjects, type CatTable, catText } from "./cat-table.ts";

/** Rows and columns as a real server had them; the texts below are what it answered. */
const table: CatTable = {
  columns: [
    { name: "index", aliases: ["i", "idx"], help: "index name", shown: true },
    { name: "rep", aliases: ["r", "shards.replica"], help: "number of replica shards", shown: true, right: true },
    { name: "store.size", aliases: ["ss", "storeSize"], help: "store size", shown: true, right: true },
    { name: "flush.total_time", aliases: ["ftt"], help: "time spent in flush", shown: false, right: true },
    { name: "uuid", aliases: ["id"], help: "index uuid", shown: true },
  ],
  rows: [
    ["qroom", 0, { bytes: 9114 }, { ms: 36 }, "oZN3"],
    ["srch_a", 0, { bytes: 10547 }, { ms: 2210 }, "e8OI"],
    ["hx-1", 1, null, null, null],
  ],
};

test.each([
  ["", "qroom  0  8.9kb oZN3\nsrch_a 0 10.2kb e8OI\nhx-1   1        \n"],
  ["v", "index  rep store.size uuid\nqroom    0      8.9kb oZN3\nsrch_a   0     10.2kb e8OI\nhx-1     1            \n"],
  ["v&h=i,ss,zzz,rep&s=i:desc,ss", "i          ss rep\nsrch_a 10.2kb   0\nqroom   8.9kb   0\nhx-1            1\n"],
  [
    "v&bytes=kb&h=index,ss,store.*,id",
    "index  ss store.size id\nqroom   8          8 oZN3\nsrch_a 10         10 e8OI\nhx-1                 \n",
  ],
  ["h=ftt&time=ms", "  36\n2210\n    \n"],
  ["h=ftt", "36ms\n2.2s\n    \n"],
  ["h=zzz", "\n\n\n"],
  ["s=rep:desc,index&h=index", "hx-1\nqroom\nsrch_a\n"],
  ["s=ss&h=index", "hx-1\nqroom\nsrch_a\n"],
  ["s=ss:desc&h=index", "srch_a\nqroom\nhx-1\n"],
  [
    "help&h=index",
    [
      "index            | i,idx            | index name              ",
      "rep              | r,shards.replica | number of replica shards",
      "store.size       | ss,storeSize     | store size              ",
      "flush.total_time | ftt              | time spent in flush     ",
      "uuid             | id               | index uuid              ",
      "",
    ].join("\n"),
  ],
])("?%s", (query, text) => {
  expect(catText(table, Object.fromEntries(new URLSearchParams(query)))).toBe(text);
});

test("objects have texts as values, and keep nothing as null", () => {
  expect(catObjects(table, { h: "i,rep,ss", s: "i:desc" })).toEqual([
    { i: "srch_a", rep: "0", ss: "10.2kb" },
    { i: "qroom", rep: "0", ss: "8.9kb" },
    { i: "hx-1", rep: "1", ss: null },
  ]);
});

test("an unknown sort key is named", () => {
  expect(() => catText(table, { s: "foo" })).toThrow(
    new RequestError(400, "illegal_argument_exception", "Unable to sort by unknown sort key `foo`"),
  );
  expect(() => catText(table, { v: "foo" })).toThrow(
    "Failed to parse value [foo] as only [true] or [false] are allowed.",
  );
});
