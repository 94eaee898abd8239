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
