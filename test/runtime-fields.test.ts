import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const bea = { authorization: `Basic ${btoa("bea:a good password")}` };
const settings = { WARDEX_ADMIN_PASSWORD: "a long enough password", WARDEX_ADMIN_TOKEN: "an-administrators-token" };

/** Runtime fields over HTTP, on a server with search threads: what only all layers together can tell. */
describe("runtime fields", () => {
  const folder = temporaryFolder();
  let server: ServerProcess;

  const start = (): Promise<ServerProcess> =>
    startServer(["--security", "on", "--threads", "2", "--data", folder], settings);

  beforeAll(async () => {
    server = await start();
    await server.call(
      "PUT",
      "/orders",
      { mappings: { dynamic: "runtime", properties: { customer: { type: "keyword" } } } },
      admin,
    );
    await server.call(
      "PUT",
      "/customers",
      { mappings: { properties: { id: { type: "keyword" }, name: { type: "keyword" } } } },
      admin,
    );
    for (let number = 0; number < 6; number++) {
      await server.call(
        "PUT",
        `/orders/_doc/${number}`,
        { customer: `c${number % 2}`, price: number + 0.5, when: `2024-01-0${number + 1}` },
        admin,
      );
    }
    await server.call("PUT", "/customers/_doc/0?refresh=true", { id: "c0", name: "Ada" }, admin);
    await server.call("PUT", "/customers/_doc/1?refresh=true", { id: "c1", name: "Bob" }, admin);
    await server.call("POST", "/orders/_refresh", undefined, admin);
    await server.call(
      "PUT",
      "/_security/role/seller",
      { indices: [{ names: ["orders"], privileges: ["read"] }] },
      admin,
    );
    await server.call("PUT", "/_security/user/bea", { password: "a good password", roles: ["seller"] }, admin);
    return async () => void (await server.stop());
  });

  const customers = {
    type: "lookup",
    target_index: "customers",
    input_field: "customer",
    target_field: "id",
    fetch_fields: ["name"],
  };
  const withNames = { size: 2, sort: ["when"], fields: ["who"], _source: false, runtime_mappings: { who: customers } };

  test("documents make them, get_mapping shows them, and they outlive a restart", async () => {
    const runtime = { price: { type: "double" }, when: { type: "date" } };
    const dear = { size: 0, query: { range: { price: { gte: 3 } } }, aggs: { sum: { sum: { field: "price" } } } };
    const search = async (): Promise<unknown> => {
      expect((await server.call("GET", "/orders/_mapping", undefined, admin)).body.orders.mappings.runtime).toEqual(
        runtime,
      );
      const { hits, aggregations } = (await server.call("POST", "/orders/_search", dear, admin)).body;
      return [hits.total.value, aggregations.sum.value];
    };
    expect(await search()).toEqual([3, 13.5]);
    await server.stop();
    server = await start();
    expect(await search()).toEqual([3, 13.5]);
    expect((await server.call("GET", "/orders/_mapping/field/price", undefined, admin)).body).toEqual({
      orders: { mappings: {} },
    });
  });

  test("a new definition counts from the next search on, whatever was kept", async () => {
    const most = { size: 0, aggs: { a: { max: { field: "price" } } } };
    const first = await server.call("POST", "/orders/_search?request_cache=true", most, admin);
    expect(first.body.aggregations.a.value).toBe(5.5);
    await server.call("PUT", "/orders/_mapping", { runtime: { price: { type: "long" } } }, admin);
    expect(
      (await server.call("POST", "/orders/_search?request_cache=true", most, admin)).body.aggregations.a.value,
    ).toBe(5);
    await server.call("PUT", "/orders/_mapping", { runtime: { price: null } }, admin);
    expect(
      (await server.call("POST", "/orders/_search?request_cache=true", most, admin)).body.aggregations.a.value,
    ).toBeNull();
    await server.call("PUT", "/orders/_mapping", { runtime: { price: { type: "double" } } }, admin);
  });

  test("a lookup shows what its caller may see of the other index", async () => {
    const names = [{ who: [{ name: ["Ada"] }] }, { who: [{ name: ["Bob"] }] }];
    const shown = await server.call("POST", "/orders/_search", withNames, admin);
    expect(shown.body.hits.hits.map((hit: { fields: unknown }) => hit.fields)).toEqual(names);
    const refused = await server.call("POST", "/orders/_search", withNames, bea);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        error: {
          type: "search_phase_execution_exception",
          phase: "fetch_lookup_fields",
          caused_by: { type: "security_exception" },
        },
      },
    });
    expect(refused.text).not.toContain("Ada");
    await server.call(
      "PUT",
      "/_security/role/seller",
      { indices: [{ names: ["orders", "customers"], privileges: ["read"] }] },
      admin,
    );
    const allowed = await server.call("POST", "/orders/_search", withNames, bea);
    expect(allowed.body.hits.hits.map((hit: { fields: unknown }) => hit.fields)).toEqual(names);
  });

  test("a lookup of the mapping is one of several searches, too", async () => {
    await server.call(
      "PUT",
      "/orders/_mapping",
      { runtime: { buyer: { ...customers, target_index: "cust*" } } },
      admin,
    );
    const lines = [
      "{}",
      { size: 1, sort: ["when"], fields: ["buyer"], _source: false },
      { index: "nowhere" },
      {},
      "{}",
      { ...withNames, size: 1 },
    ];
    const body = `${lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")}\n`;
    const answer = await server.call("POST", "/orders/_msearch", body, {
      ...admin,
      "content-type": "application/x-ndjson",
    });
    const [first, missing, last] = answer.body.responses;
    expect(first.hits.hits[0].fields).toEqual({ buyer: [{ name: ["Ada"] }] });
    expect(missing.status).toBe(404);
    expect(last.hits.hits[0].fields).toEqual({ who: [{ name: ["Ada"] }] });
  });

  test("an index that is not there is told when something is looked up in it", async () => {
    const nowhere = { ...withNames, runtime_mappings: { who: { ...customers, target_index: "nowhere" } } };
    expect(await server.call("POST", "/orders/_search", nowhere, admin)).toMatchObject({
      status: 404,
      body: {
        error: {
          reason: "failed to fetch lookup fields",
          caused_by: { type: "index_not_found_exception", reason: "no such index [nowhere]" },
        },
      },
    });
    expect((await server.call("POST", "/orders/_search", { ...nowhere, fields: [] }, admin)).status).toBe(200);
  });

  test("field_caps knows them, those of the request, and the objects around them", async () => {
    const asked = { fields: ["price", "new*"], runtime_mappings: { "new.one": { type: "ip", meta: { unit: "x" } } } };
    const { fields } = (await server.call("POST", "/orders/_field_caps", asked, admin)).body;
    expect(fields).toMatchObject({
      price: { double: { searchable: true, aggregatable: true } },
      new: { object: { searchable: false } },
      "new.one": { ip: { searchable: true, aggregatable: true, meta: { unit: ["x"] } } },
    });
  });
});
