import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

/** What every object answers to without having it. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);
/** Those that are sent everywhere; all of them where there is time. */
const SENT = process.env["WARDEX_DEEP"] ? NAMES : ["constructor", "__proto__", "toString"];
/** Those that are valid names of indices, which are never upper case and never begin with an underscore. */
const INDEX_NAMES = NAMES.filter((name) => name === name.toLowerCase() && !name.startsWith("_"));

interface Operation {
  readonly op: string;
  readonly urls: readonly { readonly methods: readonly string[]; readonly path: string }[];
  readonly query: readonly string[];
  readonly body?: readonly string[];
}

const operations: readonly Operation[] = JSON.parse(
  readFileSync(new URL("../spec/search-operations.json", import.meta.url), "utf8"),
).operations;
const identity: readonly { method: string; path: string; query: readonly string[] }[] = JSON.parse(
  readFileSync(new URL("../spec/identity-operations.json", import.meta.url), "utf8"),
).operations;

const agent = new Agent({ keepAlive: true });
const token = { authorization: "Bearer an-administrators-token" };

/** One request of each path and method with `name` in the place of every parameter; waits are short. */
function requestsWith(name: string): { method: string; path: string }[] {
  const put = (path: string): string => path.replaceAll(/\{\w+\}/g, encodeURIComponent(name));
  const search = operations.flatMap(({ op, urls, query }) =>
    urls.flatMap(({ methods, path }) =>
      methods.map((method) => ({
        method,
        path: put(path) + (query.includes("timeout") && op !== "bulk" ? "?timeout=1s" : ""),
      })),
    ),
  );
  const own = identity
    .filter(({ path }) => path.includes("{"))
    .map(({ method, path }) => ({ method, path: put(`/api/v2beta${path}`) }));
  return [...search.filter(({ path }) => path.includes(name)), ...own];
}

/** `fetch` changes paths and headers; this sends what it is given. */
function send(
  url: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const type = body?.endsWith("\n") ? "application/x-ndjson" : "application/json";
    const sent = request(
      `${url}${path}`,
      {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": type }), ...headers },
        timeout: 60_000,
        agent,
      },
      (answer) => {
        let text = "";
        answer.on("data", (piece: Buffer) => (text += piece.toString()));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

describe.each(["off", "on"])("names that every object answers to, security %s", (security) => {
  let server: ServerProcess;
  const headers = security === "on" ? token : {};
  const call = (method: string, path: string, body?: string): Promise<{ status: number; text: string }> =>
    send(server.url, method, path, body, headers);

  beforeAll(async () => {
    server = await startServer(["--security", security], {
      WARDEX_ADMIN_PASSWORD: "a long enough password",
      WARDEX_ADMIN_TOKEN: "an-administrators-token",
    });
    await call("PUT", "/towns/_doc/1?refresh=true", '{"name":"Bern"}');
    return async () => {
      agent.destroy();
      expect(await server.stop()).toBe(0);
    };
  });

  test("a bulk makes indices of them", async () => {
    const lines = INDEX_NAMES.map((name) => `{"index":{"_index":"${name}","_id":"${name}"}}\n{"${name}":1}\n`).join("");
    const answer = await call("POST", "/_bulk?refresh=true", lines);
    const items = JSON.parse(answer.text).items as { index: { status: number } }[];
    expect(items.map(({ index }) => index.status)).toEqual(INDEX_NAMES.map(() => 201));
    for (const name of INDEX_NAMES) expect((await call("GET", `/${name}/_count`)).text).toContain('"count":1');
    const invalid = await call(
      "POST",
      "/_bulk",
      '{"index":{"_index":"__proto__","_id":"1"}}\n{}\n{"index":{"_index":"toString","_id":"1"}}\n{}\n',
    );
    expect(
      JSON.parse(invalid.text).items.map((item: { index: { status: number; error: { type: string } } }) => [
        item.index.status,
        item.index.error.type,
      ]),
    ).toEqual([
      [400, "invalid_index_name_exception"],
      [400, "invalid_index_name_exception"],
    ]);
    for (const name of INDEX_NAMES) {
      expect((await call("DELETE", `/${name}`)).status).toBe(200);
      expect((await call("GET", `/${name}`)).status).toBe(404);
      expect((await call("PUT", `/${name}`)).status).toBe(200);
      expect((await call("DELETE", `/${name}`)).status).toBe(200);
    }
  });

  test("fields, aliases and templates of these names are fields, aliases and templates", async () => {
    const fields = Object.fromEntries(NAMES.map((name, at) => [name, at]));
    const put = (value: unknown): string => JSON.stringify(value);
    expect(
      (
        await call(
          "PUT",
          "/named",
          put({ mappings: { properties: Object.fromEntries(NAMES.map((name) => [name, { type: "integer" }])) } }),
        )
      ).status,
    ).toBe(200);
    expect((await call("PUT", "/named/_doc/1?refresh=true", put(fields))).status).toBe(201);
    // Dynamically, and inside an object.
    expect((await call("PUT", "/dynamic/_doc/1?refresh=true", put({ inner: fields, ...fields }))).status).toBe(201);
    for (const index of ["named", "dynamic"]) {
      for (const [name, value] of Object.entries(fields)) {
        const found = await call(
          "POST",
          `/${index}/_search`,
          put({ query: { term: { [name]: value } }, fields: [name], aggs: { [name]: { max: { field: name } } } }),
        );
        const { hits, aggregations } = JSON.parse(found.text);
        expect([
          name,
          hits.total.value,
          Object.entries(hits.hits[0].fields),
          Object.keys(hits.hits[0]._source).includes(name),
        ]).toEqual([name, 1, [[name, [value]]], true]);
        expect(Object.entries(aggregations)).toEqual([[name, { value }]]);
      }
    }
    for (const name of NAMES.filter((each) => !each.startsWith("_"))) {
      expect((await call("GET", `/_alias/${name}`)).status).toBe(404);
      expect((await call("HEAD", `/${name}`)).status).toBe(404);
      expect((await call("PUT", `/towns/_alias/${name}`)).status).toBe(200);
      expect(JSON.parse((await call("GET", `/${name}/_search`)).text).hits.total.value).toBe(1);
    }
    const { aliases } = JSON.parse((await call("GET", "/towns/_alias")).text).towns;
    expect(Object.keys(aliases).sort()).toEqual(NAMES.filter((each) => !each.startsWith("_")).sort());
    await call("DELETE", "/towns/_alias/*");
  });

  test.each(security === "on" ? SENT.slice(0, 1) : SENT)(
    "%s in every parameter of every path",
    { timeout: 240_000 },
    async (name) => {
      const wrong: string[] = [];
      const requests = requestsWith(name);
      for (const { method, path } of requests) {
        const { status, text } = await call(method, path);
        // What Elasticsearch answers 500 as well.
        if (status >= 500 && !/^.*data stream .* conflicts with existing/.test(text))
          wrong.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
      }
      expect(wrong).toEqual([]);
      expect(requests.length).toBeGreaterThan(500);
    },
  );

  test.each(security === "on" ? SENT.slice(0, 1) : SENT)(
    "%s as every name of every body",
    { timeout: 240_000 },
    async (name) => {
      const wrong: string[] = [];
      const send = async (method: string, path: string, body: string): Promise<void> => {
        const { status, text } = await call(method, path, body);
        if (status >= 500) wrong.push(`${method} ${path} ${body}: ${status} ${text.slice(0, 300)}`);
      };
      for (const { urls, body } of operations) {
        const { methods, path } = urls.at(-1)!;
        if (!body) continue;
        for (const key of [name, ...body.filter((each) => each !== "$value")]) {
          await send(
            methods[0]!,
            path.replaceAll(/\{\w+\}/g, "towns"),
            JSON.stringify({ [key]: { [name]: { [name]: name } } }),
          );
        }
      }
      for (const { method, path } of identity.filter((each) => ["POST", "PUT", "PATCH"].includes(each.method))) {
        await send(
          method,
          `/api/v2beta${path.replaceAll(/\{\w+\}/g, "1")}`,
          JSON.stringify({ [name]: { [name]: 1 }, name, attributes: { [name]: { [name]: name } } }),
        );
      }
      expect(wrong).toEqual([]);
    },
  );

  test("as parameters of the query string and as headers they are unknown, or nothing", async () => {
    for (const name of NAMES) {
      const encoded = encodeURIComponent(name);
      expect([name, (await call("GET", `/_cluster/health?${encoded}=1`)).status]).toEqual([name, 400]);
      expect(
        (
          await send(server.url, "GET", "/_cluster/health", undefined, {
            ...headers,
            [name === "__proto__" ? "x-proto" : name]: "1",
          })
        ).status,
      ).toBe(200);
    }
  });
});
