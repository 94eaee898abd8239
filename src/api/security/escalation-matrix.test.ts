/**
 * Every operation of `_security` that writes, asked for by somebody who holds what may be held without being a
 * superuser, and by a limited API key: nobody gains anything. `manage_security` is not among what they hold: it makes
 * superusers, as in Elasticsearch.
 */
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { securityOperations } from "../security-operations.ts";
import { operationRoutes } from "../../http/operation-routes.ts";
import { CALLERS, EscalationWorld } from "../../testing/identity/escalation.ts";
import { securityPipeline } from "../../testing/identity/security-pipeline.ts";
import { objectOf, stringOf } from "../../identity/records/stored-values.ts";

/** Who may end tokens ends those of anybody, as in Elasticsearch; that gives nobody anything. */
const ENDS = ["security.invalidate_token"];
const writes = operationRoutes.filter(
  ({ op }) => securityOperations.some(({ name }) => name === op) && !ENDS.includes(op),
);

/** Whatever one of them takes; the others refuse it. */
function bodies(own: string): JsonObject[] {
  const everything = { a: { cluster: ["all"], indices: [{ names: ["*"], privileges: ["all"] }] } };
  const keys: JsonObject[] = [
    { name: "k" },
    { name: "k", role_descriptors: {} },
    { name: "k", role_descriptors: everything },
    { name: "k", role_descriptors: { a: {} } },
  ];
  const proof = own.slice("Bearer ".length);
  return [
    {},
    { password: "a new one" },
    { password: "a new one", roles: ["superuser"] },
    { roles: ["superuser"], enabled: true, rules: { field: { username: "*" } }, metadata: {} },
    { cluster: ["all"] },
    { roles: { helpdesk: { cluster: ["all"] } } },
    ...keys,
    ...keys.map((key) => ({ grant_type: "access_token", access_token: proof, api_key: key })),
    ...["admin", "hal"].map((username) => ({
      grant_type: "password",
      username,
      password: "a wrong one",
      api_key: { name: "k" },
    })),
    { grant_type: "client_credentials" },
    { grant_type: "password", username: "admin", password: "a wrong one" },
    { role_descriptors: {} },
    { role_descriptors: everything },
    { ids: ["none"], role_descriptors: {} },
    { owner: true },
    { name: "of-hal" },
    { username: "admin" },
  ];
}

const PLACES: Readonly<Record<string, readonly string[]>> = {
  username: ["admin", "hal", "pat"],
  name: ["helpdesk", "x"],
  id: ["of-hal"],
};

function paths(path: string): string[] {
  const [whole, name = ""] = /\{(\w+)\}/.exec(path) ?? [];
  return whole === undefined ? [path] : (PLACES[name] ?? ["x"]).flatMap((place) => paths(path.replace(whole, place)));
}

/** Whether a new credential of the caller gives all that its owner has. */
async function unlimitedKeys(world: EscalationWorld, before: ReadonlySet<string>): Promise<string[]> {
  const { credentials } = await world.look();
  const made = credentials.filter(({ id }) => !before.has(id));
  return made.flatMap(({ id, fields }) => {
    const rights = Object.values(objectOf(fields, "role_descriptors"));
    return rights.length > 0 && rights.every((right) => isEmpty(right)) ? [] : [`${id} (${stringOf(fields, "name")})`];
  });
}

/** A descriptor that gives nothing. */
function isEmpty(descriptor: Json): boolean {
  if (typeof descriptor !== "object" || descriptor === null || Array.isArray(descriptor)) return false;
  return Object.values(descriptor).every((value) => (Array.isArray(value) ? value.length === 0 : true));
}

test.each(CALLERS)("nobody gains by a %s", async (caller) => {
  const world = await EscalationWorld.open(undefined);
  const pipeline = securityPipeline(world.t);
  const before = await world.look();
  const known = new Set(before.credentials.map(({ id }) => id));
  const users = (at: typeof before): string => JSON.stringify(at.users.map(({ user, roles }) => [user.fields, roles]));
  const gains: string[] = [];
  let done = 0;
  for (const { op, urls } of writes) {
    for (const { methods, path } of urls) {
      for (const method of methods.filter((one) => one !== "GET" && one !== "HEAD")) {
        for (const url of paths(path)) {
          for (const body of bodies(world.credentials[caller])) {
            const headers = { authorization: world.credentials[caller], "content-type": "application/json" };
            const raw = {
              head: { method, url, headers },
              clientAddress: "10.0.0.1",
              body: Buffer.from(JSON.stringify(body)),
              onGone: () => undefined,
            };
            const { status } = await pipeline.answer(raw);
            expect(status, `${op} ${JSON.stringify(body)}`).toBeLessThan(500);
            if (status < 300) done++;
            if (!world.store.written) continue;
            const after = await world.look();
            const said = `${op}: ${method} ${url} ${JSON.stringify(body)}: ${status}`;
            const gain = caller === "limited key" ? undefined : world.gained(caller, before, after);
            if (gain !== undefined) gains.push(`${said}, ${gain}`);
            if (caller === "limited key" && users(before) !== users(after)) gains.push(`${said}, users were changed`);
            if (caller === "limited key")
              gains.push(...(await unlimitedKeys(world, known)).map((key) => `${said}, made ${key}`));
            world.store.reset();
          }
        }
      }
    }
  }
  expect(gains).toEqual([]);
  expect(done).toBeGreaterThan(5);
});
