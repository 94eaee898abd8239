import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Search, SearchResult } from "../../search/search-service.ts";
import { startTestEngine, testDisk } from "../../testing/identity/engine.ts";
import { EngineEventStore } from "./engine-event-store.ts";
import { EVENT_ORDERING, type EventQuery } from "./event-store.ts";
import { EVERYTHING, eventStoreContract, NOW_MS, testEvent } from "./event-store.contract.ts";
import { MemoryEventStore } from "./memory-event-store.ts";

eventStoreContract("events in the engine", async () => new EngineEventStore(await startTestEngine()));
eventStoreContract(
  "events in the engine, where pages are looked up",
  async () => new EngineEventStore(await startTestEngine(), 1),
);

const MONTH_MS = 31 * 86_400_000;

describe("the event series of an engine", () => {
  test("has an index for each month, which the interface at / neither writes nor lists", async () => {
    const engine = await startTestEngine();
    const store = new EngineEventStore(engine);
    await store.append([testEvent(1, 0), testEvent(2, MONTH_MS), testEvent(3, 1)]);
    const indices = Object.values(engine.cluster.state.indices);
    expect(indices.map(({ name, system, settings }) => [name, system, settings["index.hidden"]])).toEqual([
      [".wardex-events-2026.05", true, "true"],
      [".wardex-events-2026.04", true, "true"],
    ]);
  });

  test("outlives the process, and shows at once what only the log holds", async () => {
    const disk = testDisk();
    await new EngineEventStore(await startTestEngine(disk)).append([testEvent(1, 0), testEvent(2, MONTH_MS)]);
    const again = new EngineEventStore(await startTestEngine(disk));
    expect((await again.list(EVERYTHING)).events).toEqual([testEvent(1, 0), testEvent(2, MONTH_MS)]);
    await again.append([testEvent(3, 2)]);
    expect((await again.list(EVERYTHING)).count).toBe(3);
  });

  test("loses the index of a month whose events all expired", async () => {
    const engine = await startTestEngine();
    const store = new EngineEventStore(engine);
    await store.append([testEvent(1, 3 * MONTH_MS, { expires: new Date(NOW_MS).toISOString() }), testEvent(2, 0)]);
    expect(await store.removeExpired(NOW_MS)).toBe(1);
    expect(Object.keys(engine.cluster.state.indices)).toEqual([".wardex-events-2026.05"]);
  });
});

test(
  "pages, filters and searches are those of a plain list, whatever the order and wherever the page",
  { timeout: 60_000 },
  async () => {
    const words = ["login", "login_failed", "custom_A", "b"];
    const event = fc.record({
      action: fc.constantFrom(...words),
      user: fc.constantFrom("alice", "Bob", "carol", undefined),
      ip: fc.constantFrom("10.0.0.1", "::1", null),
      // Crowded on the edges of buckets and spread elsewhere, so that buckets of time are of every size.
      agoMs: fc.oneof(
        fc.constantFrom(0, 1, 60_000, 1_800_000, 45_000_000),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 90 * 86_400_000 }),
      ),
      model: fc.option(fc.constantFrom("a1", "b2")),
    });
    const ordering = fc.array(
      fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...EVENT_ORDERING)).map((parts) => parts.join("")),
      { maxLength: 2 },
    );
    const query = fc.record({
      ordering,
      from: fc.nat(45),
      size: fc.integer({ min: 0, max: 20 }),
      actionPart: fc.option(fc.constantFrom("LOG", "_", "custom"), { nil: undefined, freq: 1 }),
      username: fc.option(fc.constantFrom("alice", "Bob"), { nil: undefined, freq: 1 }),
      search: fc.option(fc.constantFrom("10.0", "bo", "a1", "7000", "log ice", "model"), { nil: undefined, freq: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 50 }),
        fc.array(query, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        async (made, queries, few) => {
          const events = made.map(({ action, user, ip, agoMs, model }, at) =>
            testEvent(at, agoMs, {
              action,
              user: user === undefined ? {} : { pk: user.length, username: user, email: "" },
              client_ip: ip,
              context: model === null ? {} : { model: { app: "x", model_name: "y", pk: model, name: "z" } },
            }),
          );
          const memory = new MemoryEventStore();
          const engine = new EngineEventStore(await startTestEngine(), few);
          await Promise.all([memory.append(events), engine.append(events)]);
          for (const asked of queries as EventQuery[])
            expect(await engine.list(asked)).toEqual(await memory.list(asked));
        },
      ),
      { numRuns: 40 },
    );
  },
);

test("a page sorts few events, wherever it is", async () => {
  const engine = await startTestEngine();
  const reaches: number[] = [];
  const watched = {
    ...engine,
    searches: {
      search(search: Search): Promise<SearchResult> {
        reaches.push(search.request.from + search.request.size);
        return engine.searches.search(search);
      },
    },
  };
  const few = 20;
  const size = 10;
  const store = new EngineEventStore(watched, few);
  await store.append(
    Array.from({ length: 400 }, (_, at) =>
      testEvent(at, at * 3_600_000, { action: at % 3 === 0 ? "login" : "logout" }),
    ),
  );
  for (const ordering of [["-created"], ["expires"], ["action"], ["-app", "created"], ["pk"]])
    for (const from of [0, 100, 200, 390])
      expect((await store.list({ ordering, from, size })).events).toHaveLength(size);
  // One bucket at each end of the page, and what is between them.
  expect(Math.max(...reaches)).toBeLessThanOrEqual(2 * few + size);
});
