import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../core/json.ts";
import { startTestEngine } from "../../../testing/identity/engine.ts";
import { EngineEventStore } from "../../events/engine-event-store.ts";
import { type EventAction, eventActions } from "../../events/event-actions.ts";
import { MemoryEventStore } from "../../events/memory-event-store.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";

const HOUR_MS = 3_600_000;
const APP = { app: "authentik_core", model_name: "application", pk: "0f8fad5bd9cb469fa16570867728950e", name: "Shop" };

/** Tells events, the first one `agoMs` ago. */
function tell(
  identity: TestIdentity,
  action: EventAction,
  more: { context?: JsonObject; user?: number; agoMs?: number; ip?: string } = {},
): void {
  const { context = {}, user = 7, agoMs = 0, ip = "10.1.2.3" } = more;
  const createdMs = identity.clock.nowMs - agoMs;
  identity.trail.record({
    action,
    app: "wardex.test",
    user: { pk: user, username: `user${user}`, email: "" },
    context,
    clientIp: ip,
    createdMs,
  });
}

const results = (answer: { object: JsonObject }): JsonObject[] =>
  (answer.object["results"] as JsonObject[] | undefined) ?? [];

const forms: readonly (readonly [string, () => Promise<TestIdentity>])[] = [
  ["in memory", () => TestIdentity.open()],
  [
    "in the engine",
    async () => {
      const engine = await startTestEngine();
      return TestIdentity.open(undefined, undefined, new EngineEventStore(engine));
    },
  ],
];

describe.each(forms)("events %s", (_, open) => {
  test("of writes and secret reads are listed at once, with who did it from where", async () => {
    const identity = await open();
    await identity.user("bob");
    await identity.token(1, "key");
    await identity.call("POST", "core/groups/", { body: { name: "staff" }, from: "192.0.2.9" });
    const listed = await identity.call("GET", "events/events/");
    expect(listed.object).toMatchObject({
      count: 4,
      next: null,
      previous: null,
      pagination: { count: 4, total_pages: 1 },
    });
    const [group, secret, token, user] = results(listed);
    expect(group).toMatchObject({
      action: "model_created",
      client_ip: "192.0.2.9",
      context: { model: { model_name: "group", name: "staff" } },
    });
    expect(secret).toMatchObject({
      action: "secret_view",
      user: { username: "admin", pk: 1 },
      client_ip: "10.0.0.1",
      context: { secret: { model_name: "token", name: expect.stringMatching(/^key /) } },
    });
    expect([token?.["action"], user?.["context"]]).toEqual([
      "model_created",
      { model: { app: "authentik_core", model_name: "user", pk: 2, name: "bob" } },
    ]);
    const one = await identity.call("GET", `events/events/${String(secret?.["pk"])}/`);
    expect(one.object).toEqual(secret);
    expect(Object.keys(one.object).sort()).toEqual([
      "action",
      "app",
      "client_ip",
      "context",
      "created",
      "expires",
      "pk",
      "user",
    ]);
    expect(
      (await identity.call("GET", `events/events/${String(secret?.["pk"]).replaceAll("-", "").toUpperCase()}/`)).object,
    ).toEqual(secret);
  });

  test("are filtered and found as the query string says", async () => {
    const identity = await open();
    tell(identity, "login");
    tell(identity, "login_failed", { ip: "::1" });
    tell(identity, "authorize_application", { context: { authorized_application: APP } });
    tell(identity, "model_updated", {
      user: 8,
      context: { model: { app: "wardex_cluster", model_name: "index", pk: "my-index", name: "my-index" } },
    });
    tell(identity, "model_created", {
      user: 8,
      context: { model: { app: "authentik_core", model_name: "group", pk: "ab12cd", name: "staff" } },
    });
    const actions = async (query: string): Promise<Json[]> =>
      results(await identity.call("GET", `events/events/?ordering=created&${query}`)).map(
        ({ action }) => action ?? null,
      );
    expect(await actions("action=LOGIN")).toEqual(["login", "login_failed"]);
    expect(await actions("client_ip=::1")).toEqual(["login_failed"]);
    expect(await actions("username=user8")).toEqual(["model_updated", "model_created"]);
    expect(await actions("context_model_pk=ab-12-cd")).toEqual(["model_created"]);
    expect(await actions("context_model_pk=my-index")).toEqual(["model_updated"]);
    expect(await actions("context_model_name=group&context_model_app=authentik_core")).toEqual(["model_created"]);
    expect(await actions("context_authorized_app=0f8fad5b-d9cb-469f-a165-70867728950e")).toEqual([
      "authorize_application",
    ]);
    expect(await actions("search=staff,authentik")).toEqual(["model_created"]);
    expect(await actions("action=&client_ip=&search=")).toHaveLength(5);
  });

  test("come in pages; the last one is found, one behind it is not there", async () => {
    const identity = await open();
    for (let n = 0; n < 25; n++) tell(identity, "custom_step", { context: { n }, agoMs: 1000 - n });
    const last = await identity.call("GET", "events/events/?page=last&page_size=10&action=custom");
    expect(last.object).toMatchObject({
      count: 25,
      next: null,
      previous: "http://id.example:9200/api/v2beta/events/events/?action=custom&page=2&page_size=10",
      pagination: { current: 3, total_pages: 3, start_index: 21, end_index: 25 },
    });
    expect(results(last).map(({ context }) => (context as JsonObject)["n"])).toEqual([4, 3, 2, 1, 0]);
    const second = await identity.call("GET", "events/events/?page=2&page_size=10&ordering=created");
    expect(results(second).map(({ context }) => (context as JsonObject)["n"])).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
    expect((await identity.call("GET", "events/events/?page=4&page_size=10")).status).toBe(404);
    expect((await identity.call("GET", "events/events/?page=last&action=nothing")).object).toMatchObject({
      count: 0,
      results: [],
    });
  });

  test("of applications are counted by application and user", async () => {
    const identity = await open();
    const context = { authorized_application: APP };
    for (const user of [7, 7, 8]) tell(identity, "authorize_application", { context, user });
    tell(identity, "authorize_application", { context: { authorized_application: { ...APP, pk: "b", name: "Wiki" } } });
    tell(identity, "custom_use", { context });
    const top = async (query: string): Promise<Json> =>
      (await identity.call("GET", `events/events/top_per_user/?${query}`)).body;
    const shop = { application: APP, counted_events: 3, unique_users: 2 };
    expect(await top("action=authorize_application")).toEqual([
      shop,
      { application: { ...APP, pk: "b", name: "Wiki" }, counted_events: 1, unique_users: 1 },
    ]);
    expect(await top("filter_action=authorize_application&top_n=1")).toEqual([shop]);
    expect(await top("action=authorize_application&username=user8")).toEqual([
      { application: APP, counted_events: 1, unique_users: 1 },
    ]);
    expect(await top("page=3&ordering=x")).toEqual([]);
    for (const [n, message] of [
      ["0", "Ensure this value is greater than or equal to 1."],
      ["1001", "Ensure this value is less than or equal to 1000."],
      ["x", "A valid integer is required."],
    ] as const)
      expect([await top(`top_n=${n}`)]).toEqual([{ top_n: [message] }]);
  });

  test("of sign-ins are counted for each of the last 24 hours, newest first", async () => {
    const identity = await open();
    const { nowMs } = identity.clock;
    for (const agoMs of [0, HOUR_MS - 1, HOUR_MS, 23 * HOUR_MS, 24 * HOUR_MS]) tell(identity, "login", { agoMs });
    tell(identity, "login_failed", { agoMs: 5 * HOUR_MS });
    const { body } = await identity.call("GET", "admin/metrics/");
    const points = (counts: Readonly<Record<number, number>>): JsonObject[] =>
      Array.from({ length: 24 }, (__, hour) => ({ x_cord: nowMs - hour * HOUR_MS, y_cord: counts[hour] ?? 0 }));
    expect(body).toEqual([{ logins_per_1h: points({ 0: 2, 1: 1, 23: 1 }), logins_failed_per_1h: points({ 5: 1 }) }]);
  });
});

test("a client that leaves takes its searches of events with it", async () => {
  const identity = await TestIdentity.open(undefined, undefined, new EngineEventStore(await startTestEngine()));
  tell(identity, "authorize_application", { context: { authorized_application: APP } });
  for (const path of ["events/events/", "events/events/top_per_user/?action=authorize_application"]) {
    expect((await identity.call("GET", path)).status).toBe(200);
    expect((await identity.call("GET", path, { leaves: true })).object).toEqual({
      detail: "task cancelled [channel closed]",
    });
  }
});

describe("who has not the permission", () => {
  test("sees no events, and gets no counts", async () => {
    const identity = await TestIdentity.open();
    const as = await identity.token(await identity.user("bob"));
    const [known] = (await identity.trail.list({ ordering: ["created"], from: 0, size: 1 })).events;
    expect((await identity.call("GET", "events/events/", { as })).object).toMatchObject({ count: 0, results: [] });
    expect((await identity.call("GET", `events/events/${known?.pk}/`, { as })).status).toBe(404);
    for (const path of ["events/events/top_per_user/", "admin/metrics/", "admin/version/", "admin/workers/"])
      expect([path, (await identity.call("GET", path, { as })).status]).toEqual([path, 403]);
    expect((await identity.call("GET", "events/events/actions/", { as })).status).toBe(200);
  });
});

test("events are read only, and known by their pk alone", async () => {
  const identity = await TestIdentity.open();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect((await identity.call(method, "events/events/", { body: {} })).status).toBe(405);
  for (const pk of ["nonsense", "0f8fad5b-d9cb-469f-a165-70867728950e"])
    expect((await identity.call("GET", `events/events/${pk}/`)).status).toBe(404);
});

test("an answer waits for the events of its request, and a failing trail does not keep it", async () => {
  class Slow extends MemoryEventStore {
    failing = false;
    override async append(events: Parameters<MemoryEventStore["append"]>[0]): ReturnType<MemoryEventStore["append"]> {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (this.failing) throw new Error("no room");
      return super.append(events);
    }
  }
  const store = new Slow();
  const identity = await TestIdentity.open(undefined, undefined, store);
  const kept = async (): Promise<number> => (await store.list({ ordering: [], from: 0, size: 0 })).count;
  await identity.user("bob");
  expect(await kept()).toBe(1);
  store.failing = true;
  await identity.user("carol");
  expect(await kept()).toBe(1);
  expect(identity.logged).toEqual(["error events cannot be written, and wait: no room"]);
});

test("actions have names that people read", async () => {
  const identity = await TestIdentity.open();
  const listed = (await identity.call("GET", "events/events/actions/")).body as JsonObject[];
  expect(listed).toHaveLength(eventActions.length + 1);
  expect(listed).toContainEqual({ name: "Login Failed", description: "", component: "login_failed", model_name: "" });
  expect(listed.at(-1)).toMatchObject({ component: "custom_" });
});

test("version and workers are those that answer", async () => {
  const identity = await TestIdentity.open();
  expect((await identity.call("GET", "admin/version/?page=1&search=x")).body).toEqual([
    { version_current: "0.0.0-test", version_latest: "0.0.0-test", build_hash: "", outdated: false },
  ]);
  const ids = async (query: string): Promise<Json[]> =>
    results(await identity.call("GET", `admin/workers/?${query}`)).map(({ worker_id }) => worker_id ?? null);
  expect(await ids("")).toEqual(["node.main", "node.search-1", "node.search-2"]);
  expect(await ids("search=SEARCH&ordering=-worker_id")).toEqual(["node.search-2", "node.search-1"]);
  expect(await ids("page_size=2&page=2")).toEqual(["node.search-2"]);
  expect((await identity.call("GET", "admin/workers/?page=2")).status).toBe(404);
  expect((await identity.call("GET", "admin/workers/")).object).toMatchObject({
    count: 3,
    results: [{ version: "0.0.0-test", version_matching: true }, {}, {}],
  });
});

test("many wrong passwords are told one by one, and once that they are held up", async () => {
  const identity = await TestIdentity.open();
  const as = `Basic ${btoa("mallory:guess")}`;
  for (let at = 0; at < 12; at++) await identity.call("GET", "core/users/me/", { as });
  const { events } = await identity.trail.list({ ordering: ["created"], from: 0, size: 100, search: "mallory" });
  expect(events.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 9 }, () => "login_failed"),
    "suspicious_request",
    "login_failed",
  ]);
  expect(JSON.stringify(events)).not.toContain("guess");
});

test("the keys that go with a user are told of too", async () => {
  const identity = await TestIdentity.open();
  const bob = await identity.user("bob");
  await identity.token(bob, "bobs");
  await identity.call("DELETE", `core/users/${bob}/`);
  const { events } = await identity.trail.list({ ordering: ["created"], from: 0, size: 100, action: "model_deleted" });
  expect(events.map(({ context }) => context["model"])).toMatchObject([
    { model_name: "user", name: "bob" },
    { model_name: "token", name: "bobs", pk: expect.stringMatching(/^[\da-f]{32}$/) },
  ]);
});
