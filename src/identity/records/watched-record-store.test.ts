import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { MemoryRecordStore } from "./memory-record-store.ts";
import { models } from "./models.ts";
import type { RecordChange } from "./record-store.ts";
import { WatchedRecordStore } from "./watched-record-store.ts";

const create = (id: string, model: string, fields: JsonObject = {}): RecordChange => ({
  kind: "create",
  id,
  model,
  fields,
  claims: [],
});

test("a change of what callers are made of is counted, before and after, also when it is refused", async () => {
  const store = new WatchedRecordStore(new MemoryRecordStore(models));
  const changing = store.change([create("user:1", "user")]);
  expect(store.epoch).toBe(1);
  await changing;
  expect(store.epoch).toBe(2);
  await expect(store.change([create("user:1", "user")])).rejects.toThrow();
  expect(store.epoch).toBe(4);
});

test("notifications, deliveries and the ends of tasks are not counted, unless something else is written with them", async () => {
  const store = new WatchedRecordStore(new MemoryRecordStore(models));
  await store.change([
    create("notification:a", "notification"),
    create("delivery:a", "delivery"),
    create("system_task:merge", "system_task"),
  ]);
  expect(store.epoch).toBe(0);
  expect(await store.get("notification:a")).toBeDefined();
  await store.change([create("notification:b", "notification"), create("group:b", "group")]);
  expect(store.epoch).toBe(2);
});

test("changes of rules of notifications, and of what is bound to them, are counted for themselves", async () => {
  const store = new WatchedRecordStore(new MemoryRecordStore(models));
  await store.change([create("user:1", "user"), create("notification:a", "notification")]);
  expect(store.ruleEpoch).toBe(0);
  for (const change of [
    create("notification_rule:a", "notification_rule"),
    create("policy:a", "event_matcher"),
    create("policy_binding:a", "policy_binding"),
  ])
    await store.change([change]);
  expect(store.ruleEpoch).toBe(6);
});
