/** What every form of the event store does. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import type { EventQuery, EventStore, StoredEvent } from "./event-store.ts";

export const NOW_MS = Date.UTC(2026, 4, 10, 12, 30);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An event for tests: number `n`, told `agoMs` before NOW_MS. */
export function testEvent(n: number, agoMs: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    pk: `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`,
    action: "login",
    app: "wardex.identity.auth",
    user: { pk: 1, username: "alice", email: "alice@example.org" },
    context: {},
    client_ip: "10.0.0.1",
    created: new Date(NOW_MS - agoMs).toISOString(),
    expires: new Date(NOW_MS - agoMs + 365 * DAY_MS).toISOString(),
    ...more,
  };
}

export const EVERYTHING: EventQuery = { ordering: ["-created"], from: 0, size: 100 };

function application(pk: string, name: string): JsonObject {
  return { authorized_application: { app: "authentik_core", model_name: "application", pk, name } };
}

export function eventStoreContract(name: string, open: () => Promise<EventStore>): void {
  async function filled(events: readonly StoredEvent[]): Promise<EventStore> {
    const store = await open();
    expect(await store.append(events)).toEqual([]);
    return store;
  }

  const pks = async (store: EventStore, query: Partial<EventQuery>): Promise<number[]> => {
    const { count, events } = await store.list({ ...EVERYTHING, ...query });
    expect(count).toBe(events.length);
    return events.map(({ pk }) => Number.parseInt(pk.slice(-12), 16));
  };

  describe(name, () => {
    test("shows an event as it was told, at once, and the newest first", async () => {
      const rich = testEvent(2, 5, {
        context: { list: [1, { deep: null }], text: "ünï" },
        user: { pk: 2, username: "bob", email: "" },
        client_ip: null,
      });
      const store = await filled([testEvent(1, 10), rich]);
      expect(await store.list(EVERYTHING)).toEqual({ count: 2, events: [rich, testEvent(1, 10)] });
      expect(await store.get(rich.pk)).toEqual(rich);
      expect(await store.get(testEvent(3, 0).pk)).toBeUndefined();
      await store.append([testEvent(3, 0)]);
      expect(await pks(store, {})).toEqual([3, 2, 1]);
    });

    test("keeps an event once, however often it is written", async () => {
      const store = await filled([testEvent(1, 10)]);
      await store.append([testEvent(2, 9), testEvent(1, 10, { action: "logout" })]);
      expect(await pks(store, {})).toEqual([2, 1]);
      expect((await store.get(testEvent(1, 0).pk))?.action).toBe("login");
    });

    test("is empty at first", async () => {
      const store = await open();
      expect(await store.list(EVERYTHING)).toEqual({ count: 0, events: [] });
      expect(await store.get(testEvent(1, 0).pk)).toBeUndefined();
      expect(await store.applicationUses({}, 15)).toEqual([]);
      expect(await store.removeExpired(NOW_MS)).toBe(0);
    });

    test("filters by what events are about", async () => {
      const model = { app: "authentik_core", model_name: "group", pk: "ab12", name: "staff" };
      const store = await filled([
        testEvent(1, 9, { action: "model_created", context: { model } }),
        testEvent(2, 8, {
          action: "model_updated",
          context: { model: { ...model, pk: 7, app: "other" } },
          client_ip: "::1",
        }),
        testEvent(3, 7, { action: "login_failed", user: {}, client_ip: null, context: { username: "bob" } }),
        testEvent(4, 6, {
          action: "authorize_application",
          user: { pk: 5, username: "carol", email: "" },
          context: application("cafe", "Shop"),
        }),
        testEvent(5, 5, { context: { model: "a text", authorized_application: ["list"], username: { odd: true } } }),
      ]);
      expect(await pks(store, { actionPart: "LOGIN" })).toEqual([5, 3]);
      expect(await pks(store, { actionPart: "*" })).toEqual([]);
      expect(await pks(store, { action: "login" })).toEqual([5]);
      expect(await pks(store, { clientIp: "::1" })).toEqual([2]);
      expect(await pks(store, { username: "carol" })).toEqual([4]);
      expect(await pks(store, { userPk: 5 })).toEqual([4]);
      expect(await pks(store, { triedUsername: "bob" })).toEqual([3]);
      expect(await pks(store, { modelPk: ["ab12", "x"] })).toEqual([1]);
      expect(await pks(store, { modelPk: ["7"] })).toEqual([2]);
      expect(await pks(store, { modelName: "group" })).toEqual([2, 1]);
      expect(await pks(store, { modelName: "group", modelApp: "other" })).toEqual([2]);
      expect(await pks(store, { authorizedApplication: "cafe" })).toEqual([4]);
      expect(await pks(store, { modelPk: ["nothing"] })).toEqual([]);
    });

    test("search finds every term in some field, in whatever case", async () => {
      const store = await filled([
        testEvent(1, 9, { context: { message: "Disk FULL, again", nested: { deep: ["Ärger"] } } }),
        testEvent(2, 8, { user: { pk: 2, username: "Bob", email: "bob@example.org" }, action: "custom_Thing" }),
        testEvent(0xcafe, 7, { app: "wardex.cluster", client_ip: "192.168.7.9" }),
      ]);
      expect(await pks(store, { search: "full" })).toEqual([1]);
      expect(await pks(store, { search: "disk,AGAIN" })).toEqual([1]);
      expect(await pks(store, { search: "isk ull" })).toEqual([1]);
      expect(await pks(store, { search: "disk bob" })).toEqual([]);
      expect(await pks(store, { search: "ärg" })).toEqual([1]);
      expect(await pks(store, { search: "b@EXAMPLE" })).toEqual([2]);
      expect(await pks(store, { search: "thing" })).toEqual([2]);
      expect(await pks(store, { search: "rdex.clu" })).toEqual([0xcafe]);
      expect(await pks(store, { search: "168.7" })).toEqual([0xcafe]);
      expect(await pks(store, { search: "00cafe" })).toEqual([0xcafe]);
      expect(await pks(store, { search: "7000-8000" })).toEqual([0xcafe, 2, 1]);
      expect(await pks(store, { search: '"deep":[' })).toEqual([1]);
      expect(await pks(store, { search: "*" })).toEqual([]);
      expect(await pks(store, { search: "?" })).toEqual([]);
      expect(await pks(store, { search: " , " })).toEqual([0xcafe, 2, 1]);
    });

    test("search looks into all of a long context", async () => {
      const store = await filled([
        testEvent(1, 0, { context: { text: `${"x".repeat(3900)}needle${"y".repeat(90)}`, rest: "z".repeat(4000) } }),
      ]);
      for (const search of ["xneedley", "needle", 'zz"}', `${"x".repeat(280)}needle`])
        expect([search, await pks(store, { search })]).toEqual([search, [1]]);
      expect(await pks(store, { search: "needlez" })).toEqual([]);
    });

    test("orders by any column, without a value last, and drops unknown names", async () => {
      const store = await filled([
        testEvent(1, 9, { action: "logout", app: "c", user: { username: "bob" }, client_ip: "10.0.0.9" }),
        testEvent(2, 8, { action: "login", app: "b", user: {}, client_ip: null }),
        testEvent(3, 7, { action: "login", app: "a", user: { username: "Alice" }, client_ip: "10.0.0.10" }),
      ]);
      const ordered = (...ordering: string[]): Promise<number[]> => pks(store, { ordering });
      expect(await ordered("created")).toEqual([1, 2, 3]);
      expect(await ordered("-expires")).toEqual([3, 2, 1]);
      expect(await ordered("action")).toEqual([3, 2, 1]);
      expect(await ordered("action", "created")).toEqual([2, 3, 1]);
      expect(await ordered("-app")).toEqual([1, 2, 3]);
      expect(await ordered("user")).toEqual([3, 1, 2]);
      expect(await ordered("-user")).toEqual([2, 1, 3]);
      expect(await ordered("client_ip")).toEqual([3, 1, 2]);
      expect(await ordered("pk")).toEqual([1, 2, 3]);
      expect(await ordered("context", "nonsense")).toEqual([3, 2, 1]);
    });

    test("counts the uses of applications and their users, under the newest name", async () => {
      const store = await filled([
        testEvent(1, 9, { context: application("a", "Old name"), user: { pk: 1 } }),
        testEvent(2, 8, { context: application("b", "Wiki"), user: { pk: 1 } }),
        testEvent(3, 7, { context: application("a", "Shop"), user: { pk: 2 } }),
        testEvent(4, 6, { context: application("a", "Shop"), user: { pk: 2 } }),
        testEvent(5, 5, { context: application("b", "Wiki"), user: {} }),
        testEvent(6, 4, { context: {} }),
        testEvent(7, 3, { action: "custom_x", context: application("c", "Other"), user: { pk: 1 } }),
      ]);
      const shop = { ...(application("a", "Shop")["authorized_application"] as JsonObject) };
      const wiki = { ...(application("b", "Wiki")["authorized_application"] as JsonObject) };
      expect(await store.applicationUses({ action: "login" }, 15)).toEqual([
        { application: shop, events: 3, users: 2 },
        { application: wiki, events: 2, users: 1 },
      ]);
      expect(await store.applicationUses({ action: "login" }, 1)).toEqual([{ application: shop, events: 3, users: 2 }]);
    });

    test("counts by hour: an age of exactly an hour belongs to the second one", async () => {
      const ages = [0, 1, HOUR_MS - 1, HOUR_MS, 2 * HOUR_MS - 1, 24 * HOUR_MS - 1, 24 * HOUR_MS, -1];
      const store = await filled(ages.map((age, at) => testEvent(at, age)));
      for (const now of [NOW_MS, NOW_MS + 1]) {
        const expected = Array.from(
          { length: 24 },
          (_, hour) => ages.filter((age) => Math.floor((age + now - NOW_MS) / HOUR_MS) === hour).length,
        );
        expect(await store.perHour({ action: "login" }, now)).toEqual(expected);
      }
      expect(await store.perHour({ action: "logout" }, NOW_MS)).toEqual(Array.from({ length: 24 }, () => 0));
    });

    test("removes what expired, over months, and nothing else", async () => {
      const expiring = (n: number, agoMs: number, inMs: number): StoredEvent =>
        testEvent(n, agoMs, { expires: new Date(NOW_MS + inMs).toISOString() });
      const store = await filled([
        expiring(1, 70 * DAY_MS, -1),
        expiring(2, 70 * DAY_MS, -DAY_MS),
        expiring(3, 40 * DAY_MS, 0),
        expiring(4, 40 * DAY_MS, 1),
        expiring(5, DAY_MS, -5),
        expiring(6, 0, DAY_MS),
      ]);
      expect(await store.removeExpired(NOW_MS)).toBe(4);
      expect(await pks(store, {})).toEqual([6, 4]);
      expect(await store.get(testEvent(1, 0).pk)).toBeUndefined();
      expect(await store.removeExpired(NOW_MS)).toBe(0);
      await store.append([testEvent(7, 70 * DAY_MS)]);
      expect(await pks(store, {})).toEqual([6, 4, 7]);
    });
  });
}
