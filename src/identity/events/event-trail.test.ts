import { describe, expect, test } from "vitest";
import type { IdentityEvent } from "../event-sink.ts";
import { EventTrail } from "./event-trail.ts";
import type { EventStore, RefusedEvent, StoredEvent } from "./event-store.ts";
import { MemoryEventStore } from "./memory-event-store.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const ALL = { ordering: ["created"], from: 0, size: 1000 };

function event(n: number, more: Partial<IdentityEvent> = {}): IdentityEvent {
  return {
    action: "login",
    app: "wardex.test",
    user: { pk: 1, username: "alice", email: "" },
    context: { n },
    clientIp: "10.0.0.1",
    createdMs: NOW_MS,
    ...more,
  };
}

/** Fails as long as it is told to. */
class FailingStore extends MemoryEventStore {
  failing: Error | undefined;
  batches: number[] = [];

  override append(events: readonly StoredEvent[]): Promise<readonly RefusedEvent[]> {
    this.batches.push(events.length);
    return this.failing ? Promise.reject(this.failing) : super.append(events);
  }
}

function trailOver(store: EventStore): { trail: EventTrail; logged: string[]; heard: StoredEvent[] } {
  const logged: string[] = [];
  const heard: StoredEvent[] = [];
  const trail = new EventTrail({
    store,
    clock: { now: () => NOW_MS },
    retentionDays: 365,
    log: (_, message) => void logged.push(message),
    firstPauseMs: 1,
  });
  trail.onEvent((stored) => void heard.push(stored));
  return { trail, logged, heard };
}

describe("the trail", () => {
  test("keeps an event cleaned, with an end, and shows it at once", async () => {
    const { trail, heard } = trailOver(new MemoryEventStore());
    trail.record(event(1, { context: { password: "hunter2" } }));
    const { events } = await trail.list(ALL);
    expect(events).toEqual([
      {
        pk: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
        action: "login",
        app: "wardex.test",
        user: { pk: 1, username: "alice", email: "" },
        context: { password: "********************" },
        client_ip: "10.0.0.1",
        created: "2026-01-01T00:00:00.000Z",
        expires: "2027-01-01T00:00:00.000Z",
      },
    ]);
    expect(heard).toEqual(events);
    expect(await trail.get(events[0]?.pk ?? "")).toEqual(events[0]);
  });

  test("has no user and no address for events of the server, and no address for one that is none", async () => {
    const { trail } = trailOver(new MemoryEventStore());
    trail.record(event(1, { user: undefined, clientIp: undefined }));
    trail.record(event(2, { clientIp: "<script>" }));
    trail.record(event(3, { clientIp: "fe80::1" }));
    const { events } = await trail.list(ALL);
    expect(events.map(({ user, client_ip }) => [Object.keys(user).length, client_ip])).toEqual([
      [0, null],
      [3, "255.255.255.255"],
      [3, "fe80::1"],
    ]);
  });

  test("writes what is told in one go in one go, and what is told meanwhile after it, in order", async () => {
    const store = new FailingStore();
    const { trail, heard } = trailOver(store);
    for (let n = 0; n < 700; n++) trail.record(event(n));
    await trail.flushed();
    expect(store.batches).toEqual([500, 200]);
    expect(heard.map(({ context }) => context["n"])).toEqual(Array.from({ length: 700 }, (_, n) => n));
    const { events } = await trail.list(ALL);
    // All of one millisecond: the ids keep the order.
    expect(events.map(({ context }) => context["n"])).toEqual(heard.map(({ context }) => context["n"]));
  });

  test("writes what is told at any moment of a write under way", async () => {
    for (let turns = 0; turns < 40; turns++) {
      const { trail, heard } = trailOver(new MemoryEventStore());
      trail.record(event(1));
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      trail.record(event(2));
      await trail.flushed();
      expect([turns, heard.length]).toEqual([turns, 2]);
    }
  });

  test("does not hold anybody up while nothing can be written, tries again, and says so once", async () => {
    const store = new FailingStore();
    const { trail, logged, heard } = trailOver(store);
    store.failing = new Error("no room");
    trail.record(event(1));
    await trail.flushed();
    trail.record(event(2));
    await trail.flushed();
    await expect.poll(() => store.batches.length).toBeGreaterThan(2);
    expect([logged, heard]).toEqual([["events cannot be written, and wait: no room"], []]);
    store.failing = undefined;
    await expect.poll(() => heard.length).toBe(2);
    expect((await trail.list(ALL)).count).toBe(2);
  });

  test("writes at its end what waits; what cannot be written stands in the log, without its secrets", async () => {
    const store = new FailingStore();
    const { trail, logged } = trailOver(store);
    trail.record(event(1));
    await trail.close();
    expect((await store.list(ALL)).count).toBe(1);
    store.failing = new Error("no room");
    trail.record(event(2, { context: { n: 2, password: "hunter2" } }));
    await trail.close();
    expect(logged).toEqual([expect.stringContaining("no room"), expect.stringContaining('"n":2')]);
    expect(logged.join()).not.toContain("hunter2");
  });

  test("puts into the log what the store refuses for good, and goes on", async () => {
    class Refusing extends MemoryEventStore {
      override append(events: readonly StoredEvent[]): Promise<readonly RefusedEvent[]> {
        const bad = events.filter(({ context }) => context["n"] === 1);
        return super
          .append(events.filter((one) => !bad.includes(one)))
          .then(() => bad.map((one) => ({ event: one, reason: "odd" })));
      }
    }
    const { trail, logged, heard } = trailOver(new Refusing());
    for (let n = 0; n < 3; n++) trail.record(event(n));
    expect((await trail.list(ALL)).events.map(({ context }) => context["n"])).toEqual([0, 2]);
    expect(heard).toHaveLength(2);
    expect(logged).toEqual([expect.stringContaining("odd")]);
  });

  test("takes no more than it can hold; the rest stands in the log", async () => {
    const store = new FailingStore();
    const { trail, logged } = trailOver(store);
    for (let n = 0; n < 20_001; n++) trail.record(event(n));
    await trail.flushed();
    expect(logged).toEqual([expect.stringContaining("too many events wait")]);
    expect(store.batches.reduce((sum, size) => sum + size, 0)).toBe(20_000);
  }, 30_000);

  test("goes on when a listener fails, and no longer calls one that stopped", async () => {
    const { trail, heard, logged } = trailOver(new MemoryEventStore());
    let calls = 0;
    const stop = trail.onEvent(() => {
      calls++;
      throw new Error("deaf");
    });
    trail.record(event(1));
    await trail.flushed();
    await expect.poll(() => heard.length).toBe(1);
    stop();
    trail.record(event(2));
    await trail.flushed();
    await expect.poll(() => heard.length).toBe(2);
    expect([calls, logged]).toEqual([1, [expect.stringContaining("deaf")]]);
  });
});
