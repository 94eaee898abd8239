import { beforeEach, describe, expect, test } from "vitest";
import { userNameClaim } from "../records/claims.ts";
import { TestIdentity, type TestAnswer } from "../../testing/identity/identity.ts";
import type { JsonObject } from "../../core/json.ts";
import { makeApiKey } from "../security/api-keys.ts";
import { modelPermissionsOf } from "../../testing/identity/permission-names.ts";
import { putRoleMapping } from "../roles/role-mappings.ts";
import { putRole } from "./roles.ts";
import { stringOf } from "../records/stored-values.ts";

let t: TestIdentity;
/** Administers users, groups and tokens, and is no superuser. */
let helpdesk: string;
let helpdeskPk: number;
let superusers: string;
let plain: string;
let powerful: string;

beforeEach(async () => {
  t = await TestIdentity.open();
  const privileges = [
    ...["user", "group", "token"].flatMap(modelPermissionsOf),
    "reset_user_password",
    "view_token_key",
  ];
  const none = { cluster: [], indices: [] };
  await putRole(t.identity.store, "helpdesk", {
    ...none,
    applications: [{ application: "wardex", privileges, resources: ["*"] }],
  });
  await putRole(t.identity.store, "powerful", { cluster: ["all"], indices: [] });
  const group = async (name: string, more = {}): Promise<string> =>
    stringOf((await t.call("POST", "core/groups/", { body: { name, ...more } })).object, "pk");
  plain = await group("plain");
  powerful = await group("powerful", { roles: ["powerful"] });
  superusers = stringOf(await firstGroup(), "pk");
  helpdeskPk = await t.user("hal", { roles: ["helpdesk"] });
  helpdesk = await t.token(helpdeskPk);
});

async function firstGroup(): Promise<TestAnswer["object"]> {
  const { body } = await t.call("GET", "core/groups/?is_superuser=true");
  const results = typeof body === "object" && body !== null && !Array.isArray(body) ? body["results"] : undefined;
  const [first] = Array.isArray(results) ? results : [];
  return typeof first === "object" && first !== null && !Array.isArray(first) ? first : {};
}

async function pkOf(username: string): Promise<number> {
  const { store } = t.identity;
  return Number((await store.claimed(userNameClaim(username)))?.slice("user:".length));
}

const as = (method: string, path: string, body?: TestAnswer["object"]): Promise<TestAnswer> =>
  t.call(method, path, { as: helpdesk, ...(body ? { body } : {}) });

describe("who holds permissions without being a superuser", () => {
  test("administers users, groups and tokens that have no more than they", async () => {
    const made = await as("POST", "core/users/", {
      username: "new",
      name: "New",
      groups: [plain],
      roles: ["helpdesk"],
    });
    expect(made.status).toBe(201);
    const pk = Number(made.object["pk"]);
    expect((await as("PATCH", `core/users/${pk}/`, { name: "Newer" })).status).toBe(200);
    expect((await as("POST", `core/users/${pk}/set_password/`, { password: "x1x1x1" })).status).toBe(204);
    expect((await as("GET", `core/users/${pk}/recovery/`)).status).toBe(200);
    expect((await as("POST", "core/tokens/", { identifier: "for-new", user: pk })).status).toBe(201);
    expect((await as("GET", "core/tokens/for-new/view_key/")).status).toBe(200);
    expect((await as("PATCH", `core/groups/${plain}/`, { users: [pk, helpdeskPk] })).status).toBe(200);
    expect((await as("DELETE", `core/users/${pk}/`)).status).toBe(204);
    expect((await as("GET", "core/users/?page_size=1")).object["count"]).toBe(2);
  });

  test.each<[string, () => Promise<TestAnswer>]>([
    ["change a superuser", () => as("PATCH", "core/users/1/", { name: "Mine" })],
    ["delete a superuser", () => as("DELETE", "core/users/1/")],
    ["set a superuser's password", () => as("POST", "core/users/1/set_password/", { password: "mine-now" })],
    ["make a recovery link to a superuser", () => as("GET", "core/users/1/recovery/")],
    ["make a token of a superuser", () => as("POST", "core/tokens/", { identifier: "theirs", user: 1 })],
    ["see a superuser's key", () => as("GET", "core/tokens/wardex-bootstrap-token/view_key/")],
    ["change a superuser's token", () => as("PATCH", "core/tokens/wardex-bootstrap-token/", { description: "mine" })],
    ["delete a superuser's token", () => as("DELETE", "core/tokens/wardex-bootstrap-token/")],
    ["become one by a group", () => as("PATCH", `core/users/${helpdeskPk}/`, { groups: [superusers] })],
    ["make one", () => as("POST", "core/users/", { username: "root", name: "Root", groups: [superusers] })],
    ["make a group of superusers", () => as("POST", "core/groups/", { name: "roots", is_superuser: true })],
    ["make a group below theirs", () => as("POST", "core/groups/", { name: "roots", parent: superusers })],
    ["move a group below theirs", () => as("PATCH", `core/groups/${plain}/`, { parent: superusers })],
    ["make a group superusers", () => as("PATCH", `core/groups/${plain}/`, { is_superuser: true })],
    ["join by the group's members", () => as("PATCH", `core/groups/${superusers}/`, { users: [1, helpdeskPk] })],
    ["remove the superusers from their group", () => as("PATCH", `core/groups/${superusers}/`, { users: [] })],
    ["delete their group", () => as("DELETE", `core/groups/${superusers}/`)],
    [
      "take a role that is not their own",
      () => as("PATCH", `core/users/${helpdeskPk}/`, { roles: ["helpdesk", "powerful"] }),
    ],
    ["join a group with such a role", () => as("PATCH", `core/users/${helpdeskPk}/`, { groups: [powerful] })],
    ["give such a role to a group", () => as("PATCH", `core/groups/${plain}/`, { roles: ["powerful"] })],
    ["put a superuser into a group", () => as("PATCH", `core/groups/${plain}/`, { users: [1] })],
  ])("cannot %s", async (_, attempt) => {
    const answer = await attempt();
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: "You do not have permission to perform this action." },
    });
  });

  describe("where the query of a role is a template", () => {
    let own: string;
    let ownPk: number;
    const asOwn = (method: string, path: string, body?: TestAnswer["object"]): Promise<TestAnswer> =>
      t.call(method, path, { as: own, ...(body ? { body } : {}) });

    beforeEach(async () => {
      const { store } = t.identity;
      const query = JSON.stringify({ template: { source: { term: { team: "{{_user.metadata.team}}" } } } });
      await putRole(store, "teams", { cluster: [], indices: [{ names: ["a"], privileges: ["read"], query }] });
      ownPk = await t.user("tim", { roles: ["helpdesk", "teams"], attributes: { team: "a" } });
      own = await t.token(ownPk, "of-tim");
    });

    test.each<[string, () => Promise<TestAnswer>]>([
      ["to become another one for it", () => asOwn("PATCH", `core/users/${ownPk}/`, { attributes: { team: "b" } })],
      ["by another name", () => asOwn("PATCH", `core/users/${ownPk}/`, { username: "tom" })],
      ["to a user", () => asOwn("POST", "core/users/", { username: "n", name: "N", roles: ["teams"] })],
      ["to a group", () => asOwn("PATCH", `core/groups/${plain}/`, { roles: ["teams"] })],
      [
        "by the password of another one",
        async () => {
          const pk = await t.user("tam", { roles: ["teams"], attributes: { team: "b" } });
          return asOwn("POST", `core/users/${pk}/set_password/`, { password: "mine-now" });
        },
      ],
    ])("nobody else gives it, %s", async (_, attempt) => {
      expect((await attempt()).status).toBe(403);
    });

    test("whoever has it changes their password and their token", async () => {
      expect((await asOwn("POST", `core/users/${ownPk}/set_password/`, { password: "x1x1x1" })).status).toBe(204);
      expect((await asOwn("POST", "core/tokens/", { identifier: "another", user: ownPk })).status).toBe(201);
      expect((await asOwn("POST", "core/users/", { username: "n", name: "N", roles: ["helpdesk"] })).status).toBe(201);
    });
  });

  describe("where role mappings give more", () => {
    beforeEach(async () => {
      const { store } = t.identity;
      const anyOf = [
        { field: { "metadata.chief": true } },
        { field: { username: "boss" } },
        { field: { groups: "bosses" } },
      ];
      await putRoleMapping(store, "chiefs", {
        enabled: true,
        roles: ["powerful"],
        rules: { any: anyOf },
        metadata: {},
      });
      await putRoleMapping(store, "rulers", {
        enabled: true,
        roles: ["superuser"],
        rules: { field: { username: "ruler" } },
        metadata: {},
      });
      await t.token(await t.user("ruler"), "of-the-ruler");
    });

    test.each<[string, () => Promise<TestAnswer>]>([
      ["by an attribute", () => as("PATCH", `core/users/${helpdeskPk}/`, { attributes: { chief: true } })],
      ["by a name", () => as("PATCH", `core/users/${helpdeskPk}/`, { username: "boss" })],
      ["by a user of such a name", () => as("POST", "core/users/", { username: "boss", name: "Boss" })],
      ["by the name of a group", () => as("PATCH", `core/groups/${plain}/`, { name: "bosses" })],
      ["by a group of such a name", () => as("POST", "core/groups/", { name: "bosses", users: [helpdeskPk] })],
      [
        "by the password of who has it",
        async () => as("POST", `core/users/${await pkOf("ruler")}/set_password/`, { password: "mine-now" }),
      ],
      ["by the key of who has it", () => as("GET", "core/tokens/of-the-ruler/view_key/")],
    ])("nobody takes it %s", async (_, attempt) => {
      expect((await attempt()).status).toBe(403);
    });

    test("what gives nothing more can be changed", async () => {
      expect((await as("PATCH", `core/users/${helpdeskPk}/`, { attributes: { chief: false } })).status).toBe(200);
      expect((await as("PATCH", `core/groups/${plain}/`, { name: "plainer" })).status).toBe(200);
    });
  });

  describe("where a mapping asks for more than one thing", () => {
    const map = (rules: JsonObject): Promise<boolean> =>
      putRoleMapping(t.identity.store, "m", { enabled: true, roles: ["superuser"], rules, metadata: {} });
    const inGroupOfDepartment = { all: [{ field: { groups: "dba" } }, { field: { "metadata.dept": "it" } }] };
    const ofDepartmentOutside = { all: [{ field: { "metadata.dept": "it" } }, { except: { field: { groups: "x" } } }] };
    let x: string;

    beforeEach(async () => {
      x = stringOf((await t.call("POST", "core/groups/", { body: { name: "x", users: [helpdeskPk] } })).object, "pk");
      await t.call("PATCH", `core/users/${helpdeskPk}/`, { body: { attributes: { dept: "it" } } });
    });

    test.each<[string, JsonObject, () => Promise<TestAnswer>]>([
      [
        "makes the group with oneself in it",
        inGroupOfDepartment,
        () => as("POST", "core/groups/", { name: "dba", users: [helpdeskPk] }),
      ],
      ["renames one's own group", inGroupOfDepartment, () => as("PATCH", `core/groups/${x}/`, { name: "dba" })],
      ["leaves by the group's members", ofDepartmentOutside, () => as("PATCH", `core/groups/${x}/`, { users: [] })],
      [
        "renames the group that is excepted",
        ofDepartmentOutside,
        () => as("PATCH", `core/groups/${x}/`, { name: "y" }),
      ],
      ["deletes the group that is excepted", ofDepartmentOutside, () => as("DELETE", `core/groups/${x}/`)],
      [
        "leaves by one's own groups",
        ofDepartmentOutside,
        () => as("PATCH", `core/users/${helpdeskPk}/`, { groups: [] }),
      ],
    ])("nobody %s", async (_, rules, attempt) => {
      await map(rules);
      expect(await attempt()).toMatchObject({
        status: 403,
        body: { detail: "You do not have permission to perform this action." },
      });
      expect((await as("GET", "core/users/me/")).object["is_superuser"]).toBe(false);
    });

    test("nobody puts their group, or one above it, below the one that is asked for", async () => {
      const dba = stringOf((await t.call("POST", "core/groups/", { body: { name: "dba" } })).object, "pk");
      await t.call("PATCH", `core/groups/${x}/`, { body: { parent: plain } });
      await map(inGroupOfDepartment);
      expect((await as("PATCH", `core/groups/${x}/`, { parent: dba })).status).toBe(403);
      expect((await as("PATCH", `core/groups/${plain}/`, { parent: dba })).status).toBe(403);
    });

    test("two changes at once do not give what neither may alone", async () => {
      const empty = stringOf((await t.call("POST", "core/groups/", { body: { name: "empty" } })).object, "pk");
      await map(inGroupOfDepartment);
      const answers = await Promise.all([
        as("PATCH", `core/groups/${empty}/`, { name: "dba" }),
        as("PATCH", `core/users/${helpdeskPk}/`, { groups: [x, empty] }),
      ]);
      expect(answers.map(({ status }) => status)).toContain(403);
      expect((await as("GET", "core/users/me/")).object["is_superuser"]).toBe(false);
    });
  });

  describe("service accounts", () => {
    test.each<[string, JsonObject, JsonObject]>([
      ["a name", { field: { username: "svc-*" } }, { name: "svc-2" }],
      ["a group of their own", { field: { groups: "ops" } }, { name: "ops", create_group: true }],
    ])("nobody makes a superuser of one by %s", async (_, rules, body) => {
      await putRoleMapping(t.identity.store, "m", { enabled: true, roles: ["superuser"], rules, metadata: {} });
      expect((await as("POST", "core/users/service_account/", body)).status).toBe(403);
      expect((await as("POST", "core/users/service_account/", { ...body, name: "harmless" })).status).toBe(200);
    });

    test("an API key with rights of its own makes none, as it makes no tokens", async () => {
      const applications = [{ application: "wardex", privileges: ["*"], resources: ["*"] }];
      const roleDescriptors = { some: { cluster: [], indices: [], applications } };
      const body = { roleDescriptors, metadata: undefined, expirationMs: undefined };
      const { key } = await makeApiKey(t.identity.access.services, { pk: 1, username: "admin" }, "limited", body);
      const limited = { as: `Bearer ${key}` };
      expect((await t.call("GET", "core/users/", limited)).status).toBe(200);
      expect(
        (await t.call("POST", "core/users/service_account/", { ...limited, body: { name: "svc-2" } })).status,
      ).toBe(403);
      expect((await t.call("POST", "core/tokens/", { ...limited, body: { identifier: "more" } })).status).toBe(403);
      expect((await t.call("GET", "core/users/1/recovery/", limited)).status).toBe(403);
    });
  });

  test("a role that is not there cannot be given", async () => {
    expect(await t.call("PATCH", `core/users/${helpdeskPk}/`, { body: { roles: ["none"] } })).toMatchObject({
      status: 400,
      body: { roles: ['Invalid pk "none" - object does not exist.'] },
    });
  });
});
