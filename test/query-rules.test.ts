/** Query rules over HTTP: their operations, and searches that follow them. Percolation of documents of an index. */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await startServer([]);
  await server.call("PUT", "/pets", { mappings: { properties: { t: { type: "text" }, q: { type: "percolator" } } } });
  for (const [id, t] of ["pug one", "pug two", "pug three", "cat"].entries())
    await server.call("PUT", `/pets/_doc/${id}`, { t });
  await server.call("POST", "/pets/_refresh");
  return async () => void (await server.stop());
});

const call = (method: string, path: string, body?: unknown): ReturnType<ServerProcess["call"]> =>
  server.call(method, path, body);

const pin = {
  type: "pinned",
  criteria: [{ type: "contains", metadata: "query", values: ["pug"] }],
  actions: { ids: ["2"] },
};
const leaveOut = {
  type: "exclude",
  criteria: [{ type: "exact", metadata: "country", values: ["us"] }],
  actions: { docs: [{ _index: "pets", _id: "0" }] },
};

async function found(criteria: object, rulesets: unknown = ["pets"]): Promise<string[]> {
  const rule = { organic: { match: { t: "pug" } }, match_criteria: criteria, ruleset_ids: rulesets };
  const { status, body } = await call("POST", "/pets/_search", { query: { rule } });
  if (status !== 200) return [String(status), body.error.type, body.error.reason];
  return body.hits.hits.map((hit: { _id: string }) => hit._id);
}

describe("query rules", () => {
  test("are stored, shown, tested, followed by searches, and removed", async () => {
    expect(await found({ query: "pug" })).toEqual([
      "404",
      "resource_not_found_exception",
      "query ruleset pets not found",
    ]);
    const made = await call("PUT", "/_query_rules/pets", { rules: [{ rule_id: "first", ...pin }] });
    expect([made.status, made.body]).toEqual([201, { result: "created" }]);
    expect(await found({ query: "my pug" })).toEqual(["2", "0", "1"]);
    expect(await found({ query: "cat" })).toEqual(["0", "1", "2"]);

    const added = await call("PUT", "/_query_rules/pets/_rule/second", { ...leaveOut, priority: 1 });
    expect([added.status, added.body]).toEqual([201, { result: "created" }]);
    expect((await call("PUT", "/_query_rules/pets/_rule/second", { ...leaveOut, priority: 2 })).body).toEqual({
      result: "updated",
    });
    expect(await found({ query: "pug", country: "us" })).toEqual(["2", "1"]);
    expect((await call("GET", "/_query_rules/pets")).body).toEqual({
      ruleset_id: "pets",
      rules: [
        { rule_id: "second", ...leaveOut, priority: 2 },
        { rule_id: "first", ...pin },
      ],
    });
    expect((await call("GET", "/_query_rules/pets/_rule/first")).body).toEqual({ rule_id: "first", ...pin });
    expect((await call("GET", "/_query_rules")).body).toEqual({
      count: 1,
      results: [
        {
          ruleset_id: "pets",
          rule_total_count: 2,
          rule_criteria_types_counts: { exact: 1, contains: 1 },
          rule_type_counts: { exclude: 1, pinned: 1 },
        },
      ],
    });
    expect((await call("POST", "/_query_rules/pets/_test", { match_criteria: { query: "pug" } })).body).toEqual({
      total_matched_rules: 1,
      matched_rules: [{ ruleset_id: "pets", rule_id: "first" }],
    });

    const retrieved = async (ruleset: string, more = {}): Promise<unknown> => {
      const inner = { standard: { query: { match: { t: "pug" } } } };
      const rule = { match_criteria: { query: "pug" }, ruleset_ids: [ruleset], retriever: inner, ...more };
      const { status, body } = await call("POST", "/pets/_search", { retriever: { rule }, size: 3 });
      return status === 200 ? body.hits.hits.map((hit: { _id: string }) => hit._id) : [status, body.error.reason];
    };
    expect(await retrieved("pets")).toEqual(["2", "0", "1"]);
    expect(await retrieved("none")).toEqual([404, "query ruleset none not found"]);
    expect(await retrieved("pets", { rank_window_size: 1 })).toEqual([
      400,
      "Validation Failed: 1: [rule] requires [rank_window_size: 1] be greater than or equal to [size: 3];",
    ]);

    expect((await call("DELETE", "/_query_rules/pets/_rule/first")).body).toEqual({ acknowledged: true });
    expect(await found({ query: "pug" })).toEqual(["0", "1", "2"]);
    expect((await call("DELETE", "/_query_rules/pets/_rule/second")).body).toEqual({ acknowledged: true });
    expect((await call("GET", "/_query_rules/pets")).status).toBe(404);
    expect((await call("DELETE", "/_query_rules/pets")).status).toBe(404);
  });

  test("what is wrong is refused", async () => {
    expect(await found({})).toEqual(["400", "illegal_argument_exception", "matchCriteria must not be null or empty"]);
    expect((await found({ a: 1 }, []))[2]).toBe("rulesetIds must not be null or empty");
    const many = Array.from({ length: 11 }, (_, at) => `r${at}`);
    expect((await found({ a: 1 }, many))[2]).toBe("rulesetIds must not contain more than 10 rulesets");
    const wrong = await call("PUT", "/_query_rules/x", { rules: [] });
    expect([wrong.status, wrong.body.error.reason]).toEqual([400, "rules cannot be empty"]);
  });
});

describe("a document of an index is percolated", () => {
  const percolate = async (more: object): Promise<unknown> => {
    const { status, body } = await call("POST", "/pets/_search", { query: { percolate: { field: "q", ...more } } });
    return status === 200
      ? body.hits.hits.map((hit: { _id: string }) => hit._id)
      : [status, body.error.type, body.error.reason];
  };

  test("when it is there, in the version that is asked for", async () => {
    await call("PUT", "/pets/_doc/stored?refresh=true", { q: { match: { t: "pug" } } });
    expect(await percolate({ index: "pets", id: "1" })).toEqual(["stored"]);
    expect(await percolate({ index: "pets", id: "3" })).toEqual([]);
    expect(await percolate({ index: "pets", id: "1", version: 1 })).toEqual(["stored"]);
    expect(await percolate({ index: "pets", id: "1", version: 9 })).toEqual([
      409,
      "version_conflict_engine_exception",
      "[1]: version conflict, current version [1] is different than the one provided [9]",
    ]);
    expect(await percolate({ index: "pets", id: "no" })).toEqual([
      404,
      "resource_not_found_exception",
      "indexed document [pets/no] couldn't be found",
    ]);
  });
});
