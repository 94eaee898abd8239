/** Terms of fields, nearest documents and ratings of searches are answered as real servers answered them. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

type Sent = readonly [method: string, path: string, body?: unknown];

interface Recorded {
  readonly about: string;
  readonly setup: readonly Sent[];
  readonly cases: readonly { readonly request: Sent; readonly status: number; readonly body: unknown }[];
}

const recorded = JSON.parse(readFileSync(new URL("terms-and-ratings.json", import.meta.url), "utf8")) as Recorded[];
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer(["--data", ":memory:", "--security", "off"]);
  for (const { setup } of recorded) {
    for (const [method, path, body] of setup)
      expect((await server.call(method, path, body)).status, path).toBeLessThan(300);
  }
});

describe.each(recorded)("$about", ({ cases }) => {
  test.each(cases.map(({ request, status, body }) => [JSON.stringify(request), request, status, body] as const))(
    "%s",
    async (_title, [method, path, sent], status, body) => {
      const answer = await server.call(method, path, sent);
      expect({ status: answer.status, body: comparable(answer.body) }).toEqual({ status, body: comparable(body) });
    },
  );
});

/**
 * Without what differs from server to server: the columns of errors that are raised where an object ends, and the last
 * places of logarithms.
 */
function comparable(body: unknown): unknown {
  const text = JSON.stringify(body).replaceAll(/"\[1:\d+\] \[(rank_eval|knn-search)\]/g, '"[$1]');
  const places = text.replaceAll(/"took":\d+,/g, "").replaceAll(/,?"(index_uuid|col|line)":("[^"]*"|\d+)/g, "");
  return JSON.parse(places.replaceAll(/\d\.\d{13,}/g, (number) => Number(number).toPrecision(12)));
}

test("a search that fails is told beside the others, whose mean is the score", async () => {
  const { body } = await server.call("POST", "/rated/_rank_eval", {
    requests: [
      { id: "bad", request: { query: { range: { n: { gte: "x" } } } }, ratings: [] },
      { id: "good", request: {}, ratings: [{ _index: "rated", _id: "d1", rating: 1 }] },
    ],
    metric: { mean_reciprocal_rank: {} },
  });
  expect(body.metric_score).toBe(1);
  expect(Object.keys(body.details)).toEqual(["good"]);
  expect(body.failures.bad.error.type).toBe("search_phase_execution_exception");
});
