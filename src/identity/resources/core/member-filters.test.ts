import { beforeEach, describe, expect, test } from "vitest";
import { TestIdentity, type TestAnswer } from "../../../testing/identity/identity.ts";
import { openEngineRecordStore } from "../../records/engine-identity-index.ts";
import { startTestEngine } from "../../../testing/identity/engine.ts";
import { stringOf } from "../../records/stored-values.ts";
import { putRoleMapping } from "../../roles/role-mappings.ts";

/** A field of the results of a list. */
function column({ object }: TestAnswer, field: string): unknown[] {
  const { results } = object;
  if (!Array.isArray(results)) throw new Error("there are no results");
  return results.map((result) =>
    typeof result === "object" && result !== null && !Array.isArray(result) ? result[field] : undefined,
  );
}

describe.each(["in memory", "over the engine"])("filters by members, %s", (form) => {
  let t: TestIdentity;
  let staff: string;
  let ann: number;

  beforeEach(async () => {
    t =
      form === "in memory"
        ? await TestIdentity.open()
        : await TestIdentity.open(async () => openEngineRecordStore(await startTestEngine()));
    staff = stringOf((await t.call("POST", "core/groups/", { body: { name: "staff" } })).object, "pk");
    const below = stringOf(
      (await t.call("POST", "core/groups/", { body: { name: "staff", parent: staff } })).object,
      "pk",
    );
    ann = await t.user("ann", { groups: [staff], roles: ["superuser"] });
    await t.user("bob", { groups: [below] });
    await t.user("cid", { attributes: { chief: true } });
    const rules = { field: { "metadata.chief": true } };
    await putRoleMapping(t.identity.store, "chiefs", { enabled: true, roles: ["superuser"], rules, metadata: {} });
  });

  test.each([
    ["is_superuser=true", ["admin", "ann", "cid"]],
    ["is_superuser=false", ["bob"]],
    ["is_superuser=maybe", ["admin", "ann", "bob", "cid"]],
    ["is_superuser=true&username=cid", ["cid"]],
    ["is_superuser=true&username=bob", []],
    ["groups_by_name=staff", ["ann", "bob"]],
    ["groups_by_name=staff&is_superuser=true", ["ann"]],
    ["groups_by_name=none", []],
  ])("core/users/?%s", async (query, names) => {
    const found = await t.call("GET", `core/users/?${query}`);
    expect(column(found, "username")).toEqual(names);
    expect(found.object["count"]).toBe(names.length);
  });

  test("core/users/?groups_by_pk= and core/groups/?members_by_…=", async () => {
    expect(column(await t.call("GET", `core/users/?groups_by_pk=${staff}`), "username")).toEqual(["ann"]);
    expect(await t.call("GET", "core/users/?groups_by_pk=7")).toMatchObject({
      status: 400,
      body: { groups_by_pk: ["“7” is not a valid UUID."] },
    });
    expect(column(await t.call("GET", "core/groups/?members_by_username=ann"), "pk")).toEqual([staff]);
    expect(column(await t.call("GET", `core/groups/?members_by_pk=${ann}`), "pk")).toEqual([staff]);
    for (const query of ["members_by_username=cid", "members_by_username=nobody", "members_by_pk=99"])
      expect(column(await t.call("GET", `core/groups/?${query}`), "pk")).toEqual([]);
  });

  test("who sees only themselves finds nobody else by them", async () => {
    const as = await t.token(await t.user("dot"));
    expect(column(await t.call("GET", "core/users/?is_superuser=true", { as }), "username")).toEqual([]);
    expect(column(await t.call("GET", "core/users/?is_superuser=false", { as }), "username")).toEqual(["dot"]);
    expect(column(await t.call("GET", "core/groups/?members_by_username=ann", { as }), "name")).toEqual([]);
  });
});

describe("filters that a list does not know", () => {
  test.each([
    ["core/users/?is_superusr=true", { is_superusr: ["Unknown filter. did you mean [is_superuser]?"] }],
    [
      "core/groups/?member_by_username=ann",
      { member_by_username: ["Unknown filter. did you mean [members_by_username]?"] },
    ],
    ["core/tokens/?zzz=1&page=1", { zzz: ["Unknown filter."] }],
    ["events/events/?actoin=login", { actoin: ["Unknown filter. did you mean [action]?"] }],
    ["events/notifications/?sen=true", { sen: ["Unknown filter. did you mean [seen]?"] }],
  ])("%s is refused", async (path, body) => {
    const t = await TestIdentity.open();
    expect(await t.call("GET", path)).toMatchObject({ status: 400, body });
  });
});

describe("app passwords", () => {
  const basic = (name: string, key: string): string => `Basic ${Buffer.from(`${name}:${key}`).toString("base64")}`;

  test("are passwords of their user, for programs, on both interfaces, until they end", async () => {
    const t = await TestIdentity.open();
    const ann = await t.user("ann");
    await t.user("bob");
    const more = { intent: "app_password", expiring: true, expires: "2026-01-01T00:10:00Z" };
    const key = (await t.token(ann, "of-an-app", more)).slice("Bearer ".length);
    const status = async (as: string): Promise<number> => (await t.call("GET", "core/users/me/", { as })).status;
    expect(await t.call("GET", "core/users/me/", { as: basic("ann", key) })).toMatchObject({
      status: 200,
      body: { username: "ann" },
    });
    expect((await t.identity.authenticator.authenticate({ authorization: basic("ann", key) }, "::1"))?.username).toBe(
      "ann",
    );
    // Not a key to everything, nor anybody else's, nor a proof of who sits there.
    for (const as of [
      `Bearer ${key}`,
      basic("bob", key),
      basic("", key),
      `ApiKey ${Buffer.from(`of-an-app:${key}`).toString("base64")}`,
    ])
      expect(await status(as)).toBe(401);
    expect((await t.call("POST", "auth/sign_in/", { as: null, body: { username: "ann", password: key } })).status).toBe(
      401,
    );
    expect(
      (
        await t.call("POST", `core/users/${ann}/set_password/`, {
          as: basic("ann", key),
          body: { password: "a new one" },
        })
      ).status,
    ).toBe(403);
    t.clock.nowMs += 10 * 60_000 + 1;
    expect(await status(basic("ann", key))).toBe(401);
  });

  test("end with their user's being active", async () => {
    const t = await TestIdentity.open();
    const ann = await t.user("ann");
    const key = (await t.token(ann, "of-an-app", { intent: "app_password" })).slice("Bearer ".length);
    const as = basic("ann", key);
    expect((await t.call("GET", "core/users/me/", { as })).status).toBe(200);
    await t.call("PATCH", `core/users/${ann}/`, { body: { is_active: false } });
    expect((await t.call("GET", "core/users/me/", { as })).status).toBe(401);
  });
});
