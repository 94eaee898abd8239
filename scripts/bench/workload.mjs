// Documents and requests of the small benchmark, the same in each run.
import { randomNumbers } from "./random-numbers.mjs";

const WORDS = 5000;
const BATCH = 1000;
const DAYS = 1000;
const DAY_MS = 86_400_000;

/** Few words are in most texts, and most words in few. */
const word = (random) => `w${Math.floor(WORDS ** random()) - 1}`;

export const mapping = {
  properties: {
    title: { type: "text" },
    body: { type: "text" },
    tag: { type: "keyword" },
    date: { type: "date" },
    votes: { type: "integer" },
  },
};

/** Bodies of bulk requests. */
export function* documents(count) {
  const random = randomNumbers(1);
  let lines = "";
  for (let id = 0; id < count; id++) {
    lines += `{"index":{"_id":"${id}"}}\n${JSON.stringify(document(random))}\n`;
    if ((id + 1) % BATCH !== 0 && id + 1 < count) continue;
    yield lines;
    lines = "";
  }
}

function document(random) {
  const text = (length) => Array.from({ length }, () => word(random)).join(" ");
  return {
    title: text(6),
    body: text(60),
    tag: `t${Math.floor(random() * 50)}`,
    date: new Date(Math.floor(random() * DAYS) * DAY_MS).toISOString(),
    votes: Math.floor(random() * 1000),
  };
}

const search = (body) => ["POST", "/bench/_search", JSON.stringify(body)];
const match = (text, operator = "or") => ({ match: { body: { query: text, operator } } });
const two = (at) => `w${1 + (at % 40)} w${1 + ((at * 7) % 60)}`;
const count = (query) => search({ size: 0, track_total_hits: true, query });

/** `request` makes the one of a number; `weight`: it costs so many times as much as others. */
export const operations = [
  { name: "count term", request: (at) => count(match(`w${1 + (at % 40)}`)) },
  { name: "count union", request: (at) => count(match(two(at))) },
  { name: "count phrase", request: (at) => count({ match_phrase: { body: two(at) } }) },
  { name: "top 10 term", request: (at) => search({ query: match(`w${1 + (at % 40)}`), _source: false }) },
  { name: "top 10 union", request: (at) => search({ query: match(two(at)), _source: false }) },
  { name: "top 10 intersection", request: (at) => search({ query: match(two(at), "and"), _source: false }) },
  { name: "top 10 with sources", request: (at) => search({ query: match(two(at)) }) },
  {
    name: "sorted by date",
    weight: 4,
    request: (at) => search({ query: match(`w${1 + (at % 40)}`), sort: [{ date: "desc" }] }),
  },
  { name: "terms", weight: 4, request: () => search({ size: 0, aggs: { a: { terms: { field: "tag" } } } }) },
  {
    name: "date_histogram avg",
    weight: 10,
    request: () =>
      search({
        size: 0,
        aggs: {
          a: {
            date_histogram: { field: "date", calendar_interval: "month" },
            aggs: { v: { avg: { field: "votes" } } },
          },
        },
      }),
  },
  { name: "get", request: (at, docs) => ["GET", `/bench/_doc/${(at * 7919) % docs}`] },
  { name: "health", request: () => ["GET", "/_cluster/health"] },
  {
    name: "index one document",
    weight: 2,
    request: (at) => ["PUT", `/written/_doc/${at % 1000}`, '{"title":"one","votes":1}'],
  },
  {
    name: "bulk of 100",
    weight: 20,
    request: (at) => [
      "POST",
      "/written/_bulk",
      `{"index":{"_id":"b${at % 100}"}}\n{"title":"one two three","votes":${at}}\n`.repeat(100),
    ],
  },
];
