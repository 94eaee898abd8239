import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { TestIdentity, type TestAnswer } from "../../testing/identity/identity.ts";
import { listAll } from "../records/list-all.ts";
import { stringOf } from "../records/stored-values.ts";
import { deleteRoleMapping, putRoleMapping } from "../roles/role-mappings.ts";
import { putNativeUser } from "../security/native-users.ts";

let t: TestIdentity;
let superusers: string;

beforeEach(async () => {
  t = await TestIdentity.open();
  const [first] = await listAll(t.identity.store, { model: "group", filters: {} });
  superusers = stringOf(first?.fields ?? {}, "pk");
});

const patch = (path: string, body: JsonObject): Promise<TestAnswer> => t.call("PATCH", path, { body });
const setPassword = (pk: number): Promise<TestAnswer> =>
  t.call("POST", `core/users/${pk}/set_password/`, { body: { password: "a right one" } });

const losses: [string, () => Promise<TestAnswer>][] = [
  ["the flag of their group", () => patch(`core/groups/${superusers}/`, { is_superuser: false })],
  ["their group", () => t.call("DELETE", `core/groups/${superusers}/`)],
  ["their place in it, by the group", () => patch(`core/groups/${superusers}/`, { users: [] })],
  ["their place in it, by the user", () => patch("core/users/1/", { groups: [] })],
  ["their being active", () => patch("core/users/1/", { is_active: false })],
  ["themselves", () => t.call("DELETE", "core/users/1/")],
];

describe("the last superuser does not lose", () => {
  test.each(losses)("%s", async (_, attempt) => {
    expect(await attempt()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("no active superuser who can sign in") },
    });
    expect((await t.call("GET", "core/users/me/")).object["is_superuser"]).toBe(true);
  });

  test.each(losses)("%s, where others are no superusers, are not active or have no credential", async (_, attempt) => {
    await setPassword(await t.user("plain"));
    await t.user("without", { groups: [superusers] });
    await setPassword(await t.user("inactive", { groups: [superusers], is_active: false }));
    await t.token(await t.user("expiring", { groups: [superusers] }), "ends", { expiring: true });
    expect((await attempt()).status).toBe(400);
  });
});

describe("with a second superuser the first may go", () => {
  test.each(losses.slice(3))("%s", async (_, attempt) => {
    await setPassword(await t.user("second", { groups: [superusers] }));
    expect((await attempt()).status).toBeLessThan(300);
  });

  test("one with a key that does not expire will do, until the key is to go", async () => {
    const second = await t.user("second", { roles: ["superuser"] });
    const as = await t.token(second, "lasting");
    expect((await t.call("DELETE", "core/users/1/", { as })).status).toBe(204);
    expect((await t.call("DELETE", "core/tokens/lasting/", { as })).status).toBe(400);
    expect((await t.call("PATCH", "core/tokens/lasting/", { as, body: { expiring: true } })).status).toBe(400);
    expect((await t.call("PATCH", "core/tokens/lasting/", { as, body: { description: "stays" } })).status).toBe(200);
  });

  test("but not both at once", async () => {
    const second = await t.user("second", { groups: [superusers] });
    await setPassword(second);
    const answers = await Promise.all([t.call("DELETE", "core/users/1/"), t.call("DELETE", `core/users/${second}/`)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]));
  });
});

describe("by a role mapping", () => {
  const mapping = (rules: JsonObject, enabled = true): JsonObject => ({
    enabled,
    roles: ["superuser"],
    rules,
    metadata: {},
  });
  const lost = { status: 400, message: expect.stringContaining("no active superuser who can sign in") };

  test("the last one is not lost when it changes, goes, or fits no more", async () => {
    const { store } = t.identity;
    const chief = await t.user("chief", { attributes: { chief: true } });
    await setPassword(chief);
    await putRoleMapping(store, "chiefs", mapping({ field: { "metadata.chief": true } }));
    expect((await t.call("DELETE", "core/users/1/")).status).toBe(204);
    await expect(deleteRoleMapping(store, "chiefs")).rejects.toMatchObject(lost);
    await expect(putRoleMapping(store, "chiefs", mapping({ field: { username: "nobody" } }))).rejects.toMatchObject(
      lost,
    );
    await expect(
      putRoleMapping(store, "chiefs", mapping({ field: { "metadata.chief": true } }, false)),
    ).rejects.toMatchObject(lost);
    const body = { roles: [], fullName: undefined, email: undefined, metadata: {}, enabled: true };
    await expect(putNativeUser(store, "chief", body, undefined)).rejects.toMatchObject(lost);
    await putRoleMapping(store, "chiefs", mapping({ field: { username: "chief" } }));
  });
});
