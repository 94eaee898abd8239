/** What data streams have of their own, after the published tests of Elasticsearch; other operations on metadata. */
import { beforeAll, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;

async function ask(method: string, path: string, body?: unknown): Promise<Answer["body"]> {
  const { status, body: answered } = await server.call(method, path, body);
  return status === 200 ? answered : [status, answered.error?.type, answered.error?.reason];
}

beforeAll(async () => {
  server = await startServer();
  await server.call("PUT", "/_index_template/t", {
    index_patterns: ["stream-*"],
    data_stream: {},
    template: {
      settings: { number_of_replicas: 0, "lifecycle.name": "old" },
      mappings: { properties: { field1: { type: "keyword" }, field2: { type: "keyword" } } },
    },
  });
  await server.call("PUT", "/_data_stream/stream-1");
  return async () => void (await server.stop());
});

test("settings of a data stream go before those of its template, some of them in all its indices", async () => {
  expect(await ask("GET", "/_data_stream/stream-1/_settings")).toEqual({
    data_streams: [
      {
        name: "stream-1",
        settings: {},
        effective_settings: { index: { number_of_replicas: "0", lifecycle: { name: "old" } } },
      },
    ],
  });
  const index = { number_of_shards: 2, lifecycle: { name: "new", prefer_ilm: true } };
  const settings = { index: { number_of_shards: "2", lifecycle: { name: "new", prefer_ilm: "true" } } };
  const answer = {
    name: "stream-1",
    applied_to_data_stream: true,
    settings,
    effective_settings: { index: { ...settings.index, number_of_replicas: "0" } },
    index_settings_results: {
      applied_to_data_stream_only: ["index.number_of_shards"],
      applied_to_data_stream_and_backing_indices: ["index.lifecycle.name", "index.lifecycle.prefer_ilm"],
    },
  };
  expect(await ask("PUT", "/_data_stream/stream-1/_settings?dry_run=true", { index })).toEqual({
    data_streams: [answer],
  });
  expect((await ask("GET", "/_data_stream/stream-1/_settings")).data_streams[0].settings).toEqual({});
  expect(await ask("PUT", "/_data_stream/stream-1/_settings", { index })).toEqual({ data_streams: [answer] });
  await server.call("POST", "/stream-1/_rollover");
  const shown = Object.values<Answer["body"]>(await ask("GET", "/stream-1/_settings")).map((one) => one.settings.index);
  expect(shown.map(({ number_of_shards, lifecycle }) => [number_of_shards, lifecycle])).toEqual([
    ["1", { name: "new", prefer_ilm: "true" }],
    ["2", { name: "new", prefer_ilm: "true" }],
  ]);
  expect(await ask("PUT", "/_data_stream/stream-1/_settings", { index: { fake_setting: 1 } })).toEqual({
    data_streams: [
      {
        name: "stream-1",
        applied_to_data_stream: false,
        error: "Cannot set the following settings on a data stream: [index.fake_setting]",
        settings: {},
        effective_settings: {},
        index_settings_results: {
          applied_to_data_stream_only: [],
          applied_to_data_stream_and_backing_indices: [],
        },
      },
    ],
  });
});

test("mappings of a data stream go before those of its template from its next index on", async () => {
  const mappings = { properties: { field1: { type: "text" }, field3: { type: "text" } } };
  const [put] = (await ask("PUT", "/_data_stream/stream-1/_mappings", mappings)).data_streams;
  expect(put).toMatchObject({
    applied_to_data_stream: true,
    mappings,
    effective_mappings: {
      _doc: { properties: { field1: { type: "text" }, field2: { type: "keyword" }, field3: { type: "text" } } },
    },
  });
  const wrong = { properties: { field1: { type: "none" } } };
  expect((await ask("PUT", "/_data_stream/stream-1/_mappings", wrong)).data_streams[0]).toMatchObject({
    applied_to_data_stream: false,
    error: expect.stringMatching(/Failed to parse mapping/),
  });
  await server.call("POST", "/stream-1/_rollover");
  const indices = Object.values<Answer["body"]>(await ask("GET", "/stream-1/_mapping"));
  expect(indices.map(({ mappings: own }) => own.properties.field1.type)).toEqual(["keyword", "keyword", "text"]);
  expect((await ask("GET", "/_data_stream/stream-1")).data_streams[0].mappings).toEqual(mappings);
  const [emptied] = (await ask("PUT", "/_data_stream/stream-1/_mappings", {})).data_streams;
  expect(emptied.effective_mappings._doc.properties.field1).toEqual({ type: "keyword" });
});

test("options of data streams are put, shown and taken away; failure stores are refused", async () => {
  const options = { failure_store: { enabled: false } };
  expect(await ask("PUT", "/_data_stream/stream-1/_options", options)).toEqual({ acknowledged: true });
  expect(await ask("GET", "/_data_stream/stream-1/_options")).toEqual({
    data_streams: [{ name: "stream-1", options }],
  });
  expect(await ask("DELETE", "/_data_stream/stream-1/_options")).toEqual({ acknowledged: true });
  expect(await ask("GET", "/_data_stream/stream-1/_options")).toEqual({ data_streams: [{ name: "stream-1" }] });
  expect((await ask("PUT", "/_data_stream/stream-1/_options", { failure_store: { enabled: true } }))[0]).toBe(400);
});

/** Asked of 8.19. */
test("resolve/cluster says what the only cluster has", async () => {
  const local = { connected: true, skip_unavailable: false };
  const version = {
    number: expect.stringMatching(/^8\.19/),
    build_flavor: "default",
    minimum_wire_compatibility_version: "7.17.0",
    minimum_index_compatibility_version: "7.0.0",
  };
  expect(await ask("GET", "/_resolve/cluster/stream-*")).toEqual({
    "(local)": { ...local, matching_indices: true, version },
  });
  expect(await ask("GET", "/_resolve/cluster/x*")).toEqual({
    "(local)": { ...local, matching_indices: false, version },
  });
  expect(await ask("GET", "/_resolve/cluster/nothere")).toEqual({
    "(local)": { ...local, error: "no such index [nothere]" },
  });
  expect(await ask("GET", "/_resolve/cluster")).toEqual({});
  expect(await ask("GET", "/_resolve/cluster/*:*")).toEqual({});
  expect(await ask("GET", "/_resolve/cluster/remote:x")).toEqual([
    404,
    "no_such_remote_cluster_exception",
    "no such remote cluster: [remote]",
  ]);
  expect(await ask("GET", "/_resolve/cluster?ignore_unavailable=true&allow_no_indices=true")).toEqual([
    400,
    "illegal_argument_exception",
    "No index options are allowed on _resolve/cluster when no index expression is specified, but received: [ignore_unavailable, allow_no_indices]",
  ]);
});

test("an index is made from another one, without its documents and blocks", async () => {
  await server.call("PUT", "/from", {
    settings: { number_of_shards: 3, "index.blocks.write": true, number_of_replicas: 0 },
    mappings: { properties: { a: { type: "keyword" } } },
  });
  const body = {
    settings_override: { number_of_shards: 2 },
    mappings_override: { properties: { b: { type: "long" } } },
  };
  expect(await ask("PUT", "/_create_from/from/to", body)).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
    index: "to",
  });
  const { settings, mappings } = (await ask("GET", "/to")).to;
  expect([settings.index.number_of_shards, settings.index.blocks]).toEqual(["2", undefined]);
  expect(mappings).toEqual({ properties: { a: { type: "keyword" }, b: { type: "long" } } });
  expect(await ask("PUT", "/_create_from/nothere/to2")).toEqual([
    404,
    "index_not_found_exception",
    "no such index [nothere]",
  ]);
});

test("nothing is frozen any more", async () => {
  expect((await server.call("POST", "/from/_freeze")).status).toBe(410);
  const { body, headers } = await server.call("POST", "/from/_unfreeze");
  expect(body).toEqual({ acknowledged: true, shards_acknowledged: true });
  expect(headers.get("warning")).toMatch(/Frozen indices are deprecated/);
});
