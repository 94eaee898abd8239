/** Async searches: what is known of them while they run, what is kept, whose they are, and when they are over. */
import { beforeEach, describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { TaskManager } from "../tasks/task-manager.ts";
import { decodeAsyncSearchId, encodeAsyncSearchId } from "./async-search-id.ts";
import type { AsyncSearchOutcome, AsyncSearchRecord, AsyncSearchStore } from "./async-search-record.ts";
import { AsyncSearches, type BegunAsyncSearch } from "./async-searches.ts";

let now: number;
let kept: Map<string, AsyncSearchRecord>;
let tasks: TaskManager;
let searches: AsyncSearches;
let mostBytes: number;

const store: AsyncSearchStore = {
  put: async (name, record) => {
    await Promise.resolve();
    if ((record.response ?? "").length > mostBytes) throw new RequestError(400, "illegal_argument_exception", "large");
    kept.set(name, record);
  },
  get: (name) => Promise.resolve(kept.get(name)),
  extend: (name, expirationMs) => {
    const found = kept.get(name);
    if (found) kept.set(name, { ...found, expirationMs });
    return Promise.resolve(found !== undefined);
  },
  delete: (name) => Promise.resolve(kept.delete(name)),
  deleteExpired: (beforeMs) => {
    const expired = [...kept].filter(([, { expirationMs }]) => expirationMs < beforeMs);
    for (const [name] of expired) kept.delete(name);
    return Promise.resolve(expired.length);
  },
};

beforeEach(() => {
  now = 1000;
  kept = new Map();
  mostBytes = 1000;
  const clock = { now: () => now, monotonicMs: () => now };
  tasks = new TaskManager("node", clock);
  let names = 0;
  const newId = (): string => String(++names).padStart(22, "x");
  searches = new AsyncSearches({ tasks, store, clock, newId, log: (_level, text) => expect(text).toBeUndefined() });
});

const shards = { total: 3, successful: 3, skipped: 0, failed: 0 };
const form = { typedKeys: false, totalsAsNumbers: false };
const found: AsyncSearchOutcome = { status: 200, response: '{"took":1}', form, error: undefined, shards, warnings: [] };

/** A search that ends when it is told to; one that is cancelled fails. */
function begin(keepAliveMs = 5000): {
  begun: BegunAsyncSearch;
  end: (outcome: AsyncSearchOutcome | Error) => Promise<void>;
} {
  let settle: (outcome: AsyncSearchOutcome | Error) => void = () => undefined;
  const ended = new Promise<AsyncSearchOutcome | Error>((resolve) => (settle = resolve));
  const start = { type: "transport", action: "search", description: "", headers: {}, cancellable: true };
  const begun = searches.begin({
    owner: "ada",
    start,
    keepAliveMs,
    shards: 3,
    async run(task) {
      task.onCancel(() => settle(new RequestError(400, "task_cancelled_exception", task.cancelReason ?? "")));
      const outcome = await ended;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  return {
    begun,
    end: (outcome) => {
      settle(outcome);
      return begun.over;
    },
  };
}

test("an id says what it stands for, and nothing else is one", () => {
  const parts = { record: "detO3DEDS06eZTxk6z2EPQ", task: "2FyA5kI6RiSwZSEVkeXrlw:107" };
  const id = encodeAsyncSearchId(parts);
  // The example of Elasticsearch's documentation.
  expect(id).toBe("FmRldE8zREVEUzA2ZVpUeGs2ejJFUFEaMkZ5QTVrSTZSaVN3WlNFVmtlWHJsdzoxMDc=");
  expect(decodeAsyncSearchId(id)).toEqual(parts);
  for (const wrong of [
    "",
    "foo",
    id.slice(0, 20),
    `${id.slice(0, -4)}AAAA${id.slice(-4)}`,
    encodeAsyncSearchId({ ...parts, record: "a" }),
  ])
    expect(() => decodeAsyncSearchId(wrong)).toThrow(`invalid id: [${wrong}]`);
});

describe("a search that ends while it is waited for", () => {
  test("shows what it came to, and is a task until then", async () => {
    const { begun, end } = begin();
    expect(tasks.all).toHaveLength(1);
    const progress = searches.progress(begun, 10_000);
    now = 1200;
    await end(found);
    expect(await progress).toMatchObject({
      ...found,
      isRunning: false,
      isPartial: false,
      startMs: 1000,
      completionMs: 1200,
    });
    expect(tasks.all).toEqual([]);
    searches.drop(begun);
    expect(kept.size).toBe(0);
    await expect(searches.find(begun.record.id, "ada", {})).rejects.toMatchObject({ status: 404 });
  });

  test("is kept until it expires, for its owner", async () => {
    const { begun, end } = begin();
    await end(found);
    await searches.keep(begun);
    const { id } = begun.record;
    expect(await searches.find(id, "ada", {})).toMatchObject(found);
    expect(await searches.find(id, undefined, {})).toMatchObject(found);
    await expect(searches.find(id, "bob", {})).rejects.toMatchObject({ status: 404, message: id });
    now = 6000;
    expect(await searches.find(id, "ada", { keepAliveMs: 100 })).toMatchObject({ expirationMs: 6100 });
    now = 6101;
    await expect(searches.find(id, "ada", {})).rejects.toMatchObject({ status: 404 });
    await searches.expire(new AbortController().signal);
    expect(kept.size).toBe(0);
  });

  test("is refused where it is too large to be kept", async () => {
    const { begun, end } = begin();
    await end({ ...found, response: "x".repeat(1001) });
    await expect(searches.keep(begun)).rejects.toThrow("large");
    expect(kept.size).toBe(0);
  });
});

describe("a search that goes on behind its answer", () => {
  test("shows that no shard has answered, and later what it came to", async () => {
    const { begun, end } = begin();
    now = 1007;
    const first = await searches.progress(begun, 0);
    expect(first).toMatchObject({ isRunning: true, isPartial: true, completionMs: undefined });
    expect(JSON.parse(first.response ?? "")).toEqual({
      took: 7,
      timed_out: false,
      num_reduce_phases: 0,
      _shards: { total: 3, successful: 0, skipped: 0, failed: 0 },
      hits: { total: { value: 0, relation: "gte" }, max_score: null, hits: [] },
    });
    await searches.keep(begun);
    // What a restart would leave.
    expect([...kept.values()]).toMatchObject([{ isRunning: false, isPartial: true }]);
    const waiting = searches.find(begun.record.id, "ada", { waitMs: 10_000, keepAliveMs: 60_000 });
    await end(found);
    expect(await waiting).toMatchObject({ ...found, isRunning: false, isPartial: false, expirationMs: 61_007 });
    expect([...kept.values()]).toMatchObject([{ ...found, isPartial: false, expirationMs: 61_007 }]);
  });

  test("that fails shows why, on which shards, and that nothing is whole", async () => {
    const { begun, end } = begin();
    await searches.keep(begun);
    const details = { phase: "query", grouped: true, failed_shards: [{ shard: 0, index: "i" }] };
    await end(new RequestError(400, "search_phase_execution_exception", "all shards failed", { details }));
    const record = await searches.find(begun.record.id, "ada", {});
    expect(record).toMatchObject({ isRunning: false, isPartial: true, status: 400, completionMs: undefined });
    expect(record.error).toEqual({
      type: "status_exception",
      reason: "error while executing search",
      caused_by: { type: "search_phase_execution_exception", reason: "all shards failed", ...details },
    });
    expect(JSON.parse(record.response ?? "")).toMatchObject({
      _shards: { total: 3, successful: 0, failed: 3, failures: [{ shard: 0 }] },
    });
  });

  test("is stopped when it is deleted, and leaves nothing", async () => {
    const { begun } = begin();
    await searches.keep(begun);
    await expect(searches.delete(begun.record.id, "bob")).rejects.toMatchObject({ status: 404 });
    await searches.delete(begun.record.id, "ada");
    expect(begun.task.cancelReason).toBe("cancelled by user");
    await begun.over;
    expect([kept.size, tasks.all.length]).toEqual([0, 0]);
    await expect(searches.delete(begun.record.id, "ada")).rejects.toMatchObject({ status: 404 });
  });

  test("is stopped when it expires", async () => {
    const { begun } = begin();
    await searches.keep(begun);
    now = 6001;
    await expect(searches.find(begun.record.id, "ada", {})).rejects.toMatchObject({ status: 404 });
    await searches.expire(new AbortController().signal);
    await begun.over;
    expect([begun.task.cancelReason, kept.size]).toEqual(["async search has expired", 0]);
  });

  test("tells that its outcome is too large to be kept", async () => {
    const { begun, end } = begin();
    await searches.keep(begun);
    await end({ ...found, response: "x".repeat(1001) });
    expect(await searches.find(begun.record.id, "ada", {})).toMatchObject({
      isPartial: true,
      status: 400,
      response: undefined,
      error: { caused_by: { type: "illegal_argument_exception" } },
    });
  });

  test("ends with the server, and is found as it was", async () => {
    const { begun } = begin();
    await searches.keep(begun);
    await searches.close();
    expect([...kept.values()]).toMatchObject([{ isRunning: false, isPartial: true, status: 200 }]);
    expect(begun.task.cancelReason).toBe("the server stops");
  });
});
