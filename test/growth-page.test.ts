import { expect, test } from "vitest";
import { performancePage, performancePictures } from "../scripts/bench/performance-page.mjs";

const row = (docs: number) => ({
  docs,
  ...(docs > 0 ? { load: { perSecond: 20_000, cpu: 40 } } : {}),
  disk: docs * 900,
  startMs: 200 + docs / 1000,
  memory: 120e6 + docs,
  operations: { get: { cpu: 30, perSecond: 9000 }, "top 10 union": { cpu: 50 + docs / 100, perSecond: 900 } },
});
const run = {
  at: "2026-11-24T00:00:00Z",
  commit: "abc",
  note: "",
  cpus: 2,
  model: "one",
  memory: 8e9,
  node: "v20.0.0",
};
const runs = [{ ...run, rows: [row(0), row(10_000), row(100_000)] }];

test("the page of growth shows each picture that is made for it", () => {
  const shown = [...performancePage(runs).matchAll(/\(pictures\/([\w.-]+)\)/g)].map(([, name]) => name);
  expect(new Set(shown)).toEqual(new Set(Object.keys(performancePictures(runs))));
});

test("a curve has a line for each operation, within the picture", () => {
  const svg = performancePictures(runs)["growth-requests.svg"];
  expect(svg).not.toContain("NaN");
  expect(svg.match(/<circle/g)).toHaveLength(4);
  for (const [, x = "", y = ""] of svg.matchAll(/cx="([\d.-]+)" cy="([\d.-]+)"/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(70);
    expect(Number(x)).toBeLessThanOrEqual(720);
    expect(Number(y)).toBeGreaterThanOrEqual(40);
    expect(Number(y)).toBeLessThanOrEqual(360);
  }
  expect(svg).toContain("top 10 union: 1.05 k");
});
