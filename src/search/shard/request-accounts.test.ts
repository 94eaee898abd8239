import { describe, expect, test } from "vitest";
import { MemoryBreakers } from "../../breakers/memory-breakers.ts";
import { BucketCounter, MAX_REQUEST_BYTES, MemoryAccount } from "./request-accounts.ts";

const MB = 1024 * 1024;

function shared(): { breakers: MemoryBreakers; held: () => number; account: () => MemoryAccount } {
  const breakers = new MemoryBreakers(2);
  const held = (): number => breakers.stats().find(({ name }) => name === "request")?.estimatedBytes ?? -1;
  return { breakers, held, account: () => new MemoryAccount({ breakers, slot: 1 }) };
}

describe("memory of a search", () => {
  test("may be 256 MB and no more, however much there is", () => {
    const account = new MemoryAccount(undefined);
    account.reserve(MAX_REQUEST_BYTES);
    expect(() => account.reserve(1)).toThrow(
      expect.objectContaining({
        status: 429,
        type: "circuit_breaking_exception",
        message:
          "[request] Data too large, data for [<reused_arrays>] would be [268435457/256mb], which is larger than the limit of [268435456/256mb]",
      }),
    );
  });

  test("is taken from the process in pieces, and given back as a whole", () => {
    const { held, account } = shared();
    const [first, second] = [account(), account()];
    first.reserve(10);
    first.reserve(16 * 1024 - 10);
    expect(held()).toBe(16 * 1024);
    first.reserve(1);
    second.reserve(3 * MB);
    expect(held()).toBe(32 * 1024 + 3 * MB);
    first.release();
    first.release();
    expect(held()).toBe(3 * MB);
    second.release();
    expect(held()).toBe(0);
  });

  test("that the process refuses is not held", () => {
    const { breakers, held, account } = shared();
    breakers.limit({
      parentBytes: -1,
      requestBytes: MB,
      requestOverhead: 1,
      inflightBytes: -1,
      inflightOverhead: 1,
      fielddataBytes: -1,
      fielddataOverhead: 1,
    });
    const refused = account();
    expect(() => refused.reserve(2 * MB)).toThrow(
      "[request] Data too large, data for [<reused_arrays>] would be [2097152/2mb]",
    );
    refused.release();
    expect(held()).toBe(0);
    const other = account();
    other.reserve(MB);
    expect(held()).toBe(MB);
    other.release();
  });

  test("counts the sources of a page from the first megabyte on", () => {
    const { held, account } = shared();
    const page = account();
    page.reserveSource(MB - 1);
    expect(held()).toBe(0);
    page.reserveSource(1);
    expect(held()).toBe(MB);
    page.release();
    expect(held()).toBe(0);
  });
});

test("as many buckets as set are fine, and one more is refused", () => {
  const buckets = new BucketCounter(3);
  buckets.count(2);
  buckets.count(1);
  expect(() => buckets.count(1)).toThrow(
    expect.objectContaining({ status: 400, type: "too_many_buckets_exception", details: { max_buckets: 3 } }),
  );
});
