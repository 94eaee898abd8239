import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${btoa(`${name}:${password}`)}`,
});

/** One set of records behind `_security` and `/api/v2beta`. */
describe("the two interfaces to identity", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--security", "on"], {
      WARDEX_ADMIN_PASSWORD: "a long enough password",
      WARDEX_ADMIN_TOKEN: "an-administrators-token",
    });
    await server.call("PUT", "/towns/_doc/1?refresh=true", { name: "Bern" }, admin);
    await server.call("PUT", "/rivers/_doc/1?refresh=true", { name: "Aare" }, admin);
    return async () => void (await server.stop());
  });

  const security = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = admin,
  ): Promise<Answer> => server.call(method, `/_security/${path}`, body, headers);
  const identity = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = admin,
  ): Promise<Answer> => server.call(method, `/api/v2beta/${path}`, body, headers);
  const search = async (index: string, headers: Record<string, string>): Promise<number> =>
    (await server.call("GET", `/${index}/_search`, undefined, headers)).status;
  const putUser = async (name: string, more: object = {}): Promise<void> => {
    const answer = await security("PUT", `user/${name}`, { password: "secret1", roles: [], ...more });
    expect(answer.status, answer.text).toBe(200);
  };
  const userAtIdentity = async (name: string): Promise<Answer["body"]> =>
    (await identity("GET", `core/users/?username=${name}`)).body.results[0];
  const apiKey = async (
    body: object,
    headers: Record<string, string> = admin,
  ): Promise<{ id: string; header: Record<string, string>; bare: string }> => {
    const made = await security("POST", "api_key", body, headers);
    expect(made.status, made.text).toBe(200);
    return { id: made.body.id, header: { authorization: `ApiKey ${made.body.encoded}` }, bare: made.body.api_key };
  };

  test("a user made here is a user there, and what is changed there is seen here", async () => {
    await putUser("vera", {
      full_name: "Vera V.",
      email: "vera@example.org",
      metadata: { floor: 3 },
      roles: ["viewer"],
    });
    const there = await userAtIdentity("vera");
    expect(there).toMatchObject({
      username: "vera",
      name: "Vera V.",
      email: "vera@example.org",
      is_active: true,
      attributes: { floor: 3 },
      roles: ["viewer"],
    });
    await identity("PATCH", `core/users/${there.pk}/`, { name: "Vera W.", is_active: false, attributes: { floor: 4 } });
    expect((await security("GET", "user/vera")).body.vera).toEqual({
      username: "vera",
      roles: ["viewer"],
      full_name: "Vera W.",
      email: "vera@example.org",
      metadata: { floor: 4 },
      enabled: false,
    });
    expect((await security("GET", "_authenticate", undefined, basic("vera", "secret1"))).status).toBe(401);
    await security("PUT", "user/vera/_enable");
    expect((await identity("GET", "core/users/me/", undefined, basic("vera", "secret1"))).body.user.username).toBe(
      "vera",
    );
    await security("DELETE", "user/vera");
    expect((await identity("GET", `core/users/${there.pk}/`)).status).toBe(404);
  });

  test("indices are resolved for whoever may read them, or see their metadata", async () => {
    for (const privilege of ["read", "view_index_metadata", "write"]) {
      await security("PUT", `role/towns-${privilege}`, { indices: [{ names: ["towns"], privileges: [privilege] }] });
      await putUser(`resolver-${privilege}`, { roles: [`towns-${privilege}`] });
    }
    const resolved = async (privilege: string, expression: string): Promise<Answer> =>
      server.call("GET", `/_resolve/index/${expression}`, undefined, basic(`resolver-${privilege}`, "secret1"));
    for (const privilege of ["read", "view_index_metadata"]) {
      for (const expression of ["towns", "t*", "*"]) {
        expect((await resolved(privilege, expression)).body.indices).toEqual([{ name: "towns", attributes: ["open"] }]);
      }
      expect((await resolved(privilege, "rivers")).status).toBe(403);
    }
    expect((await resolved("write", "towns")).status).toBe(403);
  });

  test("a user of identity that Elasticsearch's patterns would refuse can be seen and changed here", async () => {
    const { pk } = (await identity("POST", "core/users/", { username: "jürg", name: "Jürg" })).body;
    expect((await security("GET", "user/j%C3%BCrg")).body["jürg"].full_name).toBe("Jürg");
    expect((await security("PUT", "user/j%C3%BCrg", { roles: ["viewer"] })).body).toEqual({ created: false });
    expect((await identity("GET", `core/users/${pk}/`)).body.roles).toEqual(["viewer"]);
  });

  test("what one interface could not keep is refused by the other", async () => {
    for (const [path, body, reason] of [
      ["user/a%20b", { password: "secret1", roles: [] }, "user name [a b] cannot be used"],
      ["user/ab", { password: "secret1", roles: [], email: "nowhere" }, "email [nowhere] cannot be used"],
      ["user/ab", { password_hash: "$2a$10$abc", roles: [] }, "[password_hash] is not supported"],
      [
        "role/ab",
        { global: { application: { manage: { applications: ["a"] } } } },
        "[global] privileges are not supported",
      ],
      [
        "role/ab",
        { indices: [{ names: ["a"], privileges: ["read"], field_security: { grant: ["/a.*/"] } }] },
        "only names and patterns with *",
      ],
      [
        "role_mapping/ab",
        { enabled: true, role_templates: [{ template: { id: "x" } }], rules: { any: [] } },
        "[id] of a stored script is not supported",
      ],
    ] as const) {
      const answer = await security("PUT", path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.reason).toContain(reason);
    }
  });

  test("an API key works on both, is listed on both, and is dead on both once either revokes it", async () => {
    await putUser("kai", { roles: ["superuser"] });
    const kai = basic("kai", "secret1");
    for (const revoke of [
      (key: { id: string }, _identifier: string) => security("DELETE", "api_key", { ids: [key.id] }),
      (_key: { id: string }, identifier: string) => identity("DELETE", `core/tokens/${identifier}/`),
    ]) {
      const key = await apiKey({ name: "the key of kai", metadata: { for: "tests" } }, kai);
      const listed = (await identity("GET", "core/tokens/?user__username=kai")).body.results;
      expect(listed).toMatchObject([{ pk: key.id, intent: "api", description: "the key of kai", expiring: false }]);
      const { identifier } = listed[0];
      expect(identifier).toMatch(/^the-key-of-kai-[\da-f]{12}$/);
      expect((await identity("GET", `core/tokens/${identifier}/view_key/`)).body.key).toBe(key.bare);
      for (const header of [key.header, { authorization: `Bearer ${key.bare}` }]) {
        expect((await identity("GET", "core/users/me/", undefined, header)).body.user.username).toBe("kai");
        expect(await search("towns", header)).toBe(200);
      }
      expect((await revoke(key, identifier)).status).toBeLessThan(300);
      for (const header of [key.header, { authorization: `Bearer ${key.bare}` }]) {
        expect((await identity("GET", "core/users/me/", undefined, header)).status).toBe(401);
        expect(await search("towns", header)).toBe(401);
      }
      expect((await identity("GET", "core/tokens/?user__username=kai")).body.results).toEqual([]);
      expect((await identity("GET", `core/tokens/${identifier}/`)).status).toBe(404);
    }
  });

  test("a token of identity is an API key here, by its identifier, and can be invalidated here", async () => {
    await putUser("tom");
    const { pk } = await userAtIdentity("tom");
    await identity("POST", "core/tokens/", { identifier: "toms", user: pk, intent: "api", expiring: false });
    const { key } = (await identity("GET", "core/tokens/toms/view_key/")).body;
    const [shown] = (await security("GET", "api_key?name=toms")).body.api_keys;
    expect(shown).toMatchObject({
      name: "toms",
      username: "tom",
      invalidated: false,
      role_descriptors: {},
      metadata: {},
    });
    expect(Math.abs(shown.creation - Date.now())).toBeLessThan(60_000);
    await security("DELETE", "api_key", { name: "toms" });
    expect((await identity("GET", "core/users/me/", undefined, { authorization: `Bearer ${key}` })).status).toBe(401);
    expect((await security("GET", "api_key?name=toms")).body.api_keys[0].invalidated).toBe(true);
  });

  test("both interfaces agree who is a superuser, whether by a role or by a group", async () => {
    await putUser("sue", { roles: ["superuser"] });
    const there = await userAtIdentity("sue");
    expect(there.is_superuser).toBe(true);
    expect((await identity("GET", "core/users/", undefined, basic("sue", "secret1"))).status).toBe(200);
    await security("PUT", "user/sue", { roles: [] });
    expect((await userAtIdentity("sue")).is_superuser).toBe(false);
    expect(await search("towns", basic("sue", "secret1"))).toBe(403);
    const group = (await identity("POST", "core/groups/", { name: "chiefs", is_superuser: true, users: [there.pk] }))
      .body.pk;
    expect((await security("GET", "user/sue")).body.sue.roles).toEqual(["superuser"]);
    expect(await search("towns", basic("sue", "secret1"))).toBe(200);
    // What a group gives is not taken away here, and writing it again does not make it the user's own.
    expect((await security("PUT", "user/sue", { roles: [] })).body.error.reason).toContain("comes from group [chiefs]");
    await security("PUT", "user/sue", { roles: ["superuser"] });
    await identity("DELETE", `core/groups/${group}/`);
    expect((await security("GET", "user/sue")).body.sue.roles).toEqual([]);
  });

  test("role mappings give roles by name, group and metadata, from the next request on", async () => {
    await putUser("mia", { metadata: { team: ["blue", "green"] } });
    const mia = basic("mia", "secret1");
    await security("PUT", "role/towns-reader", { indices: [{ names: ["/town.?/"], privileges: ["read"] }] });
    const mapped = async (rules: object, enabled = true): Promise<number> => {
      await security("PUT", "role_mapping/mapped", { roles: ["towns-reader"], enabled, rules });
      return search("towns", mia);
    };
    expect(await mapped({ field: { username: "m*" } })).toBe(200);
    expect((await security("GET", "_authenticate", undefined, mia)).body.roles).toEqual(["towns-reader"]);
    expect(await search("rivers", mia)).toBe(403);
    expect(await mapped({ field: { username: "m*" } }, false)).toBe(403);
    expect(
      await mapped({ all: [{ field: { "metadata.team": "green" } }, { except: { field: { username: "tom" } } }] }),
    ).toBe(200);
    expect(await mapped({ field: { groups: "readers" } })).toBe(403);
    await identity("POST", "core/groups/", { name: "readers", users: [(await userAtIdentity("mia")).pk] });
    expect(await search("towns", mia)).toBe(200);
    await security("DELETE", "role_mapping/mapped");
    await security("PUT", "role_mapping/chiefs", {
      roles: ["superuser"],
      enabled: true,
      rules: { field: { username: "mia" } },
    });
    expect((await userAtIdentity("mia")).is_superuser).toBe(true);
    expect(await search("rivers", mia)).toBe(200);
    await security("DELETE", "role_mapping/chiefs");
    expect((await userAtIdentity("mia")).is_superuser).toBe(false);
    expect(await search("towns", mia)).toBe(403);
  });

  test("an API key with rights of its own gives what both give, and no way to more", async () => {
    await putUser("leo", { roles: ["superuser"] });
    const leo = basic("leo", "secret1");
    const applications = [{ application: "wardex", privileges: ["*"], resources: ["*"] }];
    const key = await apiKey(
      {
        name: "narrow",
        role_descriptors: { r: { indices: [{ names: ["towns"], privileges: ["read", "write"] }], applications } },
      },
      leo,
    );
    expect(await search("towns", key.header)).toBe(200);
    expect(await search("rivers", key.header)).toBe(403);
    expect((await server.call("PUT", "/towns/_doc/2", { name: "Thun" }, key.header)).status).toBe(201);
    const bulk = await server.call("POST", "/_bulk", '{"index":{"_index":"rivers"}}\n{"name":"Emme"}\n', key.header);
    expect(bulk.body.items[0].index.error.reason).toContain(
      `unauthorized for API key id [${key.id}] of user [leo] on indices [rivers]`,
    );
    // The permissions of the key hold on the other interface; what would give the rights of its owner does not.
    expect((await identity("GET", "core/users/", undefined, key.header)).body.count).toBeGreaterThan(1);
    const { pk } = await userAtIdentity("leo");
    for (const [method, path, body] of [
      ["POST", "core/tokens/", { identifier: "wider", user: pk }],
      ["POST", `core/users/${pk}/set_password/`, { password: "another one" }],
      ["PATCH", `core/users/${pk}/`, { roles: ["superuser"] }],
      ["POST", "core/users/", { username: "new", name: "new", roles: ["superuser"] }],
      ["GET", "core/tokens/wardex-bootstrap-token/view_key/", undefined],
    ] as const) {
      expect((await identity(method, path, body, key.header)).status, `${method} ${path}`).toBe(403);
    }
    for (const [method, path, body] of [
      ["POST", "oauth2/token", { grant_type: "client_credentials" }],
      ["PUT", "user/_password", { password: "another one" }],
      ["POST", "api_key", { name: "wider" }],
      ["PUT", `api_key/${key.id}`, { role_descriptors: {} }],
    ] as const) {
      expect((await security(method, path, body, key.header)).status, `${method} ${path}`).toBe(403);
    }
    // Narrowing the owner narrows the key.
    await security("PUT", "user/leo", { roles: [] });
    expect(await search("towns", key.header)).toBe(403);
  });

  test("a key with the rights of its owner makes only keys without rights, and changes none", async () => {
    await putUser("ole", { roles: ["superuser"] });
    const key = await apiKey({ name: "whole" }, basic("ole", "secret1"));
    expect((await security("POST", "api_key", { name: "x" }, key.header)).body.error.reason).toContain(
      "requires an explicit role descriptor that is empty",
    );
    expect((await security("POST", "api_key", { name: "x", role_descriptors: { none: {} } }, key.header)).status).toBe(
      200,
    );
    expect((await security("PUT", `api_key/${key.id}`, { metadata: {} }, key.header)).body.error.reason).toContain(
      "only the owner user can update",
    );
  });

  test("who may act in the place of others has their rights and no more", async () => {
    await security("PUT", "role/assistant", { run_as: ["bos*"], cluster: ["monitor"] });
    await security("PUT", "role/rivers-reader", { indices: [{ names: ["rivers"], privileges: ["read"] }] });
    await putUser("boss", { roles: ["rivers-reader"] });
    await putUser("helper", { roles: ["assistant"] });
    const as = (user: string): Record<string, string> => ({
      ...basic("helper", "secret1"),
      "es-security-runas-user": user,
    });
    expect(await search("rivers", basic("helper", "secret1"))).toBe(403);
    expect(await search("rivers", as("boss"))).toBe(200);
    expect((await server.call("GET", "/_cluster/health", undefined, as("boss"))).status).toBe(403);
    expect((await security("GET", "_authenticate", undefined, as("admin"))).status).toBe(403);
    await security("PUT", "user/boss/_disable");
    expect(await search("rivers", as("boss"))).toBe(401);
  });

  test("access tokens end with their user, with an invalidation, and are renewed once", async () => {
    await putUser("ida", { roles: ["superuser"] });
    const grant = { grant_type: "password", username: "ida", password: "secret1" };
    const first = (await security("POST", "oauth2/token", grant)).body;
    const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
    expect((await identity("GET", "core/users/me/", undefined, bearer(first.access_token))).body.user.username).toBe(
      "ida",
    );
    expect((await identity("GET", "core/tokens/?user__username=ida")).body.results).toEqual([]);
    const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token };
    const second = (await security("POST", "oauth2/token", refresh)).body;
    expect(await search("towns", bearer(second.access_token))).toBe(200);
    expect((await security("POST", "oauth2/token", refresh)).body).toEqual({
      error: "invalid_grant",
      error_description: "token has already been refreshed",
    });
    expect((await security("DELETE", "oauth2/token", { token: second.access_token })).body.invalidated_tokens).toBe(1);
    expect(await search("towns", bearer(second.access_token))).toBe(401);
    expect(await search("towns", bearer(first.access_token))).toBe(200);
    await security("PUT", "user/ida/_disable");
    expect(await search("towns", bearer(first.access_token))).toBe(401);
    await security("PUT", "user/ida/_enable");
    expect((await security("DELETE", "oauth2/token", { username: "ida" })).body.invalidated_tokens).toBe(2);
    expect(await search("towns", bearer(first.access_token))).toBe(401);
  });

  test("a role gives permissions on the identity interface, from the next request on", async () => {
    await putUser("pat", { roles: ["desk"] });
    const pat = basic("pat", "secret1");
    const count = async (): Promise<number> => (await identity("GET", "core/users/", undefined, pat)).body.count;
    expect(await count()).toBe(1);
    await security("PUT", "role/desk", {
      applications: [{ application: "wardex", privileges: ["view_user"], resources: ["*"] }],
    });
    expect(await count()).toBeGreaterThan(1);
    await security("DELETE", "role/desk");
    expect(await count()).toBe(1);
  });

  test("a pattern of actions gives what it matches and no more", async () => {
    await security("PUT", "role/key-keeper", {
      cluster: ["cluster:admin/xpack/security/api_key/get"],
      indices: [{ names: ["towns"], privileges: ["indices:data/read/*"] }],
    });
    await putUser("kim", { roles: ["key-keeper"] });
    const kim = basic("kim", "secret1");
    expect((await security("GET", "api_key", undefined, kim)).status).toBe(200);
    expect((await security("DELETE", "api_key", { name: "x" }, kim)).status).toBe(403);
    expect((await security("GET", "user", undefined, kim)).status).toBe(403);
    expect([await search("towns", kim), await search("rivers", kim), await search("*", kim)]).toEqual([200, 403, 200]);
    expect((await server.call("PUT", "/towns/_doc/9", {}, kim)).status).toBe(403);
    expect((await server.call("GET", "/towns/_doc/1", undefined, kim)).status).toBe(200);
  });

  test("names that mean something to objects are names like others", async () => {
    const key = await security(
      "POST",
      "api_key",
      '{"name":"odd","role_descriptors":{"__proto__":{"cluster":["monitor"]}}}',
    );
    expect(await search("towns", { authorization: `ApiKey ${key.body.encoded}` })).toBe(403);
    const asked =
      '{"index":[{"names":["__proto__","constructor"],"privileges":["read"]}],"application":[{"application":"myapp","privileges":["a:b"],"resources":["__proto__"]}]}';
    const answer = await security("POST", "user/_has_privileges", asked);
    expect(answer.text).toContain(
      '"index":{"__proto__":{"read":true},"constructor":{"read":true}},"application":{"myapp":{"__proto__":{"a:b":true}}}',
    );
    expect((await security("PUT", "privilege", '{"constructor":{"keys":{"actions":["a:b"]}}}')).text).toBe(
      '{"constructor":{"keys":{"created":true}}}',
    );
    expect((await security("DELETE", "privilege/constructor/assign,keys")).body).toEqual({
      constructor: { assign: { found: false }, keys: { found: true } },
    });
    expect(
      (await security("PUT", "role_mapping/__proto__", { roles: ["x"], enabled: true, rules: { any: [] } })).status,
    ).toBe(200);
    expect((await security("GET", "role_mapping/__proto__")).text).toContain('"__proto__":{"enabled":true');
    expect((await security("POST", "_query/user", '{"query":{"bool":{"constructor":{"match_all":{}}}}}')).status).toBe(
      400,
    );
    expect((await security("GET", "user")).status).toBe(200);
  });

  test("the audit trail tells of what was done here, and holds no secret; neither does the log", async () => {
    await putUser("eva", { password: "evas-secret-password" });
    await security("PUT", "role/told", { cluster: ["monitor"] });
    await security("PUT", "user/eva/_password", { password: "evas-other-password" });
    const key = await apiKey({ name: "told-key" });
    await security("DELETE", "api_key", { ids: [key.id] });
    await security("DELETE", "role/told");
    await security("DELETE", "user/eva");
    const { results } = (await identity("GET", "events/events/?page_size=200&ordering=-created")).body;
    const told = results.map((event: Answer["body"]) => {
      const { model, user } = event.context;
      return `${event.action} ${model ? `${model.model_name} ${model.name}` : `user ${user?.username}`}`;
    });
    expect(told).toEqual(
      expect.arrayContaining(["model_created role told", "model_deleted role told", "password_set user eva"]),
    );
    expect(told.filter((line: string) => line.startsWith("model_created token told-key"))).toHaveLength(1);
    expect(told.filter((line: string) => line.startsWith("model_deleted token told-key"))).toHaveLength(1);
    for (const secret of ["evas-secret-password", "evas-other-password", key.bare])
      expect(server.log() + server.output() + JSON.stringify(results)).not.toContain(secret);
  });
});

test("without security its operations are not there, in the words of Elasticsearch", async () => {
  const server = await startServer();
  for (const [method, path] of [
    ["GET", "/_security/user/x"],
    ["GET", "/_security/privilege/_builtin"],
    ["POST", "/_security/oauth2/token"],
  ] as const) {
    const answer = await server.call(method, path, method === "POST" ? {} : undefined);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: `no handler found for uri [${path}] and method [${method}]` },
    });
  }
  await server.stop();
});
