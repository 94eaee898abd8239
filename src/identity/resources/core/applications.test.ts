import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../core/json.ts";
import { openEngineRecordStore } from "../../records/engine-identity-index.ts";
import { startTestEngine } from "../../../testing/identity/engine.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";
import { putRecord } from "../../records/put-record.ts";
import { assignRoles } from "../../directory/roles.ts";
import { stringOf } from "../../records/stored-values.ts";

const APPLICATIONS = "core/applications/";
const BINDINGS = "policies/bindings/";
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Makes something; answers its pk. */
async function made(t: TestIdentity, path: string, body: JsonObject): Promise<string> {
  const answer = await t.call("POST", path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
  return stringOf(answer.object, "pk");
}

/** Slugs of a list, and its count. */
async function listed(t: TestIdentity, query: string, as = t.admin): Promise<[number, ...string[]]> {
  const { count, results } = (await t.call("GET", `${APPLICATIONS}?${query}`, { as })).object;
  return [Number(count), ...(Array.isArray(results) ? results.map((one) => stringOf(one as JsonObject, "slug")) : [])];
}

/** Gives a user identity permissions, and no other. */
async function grant(t: TestIdentity, user: number, ...privileges: string[]): Promise<void> {
  const fields = {
    name: `r${user}`,
    cluster: [],
    indices: [],
    applications: [{ application: "wardex", privileges, resources: ["*"] }],
  };
  await putRecord(t.identity.store, { id: `role:r${user}`, model: "role", fields });
  await assignRoles(t.identity.store, `user:${user}`, [`r${user}`]);
}

/** What a body may not hold, with what is said to it. */
const refusals: readonly (readonly [body: JsonObject, errors: JsonObject])[] = [
  [{}, { name: ["This field is required."], slug: ["This field is required."] }],
  [
    { name: "x", slug: "a b" },
    { slug: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'] },
  ],
  [{ name: "x", slug: "x".repeat(51) }, { slug: ["Ensure this field has no more than 50 characters."] }],
  [{ name: "x", slug: "y", provider: 5 }, { provider: ['Invalid pk "5" - object does not exist.'] }],
  [{ name: "x", slug: "y", provider: "z" }, { provider: ["Incorrect type. Expected pk value, received str."] }],
  [{ name: "x", slug: "y", policy_engine_mode: "some" }, { policy_engine_mode: ['"some" is not a valid choice.'] }],
  ...[
    "javascript:alert(1)",
    "//host",
    "host",
    "http:host",
    "http://",
    "data:text/html,x",
    "http://a b/",
    "http://a/\nb",
  ].map((meta_launch_url): readonly [JsonObject, JsonObject] => [
    { name: "x", slug: "y", meta_launch_url },
    { meta_launch_url: ["Enter a valid URL."] },
  ]),
  [
    { name: "x", slug: "y", meta_launch_url: `http://a/${"x".repeat(192)}` },
    { meta_launch_url: ["Ensure this field has no more than 200 characters."] },
  ],
  [{ name: "x", slug: "taken" }, { slug: ["application with this slug already exists."] }],
];

for (const form of ["in memory", "over the engine"] as const) {
  describe(`applications ${form}`, () => {
    let t: TestIdentity;
    beforeEach(async () => {
      t =
        form === "in memory"
          ? await TestIdentity.open()
          : await TestIdentity.open(async () => openEngineRecordStore(await startTestEngine()));
    });

    test("are created, shown, replaced, changed in part and deleted", async () => {
      const first = await t.call("POST", APPLICATIONS, {
        body: { name: " Wiki ", slug: "wiki", pk: NOBODY, policies: ["x"], meta_icon: "y" },
      });
      expect(first).toMatchObject({ status: 201 });
      expect(first.body).toEqual({
        pk: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "Wiki",
        slug: "wiki",
        provider: null,
        provider_obj: null,
        launch_url: "",
        meta_launch_url: "",
        meta_icon: null,
        meta_description: "",
        meta_publisher: "",
        policy_engine_mode: "any",
        policies: [],
      });
      expect(first.object["pk"]).not.toBe(NOBODY);
      expect((await t.call("GET", `${APPLICATIONS}wiki/`)).body).toEqual(first.body);
      expect((await t.call("PUT", `${APPLICATIONS}wiki/`, { body: { name: "W" } })).body).toEqual({
        slug: ["This field is required."],
      });
      const body = {
        slug: "know_how-1",
        meta_launch_url: "http://wiki/start?x=%(username)s",
        policy_engine_mode: "all",
      };
      expect((await t.call("PATCH", `${APPLICATIONS}wiki/`, { body })).body).toMatchObject({
        ...body,
        name: "Wiki",
        launch_url: body.meta_launch_url,
      });
      expect((await t.call("GET", `${APPLICATIONS}wiki/`)).status).toBe(404);
      expect((await t.call("DELETE", `${APPLICATIONS}know_how-1/`)).status).toBe(204);
      expect((await t.call("GET", `${APPLICATIONS}know_how-1/`)).status).toBe(404);
      expect(await made(t, APPLICATIONS, { name: "again", slug: "wiki" })).not.toBe(first.object["pk"]);
    });

    test.each(refusals)("%j is refused", async (body, errors) => {
      await made(t, APPLICATIONS, { name: "taken", slug: "taken" });
      expect(await t.call("POST", APPLICATIONS, { body })).toMatchObject({ status: 400, body: errors });
    });

    test("are listed to those whom the bindings let pass, before they are counted and cut into pages", async () => {
      const [ann, bob] = [await t.user("ann"), await t.user("bob")];
      const above = await made(t, "core/groups/", { name: "above", users: [bob] });
      const below = await made(t, "core/groups/", { name: "below", parent: above, users: [ann] });
      const pks: Record<string, string> = {};
      for (const slug of ["free", "anns", "above", "below", "both", "not-ann", "off"])
        pks[slug] = await made(t, APPLICATIONS, {
          name: slug,
          slug,
          policy_engine_mode: slug === "both" ? "all" : "any",
        });
      const bind = (slug: string, more: JsonObject): Promise<string> =>
        made(t, BINDINGS, { target: pks[slug] ?? "", order: 0, ...more });
      await bind("anns", { user: ann });
      await bind("above", { group: above });
      await bind("below", { group: below });
      await bind("both", { group: above });
      await bind("both", { user: ann, order: 1 });
      await bind("not-ann", { user: ann, negate: true });
      await bind("off", { user: bob, enabled: false });
      const [asAnn, asBob] = [await t.token(ann), await t.token(bob)];
      expect(await listed(t, "", asAnn)).toEqual([6, "above", "anns", "below", "both", "free", "off"]);
      expect(await listed(t, "", asBob)).toEqual([4, "above", "free", "not-ann", "off"]);
      expect(await listed(t, "page_size=2&page=2&ordering=-name", asBob)).toEqual([4, "free", "above"]);
      expect(await listed(t, "search=ann", asBob)).toEqual([1, "not-ann"]);
      expect(await listed(t, "superuser_full_list=true", asBob)).toEqual([4, "above", "free", "not-ann", "off"]);
      // The superuser sees all, and on demand what is open to them.
      expect((await listed(t, ""))[0]).toBe(7);
      expect((await listed(t, "superuser_full_list=true"))[0]).toBe(7);
      expect(await listed(t, "superuser_full_list=false")).toEqual([3, "free", "not-ann", "off"]);
      // A membership counts from the next request on.
      await t.call("PATCH", `core/groups/${below}/`, { body: { users: [bob] } });
      expect(await listed(t, "", asBob)).toEqual([5, "above", "below", "free", "not-ann", "off"]);
    });

    test("show the policies that are bound to them, in their order", async () => {
      const pk = await made(t, APPLICATIONS, { name: "a", slug: "a" });
      const [one, two] = [
        await made(t, "policies/event_matcher/", { name: "one" }),
        await made(t, "policies/event_matcher/", { name: "two" }),
      ];
      await made(t, BINDINGS, { target: pk, policy: one, order: 5 });
      await made(t, BINDINGS, { target: pk, policy: two, order: -5 });
      await made(t, BINDINGS, { target: pk, user: 1, order: 0 });
      expect((await t.call("GET", `${APPLICATIONS}a/`)).object["policies"]).toEqual([two, one]);
    });

    test("authorise whom the bindings let pass, and tell of it", async () => {
      const pk = await made(t, APPLICATIONS, { name: "Wiki", slug: "wiki" });
      const [ann, bob] = [await t.user("ann", { email: "ann@example.org" }), await t.user("bob")];
      await made(t, BINDINGS, { target: pk, user: ann, order: 0 });
      const [asAnn, asBob] = [await t.token(ann), await t.token(bob)];
      t.events.length = 0;
      const ask = async (as: string, body: JsonObject = {}): Promise<unknown> =>
        (await t.call("POST", `${APPLICATIONS}wiki/authorize/`, { as, body })).body;
      expect(await ask(asAnn)).toEqual({ passing: true, messages: [] });
      expect(await ask(asBob)).toEqual({ passing: false, messages: [] });
      // Nobody is spared.
      expect(await ask(t.admin)).toEqual({ passing: false, messages: [] });
      const four = { app: "authentik_core", model_name: "application", pk: pk.replaceAll("-", ""), name: "Wiki" };
      const told = { action: "authorize_application", user: { pk: ann, username: "ann", email: "ann@example.org" } };
      expect(t.events).toMatchObject([{ ...told, context: { authorized_application: four }, clientIp: "10.0.0.1" }]);
      t.events.length = 0;
      expect(await ask(t.admin, { for_user: ann })).toEqual({ passing: true, messages: [] });
      expect(t.events).toMatchObject([
        { ...told, context: { authorized_application: four, requested_by: { pk: 1, username: "admin" } } },
      ]);
      expect(await ask(t.admin, { for_user: 99 })).toEqual({ for_user: ['Invalid pk "99" - object does not exist.'] });
      expect(await ask(asBob, { for_user: bob })).toEqual({ passing: false, messages: [] });
      expect(await ask(asBob, { for_user: ann })).toEqual({
        detail: "You do not have permission to perform this action.",
      });
      await t.call("PATCH", `core/users/${ann}/`, { body: { is_active: false } });
      expect(await ask(t.admin, { for_user: ann })).toEqual({ passing: false, messages: ["The user is not active."] });
      expect((await t.call("POST", `${APPLICATIONS}nowhere/authorize/`, { as: asBob, body: {} })).status).toBe(404);
    });

    test("count who was authorised in the last day, hour by hour, for holders of both permissions", async () => {
      await made(t, APPLICATIONS, { name: "Wiki", slug: "wiki" });
      await made(t, APPLICATIONS, { name: "Other", slug: "other" });
      const user = await t.user("helper");
      const as = await t.token(user);
      const authorize = async (slug: string): Promise<void> =>
        void (await t.call("POST", `${APPLICATIONS}${slug}/authorize/`, { as, body: {} }));
      await authorize("wiki");
      t.clock.nowMs += 90 * 60_000;
      await authorize("wiki");
      await authorize("wiki");
      await authorize("other");
      const points = (await t.call("GET", `${APPLICATIONS}wiki/metrics/`)).body as { x_cord: number; y_cord: number }[];
      expect(points).toHaveLength(24);
      expect(points.map(({ y_cord }) => y_cord)).toEqual([2, 1, ...Array<number>(22).fill(0)]);
      expect(points[1]?.x_cord).toBe(t.clock.nowMs - 3_600_000);
      const status = async (): Promise<number> => (await t.call("GET", `${APPLICATIONS}wiki/metrics/`, { as })).status;
      expect(await status()).toBe(404);
      await grant(t, user, "view_application");
      expect(await status()).toBe(404);
      await grant(t, user, "view_application", "view_event");
      expect(await status()).toBe(200);
    });

    test("answer whether somebody may use them, without a word to the audit trail", async () => {
      const pk = await made(t, APPLICATIONS, { name: "Wiki", slug: "wiki" });
      const ann = await t.user("ann");
      await made(t, BINDINGS, { target: pk, user: 1, order: 0, negate: true });
      const as = await t.token(ann);
      t.events.length = 0;
      const ask = async (query: string, who = t.admin): Promise<unknown> =>
        (await t.call("GET", `${APPLICATIONS}wiki/check_access/${query}`, { as: who })).body;
      expect(await ask("")).toEqual({ passing: false, messages: [] });
      expect(await ask("", as)).toEqual({ passing: true, messages: [] });
      expect(await ask(`?for_user=${ann}`)).toEqual({ passing: true, messages: [] });
      expect(await ask("?for_user=x")).toEqual({ for_user: ["Incorrect type. Expected pk value, received str."] });
      expect(await ask("?for_user=1", as)).toEqual({ detail: "You do not have permission to perform this action." });
      expect(t.events).toEqual([]);
    });

    test("are administered by whoever holds the permissions, and by nobody else", async () => {
      await made(t, APPLICATIONS, { name: "a", slug: "a" });
      const user = await t.user("helper");
      const as = await t.token(user);
      const statuses = async (): Promise<number[]> => {
        const answers = [(await t.call("GET", `${APPLICATIONS}a/`, { as })).status];
        for (const [method, path] of [
          ["PATCH", `${APPLICATIONS}a/`],
          ["POST", APPLICATIONS],
          ["POST", BINDINGS],
          ["POST", "policies/event_matcher/"],
        ] as const)
          answers.push((await t.call(method, path, { as, body: {} })).status);
        return answers;
      };
      expect(await statuses()).toEqual([404, 403, 403, 403, 403]);
      await grant(t, user, "view_application", "change_application");
      expect(await statuses()).toEqual([200, 200, 403, 403, 403]);
      await grant(t, user, "add_application", "add_policybinding", "add_eventmatcherpolicy");
      expect(await statuses()).toEqual([404, 403, 400, 400, 400]);
      expect((await t.call("DELETE", `${APPLICATIONS}a/`, { as })).status).toBe(403);
    });
  });

  describe(`policies and bindings ${form}`, () => {
    let t: TestIdentity;
    let target = "";
    beforeEach(async () => {
      t =
        form === "in memory"
          ? await TestIdentity.open()
          : await TestIdentity.open(async () => openEngineRecordStore(await startTestEngine()));
      target = await made(t, APPLICATIONS, { name: "a", slug: "a" });
    });

    test("matchers are created, shown, changed and deleted, with names of their own", async () => {
      const first = await t.call("POST", "policies/event_matcher/", {
        body: { name: "logins", action: "login", client_ip: "10.0.0.1" },
      });
      expect(first).toMatchObject({
        status: 201,
        body: { name: "logins", execution_logging: false, action: "login", client_ip: "10.0.0.1", app: "" },
      });
      const path = `policies/event_matcher/${stringOf(first.object, "pk")}/`;
      expect((await t.call("PATCH", path, { body: { app: "x", execution_logging: true } })).body).toMatchObject({
        action: "login",
        app: "x",
        execution_logging: true,
      });
      const taken = { name: ["event matcher policy with this name already exists."] };
      expect((await t.call("POST", "policies/event_matcher/", { body: { name: "logins" } })).body).toEqual(taken);
      expect((await t.call("GET", "policies/event_matcher/?name=logins&search=LOG")).object["count"]).toBe(1);
      expect(t.events.at(-1)).toMatchObject({
        context: { model: { app: "authentik_policies_event_matcher", model_name: "eventmatcherpolicy" } },
      });
      expect((await t.call("DELETE", path)).status).toBe(204);
      expect((await t.call("GET", path)).status).toBe(404);
    });

    test("a binding names exactly one policy, group or user, all of which are there", async () => {
      const policy = await made(t, "policies/event_matcher/", { name: "one" });
      const refused = async (body: JsonObject): Promise<unknown> =>
        (await t.call("POST", BINDINGS, { body: { target, order: 0, ...body } })).body;
      expect(await refused({})).toEqual({ non_field_errors: ["One of 'group', 'policy', 'user' must be set."] });
      expect(await refused({ policy, user: 1 })).toEqual({
        non_field_errors: ["Only one of 'group', 'policy', 'user' can be set."],
      });
      expect(
        await refused({ policy: NOBODY, user: 99, group: "zz", target: NOBODY, order: 2 ** 31, timeout: -1 }),
      ).toEqual({
        policy: [`Invalid pk "${NOBODY}" - object does not exist.`],
        user: ['Invalid pk "99" - object does not exist.'],
        group: ["“zz” is not a valid UUID."],
        target: [`Invalid pk "${NOBODY}" - object does not exist.`],
        order: ["Ensure this value is less than or equal to 2147483647."],
        timeout: ["Ensure this value is greater than or equal to 0."],
      });
      const pk = await made(t, BINDINGS, { target, order: 3, policy });
      const path = `${BINDINGS}${pk}/`;
      expect((await t.call("GET", path)).body).toEqual({
        pk,
        target,
        policy,
        group: null,
        user: null,
        negate: false,
        enabled: true,
        order: 3,
        timeout: 30,
      });
      expect((await t.call("PATCH", path, { body: { user: 1 } })).status).toBe(400);
      expect((await t.call("PATCH", path, { body: { user: 1, policy: null } })).body).toMatchObject({
        policy: null,
        user: 1,
      });
      await made(t, BINDINGS, { target, order: 3, policy });
      expect(await refused({ policy, order: 3 })).toEqual({
        non_field_errors: ["The fields policy, target, order must make a unique set."],
      });
      await made(t, BINDINGS, { target, order: 3, user: 1 });
    });

    test("bindings are listed by filters", async () => {
      const policy = await made(t, "policies/event_matcher/", { name: "one" });
      const first = await made(t, BINDINGS, { target, order: 3, policy });
      const second = await made(t, BINDINGS, { target, order: 1, user: 1, enabled: false });
      const pks = async (query: string): Promise<unknown> => {
        const { results } = (await t.call("GET", `${BINDINGS}?${query}`)).object;
        return Array.isArray(results) ? results.map((one) => stringOf(one as JsonObject, "pk")) : results;
      };
      expect(await pks(`target=${target}`)).toEqual([second, first]);
      expect(await pks(`policy=${policy.toUpperCase()}`)).toEqual([first]);
      expect(await pks(`target=${target}&enabled=false`)).toEqual([second]);
      expect(await pks("order=3")).toEqual([first]);
      expect(await pks(`timeout=30&target=${target}&ordering=-order`)).toEqual([first, second]);
      expect(await pks(`search=${policy}`)).toEqual([first]);
      expect((await t.call("GET", `${BINDINGS}?policy=zz`)).body).toEqual({ policy: ["“zz” is not a valid UUID."] });
      expect((await t.call("GET", `${BINDINGS}?order=zz`)).body).toEqual({ order: ["Enter a number."] });
    });

    test("bindings go with their target, their policy, their group and their user", async () => {
      const policy = await made(t, "policies/event_matcher/", { name: "one" });
      const group = await made(t, "core/groups/", { name: "g" });
      const user = await t.user("ann");
      const other = await made(t, APPLICATIONS, { name: "b", slug: "b" });
      const all = async (): Promise<number> => Number((await t.call("GET", BINDINGS)).object["count"]);
      const before = await all();
      const count = async (): Promise<number> => (await all()) - before;
      for (const named of [{ policy }, { group }, { user }]) {
        await made(t, BINDINGS, { target, order: 0, ...named });
        await made(t, BINDINGS, { target: other, order: 0, ...named });
      }
      expect(await count()).toBe(6);
      for (const [path, left] of [
        [`${APPLICATIONS}b/`, 3],
        [`policies/event_matcher/${policy}/`, 2],
        [`core/groups/${group}/`, 1],
        [`core/users/${user}/`, 0],
      ] as const) {
        expect((await t.call("DELETE", path)).status).toBe(204);
        expect(await count()).toBe(left);
      }
    });
  });
}
