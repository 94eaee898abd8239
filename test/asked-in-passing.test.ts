/** What clients ask in passing, as Elasticsearch 8.19 answers it. */
import { expect, test } from "vitest";
import { startServer } from "./server-process.ts";

test(
  "repositories, aliases with exclusions, dates in names and searches that cannot be read",
  { timeout: 60_000 },
  async () => {
    const server = await startServer();
    const answer = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const { status, body: shown, text } = await server.call(method, path, body);
      if (shown?.error === undefined) return [status, shown ?? text];
      return [status, shown.error.type ?? shown.error, shown.error.reason];
    };
    await server.call("PUT", "/u-1", { aliases: { ax: {}, ay: {}, bz: {} } });
    for (const path of ["/_snapshot", "/_snapshot/_all", "/_snapshot/*", "/_snapshot/no*"])
      expect(await answer("GET", path), path).toEqual([200, {}]);
    expect(await answer("GET", "/_snapshot/a,b")).toEqual([404, "repository_missing_exception", "[a, b] missing"]);
    expect(await answer("GET", "/_aliases")).toEqual([200, { "u-1": { aliases: { ax: {}, ay: {}, bz: {} } } }]);
    expect(await answer("GET", "/_cat/aliases/a*,-ay?h=alias")).toEqual([200, "ax\n"]);
    expect(await answer("GET", "/a*,-ay/_alias/bz")).toEqual([200, { "u-1": { aliases: { bz: {} } } }]);
    expect(await answer("DELETE", "/u-1/_alias/a*,-ay")).toEqual([200, { acknowledged: true, errors: false }]);
    expect(await answer("GET", "/u-1/_alias")).toEqual([200, { "u-1": { aliases: { ay: {}, bz: {} } } }]);
    const named = async (name: string): Promise<unknown> => answer("GET", `/${encodeURIComponent(name)}`);
    const notFound = (name: string): unknown => [404, "index_not_found_exception", `no such index [${name}]`];
    expect(await named("<n-{2001-01-01-13||+1h/h{yyyy-MM-dd-HH|-07:00}}>")).toEqual(notFound("n-2001-01-01-14"));
    expect(await named("<n-{2001.01.01||+1d}>")).toEqual(notFound("n-2001.01.02"));
    expect(await named("<n-{foo}>")).toEqual([
      400,
      "parse_exception",
      "failed to parse date field [foo] with format [uuuu.MM.dd]: [failed to parse date field [foo] with format [uuuu.MM.dd]]",
    ]);
    const lines = '{"index":"u-1"}\n{"query":{"nope":{}}}\n{"index":"u-1"}\n{}\n';
    expect(await answer("POST", "/_msearch", lines)).toEqual([400, "parsing_exception", "unknown query [nope]"]);
    expect(await answer("PUT", "/u-1/_settings", { index: {} })).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: no settings to update;",
    ]);
    expect(await answer("PUT", "/u-1/_settings", { "index.default_pipeline": "p" })).toEqual([
      200,
      { acknowledged: true },
    ]);
    expect(await answer("PUT", "/u-1/_doc/1", { a: 1 })).toEqual([
      400,
      "illegal_argument_exception",
      "pipeline with id [p] does not exist",
    ]);
    expect(await server.stop()).toBe(0);
  },
);
