/** Documents are copied from other servers: one of our own with security, and small ones that answer as a test says. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";
import { runCommand, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const PASSWORD = "a-password-of-theirs";

describe("reindex from another server", () => {
  let theirs: ServerProcess;
  let engine: Engine;
  let call: Caller["call"];
  let told: Caller["told"];
  const admin = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}` };

  beforeAll(async () => {
    theirs = await startServer(["--security", "on"], { WARDEX_ADMIN_PASSWORD: PASSWORD });
    const lines = Array.from({ length: 25 }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}.0,"t":"text ${n}"}\n`);
    await theirs.call("POST", "/far/_bulk?refresh=true", lines.join(""), admin);
    await theirs.call("PUT", "/far/_doc/routed?routing=r&refresh=true", { n: 100 }, admin);
    const remoteReindex = {
      whitelist: ["127.0.0.1:*", "nowhere.invalid:*"],
      caFile: undefined,
      verification: "full",
    } as const;
    engine = await openEngine({ ...inMemory, runsTasks: false, remoteReindex, log: () => undefined });
    ({ call, told } = callerOf(engine));
    return async () => {
      await engine.close();
      await theirs.stop();
    };
  });

  const remote = (more: object = {}): object => ({ host: theirs.url, username: "admin", password: PASSWORD, ...more });
  const copy = (body: object, parameters = ""): ReturnType<Caller["told"]> =>
    told("POST", `/_reindex?refresh=true${parameters}`, body);
  const scrolls = async (): Promise<number> =>
    (await theirs.call("GET", "/_nodes/stats/indices/search", undefined, admin)).body.nodes[
      Object.keys((await theirs.call("GET", "/_nodes", undefined, admin)).body.nodes)[0]!
    ].indices.search.scroll_current;

  test("copies all pages with their sources as they were, and leaves no scroll behind", async () => {
    const answer = await copy({ source: { remote: remote(), index: "far", size: 10 }, dest: { index: "near" } });
    expect(answer).toEqual([
      200,
      expect.objectContaining({ total: 26, created: 26, updated: 0, batches: 3, failures: [], timed_out: false }),
    ]);
    expect((await call("GET", "/near/_source/3")).body).toEqual({ n: 3, t: "text 3" });
    const { body } = await call("POST", "/near/_search", { query: { term: { n: 100 } } });
    expect(body.hits.hits[0]).toMatchObject({ _id: "routed", _routing: "r" });
    expect(await scrolls()).toBe(0);
  });

  test("asks their query, order and fields, and makes of hits what scripts, pipelines and options say", async () => {
    await call("PUT", "/_ingest/pipeline/mark", { processors: [{ set: { field: "marked", value: true } }] });
    const answer = await copy(
      {
        source: {
          remote: remote(),
          index: ["far"],
          query: { range: { n: { lt: 10 } } },
          sort: [{ n: "desc" }],
          _source: ["n"],
        },
        dest: { index: "made", pipeline: "mark", op_type: "create" },
        script: { source: "ctx._id = 'x' + ctx._id; if (ctx._source.n == 8) ctx.op = 'noop'" },
        max_docs: 3,
      },
      "&requests_per_second=-1",
    );
    expect(answer).toEqual([200, expect.objectContaining({ total: 3, created: 3 })]);
    expect((await call("GET", "/made/_source/x9")).body).toEqual({ n: 9, marked: true });
    expect((await call("GET", "/made/_doc/x8")).status).toBe(404);
    await copy({ source: { remote: remote(), index: "far" }, dest: { index: "twice" } });
    const again = { source: { remote: remote(), index: "far" }, dest: { index: "twice", op_type: "create" } };
    expect(await copy({ ...again, conflicts: "proceed" })).toEqual([
      200,
      expect.objectContaining({ version_conflicts: 26, created: 0 }),
    ]);
    const versions = { index: "twice", version_type: "external" };
    expect(await copy({ ...again, dest: versions, conflicts: "proceed" })).toEqual([
      200,
      expect.objectContaining({ version_conflicts: 26 }),
    ]);
  });

  test.each([
    [{ index: "gone" }, 404, /^body=.*no such index \[gone\]/],
    [{ index: "far", query: { nono: {} } }, 400, /^body=.*unknown query \[nono\]/],
  ])("tells with their status what they refuse: %j", async (source, status, reason) => {
    const answer = await copy({ source: { remote: remote(), ...source }, dest: { index: "x" } });
    expect(answer).toEqual([status, "status_exception", expect.stringMatching(reason)]);
  });

  test("asks as whom it is told, and tells nobody the password", async () => {
    const source = { remote: remote({ password: "wrong" }), index: "far" };
    expect(await copy({ source, dest: { index: "x" } })).toEqual([401, "status_exception", expect.anything()]);
    const without = { remote: { host: theirs.url, headers: admin }, index: "far" };
    expect(await copy({ source: without, dest: { index: "by-header" } })).toEqual([
      200,
      expect.objectContaining({ created: 26 }),
    ]);
    const { body } = await call("POST", "/_reindex?wait_for_completion=false", {
      source: { remote: remote(), index: "far" },
      dest: { index: "later" },
    });
    const { body: task } = await call("GET", `/_tasks/${body.task}?wait_for_completion=true`);
    const port = new URL(theirs.url).port;
    expect(task.task.description).toBe(
      `reindex from [host=127.0.0.1 port=${port} query={"match_all":{}} username=admin password=<<>>][far] to [later]`,
    );
    expect(task.response).toMatchObject({ created: 26 });
    expect(JSON.stringify(task)).not.toContain(PASSWORD);
  });

  test("refuses what cannot be asked for in the words of Elasticsearch 7.10", async () => {
    const host = "http://otherhost:9200";
    const refused = async (body: object, more: object = {}, parameters = ""): Promise<unknown> => {
      const source = { remote: body, index: "a", ...more };
      const { body: answer, status } = await call("POST", `/_reindex${parameters}`, { source, dest: { index: "x" } });
      const { error } = answer;
      return [
        status,
        error.caused_by?.reason ?? error.reason,
        ...(error.caused_by?.caused_by ? [error.caused_by.caused_by.reason] : []),
      ];
    };
    expect(await refused({ host })).toEqual([400, "[otherhost:9200] not whitelisted in reindex.remote.whitelist"]);
    expect(await refused({ host: "http://otherhost" })).toEqual([
      400,
      "[host] must be of the form [scheme]://[host]:[port](/[pathPrefix])? but was [http://otherhost]",
      "The port was not defined in the [host]: http://otherhost",
    ]);
    expect(await refused({ host: "otherhost:9200" })).toContain(
      "The port was not defined in the [host]: otherhost:9200",
    );
    expect(await refused({})).toEqual([400, "[host] must be specified to reindex from a remote cluster"]);
    expect(await refused({ host, nono: 1 })).toEqual([400, "Unsupported fields in [remote]: [nono]"]);
    expect(await refused({ host, socket_timeout: "x" })).toEqual([
      400,
      "failed to parse setting [socket_timeout] with value [x] as a time value: unit is missing or unrecognized",
    ]);
    expect(await refused({ host, socket_timeout: 3 })).toEqual([
      400,
      "Expected [socket_timeout] to be a string but was [3]",
    ]);
    expect(await refused({ host, headers: 3 })).toEqual([
      400,
      "Expected [headers] to be an object containing strings but was [3]",
    ]);
    expect(await refused({ host, headers: { a: 3 } })).toEqual([
      400,
      "Expected [headers] to be an object containing strings but has [a=3]",
    ]);
    expect(await refused({ host }, { query: 3 })).toEqual([400, "Expected [query] to be an object but was [3]"]);
    expect(await refused({ host }, {}, "?slices=2")).toEqual([
      400,
      "Validation Failed: 1: reindex from remote sources doesn't support slices > 1 but was [2];",
    ]);
    expect(await refused({ host }, { slice: { id: 0, max: 2 } })).toEqual([
      400,
      "Validation Failed: 1: reindex from remote sources doesn't support [slice];",
    ]);
  });

  /** A server that answers as the test says. */
  async function answering(
    listener: RequestListener,
    tls?: { readonly cert: string; readonly key: string },
  ): Promise<string> {
    const server = tls ? createSecureServer(tls, listener) : createServer(listener);
    // The certificates of the command name 127.0.0.1, and none of the others here.
    const address = tls ? "127.0.0.2" : "127.0.0.1";
    await new Promise<void>((ready) => server.listen(0, address, ready));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `${tls ? "https" : "http"}://${address}:${(server.address() as AddressInfo).port}`;
  }

  const json = { "content-type": "application/json" };
  const about = JSON.stringify({ version: { number: "7.10.2" } });
  const from = (host: string, more: object = {}): object => ({
    source: { remote: { host, ...more }, index: "a" },
    dest: { index: "x" },
  });
  const one = JSON.stringify({
    _scroll_id: "s",
    timed_out: false,
    _shards: { failures: [] },
    hits: { total: 1, hits: [{ _index: "a", _type: "_doc", _id: "1", _source: { a: 1 } }] },
  });
  const none = JSON.stringify({ _scroll_id: "s", hits: { total: 1, hits: [] } });
  const older: RequestListener = ({ method = "", url = "" }, response) => {
    const answer =
      method === "GET" ? about : url.startsWith("/p/_search/scroll") || url.startsWith("/_search") ? none : one;
    response.writeHead(200, json).end(answer);
  };

  test("older servers, with totals that are numbers, below a path", async () => {
    const asked: string[] = [];
    const host = await answering((request: IncomingMessage, response) => {
      asked.push(`${request.method} ${request.url?.replace(/\?.*/, "")}`);
      older(request, response);
    });
    expect(await copy(from(`${host}/p`))).toEqual([200, expect.objectContaining({ total: 1, created: 1 })]);
    expect(asked).toEqual(["GET /p/", "POST /p/a/_search", "POST /p/_search/scroll", "DELETE /p/_search/scroll"]);
  });

  test("what is no such server, is not there, or does not answer in time", async () => {
    const page = await answering(
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    );
    expect(await copy(from(page))).toEqual([
      500,
      "exception",
      "Response didn't include supported Content-Type, remote is likely not an Elasticsearch instance",
    ]);
    const other = await answering((_, response) => void response.writeHead(200, json).end("{}"));
    expect(await copy(from(other))).toEqual([
      500,
      "exception",
      expect.stringContaining("Can't determine remote version"),
    ]);
    const elsewhere = await answering((_, response) => void response.writeHead(302, { location: page }).end());
    expect(await copy(from(elsewhere))).toEqual([
      500,
      "status_exception",
      "Couldn't extract status [302]. No error body.",
    ]);
    const silent = await answering(() => undefined);
    expect(await copy(from(silent, { socket_timeout: "50ms" }))).toEqual([
      500,
      "socket_timeout_exception",
      "50 milliseconds timeout on connection",
    ]);
    expect(await copy(from("http://127.0.0.1:1"))).toEqual([500, "connect_exception", "Connection refused"]);
    const partial = { ...JSON.parse(one), _shards: { failures: [{ index: "a", shard: 0, node: "n", reason: {} }] } };
    const failing = await answering((request, response) => {
      response.writeHead(200, json).end(request.method === "GET" ? about : JSON.stringify(partial));
    });
    expect(await copy(from(failing))).toEqual([
      500,
      expect.objectContaining({ created: 0, failures: [expect.anything()] }),
    ]);
  });

  test("is cancelled while the other server keeps it waiting", async () => {
    let waits: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (waits = resolve));
    const host = await answering((request, response) => {
      if (request.method === "GET") response.writeHead(200, json).end(about);
      else waits();
    });
    const { body } = await call("POST", "/_reindex?wait_for_completion=false", from(host));
    await waiting;
    await call("POST", `/_tasks/${body.task}/_cancel`);
    const { body: task } = await call("GET", `/_tasks/${body.task}?wait_for_completion=true`);
    expect(task.response).toMatchObject({ canceled: "by user request", created: 0 });
  });

  test("verifies who answers over TLS, as far as the operator wants", async () => {
    const folder = temporaryFolder();
    await runCommand(["certificate", "search.example.org", "--folder", folder]);
    const caFile = join(folder, "wardex.crt");
    const tls = { cert: readFileSync(caFile, "utf8"), key: readFileSync(join(folder, "wardex.key"), "utf8") };
    const host = await answering(older, tls);
    const asked = async (caGiven: string | undefined, verification: "full" | "certificate" | "none") => {
      const remoteReindex = { whitelist: ["127.0.0.*:*"], caFile: caGiven, verification };
      const other = await openEngine({ ...inMemory, runsTasks: false, remoteReindex, log: () => undefined });
      try {
        const [status] = (await callerOf(other).told("POST", "/_reindex", from(host))) as [number];
        return status;
      } finally {
        await other.close();
      }
    };
    expect(await asked(undefined, "full")).toBe(500);
    expect(await asked(caFile, "full")).toBe(500); // the name is another one
    expect(await asked(caFile, "certificate")).toBe(200);
    expect(await asked(undefined, "certificate")).toBe(500);
    expect(await asked(undefined, "none")).toBe(200);
  });
});
