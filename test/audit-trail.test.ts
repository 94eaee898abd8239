/** The audit trail of a running server: what is told of whom, who may read it, and that it survives. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../src/testing/server/all-operations.ts";
import { operationRoutes } from "../src/http/operation-routes.ts";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const environment = { WARDEX_ADMIN_PASSWORD: "a long enough password", WARDEX_ADMIN_TOKEN: "an-administrators-token" };
const EVENTS = "/.wardex-events-*/_search";

interface Told {
  readonly action: string;
  readonly app: string;
  readonly user: { readonly username: string };
  readonly client_ip: string;
  readonly context: {
    readonly model?: { readonly model_name: string; readonly name: string };
    readonly changed?: string;
  };
}

async function listed(server: ServerProcess, query = ""): Promise<Told[]> {
  const answer = await server.call(
    "GET",
    `/api/v2beta/events/events/?ordering=created&page_size=1000&${query}`,
    undefined,
    admin,
  );
  expect(answer.status).toBe(200);
  return answer.body.results;
}

describe("the audit trail", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--security", "on", "--trusted-proxies", "127.0.0.1"], environment);
  });
  afterAll(async () => void (await server.stop()));

  test("tells of every operation that administers an index, by whom and from where, and of no document", async () => {
    const from = { ...admin, "x-forwarded-for": "192.0.2.7" };
    const steps: readonly (readonly [string, string, unknown?])[] = [
      ["PUT", "/towns"],
      ["PUT", "/towns/_mapping", { properties: { name: { type: "keyword" } } }],
      ["PUT", "/towns/_settings", { "index.refresh_interval": "5s" }],
      ["PUT", "/towns/_alias/places"],
      ["POST", "/_aliases", { actions: [{ remove: { index: "towns", alias: "places" } }] }],
      ["PUT", "/towns/_doc/1?refresh=true", { name: "Bern" }],
      ["POST", "/towns/_close"],
      ["POST", "/towns/_open"],
      ["PUT", "/_cluster/settings", { persistent: { "search.max_buckets": 1000 } }],
      ["PUT", "/_synonyms/words", { synonyms_set: [{ synonyms: "town, city" }] }],
      ["PUT", "/_synonyms/words/one", { synonyms: "one, 1" }],
      ["DELETE", "/_synonyms/words/one"],
      ["DELETE", "/_synonyms/words/none"],
      ["DELETE", "/_synonyms/words"],
      ["PUT", "/towns/_mapping", { properties: { name: { type: "long" } } }],
      ["DELETE", "/tow*?expand_wildcards=all"],
      ["DELETE", "/towns"],
    ];
    const statuses: number[] = [];
    for (const [method, path, body] of steps) statuses.push((await server.call(method, path, body, from)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 201, 200, 200, 200, 201, 201, 200, 404, 200, 400, 400, 200]);
    const told = await listed(server, "context_model_app=wardex_cluster");
    expect(told.map(({ action, app, context }) => [action, app, context.model?.name, context.changed])).toEqual([
      ["model_created", "wardex.api.indices.create", "towns", undefined],
      ["model_updated", "wardex.api.indices.put_mapping", "towns", "mapping"],
      ["model_updated", "wardex.api.indices.put_settings", "towns", "settings"],
      ["model_updated", "wardex.api.indices.put_alias", "towns", "aliases"],
      ["model_updated", "wardex.api.indices.update_aliases", "towns", "aliases"],
      ["model_updated", "wardex.api.indices.close", "towns", "close"],
      ["model_updated", "wardex.api.indices.open", "towns", "open"],
      ["model_updated", "wardex.api.cluster.put_settings", "cluster", undefined],
      ["model_created", "wardex.api.synonyms.put_synonym", "words", undefined],
      ["model_updated", "wardex.api.synonyms.put_synonym_rule", "words", "rule one"],
      ["model_updated", "wardex.api.synonyms.delete_synonym_rule", "words", "rule one"],
      ["model_deleted", "wardex.api.synonyms.delete_synonym", "words", undefined],
      ["model_deleted", "wardex.api.indices.delete", "towns", undefined],
    ]);
    expect(new Set(told.map(({ user, client_ip }) => `${user.username} ${client_ip}`))).toEqual(
      new Set(["admin 192.0.2.7"]),
    );
  });

  test("is found by an ordinary search with a superuser's credentials, and closed to writes and to everybody else", async () => {
    await server.call("POST", "/api/v2beta/core/groups/", { name: "searched-for" }, admin);
    const query = {
      query: { bool: { filter: [{ term: { action: "model_created" } }, { term: { "model.name": "searched-for" } }] } },
    };
    await expect
      .poll(async () => (await server.call("POST", EVENTS, query, admin)).body.hits.total.value, { timeout: 5000 })
      .toBe(1);
    const [hit] = (await server.call("POST", EVENTS, query, admin)).body.hits.hits;
    expect(hit._source).toMatchObject({
      action: "model_created",
      user: { username: "admin" },
      context: { model: { app: "authentik_core", model_name: "group" } },
    });
    for (const [method, path] of [
      ["PUT", `/${hit._index}/_doc/${hit._id}`],
      ["DELETE", `/${hit._index}/_doc/${hit._id}`],
      ["DELETE", `/${hit._index}`],
      ["POST", `/${hit._index}/_close`],
    ] as const)
      expect([
        method,
        path,
        (await server.call(method, path, method === "PUT" ? {} : undefined, admin)).status,
      ]).toEqual([method, path, 403]);
    const pk = (await server.call("POST", "/api/v2beta/core/users/", { username: "ada", name: "Ada" }, admin)).body.pk;
    await server.call("POST", "/api/v2beta/core/tokens/", { identifier: "adas", user: pk, expiring: false }, admin);
    const { key } = (await server.call("GET", "/api/v2beta/core/tokens/adas/view_key/", undefined, admin)).body;
    const ada = { authorization: `Bearer ${key}` };
    expect((await server.call("POST", `/${hit._index}/_search`, query, ada)).status).toBe(403);
    expect((await server.call("GET", "/api/v2beta/events/events/", undefined, ada)).body.results).toEqual([]);
  });

  /** What changes something through `_security`, in an order in which it can; `{id}` is the key made before. */
  const SECURITY: readonly (readonly [string, string, string, unknown?])[] = [
    ["security.put_role", "PUT", "/_security/role/readers", { indices: [{ names: ["towns"], privileges: ["read"] }] }],
    ["security.bulk_put_role", "POST", "/_security/role", { roles: { one: { cluster: ["monitor"] }, two: {} } }],
    ["security.put_user", "PUT", "/_security/user/zoe", { password: "planted-zoe-1", roles: ["readers"] }],
    ["security.change_password", "POST", "/_security/user/zoe/_password", { password: "planted-zoe-2" }],
    ["security.disable_user", "PUT", "/_security/user/zoe/_disable"],
    ["security.enable_user", "PUT", "/_security/user/zoe/_enable"],
    [
      "security.put_role_mapping",
      "PUT",
      "/_security/role_mapping/all",
      { roles: ["readers"], enabled: true, rules: { field: { username: "*" } } },
    ],
    ["security.put_privileges", "PUT", "/_security/privilege", { shop: { buy: { actions: ["data:buy/*"] } } }],
    ["security.create_api_key", "POST", "/_security/api_key", { name: "made" }],
    ["security.update_api_key", "PUT", "/_security/api_key/{id}", { metadata: { seen: 1 } }],
    [
      "security.bulk_update_api_keys",
      "POST",
      "/_security/api_key/_bulk_update",
      { ids: ["{id}"], metadata: { seen: 2 } },
    ],
    ["security.invalidate_api_key", "DELETE", "/_security/api_key", { ids: ["{id}"] }],
    [
      "security.create_cross_cluster_api_key",
      "POST",
      "/_security/cross_cluster/api_key",
      { name: "linked", access: { search: [{ names: ["towns"] }] } },
    ],
    [
      "security.update_cross_cluster_api_key",
      "PUT",
      "/_security/cross_cluster/api_key/{id}",
      { metadata: { seen: 1 } },
    ],
    [
      "security.grant_api_key",
      "POST",
      "/_security/api_key/grant",
      { grant_type: "password", username: "zoe", password: "planted-zoe-2", api_key: { name: "granted" } },
    ],
    [
      "security.get_token",
      "POST",
      "/_security/oauth2/token",
      { grant_type: "password", username: "zoe", password: "planted-zoe-2" },
    ],
    ["security.invalidate_token", "DELETE", "/_security/oauth2/token", { username: "zoe" }],
    ["security.delete_privileges", "DELETE", "/_security/privilege/shop/buy"],
    ["security.delete_role_mapping", "DELETE", "/_security/role_mapping/all"],
    ["security.delete_user", "DELETE", "/_security/user/zoe"],
    ["security.bulk_delete_role", "DELETE", "/_security/role", { names: ["one", "two"] }],
    ["security.delete_role", "DELETE", "/_security/role/readers"],
  ];

  test("tells of every change through _security, without its secrets", async () => {
    let count = (await listed(server)).length;
    let id = "";
    const untold: string[] = [];
    for (const [operation, method, path, body] of SECURITY) {
      const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll("{id}", id));
      const answer = await server.call(method, path.replace("{id}", id), sent, admin);
      expect([operation, answer.status, answer.text.slice(0, 300)]).toEqual([operation, 200, expect.anything()]);
      if (/^security.create_.*api_key$/.test(operation)) ({ id } = answer.body);
      const now = (await listed(server)).length;
      if (now <= count) untold.push(operation);
      count = now;
    }
    expect(untold).toEqual([]);
    expect(JSON.stringify(await listed(server))).not.toContain("planted-");
  });

  test("knows every operation of _security that changes something", () => {
    const asking = /^security\.(has_privileges|query_.*|clear_.*|get_(?!token).*|authenticate)$/;
    const known = new Set(SECURITY.map(([operation]) => operation));
    const changing = operationRoutes.filter(
      ({ op, urls }) =>
        op.startsWith("security.") && urls.some(({ methods }) => methods.some((method) => method !== "GET")),
    );
    const there = new Set(operations.map(({ name }) => name));
    const unknown = changing
      .map(({ op }) => op)
      .filter((name) => there.has(name) && !known.has(name) && !asking.test(name));
    expect(unknown).toEqual([]);
    expect([...known].filter((name) => !there.has(name))).toEqual([]);
  });

  test("holds no secret, wherever one was sent", async () => {
    const pk = (
      await server.call(
        "POST",
        "/api/v2beta/core/users/",
        { username: "eve", name: "Eve", attributes: { api_key: "planted-attribute" } },
        admin,
      )
    ).body.pk;
    await server.call("POST", `/api/v2beta/core/users/${pk}/set_password/`, { password: "planted-password-1" }, admin);
    await server.call("POST", "/api/v2beta/core/tokens/", { identifier: "eves", user: pk, expiring: false }, admin);
    const { key } = (await server.call("GET", "/api/v2beta/core/tokens/eves/view_key/", undefined, admin)).body;
    await server.call("GET", "/", undefined, { authorization: `Basic ${btoa("eve:planted-password-1")}` });
    await server.call("GET", "/", undefined, { authorization: `Basic ${btoa("eve:planted-wrong-one")}` });
    const told = await listed(server, "search=eve");
    const actions = told.map(({ action }) => action);
    for (const action of ["model_created", "password_set", "secret_view", "login", "login_failed"])
      expect(actions).toContain(action);
    const all = JSON.stringify(await listed(server)) + server.log() + server.output();
    for (const secret of ["planted-", key]) expect(all).not.toContain(secret);
  });

  test("counts sign-ins for charts", async () => {
    const [charts] = (await server.call("GET", "/api/v2beta/admin/metrics/", undefined, admin)).body;
    const logins = await listed(server, "action=login");
    const sum = (points: { y_cord: number }[]): number => points.reduce((total, { y_cord }) => total + y_cord, 0);
    expect(sum(charts.logins_per_1h) + sum(charts.logins_failed_per_1h)).toBe(logins.length);
    expect(charts.logins_per_1h).toHaveLength(24);
  });

  test("lists the threads that work", async () => {
    const ids: string[] = (await server.call("GET", "/api/v2beta/admin/workers/", undefined, admin)).body.results.map(
      (worker: { worker_id: string }) => worker.worker_id,
    );
    expect(ids.map((id) => id.split(".")[1])).toEqual(["indexing", "main", "merge", "search-1"]);
  });
});

test(
  "a change that was acknowledged has its event, also when the server is killed at that moment",
  { timeout: 180_000 },
  async () => {
    const data = temporaryFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 2; round++) {
      const server = await startServer(["--security", "on", "--data", data], environment);
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; n < 1000; n++) {
          const name = `group-${round}-${writer}-${n}`;
          const answer = await server.call("POST", "/api/v2beta/core/groups/", { name }, admin).catch(() => undefined);
          if (answer === undefined) return;
          if (answer.status === 201) acknowledged.push(name);
        }
      });
      const enough = acknowledged.length + 15;
      await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough);
      await server.kill();
      await Promise.all(writers);
    }
    const server = await startServer(["--security", "on", "--data", data], environment);
    const told = new Set(
      (await listed(server, "context_model_name=group&action=model_created")).map(({ context }) => context.model?.name),
    );
    await server.stop();
    expect(acknowledged.length).toBeGreaterThan(30);
    expect(acknowledged.filter((name) => !told.has(name))).toEqual([]);
  },
);
