/** What `_security` changes is in one batch of the log with what is told of it. */
import { expect, test } from "vitest";
import { isJsonObject, type Json } from "../../core/json.ts";
import { MemoryClusterStateStore } from "../../cluster/memory-cluster-state-store.ts";
import { EngineEventStore } from "../../identity/events/engine-event-store.ts";
import { openEngineRecordStore } from "../../identity/records/engine-identity-index.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import { startTestEngine } from "../../testing/identity/engine.ts";
import { TestIdentity } from "../../testing/identity/identity.ts";
import { securityPipeline } from "../../testing/identity/security-pipeline.ts";
import { FaultFiles } from "../../testing/store/fault-files.ts";

const RULES = { enabled: true, roles: ["readers"], rules: { field: { username: "zoe" } } };
const GRANT = { grant_type: "password", username: "zoe", password: "another one" };

/** Operations in an order in which they can be, each with the actions that are told of it. */
const CHANGES: readonly (readonly [string, string, Json, readonly string[]])[] = [
  ["PUT", "role/readers", { cluster: ["monitor"] }, ["model_created"]],
  ["PUT", "role/readers", { cluster: ["all"] }, ["model_updated"]],
  ["PUT", "user/zoe", { password: "a password", roles: ["superuser"] }, ["model_created"]],
  ["PUT", "user/zoe", { password: "one more", roles: ["superuser"] }, ["model_updated", "password_set"]],
  ["POST", "user/zoe/_password", { password: "another one" }, ["password_set"]],
  ["PUT", "user/zoe/_disable", null, ["model_updated"]],
  ["PUT", "user/zoe/_enable", null, ["model_updated"]],
  ["PUT", "role_mapping/zoes", RULES, ["model_created"]],
  ["PUT", "role_mapping/zoes", RULES, ["model_updated"]],
  ["DELETE", "role_mapping/zoes", null, ["model_deleted"]],
  ["PUT", "privilege", { shop: { buy: { actions: ["data:buy/*"] } } }, ["model_created"]],
  ["DELETE", "privilege/shop/buy", null, ["model_deleted"]],
  ["POST", "api_key/grant", { ...GRANT, api_key: { name: "key" } }, ["model_created"]],
  ["DELETE", "api_key", { name: "key" }, ["model_deleted"]],
  ["POST", "oauth2/token", GRANT, ["login"]],
  ["POST", "oauth2/token", GRANT, ["login"]],
  ["DELETE", "oauth2/token", { username: "zoe" }, ["model_deleted"]],
  ["DELETE", "user/zoe", null, ["model_deleted"]],
  ["DELETE", "role/readers", null, ["model_deleted"]],
];

test("each change costs one sync with its events", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const engine = await startTestEngine({ files, state: new MemoryClusterStateStore() });
  const store = await openEngineRecordStore(engine);
  const events = new EngineEventStore(engine);
  const t = await TestIdentity.open(() => Promise.resolve(store), undefined, events);
  const through = securityPipeline(t);
  // The index of the month is made with the first event.
  await t.user("first");
  for (const [method, path, body, actions] of CHANGES) {
    const [syncs, told] = [files.calls("sync"), t.events.length];
    const call = isJsonObject(body) ? { through, body } : { through };
    const { status, text } = await t.call(method, `/_security/${path}`, call);
    expect([method, path, status, text.slice(0, 200)]).toEqual([method, path, 200, text.slice(0, 200)]);
    expect([path, t.events.slice(told).map(({ action }) => action)]).toEqual([path, actions]);
    expect([method, path, files.calls("sync") - syncs]).toEqual([method, path, 1]);
  }
  const { count } = await events.list({ ordering: ["created"], from: 0, size: 1000 });
  expect(count).toBe(t.events.length);
});

test("what is not changed is not told", async () => {
  const t = await TestIdentity.open();
  const through = securityPipeline(t);
  const told = t.events.length;
  for (const path of ["role/none", "role_mapping/none", "privilege/shop/none", "user/none"])
    expect((await t.call("DELETE", `/_security/${path}`, { through })).status).toBe(404);
  expect((await t.call("DELETE", "/_security/api_key", { through, body: { name: "none" } })).status).toBe(200);
  expect(t.events).toHaveLength(told);
});
