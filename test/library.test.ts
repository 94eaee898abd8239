import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Client as Client8, errors } from "@elastic/elasticsearch";
import { Client as Client9 } from "es9";
import { afterEach, describe, expect, test } from "vitest";
import { open, type OpenOptions, type Wardex } from "../dist/server/wardex.js";
import { call, temporaryFolder } from "./server-process.ts";

const library = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), "../dist/server/wardex.js")).href;
const engines: Wardex[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

async function opened(options: OpenOptions = {}): Promise<Wardex> {
  const engine = await open(options);
  engines.push(engine);
  return engine;
}

const clientOf = (engine: Wardex, options: object = {}): Client8 =>
  new Client8({ node: engine.url, Connection: engine.Connection as never, ...options });

describe("as a library", () => {
  test("two engines in one process do not see each other", async () => {
    const [one, other] = (await Promise.all([opened(), opened()])).map((engine) => clientOf(engine));
    await one?.index({ index: "towns", id: "1", document: { name: "Bern" }, refresh: true });
    const found = await one?.search({ index: "towns", q: "bern" });
    expect(found?.hits.hits.map((hit) => hit._id)).toEqual(["1"]);
    expect(await other?.indices.exists({ index: "towns" })).toBe(false);
  });

  test("the clients of versions 8 and 9 take its Connection, and need no socket and no credentials", async () => {
    const engine = await opened();
    expect(engine.url).toBe("http://wardex.embedded");
    // What is called here is the same in both versions; their types differ.
    const client9 = new Client9({ node: engine.url, Connection: engine.Connection as never }) as unknown as Client8;
    for (const client of [clientOf(engine), client9]) {
      expect((await client.info()).version.number).toBe("8.19.0");
      const documents = Array.from({ length: 100 }, (_none, n) => ({ n }));
      expect(
        await client.helpers.bulk({
          datasource: documents,
          onDocument: () => ({ index: { _index: "numbers" } }),
          refreshOnCompletion: true,
        }),
      ).toMatchObject({ successful: 100, failed: 0 });
      const { aggregations } = await client.search({
        index: "numbers",
        size: 0,
        aggs: { most: { max: { field: "n" } } },
      });
      expect(aggregations?.["most"]).toEqual({ value: 99 });
      await expect(client.get({ index: "numbers", id: "nobody" })).rejects.toMatchObject({
        name: "ResponseError",
        statusCode: 404,
      });
      await client.close();
    }
  });

  test("its Connection knows time limits, aborted requests, and other credentials", async () => {
    const engine = await opened();
    const client = clientOf(engine);
    await client.indices.create({ index: "towns" }); // yellow: its replica has no place
    const never = client.cluster.health(
      { wait_for_status: "green", timeout: "20s" },
      { requestTimeout: 50, maxRetries: 0 },
    );
    await expect(never).rejects.toBeInstanceOf(errors.TimeoutError);
    await expect(client.info({}, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(errors.RequestAbortedError);
    await expect(clientOf(engine, { auth: { username: "admin", password: "wrong" } }).info()).rejects.toMatchObject({
      statusCode: 401,
    });
    const { user, password } = engine.credentials ?? {};
    expect((await clientOf(engine, { auth: { username: user, password } }).info()).tagline).toBe(
      "You Know, for Search",
    );
  });

  test("it listens where it is asked to, and asks for credentials there", async () => {
    const engine = await opened({ listen: { port: 0 }, adminPassword: "correct horse battery" });
    expect(engine.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await call(engine.url, "GET", "/")).status).toBe(401);
    const authorization = `Basic ${Buffer.from("admin:correct horse battery").toString("base64")}`;
    expect((await call(engine.url, "GET", "/", undefined, { authorization })).status).toBe(200);
    // With and without the socket it is one engine.
    await clientOf(engine).index({ index: "towns", id: "1", document: { name: "Bern" } });
    expect((await call(engine.url, "GET", "/towns/_source/1", undefined, { authorization })).body).toEqual({
      name: "Bern",
    });
    await engine.close();
    await expect(call(engine.url, "GET", "/")).rejects.toThrow("fetch failed");
  });

  test.each([0, 2])(
    "what it wrote to a folder is there when it is opened again, with %i search threads",
    async (threads) => {
      const data = temporaryFolder();
      const first = await open({ data, threads, security: false });
      await clientOf(first).index({ index: "towns", id: "1", document: { name: "Bern" } });
      await first.close();
      const client = clientOf(await opened({ data, threads, security: false }));
      expect((await client.get({ index: "towns", id: "1" }))._source).toEqual({ name: "Bern" });
      expect((await client.search({ index: "towns", q: "bern" })).hits.total).toEqual({ value: 1, relation: "eq" });
    },
  );

  test("a folder is opened once at a time", async () => {
    const data = temporaryFolder();
    const first = await opened({ data, security: false });
    await expect(open({ data, security: false })).rejects.toMatchObject({
      name: "DataFolderRefused",
      message: expect.stringContaining(data),
    });
    await first.close();
    await opened({ data, security: false });
  });

  test("an address that is taken is told, and leaves nothing open", async () => {
    const data = temporaryFolder();
    const first = await opened({ security: false, listen: { port: 0 } });
    const port = Number(new URL(first.url).port);
    await expect(open({ data, security: false, listen: { port } })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await opened({ data, security: false });
  });

  test("options that cannot be are refused", async () => {
    await expect(open({ threads: -1 })).rejects.toMatchObject({ name: "SettingError" });
    await expect(open({ dat: "./data" } as OpenOptions)).rejects.toThrow("unknown option [dat] did you mean [data]?");
    await expect(open({ security: false, listen: { host: "0.0.0.0" } })).rejects.toThrow("loopback");
  });

  test("closing is done once, and what comes later fails", async () => {
    const engine = await open({ security: false });
    const client = clientOf(engine, { maxRetries: 0 });
    await client.index({ index: "towns", id: "1", document: {} });
    await Promise.all([engine.close(), engine.close()]);
    await engine.close();
    await expect(client.index({ index: "towns", id: "2", document: {} })).rejects.toThrow();
  });

  const run = promisify(execFile);
  test.each([
    ["in memory", "{}"],
    ["with threads and a socket", "{ threads: 2, listen: { port: 0 } }"],
    ["in a folder", "{ data: process.argv[1], threads: 1 }"],
  ])("close() lets the process end: %s", async (_where, options) => {
    const program = `
      import { open } from ${JSON.stringify(library)};
      const engine = await open(${options});
      const connection = new engine.Connection({ url: new URL(engine.url) });
      const headers = { "content-type": "application/json" };
      const { statusCode } = await connection.request({ method: "PUT", path: "/towns/_doc/1", querystring: "refresh=true", body: '{"name":"Bern"}', headers });
      const found = await connection.request({ method: "GET", path: "/towns/_search" });
      await engine.close();
      console.log(statusCode, JSON.parse(found.body).hits.total.value);`;
    const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", program, temporaryFolder()], {
      timeout: 20_000,
    });
    expect([stdout, stderr]).toEqual(["201 1\n", ""]);
  });
});
