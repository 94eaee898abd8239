import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const bea = { authorization: `Basic ${btoa("bea:a good password")}` };

/** Roles that show only a part, as they are given and used over HTTP, on a server with search threads. */
describe("a caller whose roles show only a part", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--security", "on", "--threads", "2"], {
      WARDEX_ADMIN_PASSWORD: "a long enough password",
      WARDEX_ADMIN_TOKEN: "an-administrators-token",
    });
    await server.call(
      "PUT",
      "/towns",
      { mappings: { properties: { region: { type: "keyword" }, mayor: { type: "keyword" } } } },
      admin,
    );
    for (let number = 0; number < 6; number++) {
      const region = number % 2 === 0 ? "north" : "south";
      await server.call("PUT", `/towns/_doc/${number}`, { region, mayor: `mayor of ${number}`, size: number }, admin);
    }
    await server.call("POST", "/towns/_refresh", undefined, admin);
    await give({ query: { term: { region: "north" } }, field_security: { grant: ["*"], except: ["mayor"] } });
    await server.call("PUT", "/_security/user/bea", { password: "a good password", roles: ["visitor"] }, admin);
    return async () => void (await server.stop());
  });

  /** Makes the role, or changes it. */
  const give = async (restriction: object): Promise<void> => {
    const answer = await server.call(
      "PUT",
      "/_security/role/visitor",
      { indices: [{ names: ["towns"], privileges: ["read"], ...restriction }] },
      admin,
    );
    expect(answer.status).toBe(200);
  };

  const idsOf = (answer: Answer): string[] => answer.body.hits.hits.map((hit: { _id: string }) => hit._id).sort();

  test("finds and reads that part", async () => {
    const found = await server.call("GET", "/towns/_search", undefined, bea);
    expect(idsOf(found)).toEqual(["0", "2", "4"]);
    expect(found.text).not.toContain("mayor");
    expect((await server.call("GET", "/towns/_count", undefined, bea)).body.count).toBe(3);
    expect((await server.call("GET", "/towns/_doc/2", undefined, bea)).body._source).toEqual({
      region: "north",
      size: 2,
    });
    expect((await server.call("GET", "/towns/_doc/1", undefined, bea)).body).toEqual({
      _index: "towns",
      _id: "1",
      found: false,
    });
  });

  test("rewrites no document of which fields are hidden: they would be lost", async () => {
    const rewrite = (): Promise<Answer> => server.call("POST", "/towns/_update_by_query?refresh=true", undefined, bea);
    const part = { query: { term: { region: "north" } }, privileges: ["read", "index"] };
    await give({ ...part, field_security: { grant: ["*"], except: ["mayor"] } });
    const { status, body } = await rewrite();
    expect([status, body.error.type, body.error.reason]).toEqual([
      400,
      "security_exception",
      "Can't execute an update request if field or document level security is enabled",
    ]);
    await give(part);
    expect((await rewrite()).body.updated).toBe(3);
    const { _source: whole } = (await server.call("GET", "/towns/_doc/2", undefined, admin)).body;
    expect(whole).toEqual({ region: "north", mayor: "mayor of 2", size: 2 });
    await give({ query: { term: { region: "north" } }, field_security: { grant: ["*"], except: ["mayor"] } });
  });

  test("reads what is written at once, as far as it is shown", async () => {
    await server.call("PUT", "/towns/_doc/new-north", { region: "north", mayor: "x", size: 9 }, admin);
    await server.call("PUT", "/towns/_doc/new-south", { region: "south", mayor: "x", size: 9 }, admin);
    const read = await server.call("POST", "/towns/_mget", { ids: ["new-north", "new-south"] }, bea);
    expect(read.body.docs).toMatchObject([{ found: true, _source: { region: "north", size: 9 } }, { found: false }]);
    await server.call("DELETE", "/towns/_doc/new-north", undefined, admin);
    await server.call("DELETE", "/towns/_doc/new-south?refresh=true", undefined, admin);
  });

  test("gets another part with the next request when the role changes", async () => {
    await give({ query: { term: { region: "south" } } });
    const found = await server.call("GET", "/towns/_search?request_cache=true", undefined, bea);
    expect(idsOf(found)).toEqual(["1", "3", "5"]);
    expect(found.text).toContain("mayor of 3");
    await give({ query: { term: { region: "north" } } });
    expect(idsOf(await server.call("GET", "/towns/_search?request_cache=true", undefined, bea))).toEqual([
      "0",
      "2",
      "4",
    ]);
  });

  test("has API keys that show no more than both, the key and its owner, see", async () => {
    await give({ query: { term: { region: "north" } } });
    const indices = [
      {
        names: ["*"],
        privileges: ["read"],
        query: { range: { size: { gte: 2 } } },
        field_security: { grant: ["size"] },
      },
    ];
    const made = await server.call(
      "POST",
      "/_security/api_key/grant",
      {
        grant_type: "password",
        username: "bea",
        password: "a good password",
        api_key: { name: "k", role_descriptors: { r: { indices } } },
      },
      admin,
    );
    expect(made.status).toBe(200);
    const key = { authorization: `ApiKey ${made.body.encoded}` };
    const found = await server.call("GET", "/towns/_search", undefined, key);
    expect(found.body.hits.hits.map((hit: { _source: object }) => hit._source)).toEqual([{ size: 2 }, { size: 4 }]);
    expect((await server.call("GET", "/towns/_doc/0", undefined, key)).status).toBe(404);
  });

  describe("by templates of the user", () => {
    const query = (template: object): object => ({ query: { template } });
    const visible = async (caller: { authorization: string } = bea): Promise<string[]> =>
      idsOf(await server.call("GET", "/towns/_search?size=20&q=size:[0 TO 5]", undefined, caller));
    const put = async (user: object): Promise<void> => {
      const answer = await server.call("PUT", "/_security/user/bea", { roles: ["visitor"], ...user }, admin);
      expect(answer.status).toBe(200);
    };

    test("sees what the query comes to, as soon as the user or the role is another", async () => {
      await put({ metadata: { region: "south", sizes: [1, 5] }, full_name: 'A "B"' });
      await give(query({ source: { term: { region: "{{_user.metadata.region}}" } } }));
      expect(await visible()).toEqual(["1", "3", "5"]);
      await put({ metadata: { region: "north", sizes: [1, 5] }, full_name: 'A "B"' });
      expect(await visible()).toEqual(["0", "2", "4"]);
      await give(query({ source: '{"terms":{"size":{{#toJson}}_user.metadata.sizes{{/toJson}}}}' }));
      expect(await visible()).toEqual(["1", "5"]);
      await give(query({ source: { terms: { mayor: ["{{_user.full_name}}", "mayor of {{n}}"] } }, params: { n: 3 } }));
      expect(await visible()).toEqual(["3"]);
      await give(query({ source: '{"terms":{"region":{{#toJson}}_user.roles{{/toJson}}}}' }));
      expect(await visible()).toEqual([]);
      await give(query({ source: { match_all: {} }, params: { _user: { username: "admin" } } }));
      expect(await visible()).toEqual(["0", "1", "2", "3", "4", "5"]);
    });

    test("the user does not stand for more than a value", async () => {
      await put({ metadata: { region: 'south"}},{"match_all":{"x":"' } });
      await give(query({ source: '{"term":{"region":"{{_user.metadata.region}}"}}' }));
      expect(await visible()).toEqual([]);
      await give(query({ source: { term: { region: "north" } }, params: { _user: { metadata: { region: "x" } } } }));
      expect(await visible()).toEqual(["0", "2", "4"]);
    });

    test("stored scripts are templates too, and what cannot be run shows nothing", async () => {
      await put({ metadata: { region: "south" } });
      const script = { lang: "mustache", source: { term: { region: "{{_user.metadata.region}}" } } };
      await server.call("PUT", "/_scripts/by-region", { script }, admin);
      await give(query({ id: "by-region" }));
      expect(await visible()).toEqual(["1", "3", "5"]);
      for (const [template, status] of [
        [{ id: "absent" }, 404],
        [{ source: "{{#open}}" }, 400],
        [{ source: { terms: { region: { index: "towns", id: "1", path: "region" } } } }, 400],
        [{ source: "no query" }, 400],
      ] as const) {
        await give(query(template));
        const answer = await server.call("GET", "/towns/_search", undefined, bea);
        expect([answer.status, answer.text.includes("mayor of")]).toEqual([status, false]);
        expect((await server.call("GET", "/towns/_doc/1", undefined, bea)).text).not.toContain("mayor");
      }
    });

    test("keys see what is theirs and their owner's", async () => {
      await put({ metadata: { region: "south" } });
      await give(query({ source: { term: { region: "{{_user.metadata.region}}" } } }));
      const own = { range: { size: { gte: 3 } } };
      const ofUser = { template: { source: { term: { region: "{{_user.metadata.region}}" } } } };
      for (const [restriction, expected] of [
        [own, ["3", "5"]],
        [ofUser, ["1", "3", "5"]],
      ] as const) {
        const indices = [{ names: ["*"], privileges: ["read"], query: restriction }];
        const api_key = { name: "k", role_descriptors: { r: { indices } } };
        const grant = { grant_type: "password", username: "bea", password: "a good password", api_key };
        const made = await server.call("POST", "/_security/api_key/grant", grant, admin);
        expect(await visible({ authorization: `ApiKey ${made.body.encoded}` })).toEqual(expected);
      }
    });

    test("role mappings give roles of templates", async () => {
      await give({ query: { term: { region: "north" } } });
      await put({ metadata: { region: "south", teams: ["visitor", "none"] }, roles: [] });
      const answer = (): Promise<Answer> => server.call("GET", "/_security/_authenticate", undefined, bea);
      const map = async (template: object): Promise<Answer> =>
        server.call(
          "PUT",
          "/_security/role_mapping/by-template",
          { enabled: true, rules: { field: { username: "bea" } }, role_templates: [template] },
          admin,
        );
      expect((await answer()).body.roles).toEqual([]);
      expect((await map({ template: { source: "{{#username}}visitor{{/username}}" } })).status).toBe(200);
      expect((await answer()).body.roles).toEqual(["visitor"]);
      expect(await visible()).toEqual(["0", "2", "4"]);
      await map({ template: '{"source":"{{#toJson}}metadata.teams{{/toJson}}"}', format: "JSON" });
      expect((await answer()).body.roles).toEqual(["none", "visitor"]);
      const shown = (await server.call("GET", "/_security/role_mapping/by-template", undefined, admin)).body;
      expect(shown["by-template"]).toEqual({
        enabled: true,
        role_templates: [{ template: '{"source":"{{#toJson}}metadata.teams{{/toJson}}"}', format: "json" }],
        rules: { field: { username: "bea" } },
        metadata: {},
      });
      await map({ template: { source: "{{metadata.teams}}" }, format: "json" });
      expect((await answer()).body.roles).toEqual([]);
      for (const wrong of [{ template: { source: "{{#open}}" } }, { template: 3 }, { format: "json" }, { x: 1 }])
        expect((await map(wrong)).status).toBe(400);
      await server.call("DELETE", "/_security/role_mapping/by-template", undefined, admin);
    });
  });
});
