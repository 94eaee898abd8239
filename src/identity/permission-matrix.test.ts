/**
 * Who may do what on every operation of the identity interface. The table stands in permission-matrix.json, one line
 * for each operation, with the status that each caller gets; a new operation needs a line. Records are those of
 * somebody else: who may not see one gets 404.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import type { Method } from "./interface/endpoint.ts";
import { TestIdentity } from "../testing/identity/identity.ts";
import { endpoints } from "./resources.ts";
import { putRole } from "./directory/roles.ts";
import { stringOf } from "./records/stored-values.ts";

const table: { callers: string[]; operations: Record<string, number[]> } = JSON.parse(
  readFileSync(new URL("permission-matrix.json", import.meta.url), "utf8"),
);
const CALLERS = ["anonymous", "expired", "ordinary", "member", "limited", "superuser"] as const;

/** What the holder of the limited token may look at; nothing may be changed. */
const LIMITED = [
  "view_user",
  "view_group",
  "view_application",
  "view_event",
  "view_certificatekeypair",
  "view_notificationrule",
];

/** Bodies with which an allowed call gets as far as doing something. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  auth_sign_in: { username: "other", password: "wrong" },
  auth_recovery: { token: "none", password: "x" },
  core_groups_create: { name: "made" },
  core_users_set_password: { password: "something new" },
  crypto_certificatekeypairs_generate: { common_name: "made", validity_days: 1 },
};

const operations = endpoints
  .flatMap(({ path, methods }) =>
    Object.entries(methods).map(([method, { id }]) => ({ id, method: method as Method, path })),
  )
  // What is deleted is of no use to those who come later; bindings go before what they bind, and users last.
  .toSorted((one, other) => when(one) - when(other) || (one.path > other.path ? -1 : 1));

function when({ method, path }: { method: Method; path: string }): number {
  if (method !== "DELETE") return 0;
  return path.startsWith("core/users/") ? 2 : 1;
}

let t: TestIdentity;
const credentials: Partial<Record<string, string | null>> = {};
let places: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  t = await TestIdentity.open();
  const make = async (path: string, body: JsonObject, key = "pk"): Promise<string> => {
    const made = await t.call("POST", path, { body });
    if (made.status !== 201) throw new Error(`${path}: ${made.text}`);
    return String(made.object[key]);
  };
  const other = await t.user("other");
  const ordinary = await t.user("ordinary");
  const member = await t.user("member");
  await putRole(t.identity.store, "limited", {
    cluster: [],
    indices: [],
    applications: [{ application: "wardex", privileges: LIMITED, resources: ["*"] }],
  });
  const limited = await t.user("limited", { roles: ["limited"] });
  const group = await make("core/groups/", { name: "staff", users: [member] });
  const others = await t.token(other, "others");
  const slug = await make("core/applications/", { name: "Wiki", slug: "wiki" }, "slug");
  const target = stringOf((await t.call("GET", "core/applications/wiki/")).object, "pk");
  const policy = await make("policies/event_matcher/", { name: "logins", action: "login" });
  const rule = await make("events/rules/", { name: "rule", group });
  const transport = await make("events/transports/", { name: "transport", mode: "local" });
  const binding = await make("policies/bindings/", { target, group, order: 0 });
  const content = { query: "name:bern" };
  const kept = await t.call("POST", "console/items/", { as: others, body: { name: "towns", kind: "search", content } });
  const item = stringOf(kept.object, "pk");
  const pair = stringOf(
    (await t.call("POST", "crypto/certificatekeypairs/generate/", { body: { common_name: "pair", validity_days: 1 } }))
      .object,
    "pk",
  );
  const { results } = (await t.call("GET", "events/events/?page_size=1")).object;
  const [event] = Array.isArray(results) ? results : [];
  const eventPk = typeof event === "object" && event !== null && !Array.isArray(event) ? stringOf(event, "pk") : "";
  places = {
    id: String(other),
    item_uuid: item,
    identifier: "others",
    group_uuid: group,
    slug,
    kp_uuid: pair,
    event_uuid: eventPk,
    uuid: transport,
    pbm_uuid: rule,
    policy_uuid: policy,
    policy_binding_uuid: binding,
  };
  credentials["anonymous"] = null;
  credentials["expired"] = await t.token(ordinary, "expired", { expiring: true, expires: "2026-01-01T00:00:01Z" });
  credentials["ordinary"] = await t.token(ordinary, "ordinarys");
  credentials["member"] = await t.token(member, "members");
  credentials["limited"] = await t.token(limited, "limiteds");
  credentials["superuser"] = t.admin;
  t.clock.nowMs += 60_000;
});

test("every operation has its line, and every line its operation", () => {
  expect(table.callers).toEqual(CALLERS);
  expect(Object.keys(table.operations).sort((a, b) => (a < b ? -1 : 1))).toEqual(
    operations.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1)),
  );
});

describe("the table holds", () => {
  test.each(operations)("$id", async ({ id, method, path }) => {
    const answered: number[] = [];
    for (const caller of CALLERS) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "");
      const body = method === "GET" || method === "DELETE" ? {} : { body: BODIES[id] ?? {} };
      const answer = await t.call(method, filled, { as: credentials[caller] ?? null, ...body });
      answered.push(answer.status);
      if (answer.status === 403)
        expect(answer.body).toEqual({ detail: "You do not have permission to perform this action." });
    }
    expect(answered, id).toEqual(table.operations[id]);
  });
});
