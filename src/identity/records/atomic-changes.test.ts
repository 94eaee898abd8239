/**
 * A change of records and what is told of it: one sync, and after a power cut both are there, or neither. Deep with
 * WARDEX_DEEP; WARDEX_CUT_SEED repeats a session.
 */
import { describe, expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { POWER_CUT_MODELS, PowerCutFiles } from "../../testing/store/power-cut-files.ts";
import { MemoryClusterStateStore } from "../../cluster/memory-cluster-state-store.ts";
import { putSettings } from "../../cluster/changes/put-settings.ts";
import type { ClusterStateStore } from "../../cluster/cluster-state.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import type { Files } from "../../store/files.ts";
import { startTestEngine } from "../../testing/identity/engine.ts";
import { TestIdentity } from "../../testing/identity/identity.ts";
import { seeded } from "../../testing/documents/simulation.ts";
import { resetUser } from "../security/reset-user.ts";
import { EngineEventStore } from "../events/engine-event-store.ts";
import { openEngineRecordStore } from "./engine-identity-index.ts";

const DEEP = process.env["WARDEX_DEEP"] !== undefined;
const SESSIONS = DEEP ? 10 : 1;
const CUTS = DEEP ? 60 : 4;
const FIRST_SEED = Number(process.env["WARDEX_CUT_SEED"] ?? 1);
const KEEP_NOTHING = { preserveExisting: false };
const ALL_EVENTS = { ordering: ["created"], from: 0, size: 1000 };

async function over(files: Files, state: ClusterStateStore = new MemoryClusterStateStore()) {
  const engine = await startTestEngine({ files, state });
  const store = await openEngineRecordStore(engine);
  const events = new EngineEventStore(engine);
  return { engine, store, events, test: await TestIdentity.open(() => Promise.resolve(store), undefined, events) };
}

describe("a change of records and its event", () => {
  test("creating, changing and deleting a user cost one sync each, and many at a time share them", async () => {
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
    const files = new FaultFiles(new MemoryFiles(), pause);
    const { test: t, events } = await over(files);
    // The index of the month is made with the first event.
    const other = await t.user("first");
    const syncs = async (work: () => Promise<unknown>): Promise<number> => {
      const before = files.calls("sync");
      await work();
      return files.calls("sync") - before;
    };
    let user = 0;
    expect(await syncs(async () => (user = await t.user("alice")))).toBe(1);
    expect(await syncs(() => t.call("PATCH", `core/users/${user}/`, { body: { name: "Alice" } }))).toBe(1);
    expect(await syncs(() => t.call("DELETE", `core/users/${user}/`))).toBe(1);
    expect(await syncs(() => t.call("POST", "core/users/service_account/", { body: { name: "robot" } }))).toBe(1);
    const body = { password: "a new password" };
    expect(await syncs(() => t.call("POST", `core/users/${other}/set_password/`, { body }))).toBe(1);
    expect(await syncs(() => t.call("GET", `core/users/${other}/recovery/`))).toBe(1);
    const asked = { username: "first", password: "yet another one", superuser: false };
    expect(await syncs(() => resetUser(t.identity.access.services, asked))).toBe(1);
    const many = await syncs(() => Promise.all(Array.from({ length: 20 }, (_, at) => t.user(`user-${at}`))));
    expect(many).toBeLessThan(20);
    const { events: kept } = await events.list({ ...ALL_EVENTS, modelPk: [String(user)], modelName: "user" });
    expect(kept.map(({ action }) => action)).toEqual(["model_created", "model_updated", "model_deleted"]);
    const { events: all } = await events.list(ALL_EVENTS);
    const further = all.flatMap(({ action }) => (action.startsWith("model_") ? [] : [action]));
    expect(further).toEqual(["password_set", "secret_view", "password_set"]);
  });

  test("the change is made, and the event waits, where the index of events is not to be had", async () => {
    const files = new FaultFiles(new MemoryFiles());
    const { test: t, engine } = await over(files);
    await t.user("first");
    const names = Object.keys(engine.cluster.state.indices).filter((name) => name.startsWith(".wardex-events"));
    await engine.cluster.apply("server", putSettings(names, { index: { "blocks.write": "true" } }, KEEP_NOTHING));
    const user = await t.user("alice");
    expect(t.logged.filter((line) => line.includes("events cannot be written"))).toHaveLength(1);
    await engine.cluster.apply("server", putSettings(names, { index: { "blocks.write": null } }, KEEP_NOTHING));
    await t.trail.close();
    const { events: kept } = await t.trail.list({ ...ALL_EVENTS, modelPk: [String(user)], modelName: "user" });
    expect(kept).toHaveLength(1);
  });

  test("are both there, or neither, wherever power is lost", async () => {
    let unacknowledged = 0;
    let passwords = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SESSIONS; seed++) {
      const random = seeded(seed);
      const disk = new PowerCutFiles();
      const state = new MemoryClusterStateStore();
      const { test: t } = await over(disk, state);
      await t.user("first");
      const begun = disk.calls;
      const made: { readonly name: string; readonly atMost: number }[] = [];
      await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          for (let turns = random(12); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
          const name = `user-${at}`;
          const user = await t.user(name);
          made.push({ name, atMost: disk.calls });
          await t.call("POST", `core/users/${user}/set_password/`, { body: { password: "a new password" } });
        }),
      );
      for (let number = 0; number < CUTS; number++) {
        const cut = begun + random(disk.calls - begun + 1);
        for (const model of POWER_CUT_MODELS) {
          const left = await disk.after(cut, model, random);
          const { store, events } = await over(left, state);
          const kept = await events.list({ ...ALL_EVENTS, action: "model_created", modelName: "user" });
          const set = await events.list({ ...ALL_EVENTS, action: "password_set" });
          const withPassword = new Set(set.events.map(({ context }) => Object(context["user"])["username"]));
          const told = new Set(kept.events.map(({ context }) => Object(context["model"])["name"]));
          for (const { name, atMost } of made) {
            const id = await store.claimed(`user-name:${name}`);
            const record = id === undefined ? undefined : await store.get(id);
            expect([seed, cut, model, name, told.has(name)]).toEqual([seed, cut, model, name, record !== undefined]);
            const hasPassword = record?.fields["password_hash"] !== undefined;
            expect([seed, cut, model, name, withPassword.has(name)]).toEqual([seed, cut, model, name, hasPassword]);
            if (hasPassword) passwords++;
            if (atMost <= cut)
              expect([seed, cut, model, name, record !== undefined]).toEqual([seed, cut, model, name, true]);
            else unacknowledged++;
          }
          const next = await store.nextNumber("user");
          expect(await store.get(`user:${next}`)).toBeUndefined();
        }
      }
    }
    expect(unacknowledged).toBeGreaterThan(0);
    expect(passwords).toBeGreaterThan(0);
  }, 3_600_000);
});
