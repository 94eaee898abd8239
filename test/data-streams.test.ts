/** Data streams over HTTP: the cases of Elasticsearch 8.19, then what its archive has no module for. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type RecordedRequest, withoutPassing } from "./recorded-requests.ts";
import { startServer, temporaryFolder } from "./server-process.ts";

/** Names of indices hold the day on which they are made. */
function casesOf(today: string): RecordedRequest[] {
  const text = readFileSync(new URL("data-streams-cases.json", import.meta.url), "utf8");
  return JSON.parse(text.replaceAll("{today}", today));
}

const TODAY = new Date().toISOString().slice(0, 10).replaceAll("-", ".");

test("data streams are made, written to and rolled over as by Elasticsearch 8.19", { timeout: 120_000 }, async () => {
  const server = await startServer();
  for (const [at, { request, status, body = { acknowledged: true } }] of casesOf(TODAY).entries()) {
    const [method, path, given] = request;
    const answer = await server.call(method, path, given);
    const shown = answer.text === "" ? { acknowledged: true } : (answer.body ?? answer.text);
    const expected = body === "*" ? shown : body;
    const message = `${at}: ${method} ${path} ${JSON.stringify(given)}`;
    expect([answer.status, withoutPassing(shown)], message).toEqual([status, withoutPassing(expected)]);
  }
  expect(await server.stop()).toBe(0);
});

test("a data stream is shown, counted, kept through a kill, modified and removed", { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  let server = await startServer(["--data", folder]);
  const answer = async (method: string, path: string, body?: unknown) => (await server.call(method, path, body)).body;
  const data_stream = { hidden: false };
  const template = { settings: { number_of_replicas: 0 }, lifecycle: { data_retention: "7d" } };
  await answer("PUT", "/_index_template/logs", {
    index_patterns: ["logs*"],
    data_stream,
    template,
    _meta: { by: "me" },
  });
  expect(await answer("PUT", "/_data_stream/logs")).toEqual({ acknowledged: true });
  await answer("POST", "/logs/_doc?refresh=true", { "@timestamp": 1000 });
  expect(await answer("POST", "/logs/_rollover?lazy=true")).toMatchObject({ lazy: true, rolled_over: false });
  expect((await answer("GET", "/_data_stream/logs")).data_streams[0].rollover_on_write).toBe(true);
  await server.kill();
  server = await startServer(["--data", folder]);
  const second = await answer(
    "POST",
    "/logs/_bulk?refresh=true",
    '{"create":{}}\n{"@timestamp":"1970-01-01T00:00:02Z"}\n',
  );
  expect(second.items[0].create._index).toMatch(/^\.ds-logs-[\d.]+-000002$/);
  const [shown] = (await answer("GET", "/_data_stream/logs?verbose=true")).data_streams;
  expect(shown).toMatchObject({
    name: "logs",
    timestamp_field: { name: "@timestamp" },
    generation: 2,
    _meta: { by: "me" },
    status: "GREEN",
    template: "logs",
    lifecycle: { enabled: true, data_retention: "7d" },
    next_generation_managed_by: "Data stream lifecycle",
    rollover_on_write: false,
    maximum_timestamp: 2000,
  });
  const [first, newest] = shown.indices.map((index: { index_name: string }) => index.index_name);
  expect((await answer("GET", "/logs/_count")).count).toBe(2);
  expect(await answer("GET", "/_data_stream/log*/_stats")).toMatchObject({
    data_stream_count: 1,
    backing_indices: 2,
    data_streams: [{ data_stream: "logs", backing_indices: 2, maximum_timestamp: 2000 }],
  });
  expect((await answer("GET", "/logs/_lifecycle/explain")).indices[first]).toMatchObject({
    managed_by_lifecycle: true,
    rollover_date_millis: expect.any(Number),
  });
  const actions = [{ remove_backing_index: { data_stream: "logs", index: newest } }];
  expect((await answer("POST", "/_data_stream/_modify", { actions })).error.reason).toBe(
    `cannot remove backing index [${newest}] of data stream [logs] because it is the write index`,
  );
  const older = [{ remove_backing_index: { data_stream: "logs", index: first } }];
  expect(await answer("POST", "/_data_stream/_modify", { actions: older })).toEqual({ acknowledged: true });
  expect((await answer("GET", "/logs/_count")).count).toBe(1);
  expect(await answer("DELETE", "/_data_stream/logs")).toEqual({ acknowledged: true });
  expect((await server.call("GET", "/logs/_count")).status).toBe(404);
  expect((await answer("GET", `/${first}/_count`)).count).toBe(1);
  expect(await server.stop()).toBe(0);
});

test("an alias with a write index becomes a data stream with its indices", { timeout: 60_000 }, async () => {
  const server = await startServer();
  await server.call("PUT", "/_index_template/m", { index_patterns: ["moved"], data_stream: {} });
  const mappings = { properties: { "@timestamp": { type: "date" } } };
  await server.call("PUT", "/m-1", { mappings, aliases: { moved: {} } });
  await server.call("PUT", "/m-2", { mappings, aliases: { moved: { is_write_index: true } } });
  expect((await server.call("POST", "/_data_stream/_migrate/moved")).body).toEqual({ acknowledged: true });
  expect((await server.call("POST", "/moved/_doc", { "@timestamp": 1 })).body._index).toBe("m-2");
  expect((await server.call("POST", "/moved/_doc", { a: 1 })).status).toBe(400);
  expect((await server.call("POST", "/moved/_rollover")).body.new_index).toMatch(/^\.ds-moved-[\d.]+-000002$/);
  expect(await server.stop()).toBe(0);
});
