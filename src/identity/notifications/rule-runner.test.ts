import { describe, expect, test } from "vitest";
import { NOTIFICATIONS_APP } from "./notifications-app.ts";
import type { EventStore, StoredEvent } from "../events/event-store.ts";
import { RuleRunner } from "./rule-runner.ts";
import { eventId, NotificationWorld, uuid } from "../../testing/identity/notifications.ts";
import { makeNotificationDefaults } from "./notification-defaults.ts";

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Runs events through the rules, from opening to closing. */
async function run(
  world: NotificationWorld,
  tell: (onEvent: (event: Awaited<ReturnType<NotificationWorld["event"]>>) => void) => Promise<void>,
): Promise<void> {
  const runner = world.runner();
  await runner.open();
  await tell((event) => runner.onEvent(event));
  await runner.idle();
  await runner.close();
}

describe("a rule that an event passes", () => {
  test("makes one notification for each direct member of its group", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.user(2);
    await world.user(3, { groups: [uuid(999)] });
    await world.rule(10, "login_failed");
    await run(world, async (tell) => {
      const event = await world.event("login_failed");
      tell(event);
      tell(await world.event("login"));
      world.clock.nowMs += 5000;
    });
    const made = await world.all("notification");
    expect(new Set(made.map(({ fields }) => fields["user"]))).toEqual(new Set([1, 2]));
    expect(made).toHaveLength(2);
    expect(made[0]?.fields).toMatchObject({
      severity: "warning",
      body: "login_failed happened",
      seen: false,
      rule: uuid(10),
    });
    expect(await world.all("delivery")).toEqual([]);
  });

  test("queues a delivery for each transport that leaves the server; one for all with send_once", async () => {
    const world = new NotificationWorld();
    for (const pk of [1, 2, 3]) await world.user(pk);
    const transports = [
      await world.transport(20, "local"),
      await world.transport(21, "webhook", { webhook_url: "http://1.1.1.1/" }),
      await world.transport(22, "webhook_slack", { webhook_url: "http://1.1.1.1/", send_once: true }),
    ];
    await world.rule(10, "login_failed", { transports });
    await run(world, async (tell) => tell(await world.event("login_failed")));
    const deliveries = await world.all("delivery");
    expect(deliveries.filter(({ fields }) => fields["transport"] === uuid(21))).toHaveLength(3);
    expect(deliveries.filter(({ fields }) => fields["transport"] === uuid(22))).toHaveLength(1);
    expect(deliveries).toHaveLength(4);
  });

  test("queues no e-mail to who has no address, and says how many there were", async () => {
    const world = new NotificationWorld();
    await world.user(1, { email: "" });
    await world.user(2);
    await world.rule(10, "login_failed", { transports: [await world.transport(20, "email", { send_once: true })] });
    const runner = world.runner();
    await runner.open();
    runner.onEvent(await world.event("login_failed"));
    await runner.idle();
    expect((await world.all("delivery")).map(({ fields }) => fields["user"])).toEqual([2]);
    expect([runner.takeUnreached(), runner.takeUnreached()]).toEqual([1, 0]);
    expect(await world.all("notification")).toHaveLength(2);
  });

  test("has the whole context as its body where the event has no message", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed");
    await run(world, async (tell) => {
      tell(await world.event("login_failed", { context: { username: "eve" } }));
      tell(await world.event("login_failed", { context: { message: "x".repeat(10_000) } }));
    });
    const bodies = (await world.all("notification")).map(({ fields }) => String(fields["body"]));
    expect(bodies).toContain('login_failed: {"username":"eve"}');
    expect(Math.max(...bodies.map((body) => body.length))).toBe(4097);
  });
});

describe("a rule does not fire", () => {
  test("without a group, without bindings, or for what no policy matches; a negated policy turns it round", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed", { group: null });
    await world.create("notification_rule", {
      pk: uuid(30),
      name: "unbound",
      transports: [],
      severity: "notice",
      group: uuid(1000),
    });
    await world.rule(40, "login");
    await run(world, async (tell) => tell(await world.event("login_failed")));
    expect(await world.all("notification")).toEqual([]);
    const binding = await world.store.get(`policy_binding:${uuid(41)}`);
    const fields = { ...binding?.fields, negate: true };
    await world.store.change([
      { kind: "replace", id: `policy_binding:${uuid(41)}`, fields, ifSeqNo: binding?.seqNo ?? -1, claims: [] },
    ]);
    await run(world, async (tell) => tell(await world.event("login_failed")));
    expect((await world.all("notification")).map((record) => record.fields["rule"])).toEqual([uuid(40)]);
  });

  test("for events that notifications cause, nor for those about a policy bound to any rule", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "policy_exception");
    await world.rule(20, "system_task_exception");
    const bound = uuid(21).replaceAll("-", "");
    await run(world, async (tell) => {
      tell(await world.event("system_task_exception", { app: NOTIFICATIONS_APP }));
      tell(await world.event("policy_exception", { context: { message: "m", policy_uuid: bound } }));
      tell(await world.event("policy_exception", { context: { message: "m", policy_uuid: uuid(21) } }));
    });
    expect(await world.all("notification")).toEqual([]);
    await run(world, async (tell) =>
      tell(await world.event("policy_exception", { context: { message: "m", policy_uuid: "f".repeat(32) } })),
    );
    expect(await world.all("notification")).toHaveLength(1);
  });

  test("about itself without end: a policy that logs its runs is run once for an event", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login");
    await world.bind(uuid(10), 12, { action: "policy_execution", execution_logging: true });
    const runner = world.runner();
    await runner.open();
    runner.onEvent(await world.event("login"));
    // What the audit trail was told comes back to the rules, as long as there is something.
    for (let seen = 0, round = 0; round < 5; round++) {
      await runner.idle();
      const told = world.told.slice(seen);
      seen = world.told.length;
      for (const { action, context, app } of told) runner.onEvent(await world.event(action, { context, app }));
    }
    expect(world.told.map(({ action }) => action)).toEqual(["policy_execution"]);
    expect(await world.all("notification")).toHaveLength(1);
  });
});

describe("many events", () => {
  test("64 at once are looked at, each once, in few readings of the rules", async () => {
    const world = new NotificationWorld();
    for (const pk of [1, 2]) await world.user(pk);
    await world.rule(10, "login_failed", {
      transports: [await world.transport(20, "webhook", { webhook_url: "http://1.1.1.1/" })],
    });
    let lists = 0;
    const list = world.store.list.bind(world.store);
    world.store.list = (query) => {
      lists++;
      return list(query);
    };
    await run(world, async (tell) => {
      const events = await Promise.all(Array.from({ length: 64 }, () => world.event("login_failed")));
      for (const event of events) tell(event);
    });
    expect(lists).toBeLessThan(10);
    expect(await world.all("notification")).toHaveLength(128);
    expect(await world.all("delivery")).toHaveLength(128);
  });

  test("that happened while nobody looked are read from the trail after a restart, and nothing is made twice", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed", {
      transports: [await world.transport(20, "webhook", { webhook_url: "http://1.1.1.1/" })],
    });
    await world.event("login_failed");
    await run(world, async (tell) => tell(await world.event("login_failed")));
    expect(await world.all("notification")).toHaveLength(1);
    // A crash: the next event is made into a notification, but the place is not kept.
    const crashed = world.runner();
    await crashed.open();
    await crashed.idle();
    crashed.onEvent(await world.event("login_failed"));
    await crashed.idle();
    await world.event("login_failed");
    await run(world, () => Promise.resolve());
    expect(await world.all("notification")).toHaveLength(3);
    expect(await world.all("delivery")).toHaveLength(3);
    expect(world.logged).toEqual([]);
  });

  test("that fire no rule cost no reading, until rules change", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed");
    const reads: string[] = [];
    const { list, get } = { list: world.store.list.bind(world.store), get: world.store.get.bind(world.store) };
    world.store.list = (query) => (reads.push(query.model), list(query));
    world.store.get = (id) => (reads.push(id), get(id));
    const runner = world.runner();
    await runner.open();
    const readFor = async (action: string): Promise<number> => {
      reads.length = 0;
      runner.onEvent(await world.event(action));
      await runner.idle();
      return reads.length;
    };
    expect(await readFor("login")).toBeGreaterThan(0);
    expect(await readFor("login")).toBe(0);
    await world.user(2);
    expect(await readFor("login")).toBe(0);
    // Members are never those of an earlier batch.
    expect(await readFor("login_failed")).toBeGreaterThan(0);
    expect(await world.all("notification")).toHaveLength(2);
    await world.bind(uuid(10), 12, { action: "login" });
    expect(await readFor("login")).toBeGreaterThan(0);
    expect(await world.all("notification")).toHaveLength(4);
    const policy = await get(`policy:${uuid(12)}`);
    const changed = { ...policy?.fields, action: "logout" };
    await world.store.change([
      { kind: "replace", id: `policy:${uuid(12)}`, fields: changed, ifSeqNo: policy?.seqNo ?? -1, claims: [] },
    ]);
    await readFor("login");
    expect(await world.all("notification")).toHaveLength(4);
    await readFor("logout");
    expect(await world.all("notification")).toHaveLength(6);
  });

  test("that are more than may wait in memory are read from the trail", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed");
    const template = await world.event("login");
    const events: StoredEvent[] = [];
    // Larger than the trail of other tests, which looks through everything for each event.
    const eventStore: Pick<EventStore, "list"> = {
      list: ({ from, size }) =>
        Promise.resolve({ count: events.length, events: events.toReversed().slice(from, from + size) }),
    };
    const runner = new RuleRunner({
      store: world.store,
      eventStore,
      clock: world.clock,
      events: { record: () => undefined },
      wake: () => undefined,
      log: () => undefined,
    });
    await runner.open();
    for (let number = 0; number < 10_050; number++) {
      const pk = eventId(world.clock.nowMs, 100 + number);
      const event = { ...template, pk, action: number % 1000 === 49 ? "login_failed" : "login" };
      events.push(event);
      runner.onEvent(event);
    }
    await runner.idle();
    expect((await world.all("notification")).length).toBe(11);
  });

  test("that cannot be read hold up no start, and are looked at when they can be", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed");
    const list = world.eventStore.list.bind(world.eventStore);
    world.eventStore.list = () => Promise.reject(new Error("the shard failed"));
    const first = world.runner();
    await first.open();
    await first.close();
    await world.event("login_failed");
    const second = world.runner();
    await second.open();
    await second.idle();
    expect(world.logged).toHaveLength(1);
    world.eventStore.list = list;
    second.goOn();
    await second.idle();
    expect(await world.all("notification")).toHaveLength(1);
  });

  test("are looked at later when the records could not be read", async () => {
    const world = new NotificationWorld();
    await world.user(1);
    await world.rule(10, "login_failed");
    const list = world.store.list.bind(world.store);
    const runner = world.runner();
    await runner.open();
    world.store.list = () => Promise.reject(new Error("no room"));
    runner.onEvent(await world.event("login_failed"));
    await runner.idle();
    world.store.list = list;
    runner.onEvent(await world.event("login"));
    await runner.idle();
    expect(await world.all("notification")).toHaveLength(1);
    expect(world.logged).toHaveLength(1);
  });
});

describe("the first start", () => {
  test("brings transports, and rules that fire for what went wrong, once", async () => {
    const world = new NotificationWorld();
    await world.create("group", { pk: uuid(1000), name: "Wardex Admins", is_superuser: true });
    await world.user(1);
    await makeNotificationDefaults(world.store, false);
    await makeNotificationDefaults(world.store, false);
    expect(
      (await world.all("notification_transport"))
        .map(({ fields }) => `${String(fields["name"])} ${String(fields["mode"])}`)
        .sort(compareText),
    ).toEqual(["default-email-transport email", "default-local-transport local"]);
    expect(
      (await world.all("notification_rule")).map(({ fields }) => String(fields["name"])).sort(compareText),
    ).toEqual(["default-notify-configuration-error", "default-notify-exception", "default-notify-update"]);
    await run(world, async (tell) => {
      for (const action of [
        "configuration_error",
        "update_available",
        "policy_exception",
        "system_exception",
        "system_task_exception",
        "login",
      ])
        tell(await world.event(action));
    });
    const made = await world.all("notification");
    expect(made).toHaveLength(5);
    expect(new Set(made.map(({ fields }) => fields["severity"]))).toEqual(new Set(["alert"]));
    expect(await world.all("delivery")).toEqual([]);
  });

  test("what was removed stays so", async () => {
    const world = new NotificationWorld();
    await makeNotificationDefaults(world.store, true);
    for (const { id, seqNo } of await world.all("notification_rule"))
      await world.store.change([{ kind: "delete", id, ifSeqNo: seqNo }]);
    await makeNotificationDefaults(world.store, true);
    expect(await world.all("notification_rule")).toEqual([]);
  });
});
