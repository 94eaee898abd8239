import { describe, expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { count } from "../actions/count.ts";
import { explain } from "../actions/explain.ts";
import { search } from "../actions/search.ts";
import { RequestCache, type RequestCacheCounts } from "./request-cache.ts";
import type { RenderOptions, SearchAnswer, SearchAction, SearchTarget } from "../search-service.ts";

const JSON_BODY: RenderOptions = { filterPath: undefined, pretty: false, human: false, format: "json" };
const NO_HITS = '{"size":0,"query":{"term":{"k":"v"}}}';

function targetOf(index: string, more: Partial<SearchTarget> = {}): SearchTarget {
  return { uuid: index, index, filters: [], access: undefined, ...more };
}

function callOf(
  body: string,
  more: Partial<Omit<SearchAction, "targets">> & { targets?: readonly SearchTarget[] } = {},
): SearchAction {
  const { targets = [targetOf("i")], ...rest } = more;
  return {
    kind: search,
    targets: [targets],
    bodies: [body],
    parameters: [{}],
    render: JSON_BODY,
    startedMs: systemClock.monotonicMs(),
    ...rest,
  };
}

function answerOf(text: string, isCacheable = true): SearchAnswer {
  return { status: 200, body: Buffer.from(text), warnings: ["old"], isCacheable, groups: [], usages: [] };
}

function cacheOf(bytes = 1e6, settings: Readonly<Record<string, string>> = {}): RequestCache {
  const cache = new RequestCache({ bytes, index: () => ({ numberOfShards: 2, settings }) });
  for (const uuid of ["i", "j"]) cache.changed(uuid);
  return cache;
}

/** Of each shard of an index. */
function countsOf(cache: RequestCache, index: string): RequestCacheCounts[] {
  return [...cache.counts()].filter(({ uuid }) => uuid === index).map(({ counts }) => counts);
}

/** Keeps an answer; whether the second call finds it. */
function finds(cache: RequestCache, first: SearchAction, second = first): boolean {
  const request = cache.keepable(first);
  if (request) cache.take(request, answerOf('{"took":7,"hits":{}}'));
  const again = cache.keepable(second);
  return again !== undefined && cache.find(again, second.startedMs) !== undefined;
}

describe("the request cache", () => {
  test("finds the answer of the same request, with its warnings, and with a time of its own", () => {
    const cache = cacheOf();
    const request = cache.keepable(callOf(NO_HITS))!;
    expect(cache.find(request, systemClock.monotonicMs())).toBeUndefined();
    cache.take(request, answerOf('{"took":7,"timed_out":false}'));
    const found = cache.find(request, systemClock.monotonicMs() + 5)!;
    expect(Buffer.from(found.body).toString()).toBe('{"took":0,"timed_out":false}');
    expect(found.warnings).toEqual(["old"]);
    const late = cache.find(request, systemClock.monotonicMs() - 2000)!;
    const { took, ...rest } = JSON.parse(Buffer.from(late.body).toString()) as { took: number };
    expect(took).toBeGreaterThanOrEqual(2000);
    expect(rest).toEqual({ timed_out: false });
  });

  test.each([
    ['{\n  "took" : 15,\n  "hits" : { }\n}\n', '{\n  "took" : 0,\n  "hits" : { }\n}\n'],
    ['{"hits":{"took":3}}', '{"hits":{"took":3}}'],
    ['{"count":12,"_shards":{}}', '{"count":12,"_shards":{}}'],
    ['{"took":1}', '{"took":0}'],
  ])("tells the time only where the response does: %j", (kept, expected) => {
    const cache = cacheOf();
    const request = cache.keepable(callOf(NO_HITS))!;
    cache.take(request, answerOf(kept));
    expect(Buffer.from(cache.find(request, systemClock.monotonicMs() + 5)!.body).toString()).toBe(expected);
  });

  test("keeps what asks for no hits, or to be kept; never what uses the time", () => {
    const kept = (body: string, more: Parameters<typeof callOf>[1] = {}): boolean =>
      finds(cacheOf(), callOf(body, more));
    expect(kept(NO_HITS)).toBe(true);
    expect(kept('{ "size" : 0 }')).toBe(true);
    expect(kept("", { parameters: [{ size: "0" }] })).toBe(true);
    expect(kept("", { kind: count })).toBe(true);
    expect(kept('{"size":5}')).toBe(false);
    expect(kept('{"size":5}', { parameters: [{ request_cache: "true" }] })).toBe(true);
    expect(kept(NO_HITS, { parameters: [{ request_cache: "false" }] })).toBe(false);
    expect(kept('{"size":0,"query":{"range":{"d":{"gte":"now-1d/d"}}}}')).toBe(false);
    expect(kept('{"size":0,"query":{"range":{"d":{"gte":"\\u006eow"}}}}')).toBe(false);
    expect(kept('{"size":0}', { parameters: [{ q: "d:[now TO *]" }] })).toBe(false);
    expect(kept(NO_HITS, { targets: [targetOf("i", { filters: [{ range: { d: { gte: "now" } } }] })] })).toBe(false);
    expect(kept('{"size":0,"indices_boost":[{"other":2}]}')).toBe(false);
    expect(kept(NO_HITS, { render: { ...JSON_BODY, format: "cbor" } })).toBe(false);
    expect(kept(NO_HITS, { kind: explain })).toBe(false);
    expect(kept(NO_HITS, { targets: [] })).toBe(false);
  });

  test("follows index.requests.cache.enable unless the request says what it wants", () => {
    const settings = { "index.requests.cache.enable": "false" };
    expect(finds(cacheOf(1e6, settings), callOf(NO_HITS))).toBe(false);
    expect(finds(cacheOf(1e6, settings), callOf(NO_HITS, { parameters: [{ request_cache: "true" }] }))).toBe(true);
  });

  test("does not keep an answer that says that it may not be", () => {
    const cache = cacheOf();
    const request = cache.keepable(callOf(NO_HITS))!;
    cache.take(request, answerOf("{}", false));
    cache.take(request, { ...answerOf("{}"), status: 503 });
    expect(cache.find(request, systemClock.monotonicMs())).toBeUndefined();
    expect(countsOf(cache, "i")).toEqual([]);
  });

  test("tells requests apart by text, parameters, targets, what these may see, and the form of the response", () => {
    const target = targetOf("i");
    const others: Parameters<typeof callOf>[1][] = [
      { parameters: [{ track_total_hits: "true" }] },
      { targets: [targetOf("j")] },
      { targets: [target, targetOf("j")] },
      { targets: [{ ...target, shards: [1] }] },
      { targets: [{ ...target, filters: [{ term: { k: "x" } }] }] },
      { targets: [{ ...target, access: { queries: [], fields: [[{ grant: ["a*"], except: [] }]] } }] },
      { targets: [{ ...target, access: { queries: [], fields: [[{ grant: ["*"], except: ["a"] }]] } }] },
      { targets: [{ ...target, access: { queries: [['{"term":{"k":"x"}}']], fields: [] } }] },
      { targets: [{ ...target, access: { queries: [['{"term":{"k":"y"}}']], fields: [] } }] },
      { render: { ...JSON_BODY, pretty: true } },
      { render: { ...JSON_BODY, human: true } },
      { render: { ...JSON_BODY, filterPath: "took" } },
      { kind: count },
    ];
    for (const other of others) expect(finds(cacheOf(), callOf(NO_HITS), callOf(NO_HITS, other))).toBe(false);
    expect(finds(cacheOf(), callOf(NO_HITS), callOf(`${NO_HITS} `))).toBe(false);
  });

  test("drops what changes: by index, and what was under way when it did", () => {
    const cache = cacheOf();
    const both = callOf(NO_HITS, { targets: [targetOf("i"), targetOf("j")] });
    const alone = callOf(NO_HITS);
    const under = cache.keepable(alone)!;
    expect([finds(cache, both), finds(cache, alone)]).toEqual([true, true]);
    cache.changed("j");
    expect(cache.find(cache.keepable(alone)!, systemClock.monotonicMs())).toBeDefined();
    expect(cache.find(cache.keepable(both)!, systemClock.monotonicMs())).toBeUndefined();
    cache.changed("i");
    cache.take(under, answerOf("{}"));
    expect(cache.find(cache.keepable(alone)!, systemClock.monotonicMs())).toBeUndefined();
    expect(finds(cache, alone)).toBe(true);
    const before = cache.keepable(alone)!;
    cache.clear();
    cache.take(before, answerOf("{}"));
    expect(cache.find(cache.keepable(alone)!, systemClock.monotonicMs())).toBeUndefined();
    const last = cache.keepable(alone)!;
    cache.forget("i");
    cache.take(last, answerOf("{}"));
    expect(cache.bytes).toBe(0);
  });

  test("counts by shard, and stays within its bytes: what was not used for longest goes first", () => {
    const cache = cacheOf(2500);
    const calls = ["a", "b", "c"].map((name) =>
      callOf(`{"size":0,"query":{"term":{"k":"${name}"}},"_source":"${"x".repeat(200)}"}`),
    );
    expect(finds(cache, calls[0]!)).toBe(true);
    const [first, second] = countsOf(cache, "i");
    expect(first).toEqual({ bytes: cache.bytes / 2, hits: 1, misses: 1, evictions: 0 });
    expect(second).toEqual(first);
    expect(finds(cache, calls[1]!)).toBe(true);
    cache.find(cache.keepable(calls[0]!)!, systemClock.monotonicMs());
    expect(finds(cache, calls[2]!)).toBe(true);
    expect(cache.bytes).toBeLessThanOrEqual(2500);
    expect(calls.map((call) => cache.find(cache.keepable(call)!, systemClock.monotonicMs()) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(countsOf(cache, "i")[0]).toEqual({ bytes: cache.bytes / 2, hits: 6, misses: 3, evictions: 1 });
    expect(countsOf(cache, "j")).toEqual([]);
  });
});
