import { beforeAll, expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { count } from "../actions/count.ts";
import { msearch } from "../actions/msearch.ts";
import { search } from "../actions/search.ts";
import { answered, hitsOf, idsOf, SearchFixture } from "../../testing/search/search-fixture.ts";
import type { SearchAction } from "../search-service.ts";

const fixture = new SearchFixture();
const RAW = '{ "a" : 1.0,\n "b":"\\u00e9 \u{1F600}", "big": 12345678901234567890, "t":"one two" }';

beforeAll(async () => {
  await fixture.create("i", {
    mapping: {
      dynamic: false,
      properties: { t: { type: "text" }, secret: { type: "keyword" }, a: { type: "double" }, n: { type: "integer" } },
    },
  });
  await fixture.write("i", [
    ["raw", RAW],
    ["other", { t: "two three", secret: "s1", n: 2 }],
    ["third", { t: "three", secret: "s2", n: 3 }],
  ]);
});

function call(body: string, more: Partial<SearchAction> = {}): SearchAction {
  const render = { filterPath: undefined, pretty: false, human: false, format: "json" } as const;
  return {
    kind: search,
    targets: [[fixture.target("i")]],
    bodies: [body],
    parameters: [{}],
    render,
    startedMs: systemClock.monotonicMs(),
    ...more,
  };
}

async function text(request: SearchAction): Promise<string> {
  return Buffer.from(answered(await fixture.thread.call(request)).body).toString();
}

test("a source is shown byte for byte, from the log and from sealed files", async () => {
  const body = '{"query":{"ids":{"values":["raw"]}}}';
  expect(await text(call(body))).toContain(`"_source":${RAW}}`);
  await fixture.flush("i");
  await fixture.write("i", [["late", { t: "late" }]]);
  expect(await text(call(body))).toContain(`"_source":${RAW}}`);
  expect(idsOf(await fixture.search("i", { sort: "_seq_no", stored_fields: ["_id"] }))).toEqual([
    "raw",
    "other",
    "third",
    "late",
  ]);
  expect(
    hitsOf(await fixture.search("i", { query: { ids: { values: ["late", "other"] } }, version: true })).map(
      (hit) => hit._version,
    ),
  ).toEqual([1, 1]);
});

test("responses are laid out, filtered and encoded as asked", async () => {
  const body = '{"query":{"ids":{"values":["other"]}}}';
  const render = {
    filterPath: "hits.hits._source.t,hits.total.value",
    pretty: true,
    human: false,
    format: "json",
  } as const;
  expect(await text(call(body, { render }))).toBe(
    '{\n  "hits" : {\n    "total" : {\n      "value" : 1\n    },\n    "hits" : [\n      {\n        "_source" : {\n          "t" : "two three"\n        }\n      }\n    ]\n  }\n}\n',
  );
  expect(await text(call(body, { render: { ...render, pretty: false, format: "yaml" } }))).toBe(
    '---\nhits:\n  total:\n    value: 1\n  hits:\n  - _source:\n      t: "two three"\n',
  );
});

test("filters of aliases and roles hold, and fields that are not granted do not exist", async () => {
  const filtered = { ...fixture.target("i"), filters: [{ term: { secret: "s1" } }] };
  expect(idsOf(await fixture.search([filtered], { query: { match: { t: "two three" } } }))).toEqual(["other"]);
  expect((await fixture.call("count", [filtered], undefined)).count).toBe(1);
  const granted = { ...fixture.target("i"), access: { queries: [], fields: [[{ grant: ["*"], except: ["secret"] }]] } };
  expect(idsOf(await fixture.search([granted], { query: { term: { secret: "s1" } } }))).toEqual([]);
  const [hit] = hitsOf(await fixture.search([granted], { query: { ids: { values: ["other"] } }, fields: ["*"] }));
  expect(hit).toMatchObject({ _source: { t: "two three", n: 2 }, fields: { t: ["two three"], n: [2] } });
  expect(JSON.stringify(hit)).not.toContain("s1");
});

test("a cancelled call stops, and one that ran out of time answers what it has", async () => {
  const control = new Int32Array(1);
  control[0] = 1;
  await expect(fixture.thread.call(call('{"query":{"match":{"t":"two"}}}'), control)).rejects.toMatchObject({
    type: "task_cancelled_exception",
  });
  // Nobody has looked at the clock before the first step.
  const answer = JSON.parse(await text(call('{"query":{"match":{"t":"two"}},"timeout":"1nanos"}'))) as JsonObject;
  expect(answer).toMatchObject({ timed_out: true, _shards: { successful: 1 } });
});

test("calls take turns: a cheap one ends before an expensive one that began earlier", async () => {
  await fixture.create("large", { mapping: { properties: { t: { type: "text" } } } });
  const ended: string[] = [];
  const many = Array.from(
    { length: 400 },
    () => '{"query":{"match":{"t":"two three"}},"highlight":{"fields":{"t":{}}},"explain":true}',
  );
  const expensive = fixture.thread
    .call(
      call("", {
        kind: msearch,
        targets: many.map(() => [fixture.target("i")]),
        bodies: many,
        parameters: many.map(() => ({})),
      }),
    )
    .then(() => ended.push("expensive"));
  await new Promise((resolve) => setImmediate(resolve));
  const cheap = fixture.thread.call(call('{"size":0}')).then(() => ended.push("cheap"));
  await Promise.all([expensive, cheap]);
  expect(ended).toEqual(["cheap", "expensive"]);
});

test("a search state is released when the next one is there and no call runs on it", async () => {
  await fixture.create("r");
  await fixture.write("r", [["1", { x: 1 }]]);
  const before = fixture.released.length;
  const running = fixture.search("r", { size: 1 });
  await fixture.write("r", [["2", { x: 2 }]]);
  await running;
  const released = fixture.released.slice(before).filter((name) => name.startsWith("uuid-of-r/"));
  expect(released.length).toBeGreaterThan(0);
  expect(new Set(released).size).toBe(released.length);
  expect((await fixture.search("r", {})).hits).toMatchObject({ total: { value: 2 } });
  fixture.thread.removeIndex("uuid-of-r");
  await expect(fixture.search("r", {})).rejects.toMatchObject({ type: "index_not_found_exception", status: 404 });
});

test("statistics over all shards make equal documents score alike", async () => {
  await fixture.create("dfs", { shards: 2 });
  await fixture.write(
    "dfs",
    Array.from({ length: 41 }, (_, i) => [`d${i}`, { t: i % 5 === 0 ? "common rare" : "common" }] as const),
  );
  const query = { match: { t: "rare" } };
  const scores = (response: JsonObject): Set<unknown> => new Set(hitsOf(response).map((hit) => hit._score));
  expect(scores(await fixture.search("dfs", { query }, { search_type: "dfs_query_then_fetch" })).size).toBe(1);
  expect(scores(await fixture.search("dfs", { query })).size).toBeGreaterThan(1);
});

/** What an attempt answers at once, without what differs each time; undefined: the call is not small. */
async function attempted(body: string, more: Partial<SearchAction> = {}): Promise<string | undefined> {
  const answer = fixture.thread.attempt(call(body, more));
  return answer && untimed(Buffer.from(answered(await answer).body).toString());
}

function untimed(answer: string): string {
  return answer.replace(/"took":\d+/g, "");
}

test("a small call answers where it arrived what it answers elsewhere", async () => {
  for (const body of [
    '{"size":0,"query":{"match":{"t":"two"}}}',
    '{"query":{"match":{"t":"two three"}}}',
    '{"size":0,"query":{"bool":{"filter":[{"range":{"n":{"gte":2}}}]}}}',
    '{"_source":false,"fields":["t"],"explain":true}',
    '{"size":0,"query":{"prefix":{"t":"t"}}}',
    '{"size":0,"query":{"match":{"t":{"query":"two","fuzziness":1}}}}',
    '{"size":0,"aggs":{"a":{"terms":{"field":"n"}}}}',
    '{"query":{"match":{"t":"two"}},"highlight":{"fields":{"t":{}}}}',
  ]) {
    const answer = await attempted(body);
    expect([body, answer]).toEqual([body, untimed(await text(call(body)))]);
  }
  expect(await attempted("{}", { kind: count })).toBe(await text(call("{}", { kind: count })));
  const searches = { kind: msearch, bodies: ["{}", "{}"], parameters: [{}, {}] };
  const targets = [[fixture.target("i")], [fixture.target("i")]];
  expect(await attempted("", { ...searches, targets })).toContain('"responses":[{');
  expect(() => fixture.thread.attempt(call('{"query":{"nonsense":{}}}'))).toThrow(RequestError);
});

test("a call is handed on by what its plan says, however often it was quick", async () => {
  await fixture.create("many", { mapping: { properties: { t: { type: "text" }, k: { type: "keyword" } } } });
  await fixture.write(
    "many",
    Array.from({ length: 5000 }, (_, n) => [`m${n}`, { t: n % 100 === 0 ? "rare" : "common", k: `k${n}` }] as const),
  );
  const targets = [[fixture.target("many")]];
  const isSmall = async (body: string): Promise<boolean> => {
    await text(call(body, { targets }));
    // The work of a turn of the event loop is shared.
    await new Promise((resolve) => setImmediate(resolve));
    return (await attempted(body, { targets })) !== undefined;
  };
  const aggregations = Array.from({ length: 20 }, (_, n) => `"a${n}":{"terms":{"field":"k"}}`).join();
  for (let time = 0; time < 2; time++) {
    expect(await isSmall('{"query":{"match":{"t":"rare"}}}')).toBe(true);
    expect(await isSmall('{"query":{"match":{"t":"rare common"}}}')).toBe(true);
    expect(await isSmall(`{"size":0,"query":{"match":{"t":"rare"}},"aggs":{${aggregations}}}`)).toBe(true);
    expect(await isSmall(`{"size":0,"query":{"match":{"t":"common"}},"aggs":{${aggregations}}}`)).toBe(false);
    expect(await isSmall('{"size":200,"query":{"match":{"t":"common"}}}')).toBe(false);
    expect(await isSmall('{"size":200,"query":{"match":{"t":"common"}},"_source":false}')).toBe(true);
    expect(await isSmall('{"size":50,"query":{"match":{"t":"common"}},"highlight":{"fields":{"t":{}}}}')).toBe(false);
    expect(await isSmall(`{"query":{"terms":{"k":[${'"k1",'.repeat(60_000)}"k2"]}}}`)).toBe(false);
  }
});

test("calls of one turn of the event loop share a slice, and tiny ones need none", async () => {
  const targets = [[fixture.target("many")]];
  const large =
    '{"size":0,"query":{"match":{"t":"common"}},"aggs":{"a":{"terms":{"field":"k"}},"b":{"terms":{"field":"k"}}}}';
  const answers = Array.from({ length: 20 }, () => fixture.thread.attempt(call(large, { targets })));
  expect(answers[0]).toBeDefined();
  expect(answers[19]).toBeUndefined();
  expect(fixture.thread.attempt(call('{"size":0}', { targets }))).toBeDefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect(fixture.thread.attempt(call(large, { targets }))).toBeDefined();
});

test("looking for terms is counted while it goes on", async () => {
  await fixture.create("words", { mapping: { properties: { k: { type: "keyword" } } } });
  await fixture.write(
    "words",
    Array.from({ length: 5000 }, (_, n) => [`w${n}`, { k: `${n}${"word".repeat(40)}` }] as const),
  );
  const targets = [[fixture.target("words")]];
  expect(await attempted('{"size":0,"query":{"regexp":{"k":"[0-9]+(word)+"}}}', { targets })).toBeUndefined();
  expect(await attempted('{"size":0,"query":{"prefix":{"k":"12"}}}', { targets })).toBeDefined();
  // What alone is small is given up early where others have had a part of the slice.
  const body = '{"size":0,"query":{"regexp":{"k":"1[0-9]+(word)+"}}}';
  await new Promise((resolve) => setImmediate(resolve));
  const [first, second] = [1, 2].map(() => fixture.thread.attempt(call(body, { targets })));
  expect(first).toBeDefined();
  expect(second).toBeUndefined();
});

test("a small call is handed on while as many as may hold scratch take turns", async () => {
  const targets = [[fixture.target("many")]];
  const body = '{"query":{"match":{"t":"rare"}}}';
  const running = Array.from({ length: 4 }, () => fixture.thread.call(call('{"size":5000}', { targets })));
  expect(fixture.thread.attempt(call(body, { targets }))).toBeUndefined();
  await Promise.all(running);
  expect(await attempted(body, { targets })).toBeDefined();
});

test("what is handed on leaves nothing behind", async () => {
  const body = `{"size":2000,"query":{"match":{"t":"two"}}}`;
  const targets = [[fixture.target("many")]];
  const large = { targets, bodies: ['{"size":5000}'] };
  // More often than there is scratch, should any not come back.
  for (let i = 0; i < 500; i++) expect(fixture.thread.attempt(call("", large))).toBeUndefined();
  expect(await attempted(body)).toBeDefined();
});
