import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../core/json.ts";
import { openEngineRecordStore } from "../../records/engine-identity-index.ts";
import { startTestEngine } from "../../../testing/identity/engine.ts";
import { EngineEventStore } from "../../events/engine-event-store.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";
import { MemoryRecordStore } from "../../records/memory-record-store.ts";
import { models } from "../../records/models.ts";
import { putRecord } from "../../records/put-record.ts";
import { stringOf } from "../../records/stored-values.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

let t: TestIdentity;
beforeEach(async () => {
  t = await TestIdentity.open();
});
afterEach(() => t.identity.background?.close());

const forms: readonly (readonly [string, () => Promise<TestIdentity>])[] = [
  ["in memory", () => TestIdentity.open()],
  [
    "in the engine",
    async () => {
      const engine = await startTestEngine();
      return TestIdentity.open(() => openEngineRecordStore(engine), undefined, new EngineEventStore(engine));
    },
  ],
];

/** Makes something; answers it. */
async function made(path: string, body: JsonObject): Promise<JsonObject> {
  const answer = await t.call("POST", path, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.object;
}

/** A group with members, and a rule for it that fires for failed log-ins. */
async function ruled(users: readonly number[], more: JsonObject = {}): Promise<{ group: string; rule: string }> {
  const group = stringOf(await made("core/groups/", { name: "readers", users: [...users] }), "pk");
  const rule = stringOf(await made("events/rules/", { name: "failures", group, ...more }), "pk");
  const policy = stringOf(await made("policies/event_matcher/", { name: "failed", action: "login_failed" }), "pk");
  await made("policies/bindings/", { target: rule, policy, order: 0 });
  return { group, rule };
}

/** Somebody fails to log in. */
async function failLogin(): Promise<void> {
  await t.call("GET", "core/users/me/", { as: `Basic ${Buffer.from("eve:wrong").toString("base64")}` });
  await settled();
}

async function settled(): Promise<void> {
  await t.trail.flushed();
  await t.identity.background?.idle();
}

const results = async (path: string, as?: string): Promise<JsonObject[]> =>
  (await t.call("GET", path, as === undefined ? {} : { as })).object["results"] as JsonObject[];

describe.each(forms)("notifications %s", (_, open) => {
  beforeEach(async () => {
    await t.identity.background?.close();
    t = await open();
  });

  test("come from an event to each member, who alone sees them, with the event", async () => {
    const [ann, bob] = [await t.user("ann"), await t.user("bob")];
    const [anns, bobs] = [await t.token(ann), await t.token(bob)];
    await ruled([ann], { severity: "alert" });
    await failLogin();
    const [shown] = await results("events/notifications/", anns);
    expect(shown).toMatchObject({
      severity: "alert",
      seen: false,
      created: "2026-01-01T00:00:00.000Z",
      event: { action: "login_failed", user: {}, app: expect.any(String) },
    });
    expect(Object.keys(shown ?? {}).sort((one, other) => (one < other ? -1 : 1))).toEqual([
      "body",
      "created",
      "event",
      "pk",
      "seen",
      "severity",
    ]);
    // Not even superusers see those of others.
    for (const other of [bobs, t.admin]) {
      expect(await results("events/notifications/", other)).toEqual([]);
      const path = `events/notifications/${String(shown?.["pk"])}/`;
      for (const method of ["GET", "PATCH", "PUT", "DELETE"])
        expect((await t.call(method, path, { as: other, body: { seen: true } })).status).toBe(404);
    }
    expect((await t.call("GET", `events/notifications/${String(shown?.["pk"])}/`, { as: anns })).object).toEqual(shown);
  });

  test("can be seen, and nothing else of them can be changed; the audit trail is not told", async () => {
    const ann = await t.user("ann");
    const as = await t.token(ann);
    await ruled([ann]);
    await failLogin();
    const [before] = await results("events/notifications/", as);
    const path = `events/notifications/${String(before?.["pk"])}/`;
    const told = t.events.length;
    const changed = await t.call("PATCH", path, {
      as,
      body: { seen: true, body: "mine", severity: "alert", event: null },
    });
    expect([changed.status, changed.object]).toEqual([200, { ...before, seen: true }]);
    expect((await t.call("PUT", path, { as, body: {} })).status).toBe(200);
    expect((await t.call("PATCH", path, { as, body: { seen: "perhaps" } })).object).toEqual({
      seen: ["Must be a valid boolean."],
    });
    expect((await t.call("DELETE", path, { as })).status).toBe(204);
    expect((await t.call("GET", path, { as })).status).toBe(404);
    expect((await t.call("POST", "events/notifications/", { as, body: {} })).status).toBe(405);
    expect(t.events).toHaveLength(told);
  });

  test("are all marked as seen by their owner alone", async () => {
    const [ann, bob] = [await t.user("ann"), await t.user("bob")];
    const [anns, bobs] = [await t.token(ann), await t.token(bob)];
    await ruled([ann, bob]);
    for (let at = 0; at < 3; at++) await failLogin();
    expect((await t.call("POST", "events/notifications/mark_all_seen/", { as: anns })).status).toBe(204);
    expect((await results("events/notifications/?seen=true", anns)).length).toBe(3);
    expect((await results("events/notifications/?seen=false", anns)).length).toBe(0);
    expect((await results("events/notifications/?seen=true", bobs)).length).toBe(0);
  });

  test("are filtered, searched and ordered", async () => {
    const ann = await t.user("ann");
    const as = await t.token(ann);
    await ruled([ann], { severity: "warning" });
    await failLogin();
    t.clock.nowMs += 1000;
    await failLogin();
    const all = await results("events/notifications/", as);
    expect(all.map((one) => one["created"])).toEqual(["2026-01-01T00:00:01.000Z", "2026-01-01T00:00:00.000Z"]);
    expect((await results("events/notifications/?ordering=created", as)).map((one) => one["pk"])).toEqual(
      all.map((one) => one["pk"]).reverse(),
    );
    const event = stringOf((all[0]?.["event"] ?? {}) as JsonObject, "pk");
    for (const [query, count] of [
      ["severity=warning", 2],
      ["severity=alert", 0],
      [`event=${event}`, 1],
      [`event=${NOBODY}`, 0],
      ["created=2026-01-01T00:00:01Z", 1],
      [`body=${encodeURIComponent(stringOf(all[0] ?? {}, "body"))}`, 2],
      ["body=login", 0],
      ["search=EVE", 2],
      ["search=warn,eve", 2],
      ["search=nothing", 0],
    ] as const)
      expect([query, (await t.call("GET", `events/notifications/?${query}`, { as })).object["count"]]).toEqual([
        query,
        count,
      ]);
    for (const [query, body] of [
      ["severity=zz", { severity: ["Select a valid choice. zz is not one of the available choices."] }],
      ["event=zz", { event: ["“zz” is not a valid UUID."] }],
      ["created=zz", { created: ["Enter a valid date/time."] }],
    ] as const)
      expect((await t.call("GET", `events/notifications/?${query}`, { as })).object).toEqual(body);
  });

  test("show no event once it is gone, and go themselves with their user", async () => {
    const ann = await t.user("ann");
    const as = await t.token(ann);
    await ruled([ann]);
    await failLogin();
    t.clock.nowMs += 366 * 86_400_000;
    await t.trail.removeExpired();
    expect(await results("events/notifications/", as)).toMatchObject([{ event: null }]);
    await t.call("DELETE", `core/users/${ann}/`);
    const { records } = await t.identity.store.list({
      model: "notification",
      filters: {},
      search: undefined,
      searchFields: [],
      ordering: [],
      from: 0,
      size: 9,
    });
    expect(records).toEqual([]);
  });
});

describe("rules", () => {
  test("are made, read, changed and removed; names are unique", async () => {
    const transport = stringOf(await made("events/transports/", { name: "local", mode: "local" }), "pk");
    const group = await made("core/groups/", { name: "readers" });
    const rule = await made("events/rules/", { name: "one", transports: [transport], group: stringOf(group, "pk") });
    expect(rule).toEqual({
      pk: rule["pk"],
      name: "one",
      transports: [transport],
      severity: "notice",
      group: group["pk"],
      group_obj: group,
    });
    const path = `events/rules/${stringOf(rule, "pk")}/`;
    expect((await t.call("PATCH", path, { body: { severity: "alert" } })).object).toEqual({
      ...rule,
      severity: "alert",
    });
    expect((await t.call("PUT", path, { body: { name: "two", group: null } })).object).toMatchObject({
      name: "two",
      group: null,
      group_obj: null,
      severity: "alert",
    });
    await made("events/rules/", { name: "one" });
    expect((await t.call("PATCH", path, { body: { name: "one" } })).object).toEqual({
      name: ["Notification Rule with this name already exists."],
    });
    expect((await t.call("GET", "events/rules/?search=TW")).object).toMatchObject({
      count: 1,
      results: [{ name: "two" }],
    });
    expect((await t.call("GET", "events/rules/?severity=alert&name=two")).object["count"]).toBe(1);
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await t.call("GET", path)).status).toBe(404);
    expect(t.events.at(-1)).toMatchObject({
      action: "model_deleted",
      context: { model: { app: "authentik_events", model_name: "notificationrule", name: "two" } },
    });
  });

  test.each([
    [{}, { name: ["This field is required."] }],
    [{ name: "x", severity: "loud" }, { severity: ['"loud" is not a valid choice.'] }],
    [{ name: "x", group: NOBODY }, { group: [`Invalid pk "${NOBODY}" - object does not exist.`] }],
    [{ name: "x", transports: [NOBODY] }, { transports: [`Invalid pk "${NOBODY}" - object does not exist.`] }],
    [{ name: "x", transports: "zz" }, { transports: ['Expected a list of items but got type "str".'] }],
  ])("refuse %j", async (body, words) => {
    const answer = await t.call("POST", "events/rules/", { body });
    expect([answer.status, answer.object]).toEqual([400, words]);
  });

  test("lose the group and the transports that go, and take their bindings with them", async () => {
    const transport = stringOf(await made("events/transports/", { name: "local", mode: "local" }), "pk");
    const { group, rule } = await ruled([await t.user("ann")], { transports: [transport] });
    await t.call("DELETE", `core/groups/${group}/`);
    await t.call("DELETE", `events/transports/${transport}/`);
    expect((await t.call("GET", `events/rules/${rule}/`)).object).toMatchObject({
      group: null,
      group_obj: null,
      transports: [],
    });
    await failLogin();
    expect((await t.call("GET", `policies/bindings/?target=${rule}`)).object["count"]).toBe(1);
    await t.call("DELETE", `events/rules/${rule}/`);
    expect((await t.call("GET", `policies/bindings/?target=${rule}`)).object["count"]).toBe(0);
  });
});

describe("transports", () => {
  test("are made, read, changed and removed; names are unique", async () => {
    const made1 = await made("events/transports/", {
      name: "one",
      mode: "webhook",
      webhook_url: "https://hooks.example/x",
    });
    const expected = {
      name: "one",
      mode: "webhook",
      mode_verbose: "Generic Webhook",
      webhook_url: "https://hooks.example/x",
      send_once: false,
    };
    expect(made1).toEqual({ pk: made1["pk"], ...expected });
    const path = `events/transports/${stringOf(made1, "pk")}/`;
    expect((await t.call("PATCH", path, { body: { send_once: true } })).object).toEqual({ ...made1, send_once: true });
    expect((await t.call("PUT", path, { body: { name: "two", mode: "email" } })).object).toMatchObject({
      mode_verbose: "Email",
      name: "two",
    });
    await made("events/transports/", { name: "one", mode: "local" });
    expect((await t.call("PATCH", path, { body: { name: "one" } })).object).toEqual({
      name: ["Notification Transport with this name already exists."],
    });
    expect((await t.call("GET", "events/transports/?mode=email&search=two")).object["count"]).toBe(1);
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await t.call("GET", path)).status).toBe(404);
  });

  test.each([
    [{ name: "x" }, { mode: ["This field is required."] }],
    [{ name: "x", mode: "pigeon" }, { mode: ['"pigeon" is not a valid choice.'] }],
    [{ name: "x", mode: "webhook" }, { webhook_url: ["Webhook URL may not be empty."] }],
    [{ name: "x", mode: "webhook_slack", webhook_url: "" }, { webhook_url: ["Webhook URL may not be empty."] }],
    [{ name: "x", mode: "webhook", webhook_url: "ftp://a.example" }, { webhook_url: ["Enter a valid URL."] }],
    [{ name: "x", mode: "webhook", webhook_url: "nonsense" }, { webhook_url: ["Enter a valid URL."] }],
  ])("refuse %j", async (body, words) => {
    const answer = await t.call("POST", "events/transports/", { body });
    expect([answer.status, answer.object]).toEqual([400, words]);
  });

  test("cannot lose the address that they need", async () => {
    const { pk } = await made("events/transports/", {
      name: "one",
      mode: "webhook",
      webhook_url: "https://hooks.example/x",
    });
    const path = `events/transports/${String(pk)}/`;
    expect((await t.call("PATCH", path, { body: { webhook_url: "" } })).status).toBe(400);
    await made("events/transports/", { name: "two", mode: "local" });
    expect((await t.call("PATCH", path, { body: { name: "renamed" } })).status).toBe(200);
  });

  test("keep their addresses encrypted; of an address that another secret key sealed nothing is shown, nor sent there", async () => {
    const stored: unknown[] = [];
    const memory = new MemoryRecordStore(models);
    const change = memory.change.bind(memory);
    memory.change = (changes) => {
      stored.push(...changes);
      return change(changes);
    };
    t = await TestIdentity.open(() => Promise.resolve(memory));
    const address = "https://hooks.example/services/PLANTED";
    const { pk } = await made("events/transports/", { name: "one", mode: "webhook", webhook_url: address });
    const path = `events/transports/${String(pk)}/`;
    await t.call("PATCH", path, { body: { name: "two" } });
    expect((await t.call("GET", path)).object["webhook_url"]).toBe(address);
    expect(JSON.stringify([stored, t.events, t.logged])).not.toContain("PLANTED");
    await t.identity.background?.close();
    t = await TestIdentity.open(() => Promise.resolve(memory));
    expect(
      (await t.call("PATCH", path, { as: t.identity.internalAuthorization, body: { name: "three" } })).object,
    ).toMatchObject({
      webhook_url: "",
      name: "three",
    });
    const tried = await t.call("POST", `${path}test/`, { as: t.identity.internalAuthorization });
    expect(tried.object).toEqual({
      detail: "The address cannot be read: the server's secret key is another one than when it was set.",
    });
  });

  test("are tried: what is stored is shown to the caller, what fails says why", async () => {
    const local = await made("events/transports/", { name: "here", mode: "local" });
    const tried = await t.call("POST", `events/transports/${stringOf(local, "pk")}/test/`);
    expect([tried.status, tried.object]).toEqual([200, { messages: ["The notification is stored."] }]);
    expect(await results("events/notifications/")).toMatchObject([
      { severity: "notice", body: "Test Notification from transport here", event: null },
    ]);
    const email = await made("events/transports/", { name: "mail", mode: "email" });
    const failed = await t.call("POST", `events/transports/${stringOf(email, "pk")}/test/`);
    expect([failed.status, failed.object]).toEqual([
      500,
      { detail: "No e-mail can be sent: set WARDEX_SMTP_HOST and WARDEX_SMTP_FROM." },
    ]);
    const inside = await made("events/transports/", {
      name: "inside",
      mode: "webhook",
      webhook_url: "http://169.254.169.254/SECRET",
    });
    const refused = await t.call("POST", `events/transports/${stringOf(inside, "pk")}/test/`);
    expect(refused.object).toEqual({
      detail: "169.254.169.254 is not a public address; webhooks to others need WARDEX_WEBHOOK_ALLOW_PRIVATE=true.",
    });
    expect((await t.call("POST", `events/transports/${NOBODY}/test/`)).status).toBe(404);
  });
});

describe("who may what", () => {
  test("rules, transports and their test need permissions of a role; without them they are not there", async () => {
    const ann = await t.user("ann");
    const as = await t.token(ann);
    const { pk } = await made("events/transports/", { name: "here", mode: "local" });
    const path = `events/transports/${String(pk)}/`;
    const statuses = async (): Promise<number[]> => [
      (await t.call("GET", path, { as })).status,
      (await t.call("POST", `${path}test/`, { as })).status,
      (await t.call("PATCH", path, { as, body: { send_once: true } })).status,
      (await t.call("POST", "events/rules/", { as, body: { name: "hers" } })).status,
      (await t.call("GET", "admin/system_tasks/", { as })).status,
    ];
    expect(await statuses()).toEqual([404, 404, 403, 403, 403]);
    expect(await results("events/transports/", as)).toEqual([]);
    const grant = async (privileges: string[]): Promise<void> => {
      const fields = {
        name: "notifier",
        cluster: [],
        indices: [],
        applications: [{ application: "wardex", privileges, resources: ["*"] }],
      };
      await putRecord(t.identity.store, { id: "role:notifier", model: "role", fields });
    };
    await grant(["view_notificationtransport"]);
    await t.call("PATCH", `core/users/${ann}/`, { body: { roles: ["notifier"] } });
    expect(await statuses()).toEqual([200, 403, 403, 403, 403]);
    await grant(["view_notificationtransport", "change_notificationtransport", "add_notificationrule", "view_event"]);
    expect(await statuses()).toEqual([200, 200, 200, 201, 403]);
  });

  test("nobody gets to read events by having them sent", async () => {
    const ann = await t.user("ann");
    const as = await t.token(ann);
    const { rule } = await ruled([ann]);
    const policy = stringOf(
      ((await t.call("GET", "policies/event_matcher/?name=failed")).object["results"] as JsonObject[])[0] ?? {},
      "pk",
    );
    const grant = async (privileges: string[]): Promise<void> => {
      const fields = {
        name: "notifier",
        cluster: [],
        indices: [],
        applications: [{ application: "wardex", privileges, resources: ["*"] }],
      };
      await putRecord(t.identity.store, { id: "role:notifier", model: "role", fields });
    };
    await grant(["*_notificationrule", "*_eventmatcherpolicy", "*_policybinding"]);
    await t.call("PATCH", `core/users/${ann}/`, { body: { roles: ["notifier"] } });
    const attempts = async (): Promise<number[]> => [
      (await t.call("PATCH", `events/rules/${rule}/`, { as, body: { severity: "alert" } })).status,
      (await t.call("PATCH", `policies/event_matcher/${policy}/`, { as, body: { action: "login" } })).status,
      (
        await t.call("POST", "policies/bindings/", {
          as,
          body: { target: rule, group: null, user: ann, negate: true, order: 5 },
        })
      ).status,
    ];
    expect(await attempts()).toEqual([403, 403, 403]);
    await grant(["*_notificationrule", "*_eventmatcherpolicy", "*_policybinding", "view_event"]);
    expect(await attempts()).toEqual([200, 200, 201]);
  });
});

describe("background tasks", () => {
  test("are shown to superusers, and run again when they ask", async () => {
    await t.scheduler.tick();
    const answer = await t.call("GET", "admin/system_tasks/");
    const tasks = answer.body as JsonObject[];
    expect(tasks.map((task) => task["task_name"])).toEqual([
      "certificate_expiry_watch",
      "clean_expired_models",
      "event_retention",
      "notification_transport",
    ]);
    const created = "2026-01-01T00:00:00.000Z";
    expect(tasks[1]).toEqual({
      task_name: "clean_expired_models",
      task_description:
        "Removes expired tokens, sessions and notifications, and rotates the keys of expired API tokens.",
      task_finish_timestamp: created,
      status: "UNKNOWN",
      messages: ["The task has not run yet."],
    });
    t.clock.nowMs += 5000;
    const retry = await t.call("POST", "admin/system_tasks/clean_expired_models/retry/");
    expect([retry.status, retry.text]).toEqual([201, ""]);
    await t.scheduler.idle();
    expect((await t.call("GET", "admin/system_tasks/clean_expired_models/")).object).toMatchObject({
      status: "SUCCESSFUL",
      task_finish_timestamp: "2026-01-01T00:00:05.000Z",
    });
    expect((await t.call("GET", "admin/system_tasks/nothing/")).status).toBe(404);
    expect((await t.call("POST", "admin/system_tasks/nothing/retry/")).status).toBe(404);
  });

  test("remove what is over, and give expired API tokens another key", async () => {
    const ann = await t.user("ann");
    await t.token(ann, "forever");
    const old = await t.token(ann, "short", { expiring: true, expires: "2026-01-01T00:10:00Z" });
    await t.call("POST", "core/tokens/", {
      body: { identifier: "app", user: ann, intent: "app_password", expires: "2026-01-01T00:10:00Z" },
    });
    await t.call("POST", "events/transports/zz/test/");
    t.clock.nowMs += 11 * 60_000;
    await t.call("POST", "admin/system_tasks/clean_expired_models/retry/");
    await t.scheduler.idle();
    expect((await t.call("GET", "admin/system_tasks/clean_expired_models/")).object["messages"]).toEqual([
      "Expired 1 token records.",
      "Rotated the keys of 1 tokens.",
    ]);
    expect((await t.call("GET", "core/tokens/?search=forever")).object["count"]).toBe(1);
    expect((await t.call("GET", "core/users/me/", { as: old })).status).toBe(401);
    const { key } = (await t.call("GET", "core/tokens/short/view_key/")).object;
    expect(await t.call("GET", "core/users/me/", { as: `Bearer ${String(key)}` })).toMatchObject({
      status: 200,
      body: { username: "ann" },
    });
    expect((await t.call("GET", "core/tokens/app/")).status).toBe(404);
  });
});
