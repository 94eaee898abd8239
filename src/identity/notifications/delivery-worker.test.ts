import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deadLetters } from "./dead-letters.ts";
import { deliveryId, newDelivery, REPEAT_PAUSES_MS } from "./delivery-record.ts";
import { NOTIFICATIONS_APP } from "./notifications-app.ts";
import { NotificationWorld, uuid } from "../../testing/identity/notifications.ts";
import { sealedAddress } from "./webhook-address.ts";
import { WebhookReceiver } from "../../testing/identity/receivers.ts";
import type { DeliveryWorker } from "./delivery-worker.ts";
import type { TaskSource } from "../tasks/task.ts";

let receiver: WebhookReceiver;
let world: NotificationWorld;
const opened: DeliveryWorker[] = [];
beforeEach(async () => {
  receiver = await WebhookReceiver.open();
  world = new NotificationWorld();
});
afterEach(async () => {
  for (const courier of opened.splice(0)) await courier.close();
  await receiver.close();
});

function start(): DeliveryWorker {
  const courier = world.courier();
  opened.push(courier);
  return courier;
}

/** Wakes the courier when something is due, and waits for it. */
async function round(courier: DeliveryWorker): Promise<number> {
  if (courier.isDue()) courier.wake();
  await courier.idle();
  return receiver.calls.length;
}

async function queue(number: number, transport: string): Promise<void> {
  const message = {
    severity: "alert",
    body: `body ${number}`,
    user: { pk: 1, username: "ann", email: "ann@example.org" },
    event: undefined,
  };
  await world.store.change([newDelivery({ pk: uuid(number), transport, message, nowMs: world.clock.now() })]);
}

function letters(courier: DeliveryWorker): TaskSource {
  return deadLetters({ store: world.store, clock: world.clock, wake: () => courier.wake() });
}

describe("a delivery", () => {
  test("goes out once, and is gone then", async () => {
    const transport = await world.transport(1, "webhook", { webhook_url: receiver.url() });
    await queue(5, transport);
    const courier = start();
    expect(await round(courier)).toBe(1);
    expect(receiver.calls[0]).toMatchObject({
      headers: { "idempotency-key": uuid(5) },
      body: { body: "body 5", user_username: "ann" },
    });
    courier.wake();
    expect(await round(courier)).toBe(1);
    expect(await world.all("delivery")).toEqual([]);
    expect(world.told).toEqual([]);
  });

  test("that fails is repeated three times with growing pauses, always with the same key, and is a dead letter then", async () => {
    receiver.status = 500;
    await queue(5, await world.transport(1, "webhook", { webhook_url: receiver.url("/SECRET") }));
    const courier = start();
    expect(await round(courier)).toBe(1);
    for (const [at, pauseMs] of REPEAT_PAUSES_MS.entries()) {
      world.clock.nowMs += pauseMs - 1;
      expect(await round(courier)).toBe(at + 1);
      world.clock.nowMs += 1;
      expect(await round(courier)).toBe(at + 2);
    }
    expect(REPEAT_PAUSES_MS).toHaveLength(3);
    expect([...REPEAT_PAUSES_MS].sort((one, other) => one - other)).toEqual(REPEAT_PAUSES_MS);
    world.clock.nowMs += 1e9;
    expect(await round(courier)).toBe(4);
    expect(new Set(receiver.calls.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set([uuid(5)]));
    const source = letters(courier);
    const name = `notification_transport_${uuid(5)}`;
    expect(await source.list()).toMatchObject([
      {
        name,
        status: "ERROR",
        messages: [`http://127.0.0.1:${receiver.port}/… answered with status 500.`],
        description: expect.stringContaining("transport 1"),
      },
    ]);
    expect(world.told).toMatchObject([
      { action: "system_task_exception", app: NOTIFICATIONS_APP, context: { task: name } },
    ]);
    expect(JSON.stringify([world.told, world.logged, await source.list()])).not.toContain("SECRET");
  });

  test("that is a dead letter goes out again when somebody asks, and is shown as failed until it has arrived", async () => {
    receiver.status = 500;
    await queue(5, await world.transport(1, "webhook", { webhook_url: receiver.url() }));
    const courier = start();
    for (const pauseMs of [0, ...REPEAT_PAUSES_MS]) {
      world.clock.nowMs += pauseMs;
      await round(courier);
    }
    const source = letters(courier);
    const name = `notification_transport_${uuid(5)}`;
    expect(await source.retry(name)).toBe(true);
    await courier.idle();
    expect(receiver.calls).toHaveLength(5);
    expect(await source.find(name)).toMatchObject({ status: "ERROR" });
    receiver.status = 200;
    world.clock.nowMs += REPEAT_PAUSES_MS[0] ?? 0;
    expect(await round(courier)).toBe(6);
    expect(await source.list()).toEqual([]);
    expect(await source.retry(name)).toBe(false);
    expect(await source.retry("notification_transport_")).toBe(false);
    expect(world.told).toHaveLength(1);
  });

  test("under way when the server stops is sent again by the next one, with the same key and no attempt counted", async () => {
    receiver.status = undefined;
    await queue(5, await world.transport(1, "webhook", { webhook_url: receiver.url() }));
    const first = start();
    first.wake();
    await expect.poll(() => receiver.waiting).toBe(1);
    await first.close();
    expect((await world.store.get(deliveryId(uuid(5))))?.fields).toMatchObject({ state: "pending", attempts: 0 });
    receiver.status = 200;
    expect(await round(start())).toBe(2);
    expect(receiver.calls.map(({ headers }) => headers["idempotency-key"])).toEqual([uuid(5), uuid(5)]);
    expect(await world.all("delivery")).toEqual([]);
  });

  test("waits over a restart for its next attempt", async () => {
    receiver.status = 500;
    await queue(5, await world.transport(1, "webhook", { webhook_url: receiver.url() }));
    const first = start();
    await round(first);
    await first.close();
    const second = start();
    expect(await round(second)).toBe(1);
    world.clock.nowMs += REPEAT_PAUSES_MS[0] ?? 0;
    expect(await round(second)).toBe(2);
  });

  test("of a transport that is changed goes where the transport says now; of one that is gone it stays", async () => {
    const transport = await world.transport(1, "webhook", { webhook_url: "http://127.0.0.1:1/" });
    await queue(5, transport);
    const courier = start();
    expect(await round(courier)).toBe(0);
    const record = await world.store.get(`notification_transport:${transport}`);
    const id = `notification_transport:${transport}`;
    const fields = { ...record?.fields, ...sealedAddress(receiver.url(), id, world.settings.secretBox) };
    await world.store.change([{ kind: "replace", id, fields, ifSeqNo: record?.seqNo ?? -1, claims: [] }]);
    world.clock.nowMs += REPEAT_PAUSES_MS[0] ?? 0;
    expect(await round(courier)).toBe(1);
    await queue(6, uuid(99));
    courier.wake();
    expect(await round(courier)).toBe(1);
    expect(await world.all("delivery")).toHaveLength(1);
  });
});

describe("many deliveries", () => {
  test("all go out, few at a time", async () => {
    const transport = await world.transport(1, "webhook", { webhook_url: receiver.url() });
    for (let number = 0; number < 150; number++) await queue(number, transport);
    expect(await round(start())).toBe(150);
    expect(new Set(receiver.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(150);
    expect(await world.all("delivery")).toEqual([]);
  });

  test("of a transport that does not answer hold up no other one", async () => {
    const silent = await WebhookReceiver.open();
    try {
      silent.status = undefined;
      await queue(1, await world.transport(1, "webhook", { webhook_url: silent.url() }));
      const courier = start();
      courier.wake();
      await expect.poll(() => silent.waiting).toBe(1);
      await queue(2, await world.transport(2, "webhook", { webhook_url: receiver.url() }));
      courier.wake();
      await expect.poll(() => receiver.calls.length).toBe(1);
      await courier.close();
    } finally {
      await silent.close();
    }
  });

  test("that come while others are sent are sent too", async () => {
    const transport = await world.transport(1, "webhook", { webhook_url: receiver.url() });
    const courier = start();
    for (let number = 0; number < 30; number++) {
      await queue(number, transport);
      courier.wake();
    }
    await courier.idle();
    expect(receiver.calls).toHaveLength(30);
  });

  test("wait when the records cannot be written, and are not sent over and over", async () => {
    await queue(5, await world.transport(1, "webhook", { webhook_url: receiver.url() }));
    const change = world.store.change.bind(world.store);
    world.store.change = () => Promise.reject(new Error("no room"));
    const courier = start();
    expect(await round(courier)).toBe(1);
    expect(await round(courier)).toBe(1);
    expect(world.logged).toHaveLength(1);
    world.store.change = change;
    world.clock.nowMs += 10_000;
    expect(await round(courier)).toBe(2);
    expect(await world.all("delivery")).toEqual([]);
  });
});
