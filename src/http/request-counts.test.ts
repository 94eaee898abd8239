import { expect, test } from "vitest";
import { countRequest, RequestCounts, shownHistogram, summedBy } from "./request-counts.ts";

test("sizes and times are counted by powers of two, from the first to the last that occurred", () => {
  const count = new RequestCounts().at("search", "/_search");
  countRequest(count, 0, 1, 0.2);
  countRequest(count, 3, 2 ** 40, 7.9);
  expect(count.requests).toMatchObject({ count: 2, bytes: 3 });
  expect(shownHistogram(count.requests.sizes, "bytes")).toEqual([
    { lt_bytes: 1, count: 1 },
    { ge_bytes: 1, lt_bytes: 2, count: 0 },
    { ge_bytes: 2, lt_bytes: 4, count: 1 },
  ]);
  expect(shownHistogram(count.responses.sizes, "bytes").at(-1)).toEqual({ ge_bytes: 2 ** 26, count: 1 });
  expect(shownHistogram(count.times, "millis").at(-1)).toEqual({ ge_millis: 4, lt_millis: 8, count: 1 });
  expect(shownHistogram([0, 0], "millis")).toEqual([]);
});

test("what another thread counted is taken from there once, and added here", () => {
  const there = new RequestCounts();
  const here = new RequestCounts();
  const counted = there.at("search", "/{index}/_search");
  countRequest(counted, 10, 20, 1);
  here.add(there.take());
  here.add(there.take());
  countRequest(counted, 10, 20, 1);
  here.add(there.take());
  countRequest(here.at("search", "/_search"), 1, 1, 1);
  expect(summedBy(here.all(), "operation").get("search")?.requests).toMatchObject({ count: 3, bytes: 21 });
  expect([...summedBy(here.all(), "path").keys()]).toEqual(["/{index}/_search", "/_search"]);
});
