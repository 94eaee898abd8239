/** Each collector keeps the same hits whether it collects a segment itself or is given every match. */
import { describe, expect, test } from "vitest";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import { eachWindow, type Run } from "../../query/execution/bulk.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";
import { numbersFrom } from "../../testing/segment/segment-model.ts";
import { parseSort } from "../sort/parse-sort.ts";
import { planSort } from "../sort/plan-sort.ts";
import { RequestText } from "../../compat/request-text.ts";
import { collectorFor } from "./collector-for.ts";
import { CountOnly } from "./count-only.ts";
import type { CollectTask, HitCollector } from "./hit-collector.ts";
import { TopByScore } from "./top-by-score.ts";
import { TopBySort } from "./top-by-sort.ts";

const next = numbersFrom(7);
const documents = Array.from({ length: 9000 }, () => ({
  t: "a b c".slice(0, 1 + 2 * Math.floor(next() * 3)),
  n: Math.floor(next() * 500),
}));
const fixture = new QueryFixture({ t: { type: "text" }, n: { type: "integer" } }, documents, [5000, 8900]);
const plan = fixture.plan({ match: { t: "b" } });

function taskOf(sort: string, limit: number): CollectTask {
  const request = RequestText.parse(`{"sort":[${sort}]}`);
  const keys = sort === "" ? [] : planSort(parseSort(request, request.body), fixture.searcher, () => undefined);
  return { keys, after: undefined, limit, trackScores: false };
}

function finish<T>(run: Run<T>): T {
  while (run.step()) continue;
  return run.result();
}

/** Collects all segments; returns how many matches were counted. */
function collectAll(collector: HitCollector, byItself: boolean): number {
  let total = 0;
  let docBase = 0;
  fixture.searcher.segments.forEach((reader, number) => {
    const context = new SegmentContext({ reader, slot: 0, checkpoint() {} });
    const operator = plan.operator(context);
    const segment = { number, docBase, context, scored: collector.needsScores };
    docBase += reader.docCount;
    if (!operator) return;
    if (byItself) {
      const matches = { ...segment, operator, plan, live: undefined, totalHitsThreshold: Infinity, hitsSoFar: total };
      const run = collector.collectSegment(matches);
      if (!run) throw new Error("wants to be brought all of them");
      total += finish(run).hits;
    } else {
      collector.beginSegment(segment);
      const { scored } = segment;
      finish(
        eachWindow({
          operator,
          context,
          live: undefined,
          scored,
          take(docs, count, scores) {
            total += count;
            collector.collect(docs, scores, count);
          },
        }),
      );
    }
    collector.endSegment();
    context.close();
  });
  return total;
}

describe.each<[string, string, number, new (...parts: never[]) => HitCollector]>([
  ["the number alone", "", 0, CountOnly],
  ["the number alone, of sorted hits", '"n"', 0, CountOnly],
  ["the best scores", "", 50, TopByScore],
  ["more than match", "", 20_000, TopByScore],
  ["the first by a field", '"n"', 50, TopBySort],
  ["the last by a field, then the score", '{"n":"desc"},"_score"', 50, TopBySort],
])("%s", (_title, sort, limit, kind) => {
  test("keeps the same hits collecting by itself as when given every match", () => {
    const task = taskOf(sort, limit);
    const [alone, brought] = [collectorFor(task), collectorFor(task)];
    expect(alone).toBeInstanceOf(kind);
    expect(collectAll(alone, true)).toBe(collectAll(brought, false));
    expect(alone.hits).toEqual(brought.hits);
    expect(alone.hits.length > 0).toBe(limit > 0);
    if (kind === TopByScore) expect(alone.maxScore).toBe(brought.maxScore);
  });
});

test("needs to be given every match when scores are tracked, or when the kernel has no room for that many hits", () => {
  const [reader] = fixture.searcher.segments;
  const context = new SegmentContext({ reader: reader!, slot: 0, checkpoint() {} });
  const operator = plan.operator(context)!;
  const segment = { number: 0, docBase: 0, context, scored: true, operator, plan, live: undefined };
  const matches = { ...segment, totalHitsThreshold: 10, hitsSoFar: 0 };
  expect(collectorFor({ ...taskOf('"n"', 5), trackScores: true }).collectSegment(matches)).toBeUndefined();
  expect(collectorFor(taskOf("", 20_001)).collectSegment(matches)).toBeUndefined();
  context.close();
});
