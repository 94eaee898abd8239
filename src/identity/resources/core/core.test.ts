import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../core/json.ts";
import { openEngineRecordStore } from "../../records/engine-identity-index.ts";
import { startTestEngine } from "../../../testing/identity/engine.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";
import { stringOf } from "../../records/stored-values.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

for (const form of ["in memory", "over the engine"] as const) {
  describe(form, () => {
    let t: TestIdentity;
    beforeEach(async () => {
      t =
        form === "in memory"
          ? await TestIdentity.open()
          : await TestIdentity.open(async () => openEngineRecordStore(await startTestEngine()));
    });

    const group = async (name: string, more: JsonObject = {}): Promise<string> => {
      const made = await t.call("POST", "core/groups/", { body: { name, ...more } });
      expect(made.status).toBe(201);
      return stringOf(made.object, "pk");
    };

    describe("users", () => {
      test("are created, read, replaced, changed in part and deleted", async () => {
        const made = await t.call("POST", "core/users/", {
          body: { username: " ann ", name: 7, email: "ann@example.org", is_superuser: true, pk: 99, nonsense: 1 },
        });
        expect(made.status).toBe(201);
        expect(made.body).toMatchObject({
          pk: 2,
          username: "ann",
          name: "7",
          is_active: true,
          is_superuser: false,
          last_login: null,
          email: "ann@example.org",
          attributes: {},
          groups: [],
          groups_obj: [],
          avatar: `https://secure.gravatar.com/avatar/${createHash("md5").update("ann@example.org").digest("hex")}?s=158&r=g`,
        });
        expect((await t.call("GET", "core/users/2/")).body).toEqual(made.body);
        expect((await t.call("PUT", "core/users/2/", { body: { username: "ann" } })).body).toEqual({
          name: ["This field is required."],
        });
        expect((await t.call("PUT", "core/users/2/", { body: { username: "ann", name: "Ann" } })).body).toMatchObject({
          name: "Ann",
          email: "ann@example.org",
        });
        expect(
          (
            await t.call("PATCH", "core/users/2/", {
              body: { attributes: { a: [1, { b: null }] }, is_active: "false" },
            })
          ).body,
        ).toMatchObject({
          name: "Ann",
          is_active: false,
          attributes: { a: [1, { b: null }] },
        });
        expect(await t.call("DELETE", "core/users/2/")).toMatchObject({ status: 204, text: "" });
        expect((await t.call("GET", "core/users/2/")).status).toBe(404);
        expect(await t.user("bob")).toBe(3);
      });

      test.each([
        [
          { username: "a b", name: "x" },
          {
            username: [
              "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.",
            ],
          },
        ],
        [
          { username: "", name: null },
          { username: ["This field may not be blank."], name: ["This field may not be null."] },
        ],
        [
          { username: true, name: ["x"] },
          { username: ["Not a valid string."], name: ["Not a valid string."] },
        ],
        [
          { username: "x".repeat(151), name: "x" },
          { username: ["Ensure this field has no more than 150 characters."] },
        ],
        [
          { username: "a", name: "a\u0000b", is_active: "maybe" },
          { name: ["Null characters are not allowed."], is_active: ["Must be a valid boolean."] },
        ],
        [{ username: "a", name: "x", email: "nobody" }, { email: ["Enter a valid email address."] }],
        [
          { username: "a", name: "x", attributes: [] },
          { attributes: ['Expected a dictionary of items but got type "list".'] },
        ],
        [{ username: "a", name: "x", groups: ["zz"] }, { groups: ["“zz” is not a valid UUID."] }],
        [{ username: "a", name: "x", groups: "zz" }, { groups: ['Expected a list of items but got type "str".'] }],
        [
          { username: "a", name: "x", groups: ["00000000-0000-4000-8000-000000000000"] },
          { groups: ['Invalid pk "00000000-0000-4000-8000-000000000000" - object does not exist.'] },
        ],
        [{ username: "admin", name: "x" }, { username: ["A user with that username already exists."] }],
      ])("%j is refused", async (body, errors) => {
        expect(await t.call("POST", "core/users/", { body })).toMatchObject({ status: 400, body: errors });
      });

      test("a name is free again after a rename or the end of its user, and cannot be taken by a rename", async () => {
        const ann = await t.user("ann");
        await t.user("bob");
        expect((await t.call("PATCH", `core/users/${ann}/`, { body: { username: "bob" } })).body).toEqual({
          username: ["A user with that username already exists."],
        });
        expect((await t.call("PATCH", `core/users/${ann}/`, { body: { username: "anna" } })).status).toBe(200);
        await t.user("ann");
        await t.call("DELETE", `core/users/${ann}/`);
        await t.user("anna");
      });

      test("of 64 who want one name, one gets it", async () => {
        const tries = await Promise.all(
          Array.from({ length: 64 }, () => t.call("POST", "core/users/", { body: { username: "same", name: "x" } })),
        );
        expect(tries.filter((answer) => answer.status === 201)).toHaveLength(1);
        expect(tries.filter((answer) => answer.status === 400)).toHaveLength(63);
        expect((await t.call("GET", "core/users/?username=same")).object["count"]).toBe(1);
      });

      test("64 writers on one user lose nothing", async () => {
        const ann = await t.user("ann");
        const groups = await Promise.all(Array.from({ length: 16 }, (_, at) => group(`g${at}`)));
        // Each adds the user to a group of its own, by the group.
        const answers = await Promise.all(
          groups.map((pk) => t.call("PATCH", `core/groups/${pk}/`, { body: { users: [ann] } })),
        );
        expect(answers.map((answer) => answer.status)).toEqual(groups.map(() => 200));
        expect(new Set((await t.call("GET", `core/users/${ann}/`)).object["groups"] as string[])).toEqual(
          new Set(groups),
        );
      });

      test("show a write at once, and what they are asked about themselves", async () => {
        const ann = await t.user("ann");
        const as = await t.token(ann);
        expect((await t.call("GET", "core/users/me/", { as })).body).toMatchObject({
          pk: ann,
          username: "ann",
          is_superuser: false,
          user: { pk: ann },
        });
        expect((await t.call("GET", "core/users/?search=ann")).object["count"]).toBe(1);
      });
    });

    describe("passwords", () => {
      const basic = (password: string): string => `Basic ${Buffer.from(`ann:${password}`).toString("base64")}`;

      test("work at once on both interfaces, and the old one no longer", async () => {
        const ann = await t.user("ann");
        expect((await t.call("GET", "core/users/me/", { as: basic("first one") })).status).toBe(401);
        expect(
          await t.call("POST", `core/users/${ann}/set_password/`, { body: { password: "first one" } }),
        ).toMatchObject({ status: 204, text: "" });
        expect((await t.call("GET", "core/users/me/", { as: basic("first one") })).status).toBe(200);
        await t.call("POST", `core/users/${ann}/set_password/`, { body: { password: " second " } });
        expect((await t.call("GET", "core/users/me/", { as: basic("first one") })).status).toBe(401);
        expect((await t.call("GET", "core/users/me/", { as: basic(" second ") })).status).toBe(200);
        const principal = await t.identity.authenticator.authenticate({ authorization: basic(" second ") }, "10.0.0.1");
        expect(principal).toMatchObject({ username: "ann", authentication: "password", superuser: false });
        await t.call("PATCH", `core/users/${ann}/`, { body: { is_active: false } });
        expect((await t.call("GET", "core/users/me/", { as: basic(" second ") })).status).toBe(401);
      });

      test.each([
        [{}, "This field is required."],
        [{ password: null }, "This field may not be null."],
        [{ password: 1 }, "Not a valid string."],
        [{ password: " " }, "This field may not be blank."],
        [{ password: "x".repeat(1025) }, "Ensure this field has no more than 1024 characters."],
      ])("%j is refused", async (body, message) => {
        expect(await t.call("POST", "core/users/1/set_password/", { body })).toMatchObject({
          status: 400,
          body: { password: [message] },
        });
      });
    });

    describe("groups", () => {
      test("are created, read, changed and deleted, with members", async () => {
        const [ann, bob] = [await t.user("ann"), await t.user("bob")];
        const made = await t.call("POST", "core/groups/", { body: { name: "Readers", users: [ann, bob, ann] } });
        const pk = stringOf(made.object, "pk");
        expect(pk).toMatch(UUID);
        expect(made.body).toMatchObject({
          name: "Readers",
          is_superuser: false,
          parent: null,
          users: [ann, bob],
          attributes: {},
          users_obj: [{ pk: ann, username: "ann" }, { pk: bob }],
        });
        expect((await t.call("GET", `core/users/${ann}/`)).body).toMatchObject({
          groups: [pk],
          groups_obj: [{ name: "Readers" }],
        });
        expect(
          (await t.call("PATCH", `core/groups/${pk.replaceAll("-", "").toUpperCase()}/`, { body: { users: [bob] } }))
            .body,
        ).toMatchObject({
          users: [bob],
        });
        expect((await t.call("PUT", `core/groups/${pk}/`, { body: { name: "Writers" } })).body).toMatchObject({
          name: "Writers",
          users: [bob],
        });
        expect((await t.call("PATCH", `core/users/${ann}/`, { body: { groups: [pk] } })).status).toBe(200);
        expect((await t.call("GET", `core/groups/${pk}/`)).body).toMatchObject({ users: [ann, bob] });
        expect((await t.call("DELETE", `core/groups/${pk}/`)).status).toBe(204);
        expect((await t.call("GET", `core/users/${ann}/`)).body).toMatchObject({ groups: [], groups_obj: [] });
      });

      test("have unique names below a parent, and no cycles; children of one that goes have none", async () => {
        const top = await group("top");
        const middle = await group("middle", { parent: top });
        await group("top", { parent: middle });
        const unique = { non_field_errors: ["The fields name, parent must make a unique set."] };
        expect((await t.call("POST", "core/groups/", { body: { name: "top" } })).body).toEqual(unique);
        expect((await t.call("POST", "core/groups/", { body: { name: "middle", parent: top } })).body).toEqual(unique);
        for (const parent of [top, middle])
          expect((await t.call("PATCH", `core/groups/${top}/`, { body: { parent } })).body).toEqual({
            parent: ["A group cannot be below itself."],
          });
        expect((await t.call("PATCH", `core/groups/${top}/`, { body: { parent: 7, users: [9, "x"] } })).body).toEqual({
          parent: ["“7” is not a valid UUID."],
          users: ["Incorrect type. Expected pk value, received str."],
        });
        expect((await t.call("PATCH", `core/groups/${top}/`, { body: { users: [99] } })).body).toEqual({
          users: ['Invalid pk "99" - object does not exist.'],
        });
        expect((await t.call("DELETE", `core/groups/${top}/`)).status).toBe(204);
        expect((await t.call("GET", `core/groups/${middle}/`)).body).toMatchObject({ parent: null });
      });

      test("make superusers, directly and from above, until the next request", async () => {
        const ann = await t.user("ann");
        const as = await t.token(ann);
        const above = await group("Above");
        const below = await group("Below", { parent: above, users: [ann] });
        expect((await t.call("GET", "core/users/1/", { as })).status).toBe(404);
        await t.call("PATCH", `core/groups/${above}/`, { body: { is_superuser: true } });
        expect((await t.call("GET", "core/users/1/", { as })).status).toBe(200);
        expect((await t.call("GET", "core/users/me/", { as })).object["is_superuser"]).toBe(true);
        await t.call("PATCH", `core/groups/${below}/`, { body: { users: [] } });
        expect((await t.call("GET", "core/users/1/", { as })).status).toBe(404);
      });

      test("are filtered and searched", async () => {
        await group("Zoo keepers", { is_superuser: true });
        await group("Readers");
        const names = async (query: string): Promise<unknown> =>
          ((await t.call("GET", `core/groups/?${query}`)).object["results"] as JsonObject[]).map((one) => one["name"]);
        expect(await names("")).toEqual(["Readers", "Wardex Admins", "Zoo keepers"]);
        expect(await names("is_superuser=true&ordering=-name")).toEqual(["Zoo keepers", "Wardex Admins"]);
        expect(await names("name=Readers")).toEqual(["Readers"]);
        expect(await names("search=er,keep")).toEqual(["Zoo keepers"]);
      });
    });

    describe("tokens", () => {
      test("are created for the caller or another, shown once asked, and never hold their key elsewhere", async () => {
        const ann = await t.user("ann");
        const own = await t.call("POST", "core/tokens/", { body: { identifier: "own" } });
        expect(own).toMatchObject({
          status: 201,
          body: {
            identifier: "own",
            intent: "api",
            user: 1,
            user_obj: { username: "admin" },
            description: "",
            expiring: true,
            expires: "2026-01-01T00:30:00.000Z",
          },
        });
        const other = await t.call("POST", "core/tokens/", {
          body: { identifier: "other", user: ann, description: "for Ann", expires: "2027-02-03 04:05:06+01:00" },
        });
        expect(other.body).toMatchObject({ user: ann, description: "for Ann", expires: "2027-02-03T03:05:06.000Z" });
        const key = stringOf((await t.call("GET", "core/tokens/other/view_key/")).object, "key");
        expect(key).toMatch(/^[A-Za-z0-9]{60}$/);
        expect((await t.call("GET", "core/users/me/", { as: key })).object["username"]).toBe("ann");
        expect(
          (await t.call("PATCH", "core/tokens/other/", { body: { identifier: "renamed", user: 1 } })).body,
        ).toEqual({ user: ["User cannot be changed"] });
        expect(
          (await t.call("PATCH", "core/tokens/other/", { body: { identifier: "renamed", user: ann } })).body,
        ).toMatchObject({
          identifier: "renamed",
          user: ann,
        });
        expect((await t.call("GET", "core/tokens/renamed/view_key/")).object["key"]).toBe(key);
        expect((await t.call("GET", "core/tokens/other/")).status).toBe(404);
      });

      test.each([
        [{}, { identifier: ["This field is required."] }],
        [
          { identifier: "a b" },
          { identifier: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'] },
        ],
        [{ identifier: "wardex-bootstrap-token" }, { identifier: ["token with this identifier already exists."] }],
        [{ identifier: "a", intent: "zz" }, { intent: ['"zz" is not a valid choice.'] }],
        [{ identifier: "a", intent: "recovery" }, { intent: ["Invalid intent recovery"] }],
        [{ identifier: "a", user: 99 }, { user: ['Invalid pk "99" - object does not exist.'] }],
        [{ identifier: "a", user: "x" }, { user: ["Incorrect type. Expected pk value, received str."] }],
        [
          { identifier: "a", expires: "2026-02-30T00:00:00Z" },
          {
            expires: [
              "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
            ],
          },
        ],
      ])("%j is refused", async (body, errors) => {
        expect(await t.call("POST", "core/tokens/", { body })).toMatchObject({ status: 400, body: errors });
      });

      test("that expire are gone at once, and leave their name to the next", async () => {
        const as = await t.token(1, "short", { expiring: true });
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(200);
        t.clock.nowMs += 30 * 60 * 1000;
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(401);
        for (const path of ["core/tokens/short/", "core/tokens/short/view_key/"])
          expect((await t.call("GET", path)).status).toBe(404);
        expect((await t.call("GET", "core/tokens/?identifier=short")).object["count"]).toBe(0);
        expect((await t.call("GET", "core/tokens/")).object["count"]).toBe(1);
        expect((await t.call("POST", "core/tokens/", { body: { identifier: "short" } })).status).toBe(201);
      });

      test("that are revoked, prolonged or turned into another intent do what they say at once", async () => {
        const as = await t.token(1, "mine", { expiring: true });
        await t.call("PATCH", "core/tokens/mine/", { body: { expiring: false } });
        t.clock.nowMs += 10 * 365 * 86_400_000;
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(200);
        await t.call("PATCH", "core/tokens/mine/", { body: { intent: "app_password" } });
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(401);
        await t.call("PATCH", "core/tokens/mine/", { body: { intent: "api" } });
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(200);
        await t.call("DELETE", "core/tokens/mine/");
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(401);
      });

      test("go with their owner, and follow its name", async () => {
        const ann = await t.user("ann");
        const as = await t.token(ann, "anns");
        await t.call("PATCH", `core/users/${ann}/`, { body: { username: "anna" } });
        expect((await t.call("GET", "core/tokens/?user__username=anna")).object["count"]).toBe(1);
        expect((await t.call("GET", "core/tokens/?search=ANNA")).object["count"]).toBe(1);
        expect((await t.call("GET", "core/users/me/", { as })).object["username"]).toBe("anna");
        await t.call("DELETE", `core/users/${ann}/`);
        expect((await t.call("GET", "core/users/me/", { as })).status).toBe(401);
        expect((await t.call("GET", "core/tokens/?search=anna")).object["count"]).toBe(0);
      });

      test("a filter by an intent that is none is refused", async () => {
        expect(await t.call("GET", "core/tokens/?intent=zz")).toMatchObject({
          status: 400,
          body: { intent: ["Select a valid choice. zz is not one of the available choices."] },
        });
        expect((await t.call("GET", "core/tokens/?intent=api")).object["count"]).toBe(1);
      });
    });
  });
}
