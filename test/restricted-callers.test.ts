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
});
