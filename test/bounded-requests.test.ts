/**
 * Requests that ask for more work than anybody may have: they are refused soon, others are answered meanwhile, and
 * their memory comes back.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

/** Sizes grow with it; `npm run deep` takes those of the reports that these tests come from. */
const FACTOR = process.env["WARDEX_DEEP"] === undefined ? 1 : 10;
const MB = 1024 * 1024;
/** What a process may keep of what it has freed. */
const KEPT_BYTES = 256 * MB;
const DEADLINE_MS = 30_000;

const servers: { readonly name: string; readonly server: ServerProcess }[] = [];

beforeAll(async () => {
  for (const [name, options] of [
    ["search threads", ["--memory", "512mb"]],
    ["everything on main", ["--memory", "512mb", "--threads", "0"]],
  ] as const) {
    const server = await startServer([...options]);
    await server.call("PUT", "/i", {
      settings: { number_of_replicas: 0 },
      mappings: { properties: { k: { type: "keyword" } } },
    });
    const lines = Array.from(
      { length: 16_385 },
      (_, number) => `{"index":{}}\n{"k":"${number === 0 ? "b" : "a"}${number}"}\n`,
    );
    await server.call("POST", "/i/_bulk?refresh=true", lines.join(""));
    servers.push({ name, server });
  }
});

const wildcard = (pattern: string): object => ({ query: { wildcard: { k: pattern } } });
const prefix = (value: string): object => ({ query: { prefix: { k: { value, rewrite: "scoring_boolean" } } } });
const cardinality = (count: number): object => ({
  size: 0,
  aggs: Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`a${number}`, { cardinality: { field: "k" } }]),
  ),
});

/** Path, body and what is answered. */
const requests: readonly (readonly [path: string, body: () => object, status: number, part: string])[] = [
  ["/i/_search", () => wildcard("*?".repeat(30_000 * FACTOR)), 400, "too_complex_to_determinize_exception"],
  ["/i/_search", () => wildcard("*a".repeat(16_000)), 200, '"value":0'],
  [
    "/i/_search",
    () => ({ query: { query_string: { query: "a?*".repeat(30_000), default_field: "k" } } }),
    400,
    "too_complex_to_determinize_exception",
  ],
  ["/i/_search", () => ({ query: { fuzzy: { k: "a".repeat(20_000 * FACTOR) } } }), 200, '"value":0'],
  [
    "/i/_search",
    () => ({ query: { terms: { k: Array.from({ length: 100_000 * FACTOR }, (_, number) => `value ${number}`) } } }),
    400,
    "index.max_terms_count",
  ],
  ["/_analyze", () => ({ text: "word ".repeat(200_000 * FACTOR) }), 400, "index.analyze.max_token_count"],
  [
    "/_analyze",
    () => ({ text: "word ".repeat(200_000 * FACTOR), tokenizer: "standard", filter: ["lowercase"], explain: true }),
    400,
    "max_token_count",
  ],
  ["/_analyze", () => ({ text: "w".repeat(40_000), tokenizer: "ngram" }), 400, "index.analyze.max_token_count"],
  ["/i/_search", () => prefix("b"), 200, '"value":'],
  ["/i/_search", () => prefix(""), 400, "Query rewrite failed: too many clauses"],
  // Each may mark 16,385 terms and hold a batch.
  ["/i/_search", () => cardinality(6_000), 429, "circuit_breaking_exception"],
];

test("what is too much is refused, and leaves no memory behind", async () => {
  for (const { name, server } of servers) {
    const before = residentBytes(server);
    for (const [path, body, status, part] of requests) {
      const answer: Answer = await server.call("POST", path, body());
      expect([name, path, answer.status, answer.text.includes(part) ? part : answer.text.slice(0, 500)]).toEqual([
        name,
        path,
        status,
        part,
      ]);
    }
    await expect
      .poll(() => residentBytes(server) - before, { timeout: DEADLINE_MS, interval: 200 })
      .toBeLessThan(KEPT_BYTES);
    const stats = await server.call("GET", "/_nodes/stats/breaker");
    const [node] = Object.values(stats.body.nodes) as [{ breakers: { request: { estimated_size_in_bytes: number } } }];
    expect(node.breakers.request.estimated_size_in_bytes).toBe(0);
  }
}, 240_000);

test("others are answered while a huge text is analysed", async () => {
  const [threaded] = servers;
  // One token that is as long as the text: no limit stops it.
  const text = "word ".repeat(100_000 * FACTOR);
  const filter = Array.from({ length: 8 }, () => ["lowercase", "uppercase"]).flat();
  let ended = false;
  const begun = performance.now();
  const analysed = threaded!.server
    .call("POST", "/_analyze", { text, tokenizer: "keyword", filter })
    .finally(() => (ended = true));
  let longestMs = 0;
  do {
    const asked = performance.now();
    expect((await threaded!.server.call("GET", "/_cluster/health")).status).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - asked);
  } while (!ended);
  expect((await analysed).status).toBe(200);
  // Main reads the text and sends the answer, and does no more than that.
  expect(longestMs).toBeLessThan((performance.now() - begun) / 2);
}, 240_000);

/** What the process holds. */
function residentBytes({ pid }: ServerProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
}
