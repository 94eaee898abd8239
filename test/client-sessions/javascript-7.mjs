/** A program with `@elastic/elasticsearch` 7: javascript-7.mjs URL. Prints each answer as a line of JSON. */
import { Client } from "es7";

const client = new Client({ node: process.argv[2] });

/** Prints what a call answers, or how it is refused. */
async function say(step, call) {
  let answer;
  try {
    answer = await call();
    if (answer?.body !== undefined && answer.statusCode !== undefined) answer = answer.body;
  } catch (error) {
    if (error.meta === undefined) throw error;
    answer = { status: error.meta.statusCode, refused: error.meta.body };
  }
  console.log(JSON.stringify({ step, answer }));
}

const indices = "js-towns,js-copy,js-family,js-queries,js-logs,js-pipes";
const clean = () => client.indices.delete({ index: indices, ignore_unavailable: true });
const settings = { number_of_shards: 1, number_of_replicas: 0 };
const ids = ({ body }) => body.hits.hits.map(({ _id, _score }) => [_id, _score]);
const painless = (source, params) => ({ lang: "painless", source, ...(params ? { params } : {}) });
await clean();

// Documents by the helper.
await client.indices.create({
  index: "js-towns",
  body: {
    settings,
    mappings: {
      properties: {
        name: { type: "text", fielddata: true },
        country: { type: "keyword" },
        people: { type: "long" },
        founded: { type: "date" },
        visits: { type: "integer" },
      },
    },
  },
});
const towns = Array.from({ length: 40 }, (_, n) => ({
  id: `t${n}`,
  name: `town ${["north", "south", "east"][n % 3]}${n % 4 === 0 ? " river" : ""}`,
  country: ["CH", "NO", "IT", "DE"][n % 4],
  people: n * n * 10 + 7,
  founded: `${1200 + n * 7}-0${1 + (n % 9)}-1${n % 10}`,
}));
await say("bulk", async () => {
  const done = await client.helpers.bulk({
    datasource: towns,
    refreshOnCompletion: true,
    onDocument: ({ id }) => ({ index: { _index: "js-towns", _id: id } }),
  });
  return [done.total, done.failed, done.successful];
});

// Scroll by the helpers.
await say("scroll documents", async () => {
  const found = [];
  const search = { index: "js-towns", size: 7, body: { query: { term: { country: "CH" } }, sort: ["people"] } };
  for await (const document of client.helpers.scrollDocuments(search)) found.push(document.id);
  return found;
});

// Scripts in searches.
const search = (body) => client.search({ index: "js-towns", body: { _source: false, size: 4, ...body } });
await say("script score", async () =>
  ids(
    await search({
      query: {
        script_score: {
          query: { match: { name: "river" } },
          script: painless("doc['people'].value / params.n", { n: 10 }),
        },
      },
    }),
  ),
);
await say("script query", async () =>
  ids(
    await search({
      sort: ["people"],
      query: { script: { script: painless("doc['people'].value % 2 == 1 && doc['country'].value == 'NO'") } },
    }),
  ),
);
await say("script fields", async () => {
  const script_fields = { twice: { script: painless("doc['people'].value * 2") } };
  const { body } = await search({ query: { ids: { values: ["t4", "t9"] } }, sort: ["people"], script_fields });
  return body.hits.hits.map(({ _id, fields }) => [_id, fields]);
});
await say("sorted by a script", async () => {
  const script = painless("doc['country'].value + doc['people'].value");
  const { body } = await search({ sort: [{ _script: { type: "string", script, order: "desc" } }] });
  return body.hits.hits.map(({ _id, sort }) => [_id, sort]);
});
await say("stored script", () =>
  client.putScript({ id: "js-half", body: { script: painless("doc['people'].value / params.by") } }),
);
await say("by its id", async () =>
  ids(
    await search({
      query: { script_score: { query: { term: { country: "IT" } }, script: { id: "js-half", params: { by: 2 } } } },
    }),
  ),
);
await say("get stored script", () => client.getScript({ id: "js-half" }));
await say("delete stored script", () => client.deleteScript({ id: "js-half" }));

// Aggregations of every day.
await say("aggregations", async () => {
  const aggs = {
    words: { terms: { field: "name" } },
    auto: { auto_date_histogram: { field: "founded", buckets: 5 } },
    rare: { significant_terms: { field: "name", min_doc_count: 2 } },
    years: {
      date_histogram: { field: "founded", fixed_interval: "36500d" },
      aggs: {
        people: { sum: { field: "people" } },
        sums: { cumulative_sum: { buckets_path: "people" } },
        slope: { derivative: { buckets_path: "people" } },
        before: { serial_diff: { buckets_path: "people", lag: 1 } },
        moving: { moving_fn: { buckets_path: "people", window: 2, script: "MovingFunctions.unweightedAvg(values)" } },
        each: { bucket_script: { buckets_path: { p: "people", n: "_count" }, script: "params.p / params.n" } },
        many: { bucket_selector: { buckets_path: { n: "_count" }, script: "params.n > 3" } },
      },
    },
    best: { stats_bucket: { buckets_path: "years>people" } },
  };
  const query = { match: { name: "river" } };
  return [
    (await search({ size: 0, aggs })).body.aggregations,
    (await search({ size: 0, query, aggs: { rare: aggs.rare } })).body.aggregations,
  ];
});

// Updates by scripts.
const update = (id, script, rest) => client.update({ index: "js-towns", id, body: { script, ...rest } });
await say("update by a script", () => update("t1", painless("ctx._source.visits = params.n", { n: 4 })));
await say("counted up", () => update("t1", painless("ctx._source.visits += params.n", { n: 2 })));
await say("nothing to do", () => update("t1", painless("if (ctx._source.visits > 5) ctx.op = 'none'")));
await say("deleted by a script", () => update("t2", painless("ctx.op = 'delete'")));
await say("scripted upsert", () =>
  update("new", painless("ctx._source.visits = (ctx._source.visits ?: 0) + 1"), { scripted_upsert: true, upsert: {} }),
);
await say("a script that fails", () => update("t3", painless("ctx._source.name.nothing()")));
await say("its source", () => client.get({ index: "js-towns", id: "t1", _source: ["visits", "name"] }));
await client.indices.refresh({ index: "js-towns" });

// Reindex and work by query.
await say("reindex", () =>
  client.reindex({
    refresh: true,
    body: {
      source: { index: "js-towns", query: { range: { people: { lt: 5000 } } }, _source: ["name", "people"] },
      dest: { index: "js-copy" },
      script: painless("ctx._source.copied = true; if (ctx._source.people < 100) ctx.op = 'noop'"),
    },
  }),
);
await say("reindex, in the background", async () => {
  const { body } = await client.reindex({
    wait_for_completion: false,
    body: { conflicts: "proceed", source: { index: "js-towns" }, dest: { index: "js-copy", op_type: "create" } },
  });
  const task = (await client.tasks.get({ task_id: body.task, wait_for_completion: true })).body;
  return [task.completed, task.task.action, task.response.created, task.response.version_conflicts];
});
await client.indices.refresh({ index: "js-copy" });
await say("update by query", () =>
  client.updateByQuery({
    index: "js-copy",
    refresh: true,
    slices: 2,
    body: { query: { exists: { field: "copied" } }, script: painless("ctx._source.people++") },
  }),
);
await say("delete by query", () =>
  client.deleteByQuery({ index: "js-copy", refresh: true, max_docs: 3, body: { query: { match: { name: "south" } } } }),
);
await say("what is left", () => client.count({ index: "js-copy" }));

// Relations.
await client.indices.create({
  index: "js-family",
  body: {
    settings,
    mappings: { properties: { kind: { type: "join", relations: { mother: ["child"] } }, age: { type: "integer" } } },
  },
});
await client.bulk({
  refresh: true,
  index: "js-family",
  body: [
    { index: { _id: "m1" } },
    { kind: "mother", age: 50 },
    { index: { _id: "m2" } },
    { kind: "mother", age: 40 },
    ...[1, 2, 3].flatMap((n) => [
      { index: { _id: `c${n}`, routing: n === 3 ? "m2" : "m1" } },
      { kind: { name: "child", parent: n === 3 ? "m2" : "m1" }, age: n * 5 },
    ]),
  ],
});
const family = (query) => client.search({ index: "js-family", body: { query, sort: ["age"] } });
const young = { range: { age: { lt: 12 } } };
await say("has child", () =>
  family({ has_child: { type: "child", query: young, min_children: 2, inner_hits: { sort: ["age"] } } }),
);
await say("has parent", () =>
  family({ has_parent: { parent_type: "mother", query: { term: { age: 40 } }, inner_hits: {} } }),
);
await say("parent id", () => family({ parent_id: { type: "child", id: "m1" } }));
await client.indices.create({
  index: "js-queries",
  body: { settings, mappings: { properties: { q: { type: "percolator" }, text: { type: "text" } } } },
});
await client.index({ index: "js-queries", id: "q1", refresh: true, body: { q: { match: { text: "river" } } } });
await say("percolate", () =>
  client.search({
    index: "js-queries",
    body: {
      query: {
        percolate: { field: "q", documents: [{ text: "by the river" }, { text: "on a hill" }, { text: "river" }] },
      },
      highlight: { fields: { text: {} } },
    },
  }),
);

// Ingest pipelines.
await say("pipeline", () =>
  client.ingest.putPipeline({
    id: "js-web",
    body: {
      description: "lines of a web server",
      processors: [
        { grok: { field: "line", patterns: ["%{IP:client} %{WORD:method} %{URIPATH:path} %{NUMBER:bytes:int}"] } },
        { set: { field: "size.{{method}}", value: "{{bytes}}" } },
        { rename: { field: "client", target_field: "client_ip" } },
        { lowercase: { field: "method" } },
        { split: { field: "path", separator: "/" } },
        { gsub: { field: "line", pattern: "\\d", replacement: "#" } },
        { date: { field: "at", formats: ["dd/MMM/yyyy:HH:mm:ss Z"] } },
        { kv: { field: "extra", field_split: ";", value_split: "=", ignore_missing: true } },
        { json: { field: "more", ignore_failure: true } },
        { dissect: { field: "who", pattern: "%{first} %{last}", ignore_missing: true } },
        { convert: { field: "a", type: "integer", ignore_missing: true } },
        { script: { source: "ctx.kilobytes = ctx.bytes / params.k", params: { k: 1024 } } },
        { remove: { field: "at" } },
      ],
      on_failure: [{ set: { field: "failed", value: "{{_ingest.on_failure_message}}" } }],
    },
  }),
);
const line = {
  line: "10.0.0.7 GET /a/b 2048",
  at: "10/Oct/2000:13:55:36 -0700",
  extra: "a=1;b=2",
  more: '{"x":[1]}',
  who: "Ada King",
};
await say("simulate", async () => {
  const docs = [{ _source: line }, { _source: { line: "nonsense" } }];
  const { body } = await client.ingest.simulate({ id: "js-web", body: { docs } });
  return body.docs.map(({ doc }) => doc._source);
});
await say("through it", () =>
  client.index({ index: "js-logs", id: "1", pipeline: "js-web", refresh: true, body: line }),
);
await say("what it became", () => client.get({ index: "js-logs", id: "1" }));
await client.indices.create({ index: "js-pipes", body: { settings: { ...settings, default_pipeline: "js-web" } } });
await say("bulk through it", async () => {
  const { body } = await client.bulk({
    index: "js-pipes",
    refresh: true,
    body: [{ index: { _id: "1" } }, line, { index: { _id: "2" } }, { line: "x" }],
  });
  return body.items.map(({ index }) => [index.status, index.result]);
});
await say("what they became", async () => {
  const { body } = await client.search({ index: "js-pipes", body: { sort: ["_doc"] } });
  return body.hits.hits.map(({ _source }) => _source);
});
await say("no such pipeline", () => client.index({ index: "js-logs", pipeline: "js-nothing", body: {} }));
await clean();
await say("delete pipeline", () => client.ingest.deletePipeline({ id: "js-web" }));
