import { expect, test } from "vitest";
import type { IndexMetadata } from "./cluster-state.ts";
import { withOrderOfLogs } from "./index-mode.ts";
import { indexSortOf } from "./index-sort.ts";

const logs = { settings: { "index.mode": "logsdb" } } as unknown as IndexMetadata;

function order(properties: object, index = logs): string[] | undefined {
  return indexSortOf(withOrderOfLogs(index, { properties } as never).settings)?.map(({ path }) => path);
}

test("logs are kept by host and time where the host can be sorted by, and by time otherwise", () => {
  const added = withOrderOfLogs(logs, {});
  expect(added.settings["index.logsdb.add_host_name_field"]).toBe("true");
  expect(order({})).toEqual(["host.name", "@timestamp"]);
  expect(order({ host: { properties: { ip: { type: "ip" } } } })).toEqual(["host.name", "@timestamp"]);
  expect(order({ "host.name": { type: "keyword" } })).toEqual(["host.name", "@timestamp"]);
  expect(order({ host: { properties: { name: { type: "keyword" } } } })).toEqual(["host.name", "@timestamp"]);
  expect(order({ host: { properties: { name: { type: "keyword", doc_values: false } } } })).toEqual(["@timestamp"]);
  expect(order({ host: { properties: { name: { type: "text" } } } })).toEqual(["@timestamp"]);
  expect(order({ host: { type: "keyword" } })).toEqual(["@timestamp"]);
  const sorted = { settings: { ...logs.settings, "index.sort.field": "level" } } as unknown as IndexMetadata;
  expect(order({}, sorted)).toEqual(["level"]);
  const plain = { settings: {} } as unknown as IndexMetadata;
  expect(withOrderOfLogs(plain, {})).toBe(plain);
});
