import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import type { RequestError } from "../../compat/errors.ts";
import { Authorizer } from "../../security/authorizer.ts";
import { TestIdentity } from "../../testing/identity/identity.ts";
import { stringOf } from "../records/stored-values.ts";
import { assignRoles, putRole } from "./roles.ts";

type Caller = "anonymous" | "expired" | "ordinary" | "member" | "superuser";

let t: TestIdentity;
const callers = {} as Record<Caller, string | null>;
let group = "";
let ordinary = 0;

beforeAll(async () => {
  t = await TestIdentity.open();
  ordinary = await t.user("ordinary");
  const member = await t.user("member");
  const made = await t.call("POST", "core/groups/", { body: { name: "staff", users: [member] } });
  group = stringOf(made.object, "pk");
  callers.anonymous = null;
  callers.expired = await t.token(ordinary, "expired", { expiring: true, expires: "2026-01-01T00:00:01Z" });
  callers.ordinary = await t.token(ordinary, "ordinarys");
  callers.member = await t.token(member, "members");
  callers.superuser = t.admin;
  t.clock.nowMs += 60_000;
});

/** Status by caller: anonymous, with an expired token, ordinary, member of a group, superuser. */
const matrix: readonly (readonly [
  method: string,
  path: string,
  body: Json | undefined,
  statuses: readonly [number, number, number, number, number],
])[] = [
  ["GET", "core/users/", undefined, [401, 401, 200, 200, 200]],
  ["POST", "core/users/", {}, [401, 401, 403, 403, 400]],
  ["GET", "core/users/1/", undefined, [401, 401, 404, 404, 200]],
  ["GET", "core/users/2/", undefined, [401, 401, 200, 404, 200]],
  ["PUT", "core/users/2/", {}, [401, 401, 403, 403, 400]],
  ["PATCH", "core/users/2/", {}, [401, 401, 403, 403, 200]],
  ["PATCH", "core/users/99/", {}, [401, 401, 403, 403, 404]],
  ["DELETE", "core/users/99/", undefined, [401, 401, 403, 403, 404]],
  ["GET", "core/users/me/", undefined, [401, 401, 200, 200, 200]],
  ["POST", "core/users/2/set_password/", {}, [401, 401, 403, 403, 400]],
  ["GET", "core/groups/", undefined, [401, 401, 200, 200, 200]],
  ["POST", "core/groups/", {}, [401, 401, 403, 403, 400]],
  ["GET", "core/groups/{group}/", undefined, [401, 401, 404, 200, 200]],
  ["PATCH", "core/groups/{group}/", {}, [401, 401, 403, 403, 200]],
  ["DELETE", "core/groups/zz/", undefined, [401, 401, 403, 403, 404]],
  ["GET", "core/tokens/", undefined, [401, 401, 200, 200, 200]],
  ["POST", "core/tokens/", {}, [401, 401, 400, 400, 400]],
  ["POST", "core/tokens/", { identifier: "x", user: 1 }, [401, 401, 403, 403, 201]],
  ["GET", "core/tokens/ordinarys/", undefined, [401, 401, 200, 404, 200]],
  ["PATCH", "core/tokens/ordinarys/", {}, [401, 401, 200, 404, 200]],
  ["GET", "core/tokens/ordinarys/view_key/", undefined, [401, 401, 200, 404, 200]],
  ["GET", "core/tokens/wardex-bootstrap-token/view_key/", undefined, [401, 401, 404, 404, 200]],
  ["DELETE", "core/tokens/wardex-bootstrap-token/", undefined, [401, 401, 404, 404, 204]],
];

describe("the permission matrix", () => {
  test.each(matrix)("%s %s %j", async (method, path, body, statuses) => {
    const names: readonly Caller[] = ["anonymous", "expired", "ordinary", "member", "superuser"];
    const answered: number[] = [];
    // The last row takes the superuser's own token away, so it is the last.
    for (const name of names) {
      const answer = await t.call(method, path.replace("{group}", group), {
        as: callers[name] ?? null,
        ...(body === undefined ? {} : { body }),
      });
      answered.push(answer.status);
      if (answer.status === 403)
        expect(answer.body).toEqual({ detail: "You do not have permission to perform this action." });
    }
    expect(answered).toEqual(statuses);
  });
});

describe("what is seen", () => {
  test("is one's own: lists of others show nothing", async () => {
    const as = callers.ordinary ?? null;
    expect((await t.call("GET", "core/users/", { as })).object).toMatchObject({
      count: 1,
      results: [{ pk: ordinary }],
    });
    expect((await t.call("GET", "core/users/?username=admin", { as })).object["count"]).toBe(0);
    expect((await t.call("GET", "core/groups/", { as })).object["count"]).toBe(0);
    expect((await t.call("GET", "core/groups/", { as: callers.member ?? null })).object).toMatchObject({
      count: 1,
      results: [{ name: "staff" }],
    });
    expect((await t.call("GET", "core/tokens/", { as })).object).toMatchObject({
      count: 1,
      results: [{ identifier: "ordinarys" }],
    });
  });

  test("cannot be raised by oneself", async () => {
    const as = callers.ordinary ?? null;
    expect((await t.call("PATCH", "core/users/2/", { as, body: { groups: [] } })).status).toBe(403);
    const made = await t.call("POST", "core/tokens/", { as, body: { identifier: "mine", is_superuser: true } });
    expect(made.object["user"]).toBe(ordinary);
  });
});

describe("roles", () => {
  const authorizer = new Authorizer();
  const refusal = async (index: string): Promise<string | undefined> => {
    const principal = await t.identity.authenticator.authenticate(
      { authorization: callers.ordinary ?? "" },
      "10.0.0.1",
    );
    if (!principal) throw new Error("nobody");
    try {
      authorizer.action(principal, "indices:data/read/search", [index]);
      return undefined;
    } catch (error) {
      expect((error as RequestError).status).toBe(403);
      return (error as RequestError).message;
    }
  };

  test("of users and groups decide what may be searched, from the next request on", async () => {
    const { store } = t.identity;
    expect(await refusal("books")).toBe(
      "action [indices:data/read/search] is unauthorized for user [ordinary] with effective roles [] on indices [books], this action is granted by the index privileges [read,all]",
    );
    await putRole(store, "reader", { cluster: ["monitor"], indices: [{ names: ["book*"], privileges: ["read"] }] });
    await assignRoles(store, `user:${ordinary}`, ["reader", "gone"]);
    expect(await refusal("books")).toBeUndefined();
    expect(await refusal("secret")).toContain(
      "with effective roles [reader] (assigned roles [gone] were not found) on indices [secret]",
    );
    await putRole(store, "reader", { cluster: [], indices: [] });
    expect(await refusal("books")).toContain("on indices [books]");
  });

  test("with unknown privileges or impossible names are refused", async () => {
    const { store } = t.identity;
    await expect(putRole(store, "x", { cluster: ["rule"], indices: [] })).rejects.toMatchObject({ status: 400 });
    await expect(
      putRole(store, "x", { cluster: [], indices: [{ names: ["*"], privileges: ["reed"] }] }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(putRole(store, " x", { cluster: [], indices: [] })).rejects.toMatchObject({ status: 400 });
    await expect(assignRoles(store, "user:99", ["x"])).rejects.toMatchObject({ status: 400 });
  });
});
