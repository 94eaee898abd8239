import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InflightRequest } from "./inflight-requests.ts";
import { type BreakerLimits, MemoryBreakers } from "./memory-breakers.ts";

const MB = 1024 * 1024;
const LIMITS: BreakerLimits = {
  parentBytes: 10 * MB,
  requestBytes: 6 * MB,
  requestOverhead: 1,
  inflightBytes: 8 * MB,
  inflightOverhead: 2,
  fielddataBytes: 4 * MB,
  fielddataOverhead: 1.03,
};

function make(limits: Partial<BreakerLimits> = {}): MemoryBreakers {
  const breakers = new MemoryBreakers(3);
  breakers.limit({ ...LIMITS, ...limits });
  return breakers;
}

function estimated(breakers: MemoryBreakers): Record<string, number> {
  return Object.fromEntries(breakers.stats().map(({ name, estimatedBytes }) => [name, estimatedBytes]));
}

function tripped(breakers: MemoryBreakers): Record<string, number> {
  return Object.fromEntries(breakers.stats().map((breaker) => [breaker.name, breaker.tripped]));
}

function reasonOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    expect(error).toMatchObject({ status: 429, type: "circuit_breaking_exception" });
    return (error as Error).message;
  }
  throw new Error("nothing was refused");
}

describe("searches", () => {
  test("may together reach the limit, and one KiB more is rejected in Elasticsearch's words", () => {
    const breakers = make();
    const other = new MemoryBreakers(breakers.buffer);
    breakers.takeRequest(0, 4 * MB, "<reused_arrays>");
    other.takeRequest(1, 2 * MB, "<reused_arrays>");
    expect(reasonOf(() => other.takeRequest(2, 1024, "<reused_arrays>"))).toBe(
      "[request] Data too large, data for [<reused_arrays>] would be [6292480/6mb], which is larger than the limit of [6291456/6mb]",
    );
    expect(estimated(breakers)).toEqual({ inflight_requests: 0, request: 6 * MB, fielddata: 0, parent: 6 * MB });
    expect(tripped(breakers)).toEqual({ inflight_requests: 0, request: 1, fielddata: 0, parent: 0 });
    breakers.giveRequest(0, 4 * MB);
    other.takeRequest(2, 4 * MB, "<reused_arrays>");
  });

  test("count with their overhead", () => {
    const breakers = make({ requestOverhead: 1.5 });
    breakers.takeRequest(0, 4 * MB, "<x>");
    expect(estimated(breakers)["request"]).toBe(6 * MB);
    expect(reasonOf(() => breakers.takeRequest(0, 1024, "<x>"))).toContain("[request]");
  });

  test("of a dead thread count nothing", () => {
    const breakers = make();
    breakers.takeRequest(1, 6 * MB, "<x>");
    breakers.clear(1);
    expect(estimated(breakers)["request"]).toBe(0);
  });
});

describe("bodies", () => {
  test("count with their overhead from the announced length until the response", () => {
    const breakers = make();
    const first = new InflightRequest(breakers, 3 * MB, false);
    first.read(3 * MB);
    expect(estimated(breakers)["inflight_requests"]).toBe(6 * MB);
    expect(reasonOf(() => new InflightRequest(breakers, MB + 1, false))).toBe(
      "[inflight_requests] Data too large, data for [<http_request>] would be [8388610/8mb], which is larger than the limit of [8388608/8mb]",
    );
    const second = new InflightRequest(breakers, MB, false);
    first.end();
    second.end();
    expect(estimated(breakers)).toEqual({ inflight_requests: 0, request: 0, fielddata: 0, parent: 0 });
    expect(tripped(breakers)["inflight_requests"]).toBe(1);
  });

  test("that turn out longer than announced are rejected while they arrive", () => {
    const breakers = make();
    const request = new InflightRequest(breakers, 0, false);
    for (let mebibyte = 0; mebibyte < 4; mebibyte++) request.read(MB);
    expect(reasonOf(() => request.read(1))).toContain("[inflight_requests]");
    request.end();
    expect(estimated(breakers)["inflight_requests"]).toBe(0);
  });

  test("of operations that administer the node are always accepted, and count", () => {
    const breakers = make();
    const request = new InflightRequest(breakers, 5 * MB, true);
    expect(estimated(breakers)["parent"]).toBe(10 * MB);
    expect(reasonOf(() => new InflightRequest(breakers, 1, false))).toContain("[inflight_requests]");
    request.end();
  });
});

describe("the whole process", () => {
  test("searches and bodies are summed", () => {
    const breakers = make();
    breakers.takeRequest(0, 5 * MB, "<x>");
    const body = new InflightRequest(breakers, 2 * MB, false);
    expect(reasonOf(() => new InflightRequest(breakers, MB, false))).toBe(
      "[parent] Data too large, data for [<http_request>] would be [11534336/11mb], which is larger than the limit of [10485760/10mb], real usage: [9437184/9mb], new bytes reserved: [2097152/2mb], usages [inflight_requests=6291456/6mb, request=5242880/5mb, fielddata=0/0b]",
    );
    const third = new InflightRequest(breakers, MB / 2, false);
    expect(reasonOf(() => breakers.takeRequest(1, 1024, "<x>"))).toContain(
      "[parent] Data too large, data for [<x>] would be [10486784/10mb]",
    );
    third.end();
    breakers.takeRequest(1, 1024, "<x>");
    body.end();
    expect(tripped(breakers)).toEqual({ inflight_requests: 0, request: 0, fielddata: 0, parent: 2 });
  });

  test("a limit below the current use rejects requests without a body too, and -1 is no limit", () => {
    const breakers = make();
    breakers.takeRequest(0, 5 * MB, "<x>");
    breakers.limit({ ...LIMITS, parentBytes: MB });
    expect(reasonOf(() => new InflightRequest(breakers, 0, false))).toContain(
      "[parent] Data too large, data for [<http_request>] would be [5242880/5mb]",
    );
    breakers.limit({ ...LIMITS, parentBytes: -1, requestBytes: -1, inflightBytes: -1 });
    breakers.takeRequest(0, 500 * MB, "<x>");
    new InflightRequest(breakers, 500 * MB, false).end();
  });

  test("whatever is taken and released, the sums equal what is held", () => {
    const step = fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 3000 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const breakers = make();
        const held = [0, 0, 0];
        for (const [slot, units, give] of steps) {
          const bytes = give ? Math.min(units * 1024, held[slot] ?? 0) : units * 1024;
          const sum = held.reduce((total, each) => total + each, 0);
          if (give) breakers.giveRequest(slot, bytes);
          else if (sum + bytes <= LIMITS.requestBytes) breakers.takeRequest(slot, bytes, "<x>");
          else {
            expect(() => breakers.takeRequest(slot, bytes, "<x>")).toThrow("[request]");
            continue;
          }
          held[slot] = (held[slot] ?? 0) + (give ? -bytes : bytes);
        }
        expect(estimated(breakers)["request"]).toBe(held.reduce((total, each) => total + each, 0));
      }),
    );
  });
});
