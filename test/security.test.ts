import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };

/** A server as it starts, with one user of its own. */
describe("a server with security", () => {
  let server: ServerProcess;
  let ada = 0;
  let key = "";
  beforeAll(async () => {
    server = await startServer(["--security", "on"], {
      WARDEX_ADMIN_PASSWORD: "a long enough password",
      WARDEX_ADMIN_TOKEN: "an-administrators-token",
    });
    await server.call("PUT", "/towns/_doc/1?refresh=true", { name: "Bern" }, admin);
    ada = (await server.call("POST", "/api/v2beta/core/users/", { username: "ada", name: "Ada" }, admin)).body.pk;
    await server.call("POST", "/api/v2beta/core/tokens/", { identifier: "adas", user: ada, intent: "api" }, admin);
    key = (await server.call("GET", "/api/v2beta/core/tokens/adas/view_key/", undefined, admin)).body.key;
    return async () => void (await server.stop());
  });

  const asAda = (): Record<string, string> => ({ authorization: `Bearer ${key}` });

  test.each(["/", "/towns/_search", "/_cluster/health", "/_cat/indices", "/no/such/path"])(
    "%s needs credentials",
    async (path) => {
      for (const headers of [
        {},
        { authorization: "Bearer wrong" },
        { authorization: `Basic ${btoa("admin:wrong")}` },
      ]) {
        const answer = await server.call("GET", path, undefined, headers);
        expect(answer.status).toBe(401);
        expect(answer.headers.get("www-authenticate")).toContain('Basic realm="security"');
        expect(answer.body.error).toMatchObject({
          type: "security_exception",
          root_cause: [{ type: "security_exception" }],
        });
      }
    },
  );

  test("the administrator's password and token open both interfaces", async () => {
    for (const headers of [admin, { authorization: `Basic ${btoa("admin:a long enough password")}` }]) {
      expect((await server.call("GET", "/towns/_search", undefined, headers)).body.hits.total.value).toBe(1);
      expect((await server.call("GET", "/api/v2beta/core/users/me/", undefined, headers)).body.user.username).toBe(
        "admin",
      );
    }
  });

  test("a token of a new user is known on both interfaces, and gives nothing that was not given", async () => {
    expect((await server.call("GET", "/api/v2beta/core/users/me/", undefined, asAda())).body.user.username).toBe("ada");
    const search = await server.call("GET", "/towns/_search", undefined, asAda());
    expect(search.status).toBe(403);
    expect(search.body.error.reason).toBe(
      "action [indices:data/read/search] is unauthorized for user [ada] with effective roles [] on indices [towns], this action is granted by the index privileges [read,all]",
    );
    const health = await server.call("GET", "/_cluster/health", undefined, asAda());
    expect(health.body.error.reason).toContain("this action is granted by the cluster privileges [monitor,manage,all]");
    expect((await server.call("POST", "/api/v2beta/core/users/", { username: "eve" }, asAda())).status).toBe(403);
  });

  test("pipelines may say in documents who wrote them", async () => {
    const processors = [{ set_security_user: { field: "by" } }];
    await server.call("PUT", "/_ingest/pipeline/who", { processors }, admin);
    await server.call(
      "PUT",
      "/_security/user/bob",
      { password: "long enough", roles: ["superuser"], full_name: "Bob", metadata: { team: 7 } },
      admin,
    );
    const asBob = { authorization: `Basic ${btoa("bob:long enough")}` };
    const made = (await server.call("POST", "/_security/api_key", { name: "k" }, asBob)).body;
    const bob = { username: "bob", roles: ["superuser"], full_name: "Bob", metadata: { team: 7 } };
    const realm = { name: "default_native", type: "native" };
    const written = async (headers: Record<string, string>): Promise<unknown> => {
      await server.call("PUT", "/signed/_doc/1?pipeline=who", {}, headers);
      return (await server.call("GET", "/signed/_doc/1", undefined, admin)).body._source;
    };
    expect(await written(asBob)).toEqual({ by: { ...bob, realm, authentication_type: "REALM" } });
    const { roles: _none, ...nameless } = bob;
    expect(await written({ authorization: `ApiKey ${made.encoded}` })).toEqual({
      by: { ...nameless, realm, authentication_type: "API_KEY", api_key: { id: made.id, name: "k" } },
    });
    const lines = '{"index":{"_index":"signed","_id":"2","pipeline":"who"}}\n{}\n';
    await server.call("POST", "/_bulk", lines, asBob);
    expect((await server.call("GET", "/signed/_doc/2", undefined, admin)).body._source.by.username).toBe("bob");
    const tried = await server.call("POST", "/_ingest/pipeline/who/_simulate", { docs: [{ _source: {} }] }, asBob);
    expect(tried.body.docs[0].doc._source.by.username).toBe("bob");
    await server.call("DELETE", "/signed", undefined, admin);
  });

  test("policies and transforms tell what who made them may see, whoever runs them", async () => {
    const send = async (method: string, path: string, body?: object, headers = admin): Promise<void> => {
      const answer = await server.call(method, path, body, headers);
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(200);
    };
    await server.call("PUT", "/ledger/_doc/1", { k: "a", open: 1, secret: 7 }, admin);
    await server.call("PUT", "/ledger/_doc/2?refresh=true", { k: "b", open: 2, secret: 8 }, admin);
    const seen = {
      names: ["ledger"],
      privileges: ["read", "view_index_metadata"],
      query: { term: { "k.keyword": "a" } },
      field_security: { grant: ["k", "k.keyword", "open"] },
    };
    await send("PUT", "/_security/role/clerk", {
      cluster: ["manage_enrich", "manage_transform"],
      indices: [seen, { names: ["copy-*"], privileges: ["all"] }],
    });
    await send("PUT", "/_security/user/eve", { password: "long enough", roles: ["clerk"] });
    const asEve = { authorization: `Basic ${btoa("eve:long enough")}` };
    const policy = { match: { indices: "ledger", match_field: "k", enrich_fields: ["open", "secret"] } };
    await send("PUT", "/_enrich/policy/eves", policy, asEve);
    await send("PUT", "/_enrich/policy/eves/_execute");
    const processors = [{ enrich: { policy_name: "eves", field: "v", target_field: "e" } }];
    const docs = ["a", "b"].map((v) => ({ _source: { v } }));
    const tried = await server.call("POST", "/_ingest/pipeline/_simulate", { pipeline: { processors }, docs }, admin);
    expect(tried.body.docs.map((shown: { doc: { _source: object } }) => shown.doc._source)).toEqual([
      { v: "a", e: { k: "a", open: 1 } },
      { v: "b" },
    ]);
    const pivot = {
      group_by: { k: { terms: { field: "k.keyword" } } },
      aggs: { open: { sum: { field: "open" } }, secret: { max: { field: "secret" } } },
    };
    const transform = { source: { index: "ledger" }, pivot };
    await send("PUT", "/_transform/eves", { ...transform, dest: { index: "copy-1" } }, asEve);
    const refused = await server.call("PUT", "/_transform/other", { ...transform, dest: { index: "towns" } }, asEve);
    expect(refused.status).toBe(403);
    const missing = { match: { ...policy.match, indices: "towns" } };
    expect((await server.call("PUT", "/_enrich/policy/other", missing, asEve)).status).toBe(403);
    await send("POST", "/_transform/eves/_start");
    await send("POST", "/_transform/eves/_stop?wait_for_checkpoint=true&wait_for_completion=true");
    await server.call("POST", "/copy-1/_refresh", undefined, admin);
    const { hits } = (await server.call("GET", "/copy-1/_search", undefined, admin)).body;
    expect(hits.hits.map((hit: { _source: object }) => hit._source)).toEqual([{ k: "a", open: 1 }]);
    await send("DELETE", "/_transform/eves");
    await send("DELETE", "/_enrich/policy/eves");
    await send("DELETE", "/copy-1,ledger");
  });

  test("a change of groups and of tokens holds from the next request on", async () => {
    const group = (
      await server.call("POST", "/api/v2beta/core/groups/", { name: "admins", is_superuser: true, users: [ada] }, admin)
    ).body.pk;
    expect((await server.call("GET", "/towns/_search", undefined, asAda())).status).toBe(200);
    await server.call("DELETE", `/api/v2beta/core/groups/${group}/`, undefined, admin);
    expect((await server.call("GET", "/towns/_search", undefined, asAda())).status).toBe(403);
    await server.call("DELETE", "/api/v2beta/core/tokens/adas/", undefined, admin);
    expect((await server.call("GET", "/towns/_search", undefined, asAda())).status).toBe(401);
    expect((await server.call("GET", "/api/v2beta/core/users/me/", undefined, asAda())).status).toBe(401);
  });

  test("the server's own indices are closed to everybody, and secrets stay out of the log", async () => {
    for (const [method, path] of [
      ["GET", "/.wardex-identity/_search"],
      ["GET", "/.wardex-identity/_doc/user:1"],
      ["PUT", "/.wardex-identity/_doc/user:1"],
      ["DELETE", "/.wardex-identity"],
    ] as const) {
      expect((await server.call(method, path, method === "PUT" ? {} : undefined, admin)).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    expect((await server.call("GET", "/_cat/indices?h=index&expand_wildcards=all", undefined, admin)).text.trim()).toBe(
      "towns",
    );
    for (const secret of ["an-administrators-token", "a long enough password", key])
      expect(server.log() + server.output()).not.toContain(secret);
  });
});
