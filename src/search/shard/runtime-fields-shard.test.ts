/**
 * Columns of runtime fields are made in turns: what stops a request stops them, and what others made is not made again.
 */
import { search } from "../actions/search.ts";
import { expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import { RequestError } from "../../compat/errors.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { overlaidMapping } from "../../mapping/runtime/overlaid-mapping.ts";
import { TimeIsUp } from "./request-control.ts";
import { answered, SearchFixture } from "../../testing/search/search-fixture.ts";
import type { SearchAction } from "../search-service.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ShardSearcher } from "./shard-searcher.ts";
import { type ColumnDocuments, makeColumns, uncountedWork } from "../runtime/make-columns.ts";
import { RuntimeColumns } from "../runtime/runtime-columns.ts";
import { WidenedShard } from "./runtime-fields-shard.ts";

const DEFINITION: JsonObject = { runtime: { n: { type: "long" }, k: { type: "keyword" } } };
const mapping = Mapping.parse({
  name: "i",
  settings: {},
  mapping: mergeMappings({}, DEFINITION, {}),
  mappingVersion: 1,
});
const overlaid = overlaidMapping(mapping, mapping.runtimeByPath);
const fields = ["n", "k"].map((name) => overlaid.field(name)!);

/** `count` documents, and how many of them were read. */
function documents(count: number): ColumnDocuments & { read: number } {
  const counted = {
    docCount: count,
    live: undefined,
    read: 0,
    document(doc: number) {
      counted.read++;
      return { source: { n: doc, k: `k${doc}` }, visibleSource: {}, text: "{}", doc, columns: () => undefined };
    },
  };
  return counted;
}

test("several columns are made in one pass, with a look at the clock now and then", () => {
  const read = documents(1000);
  let polls = 0;
  let turns = 0;
  let bytes = 0;
  const work = { poll: () => ++polls % 2 === 0, reserve: (more: number) => void (bytes += more) };
  const steps = makeColumns(fields, read, work);
  let step = steps.next();
  for (; !step.done; step = steps.next()) turns++;
  expect(read.read).toBe(1000);
  expect(polls).toBeGreaterThan(4);
  expect(turns).toBe(Math.floor(polls / 2));
  expect(bytes).toBeGreaterThan(0);
  expect(step.value.map(({ field }) => field?.docsWithField)).toEqual([1000, 1000]);
});

test("what stops the request stops the making", () => {
  const read = documents(100_000);
  let polls = 0;
  const stop = (): boolean => {
    if (++polls === 3) throw new TimeIsUp();
    return false;
  };
  expect(() => [...makeColumns(fields, read, { poll: stop, reserve: () => undefined })]).toThrow(TimeIsUp);
  expect(read.read).toBeLessThan(1000);
});

test("when the time is over, what is not made is empty, and is not kept", () => {
  const segment = { docCount: 1000 } as SegmentReader;
  const record = { id: "1", routing: undefined, source: Buffer.from('{"n":1}') };
  const searcher = {
    segments: [segment],
    liveDocs: [undefined],
    records: { scan: () => record },
  } as unknown as ShardSearcher;
  const cache = new RuntimeColumns(1e6);
  const parts = {
    searcher,
    seeing: { mapping: overlaid, access: undefined },
    fields: new Map(fields.map((field) => [field.path, field])),
    cache,
  };
  const late = new WidenedShard(parts);
  const stop = (): boolean => {
    throw new TimeIsUp();
  };
  expect([...late.makeAll({ poll: stop, reserve: () => undefined }, undefined)]).toEqual([]);
  expect(late.segments[0]!.column("n")).toBeUndefined();
  expect(cache.bytes).toBe(0);
  const other = new WidenedShard(parts);
  expect([...other.makeAll(uncountedWork, undefined)]).toEqual([]);
  expect(other.segments[0]!.field("n")?.docsWithField).toBe(1000);
  expect(cache.bytes).toBeGreaterThan(0);
});

test("a cancelled search makes no columns", async () => {
  const fixture = new SearchFixture();
  await fixture.create("i", { mapping: DEFINITION });
  await fixture.write("i", [["1", { n: 1 }]]);
  const call: SearchAction = {
    kind: search,
    targets: [[fixture.target("i")]],
    bodies: ['{"query":{"term":{"n":1}}}'],
    parameters: [{}],
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    startedMs: systemClock.monotonicMs(),
  };
  const cancelled = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  await expect(fixture.thread.call(call, cancelled)).rejects.toBeInstanceOf(RequestError);
});

test("a call is handed on where it would make many columns, and uses those that are there", async () => {
  const fixture = new SearchFixture();
  await fixture.create("i", { mapping: DEFINITION });
  await fixture.write(
    "i",
    Array.from({ length: 200 }, (_, n) => [`d${n}`, { n }] as const),
  );
  const call: SearchAction = {
    kind: search,
    targets: [[fixture.target("i")]],
    bodies: ['{"size":0,"query":{"term":{"n":1}}}'],
    parameters: [{}],
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    startedMs: systemClock.monotonicMs(),
  };
  expect(fixture.thread.attempt(call)).toBeUndefined();
  await fixture.thread.call(call);
  expect(answered(await fixture.thread.attempt(call)).status).toBe(200);
  // Nor for a query of roles.
  const access = { queries: [['{"term":{"k":"x"}}']], fields: [] };
  expect(fixture.thread.attempt({ ...call, targets: [[{ ...fixture.target("i"), access }]] })).toBeUndefined();
});
