import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

describe("enrich policies", () => {
  const folder = temporaryFolder();
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer(["--data", folder]);
    const users = [
      { email: "ada@example.org", name: "Ada", city: "Bern", n: 1.5 },
      { email: ["bob@example.org", "rob@example.org"], name: "Bob", city: "Basel" },
      { email: "ada@example.org", name: "Ada II", city: "Thun" },
    ];
    const lines = users.map((user) => `{"index":{}}\n${JSON.stringify(user)}\n`).join("");
    await server.call("POST", "/users/_bulk?refresh=true", lines);
    await server.call("PUT", "/networks", {
      mappings: { properties: { range: { type: "ip_range" }, span: { type: "date_range", format: "yyyy" } } },
    });
    await server.call("PUT", "/networks/_doc/1", {
      range: "10.100.0.0/16",
      span: { gte: "2000", lt: "2010" },
      department: "OPS",
    });
    await server.call("PUT", "/networks/_doc/2?refresh=true", {
      range: { gte: "10.200.0.0", lte: "10.200.0.9" },
      department: "HR",
    });
    await server.call("PUT", "/areas", { mappings: { properties: { location: { type: "geo_shape" } } } });
    const location = {
      type: "envelope",
      coordinates: [
        [13, 53],
        [14, 52],
      ],
    };
    await server.call("PUT", "/areas/_doc/1?refresh=true", { location, postal_code: "96598" });
  });
  afterAll(async () => void (await server.stop()));

  const put = (name: string, policy: object): ReturnType<ServerProcess["call"]> =>
    server.call("PUT", `/_enrich/policy/${name}`, policy);
  const users = { match: { indices: "users", match_field: "email", enrich_fields: ["name", "city", "n"] } };
  const enriched = async (options: object, source: object): Promise<unknown> => {
    const processors = [{ enrich: { field: "v", target_field: "e", ...options } }];
    const body = { pipeline: { processors }, docs: [{ _source: source }] };
    const [doc] = (await server.call("POST", "/_ingest/pipeline/_simulate", body)).body.docs;
    return doc.error ? doc.error.reason : doc.doc._source.e;
  };

  test("are put, shown, executed and removed", async () => {
    expect((await put("users-policy", users)).body).toEqual({ acknowledged: true });
    expect((await put("users-policy", users)).body.error).toMatchObject({
      type: "resource_already_exists_exception",
      reason: "policy [users-policy] already exists",
    });
    expect((await server.call("GET", "/_enrich/policy/users-policy,none")).body).toEqual({
      policies: [
        {
          config: {
            match: {
              name: "users-policy",
              indices: ["users"],
              match_field: "email",
              enrich_fields: ["name", "city", "n"],
            },
          },
        },
      ],
    });
    const pipeline = {
      processors: [{ enrich: { policy_name: "users-policy", field: "email", target_field: "user" } }],
    };
    expect((await server.call("PUT", "/_ingest/pipeline/users", pipeline)).body.error.reason).toMatch(
      /no enrich index exists for policy with name \[users-policy\]$/,
    );
    expect((await server.call("PUT", "/_enrich/policy/none/_execute")).status).toBe(404);
    expect((await server.call("PUT", "/_enrich/policy/users-policy/_execute")).body).toEqual({
      status: { phase: "COMPLETE" },
    });
    expect((await server.call("PUT", "/_ingest/pipeline/users", pipeline)).status).toBe(200);
    expect((await server.call("DELETE", "/_enrich/policy/users-policy")).body.error).toMatchObject({
      type: "status_exception",
      reason: "Could not delete policy [users-policy] because a pipeline is referencing it [users]",
    });
    await server.call("PUT", "/mails/_doc/1?pipeline=users", { email: "ada@example.org" });
    expect((await server.call("GET", "/mails/_source/1")).text).toBe(
      '{"email":"ada@example.org","user":{"email":"ada@example.org","name":"Ada","city":"Bern","n":1.5}}',
    );
    const indices = await server.call(
      "GET",
      "/_cat/indices/.enrich-*?h=index,docs.count&format=json&expand_wildcards=all",
    );
    expect(indices.body).toHaveLength(1);
    expect((await server.call("GET", "/_enrich/_stats")).body).toMatchObject({ executing_policies: [] });
    const task = (await server.call("PUT", "/_enrich/policy/users-policy/_execute?wait_for_completion=false")).body
      .task;
    expect((await server.call("GET", `/_tasks/${task}?wait_for_completion=true`)).body.response).toEqual({
      phase: "COMPLETE",
    });
  });

  test("give one match or several, keep what is there if they are told to, and know lists", async () => {
    const options = { policy_name: "users-policy" };
    expect(await enriched({ ...options, max_matches: 3 }, { v: "ada@example.org" })).toMatchObject([
      { name: "Ada" },
      { name: "Ada II" },
    ]);
    expect(await enriched(options, { v: ["x", "rob@example.org"] })).toMatchObject({ name: "Bob" });
    expect(await enriched(options, { v: "nobody" })).toBeUndefined();
    expect(await enriched({ ...options, override: false }, { v: "ada@example.org", e: 1 })).toBe(1);
    expect(await enriched(options, {})).toBe("field [v] not present as part of path [v]");
    expect(await enriched({ ...options, ignore_missing: true }, {})).toBeUndefined();
    expect(await enriched({ policy_name: "unknown" }, { v: 1 })).toBe(
      "no enrich index exists for policy with name [unknown]",
    );
  });

  test("find ranges and shapes, and only what their query lets through", async () => {
    await put("net", { range: { indices: ["networks"], match_field: "range", enrich_fields: ["department"] } });
    await put("years", { range: { indices: ["networks"], match_field: "span", enrich_fields: ["department"] } });
    await put("area", { geo_match: { indices: "areas", match_field: "location", enrich_fields: ["postal_code"] } });
    const query = { term: { "city.keyword": "Thun" } };
    await put("thun", { match: { ...users.match, query } });
    for (const name of ["net", "years", "area", "thun"])
      expect((await server.call("PUT", `/_enrich/policy/${name}/_execute`)).status).toBe(200);
    expect(await enriched({ policy_name: "net" }, { v: "10.100.34.1" })).toMatchObject({ department: "OPS" });
    expect(await enriched({ policy_name: "net" }, { v: "10.200.0.9" })).toMatchObject({ department: "HR" });
    expect(await enriched({ policy_name: "net" }, { v: "10.201.0.9" })).toBeUndefined();
    expect(await enriched({ policy_name: "years" }, { v: "2009" })).toMatchObject({ department: "OPS" });
    expect(await enriched({ policy_name: "years" }, { v: "2010" })).toBeUndefined();
    expect(await enriched({ policy_name: "area" }, { v: "52.5,13.5" })).toMatchObject({ postal_code: "96598" });
    expect(await enriched({ policy_name: "area" }, { v: { lat: 50, lon: 13.5 } })).toBeUndefined();
    expect(await enriched({ policy_name: "area", shape_relation: "disjoint" }, { v: [0, 0] })).toMatchObject({
      postal_code: "96598",
    });
    expect(await enriched({ policy_name: "thun" }, { v: "ada@example.org" })).toMatchObject({ name: "Ada II" });
  });

  test.each([
    ["x", {}, 400, /^Required one of fields/],
    ["X", users, 400, /^Invalid policy name \[X\], must be lowercase$/],
    ["x", { match: { indices: "users" } }, 400, /match_field, enrich_fields/],
    ["x", { match: { ...users.match, indices: "missing" } }, 404, /no such index \[missing\]/],
    ["x", { match: { ...users.match, match_field: "none" } }, 400, /failed while validating field mappings/],
    ["x", { range: { ...users.match } }, 400, /doesn't appear to be a range type$/],
    ["x", { other: {} }, 400, /unknown field \[other\]/],
  ])("%s %j is refused", async (name, policy, status, reason) => {
    const answer = await put(name, policy);
    expect(answer.status).toBe(status);
    expect(answer.body.error.reason).toMatch(reason);
  });

  test("survive a restart", async () => {
    await server.stop();
    server = await startServer(["--data", folder]);
    expect(await enriched({ policy_name: "users-policy" }, { v: "ada@example.org" })).toMatchObject({
      name: "Ada",
      n: 1.5,
    });
    expect(await enriched({ policy_name: "net" }, { v: "10.100.34.1" })).toMatchObject({ department: "OPS" });
    await server.call("DELETE", "/_ingest/pipeline/users");
    expect((await server.call("DELETE", "/_enrich/policy/users-policy")).status).toBe(200);
    expect((await server.call("DELETE", "/_enrich/policy/users-policy")).status).toBe(404);
    expect(await enriched({ policy_name: "users-policy" }, { v: 1 })).toMatch(/no enrich index exists/);
  });
});
