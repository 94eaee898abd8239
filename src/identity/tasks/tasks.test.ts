import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { randomSecretKey } from "../../security/secret-key.ts";
import { SecretBox } from "../../security/secret-box.ts";
import { openKey, storedKey } from "../directory/token-keys.ts";
import { tokenKeyClaim } from "../records/claims.ts";
import type { IdentityEvent } from "../event-sink.ts";
import { listAll } from "../records/list-all.ts";
import { MemoryRecordStore } from "../records/memory-record-store.ts";
import { models } from "../records/models.ts";
import { certificateExpiryWatch } from "./certificate-expiry-watch.ts";
import { cleanExpiredModels } from "./clean-expired-models.ts";
import { eventRetention } from "./event-retention.ts";
import { Scheduler } from "../../tasks/scheduler.ts";
import { TaskManager } from "../../tasks/task-manager.ts";
import { BackgroundTasks } from "./background-tasks.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const never = new AbortController().signal;
const clock = { nowMs: START, now: (): number => clock.nowMs, monotonicMs: (): number => clock.nowMs };

async function storeWith(records: Readonly<Record<string, JsonObject>>): Promise<MemoryRecordStore> {
  const store = new MemoryRecordStore(models);
  for (const [id, fields] of Object.entries(records)) {
    await store.change([
      { kind: "create", id, model: id.slice(0, id.indexOf(":")), fields, claims: [`claim-of:${id}`] },
    ]);
  }
  return store;
}

const told: IdentityEvent[] = [];
const parts = {
  clock,
  secretBox: new SecretBox(randomSecretKey()),
  events: { record: (event: IdentityEvent) => void told.push(event) },
};

describe("clean_expired_models", () => {
  const iso = (ms: number): string => new Date(ms).toISOString();

  test("removes what is over and nothing else, however much it is", async () => {
    clock.nowMs = START;
    const records: Record<string, JsonObject> = {
      "session:over": { expires: iso(START) },
      "session:under-way": { expires: iso(START + 1) },
    };
    for (let number = 0; number < 1200; number++)
      records[`token:${number}`] = { pk: String(number), expires_at: iso(START - 1200 + number * 2) };
    const store = await storeWith(records);
    const outcome = await cleanExpiredModels(store, parts).run(never);
    const left = await listAll(store, { model: "token", filters: {} });
    expect(left.length).toBe(599);
    expect(left.every(({ fields }) => String(fields["expires_at"]) > iso(START))).toBe(true);
    expect((await listAll(store, { model: "session", filters: {} })).map(({ id }) => id)).toEqual([
      "session:under-way",
    ]);
    expect(outcome).toEqual({
      status: "SUCCESSFUL",
      messages: ["Expired 601 token records.", "Expired 1 session records."],
    });
    // What is gone gives its name away.
    expect(await store.claimed("claim-of:token:0")).toBeUndefined();
  });

  test("gives expired API tokens another key, and lets go of all others", async () => {
    clock.nowMs = START;
    told.length = 0;
    const over = {
      user: 1,
      expiring: true,
      expires: iso(START),
      expires_at: iso(START),
      ...storedKey("the old key", "token:a", parts.secretBox),
    };
    const store = await storeWith({
      "token:a": {
        ...over,
        pk: "0f8fad5b-d9cb-469f-a165-70867728950e",
        identifier: "for-a-program",
        intent: "api",
        creation: START,
      },
      "token:b": { ...over, pk: "b", identifier: "link", intent: "recovery" },
      "token:c": { ...over, pk: "c", identifier: "app", intent: "app_password" },
      "token:d": { ...over, pk: "d", identifier: "key-of-the-other-interface", intent: "api", name: "a key" },
    });
    const outcome = await cleanExpiredModels(store, parts).run(never);
    const left = await listAll(store, { model: "token", filters: {} });
    expect(left).toMatchObject([
      { id: "token:a", fields: { identifier: "for-a-program", expires_at: iso(START + 30 * 60_000) } },
    ]);
    const key = openKey(left[0]?.fields ?? {}, "token:a", parts.secretBox);
    expect(key).toMatch(/^\w{60}$/);
    expect(await store.claimed(tokenKeyClaim(parts.secretBox.digest(key)))).toBe("token:a");
    expect(outcome.messages).toEqual(["Expired 3 token records.", "Rotated the keys of 1 tokens."]);
    expect(told).toMatchObject([
      {
        action: "secret_rotate",
        context: {
          token: { model_name: "token", pk: "0f8fad5bd9cb469fa16570867728950e", name: "for-a-program" },
          message: "Token for-a-program's secret was rotated.",
        },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain(key);
  });

  test("ends when it is told to", async () => {
    const store = await storeWith({ "session:over": { expires: iso(START - 1) } });
    await cleanExpiredModels(store, parts).run(AbortSignal.abort());
    expect(await store.get("session:over")).toBeDefined();
  });
});

test("event_retention removes what the trail says is over", async () => {
  const signals: unknown[] = [];
  const removing = [3, 0];
  const task = eventRetention({
    removeExpired(signal) {
      signals.push(signal);
      return Promise.resolve(removing.shift() ?? 0);
    },
  });
  expect([await task.run(never), await task.run(never)]).toEqual([
    { status: "SUCCESSFUL", messages: ["Expired 3 events."] },
    { status: "SUCCESSFUL", messages: [] },
  ]);
  expect(signals).toEqual([never, never]);
});

describe("certificate_expiry_watch", () => {
  test("tells of each mark that a certificate passes once, also over a restart", async () => {
    clock.nowMs = START;
    const end = START + 40 * DAY_MS;
    const store = await storeWith({
      "certificate:1": { pk: "0-1", name: "web", cert_expiry: new Date(end).toISOString() },
      "certificate:2": { pk: "0-2", name: "later", cert_expiry: new Date(end + 365 * DAY_MS).toISOString() },
    });
    const events: IdentityEvent[] = [];
    const parts = {
      store,
      clock,
      events: { record: (event: IdentityEvent) => void events.push(event) },
      log: () => undefined,
    };
    const daysLeft: number[] = [];
    for (let day = 0; day <= 45; day++) {
      // A new process every day: what was told is remembered.
      const scheduler = new Scheduler({ ...parts, tasks: new TaskManager("node", clock) });
      const board = new BackgroundTasks({ ...parts, scheduler });
      await board.add([certificateExpiryWatch(parts)]);
      const told = events.length;
      await board.retry("certificate_expiry_watch");
      await scheduler.idle();
      for (let at = told; at < events.length; at++) daysLeft.push((end - clock.nowMs) / DAY_MS);
      clock.nowMs += DAY_MS;
    }
    expect(daysLeft).toEqual([30, 14, 7, 3, 1, 0]);
    expect(events[0]).toMatchObject({
      action: "configuration_warning",
      context: {
        message: `Certificate web ends at ${new Date(end).toISOString()}.`,
        model: { model_name: "certificatekeypair", pk: "01", name: "web" },
      },
    });
    expect(events.at(-1)).toMatchObject({
      context: { message: `Certificate web ended at ${new Date(end).toISOString()}.` },
    });
  });

  test("warns for as long as there is one that ends soon", async () => {
    clock.nowMs = START;
    const store = await storeWith({
      "certificate:1": { pk: "0-1", name: "web", cert_expiry: new Date(START + 29 * DAY_MS).toISOString() },
    });
    const watch = certificateExpiryWatch({ store, clock, events: { record: () => undefined } });
    expect(await watch.run(never)).toMatchObject({
      status: "WARNING",
      messages: [expect.stringContaining("Certificate web ends at")],
    });
    expect(
      await certificateExpiryWatch({ store: await storeWith({}), clock, events: { record: () => undefined } }).run(
        never,
      ),
    ).toEqual({
      status: "SUCCESSFUL",
      messages: [],
    });
  });
});
