import { pipelineOf } from "../testing/http/pipeline.ts";
import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { Scheduler } from "../tasks/scheduler.ts";
import { TaskManager } from "../tasks/task-manager.ts";
import { SecretBox } from "../security/secret-box.ts";
import { randomSecretKey } from "../security/secret-key.ts";
import { EventTrail } from "./events/event-trail.ts";
import { MemoryEventStore } from "./events/memory-event-store.ts";
import { endpoints } from "./resources.ts";
import { listAll } from "./records/list-all.ts";
import { MemoryRecordStore } from "./records/memory-record-store.ts";
import { models } from "./records/models.ts";
import { type IdentityOptions, openIdentity } from "./open-identity.ts";
import type { RecordStore } from "./records/record-store.ts";
import { CHEAP_PASSWORDS, TestIdentity } from "../testing/identity/identity.ts";

const basic = (user: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

function options(
  store: RecordStore | Error,
  more: Partial<IdentityOptions> = {},
): IdentityOptions & { logged: string[] } {
  const logged: string[] = [];
  const clock = { now: (): number => 1e12, monotonicMs: (): number => 0 };
  return {
    openStore: () => (store instanceof Error ? Promise.reject(store) : Promise.resolve(store)),
    secretBox: new SecretBox(randomSecretKey()),
    administrator: { username: "admin", password: undefined, token: undefined },
    passwordsOnIdentity: true,
    productVersion: "0",
    workers: () => [],
    passwordCost: CHEAP_PASSWORDS,
    clock,
    scheduler: new Scheduler({ tasks: new TaskManager("node", clock), clock, log: () => undefined }),
    events: { record: () => undefined, recordWith: (_, change) => change([]) },
    eventStore: new EventTrail({
      store: new MemoryEventStore(),
      clock,
      retentionDays: 365,
      log: () => undefined,
    }),
    notifications: { smtp: undefined, webhookAllowPrivate: false },
    log: (level, message) => void logged.push(`${level} ${message}`),
    logged,
    ...more,
  };
}

describe("the first start", () => {
  test("makes an administrator whose password and token work, once", async () => {
    const store = new MemoryRecordStore(models);
    const given = options(store);
    const first = await openIdentity(given);
    expect(first.made).toMatchObject({ username: "admin" });
    const { password = "", token = "" } = first.made ?? {};
    for (const headers of [basic("admin", password), { authorization: `Bearer ${token}` }]) {
      expect(await first.authenticator.authenticate(headers, "::1")).toMatchObject({
        username: "admin",
        userId: 1,
        superuser: true,
        roles: ["superuser"],
        clusterPrivileges: ["all"],
      });
    }
    const second = await openIdentity(given);
    expect(second.made).toBeUndefined();
    expect((await second.authenticator.authenticate(basic("admin", password), "::1"))?.superuser).toBe(true);
    expect((await listAll(store, { model: "user", filters: {} })).length).toBe(1);
    expect(given.logged).toEqual([]);
  });

  test("makes a link to a password of one's own where there is a page for it, and none for a password that was given", async () => {
    const administrator = { username: "admin", password: undefined, token: undefined, link: true };
    const { made, store } = await openIdentity(options(new MemoryRecordStore(models), { administrator }));
    expect(made?.recovery?.length).toBeGreaterThan(40);
    const links = async (records: RecordStore): Promise<unknown[]> =>
      (await listAll(records, { model: "token", filters: { intent: ["recovery"] } })).map(
        ({ fields }) => fields["user"],
      );
    expect(await links(store)).toEqual([1]);
    const given = { ...administrator, password: "from settings" };
    const other = await openIdentity(options(new MemoryRecordStore(models), { administrator: given }));
    expect([other.made?.recovery, await links(other.store)]).toEqual([undefined, []]);
  });

  test("takes name, password and token from the settings, does not repeat them, and reads them once", async () => {
    const store = new MemoryRecordStore(models);
    const first = await openIdentity(
      options(store, {
        administrator: { username: "root", password: "from settings", token: "tok" },
        secretBox: new SecretBox(new Uint8Array(32)),
      }),
    );
    expect(first.made).toEqual({ username: "root", password: undefined, token: undefined });
    const second = await openIdentity(
      options(store, {
        administrator: { username: "root", password: "another", token: undefined },
        secretBox: new SecretBox(new Uint8Array(32)),
      }),
    );
    expect((await second.authenticator.authenticate(basic("root", "from settings"), "::1"))?.username).toBe("root");
    expect((await second.authenticator.authenticate({ authorization: "tok" }, "::1"))?.username).toBe("root");
    await expect(second.authenticator.authenticate(basic("root", "another"), "::1")).rejects.toMatchObject({
      status: 401,
    });
  });

  test("in two processes at once makes one administrator", async () => {
    const store = new MemoryRecordStore(models);
    const box = new SecretBox(randomSecretKey());
    const both = await Promise.all([
      openIdentity(options(store, { secretBox: box })),
      openIdentity(options(store, { secretBox: box })),
    ]);
    expect(both.filter((identity) => identity.made !== undefined)).toHaveLength(1);
    expect((await listAll(store, { model: "token", filters: {} })).length).toBe(1);
  });

  test("another secret key is told of, and passwords go on", async () => {
    const store = new MemoryRecordStore(models);
    await openIdentity(options(store, { administrator: { username: "admin", password: "pass", token: "tok" } }));
    const other = options(store);
    const identity = await openIdentity(other);
    expect(other.logged).toEqual([expect.stringContaining("the secret key is not the one")]);
    expect((await identity.authenticator.authenticate(basic("admin", "pass"), "::1"))?.superuser).toBe(true);
    await expect(identity.authenticator.authenticate({ authorization: "tok" }, "::1")).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe("callers within the process", () => {
  test("have a key that is no token, and is another one in each process", async () => {
    const store = new MemoryRecordStore(models);
    const given = options(store);
    const [one, other] = [await openIdentity(given), await openIdentity(given)];
    expect(await one.authenticator.authenticate({ authorization: one.internalAuthorization }, "::1")).toMatchObject({
      superuser: true,
      userId: 0,
      username: "admin",
    });
    await expect(
      other.authenticator.authenticate({ authorization: one.internalAuthorization }, "::1"),
    ).rejects.toMatchObject({ status: 401 });
  });
});

describe("damaged records", () => {
  const damage = new RequestError(503, "unavailable_shards_exception", "the shard failed");

  test("leave the administrator of the settings, and an interface that says why it cannot answer", async () => {
    const given = options(damage, { administrator: { username: "root", password: "pass", token: "tok" } });
    const identity = await openIdentity(given);
    expect(identity.recovery).toContain("the shard failed");
    for (const headers of [basic("root", "pass"), { authorization: "Bearer tok" }])
      expect(await identity.authenticator.authenticate(headers, "::1")).toMatchObject({ superuser: true, userId: 0 });
    await expect(identity.authenticator.authenticate(basic("root", "wrong"), "::1")).rejects.toMatchObject({
      status: 401,
    });
    const answer = await pipelineOf(identity.dialect).answer({
      head: { method: "GET", url: "/api/v2beta/core/users/", headers: { authorization: "tok" } },
      clientAddress: "::1",
      body: undefined,
      onGone: () => undefined,
    });
    expect(answer.status).toBe(503);
    expect(given.logged).toHaveLength(2);
  });

  test("leave nobody when the settings name no credentials", async () => {
    const given = options(damage);
    const identity = await openIdentity(given);
    await expect(identity.authenticator.authenticate(basic("admin", ""), "::1")).rejects.toMatchObject({ status: 401 });
    expect(given.logged[1]).toContain("nobody can authenticate");
  });

  test("an error of another kind is not taken for damage", async () => {
    await expect(openIdentity(options(new Error("a bug")))).rejects.toThrow("a bug");
  });
});

describe("secrets", () => {
  test("stand in no answer but the one that shows them, in no event, log or record", async () => {
    const stored: unknown[] = [];
    const memory = new MemoryRecordStore(models);
    const change = memory.change.bind(memory);
    memory.change = (changes) => {
      stored.push(...changes);
      return change(changes);
    };
    const t = await TestIdentity.open(() => Promise.resolve(memory));
    const password = "planted-pass-word";
    const ann = await t.user("ann");
    const key = (await t.token(ann, "anns")).slice("Bearer ".length);
    await t.call("POST", `core/users/${ann}/set_password/`, { body: { password } });
    await t.call("GET", "core/users/me/", { as: basic("ann", password).authorization });
    const texts: string[] = [];
    for (const { path, methods } of endpoints) {
      const at = path.replace("{id}", String(ann)).replace("{identifier}", "anns").replace("{group_uuid}", "zz");
      for (const method of [...Object.keys(methods), "OPTIONS", "BREW"]) {
        if (method === "DELETE" || path.endsWith("view_key/")) continue;
        texts.push(
          (
            await t.call(method, at, {
              body: { password: "", identifier: key, username: password.repeat(20), user: "x" },
            })
          ).text,
        );
      }
    }
    for (const path of ["core/users/", "core/tokens/", "core/groups/"])
      texts.push((await t.call("GET", `${path}?page_size=1000`)).text);
    texts.push(
      (await t.call("GET", "core/users/", { as: `Bearer ${key}x` })).text,
      JSON.stringify(t.events),
      JSON.stringify(t.logged),
      JSON.stringify(stored),
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(password);
      expect(text).not.toContain("administrators-token-of-tests");
    }
    for (const text of texts.slice(0, -1)) expect(text).not.toMatch(/password_hash|key_sealed|key_digest|\$scrypt/);
  });
});

describe("events", () => {
  test("tell who did what to what, from where", async () => {
    const t = await TestIdentity.open();
    const ann = await t.user("ann");
    await t.token(ann, "anns");
    await t.call("PATCH", `core/users/${ann}/`, {
      body: { name: "Ann" },
      from: "192.0.2.7",
      headers: { "x-forwarded-for": "1.2.3.4, 5.6.7.8", "x-real-ip": "1.2.3.4" },
    });
    await t.call("POST", `core/users/${ann}/set_password/`, { body: { password: "pppppp" } });
    await t.call("GET", "core/users/me/", { as: basic("ann", "wrong").authorization });
    await t.call("GET", "core/users/me/", { as: basic("ann", "pppppp").authorization });
    await t.call("GET", "core/users/me/", { as: basic("ann", "pppppp").authorization });
    await t.call("DELETE", "core/tokens/anns/");
    const user = { pk: 1, username: "admin", email: "" };
    expect(t.events).toMatchObject([
      {
        action: "model_created",
        app: "wardex.identity.core.users",
        user,
        context: { model: { app: "authentik_core", model_name: "user", pk: ann, name: "ann" } },
        clientIp: "10.0.0.1",
      },
      {
        action: "model_created",
        context: {
          model: {
            model_name: "token",
            pk: expect.stringMatching(/^[0-9a-f]{32}$/),
            name: expect.stringMatching(/^anns \(expires=/),
          },
        },
      },
      { action: "secret_view", context: { secret: { model_name: "token" } } },
      { action: "model_updated", context: { model: { name: "Ann" } }, clientIp: "192.0.2.7" },
      { action: "password_set", context: { user: { pk: ann, username: "ann" } } },
      { action: "login_failed", user: undefined, context: { username: "ann" } },
      { action: "login", user: { pk: ann, username: "ann" }, clientIp: "10.0.0.1" },
      { action: "model_deleted", context: { model: { model_name: "token" } } },
    ]);
    expect((await t.call("GET", `core/users/${ann}/`)).object["last_login"]).toBe("2026-01-01T00:00:00.000Z");
  });
});
