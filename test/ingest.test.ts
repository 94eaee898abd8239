import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

describe("pipelines", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer([]);
    return async () => void (await server.stop());
  });

  const pipeline = async (id: string, ...processors: object[]): Promise<void> => {
    expect((await server.call("PUT", `/_ingest/pipeline/${id}`, { processors })).status).toBe(200);
  };
  const source = async (path: string): Promise<unknown> => (await server.call("GET", path)).body._source;
  const set = (field: string, value: unknown): object => ({ set: { field, value } });

  test("are kept, shown, changed by version and removed", async () => {
    const body = { description: "d", version: 3, processors: [set("a", 1)] };
    expect((await server.call("PUT", "/_ingest/pipeline/kept-1", body)).body).toEqual({ acknowledged: true });
    expect((await server.call("GET", "/_ingest/pipeline/kept-*,none")).body).toEqual({ "kept-1": body });
    expect((await server.call("GET", "/_ingest/pipeline/kept-1?summary=true")).body).toEqual({ "kept-1": {} });
    expect((await server.call("GET", "/_ingest/pipeline/none")).status).toBe(404);
    const { version: _old, ...next } = body;
    expect((await server.call("PUT", "/_ingest/pipeline/kept-1?if_version=2", next)).body.error.reason).toBe(
      "version conflict, required version [2] for pipeline [kept-1] but current version is [3]",
    );
    expect((await server.call("PUT", "/_ingest/pipeline/kept-1?if_version=3", next)).status).toBe(200);
    expect((await server.call("GET", "/_ingest/pipeline/kept-1")).body["kept-1"].version).toBe(4);
    expect((await server.call("DELETE", "/_ingest/pipeline/kept-*")).status).toBe(200);
    expect((await server.call("DELETE", "/_ingest/pipeline/kept-*")).body.error.reason).toBe(
      "pipeline [kept-*] is missing",
    );
  });

  test("that an index uses are not removed", async () => {
    await pipeline("used");
    await server.call("PUT", "/user", { settings: { "index.final_pipeline": "used" } });
    expect((await server.call("DELETE", "/_ingest/pipeline/used")).body.error.reason).toBe(
      "pipeline [used] cannot be deleted because it is the final pipeline for 1 index(es) including [user]",
    );
  });

  test("of requests, indices and templates run in order, before the index is made", async () => {
    await pipeline("first", set("by", ["first"]), set("number", "{{n}}"));
    await pipeline("asked", { append: { field: "by", value: "asked" } });
    await pipeline("last", { append: { field: "by", value: "last {{_index}} {{_id}}" } });
    const settings = { "index.default_pipeline": "first", "index.final_pipeline": "last" };
    await server.call("PUT", "/_index_template/piped", { index_patterns: ["piped*"], template: { settings } });
    expect((await server.call("PUT", "/piped/_doc/1", '{"n":1.0}')).status).toBe(201);
    expect((await server.call("GET", "/piped/_source/1")).text).toBe(
      '{"n":1.0,"by":["first","last piped 1"],"number":"1.0"}',
    );
    await server.call("PUT", "/piped/_doc/2?pipeline=asked", {});
    expect(await source("/piped/_doc/2")).toEqual({ by: ["asked", "last piped 2"] });
    await server.call("PUT", "/piped/_doc/3?pipeline=_none", {});
    expect(await source("/piped/_doc/3")).toEqual({ by: ["last piped 3"] });
    expect((await server.call("PUT", "/nowhere/_doc/3?pipeline=missing", {})).body.error.reason).toBe(
      "pipeline with id [missing] does not exist",
    );
    expect((await server.call("HEAD", "/nowhere")).status).toBe(404);
  });

  test("of a bulk request drop, fail and list what ran", async () => {
    await pipeline("judge", { drop: { if: "ctx.n == 0" } }, { fail: { message: "no {{n}}", if: "ctx.n == 1" } });
    const lines = [0, 1, 2].map((n) => `{"index":{"_index":"judged","_id":"${n}"}}\n{"n":${n}}\n`).join("");
    const more =
      '{"index":{"_index":"judged","pipeline":"missing"}}\n{}\n{"create":{"_index":"judged","pipeline":"_none"}}\n{}\n';
    const { body } = await server.call("POST", "/_bulk?pipeline=judge&list_executed_pipelines=true", lines + more);
    expect(body).toMatchObject({
      errors: true,
      ingest_took: expect.any(Number),
      items: [
        { index: { _id: "0", result: "noop", status: 200, executed_pipelines: ["judge"] } },
        { index: { _id: "1", status: 500, error: { type: "fail_processor_exception", reason: "no 1" } } },
        { index: { _id: "2", result: "created", executed_pipelines: ["judge"] } },
        {
          index: { _id: "auto-generated", status: 400, error: { reason: "pipeline with id [missing] does not exist" } },
        },
        { create: { result: "created", executed_pipelines: [] } },
      ],
    });
  });

  test("send documents to other indices, whose final pipeline runs then", async () => {
    await pipeline("send", set("_index", "sent"), set("_id", "x"), set("_routing", "r"));
    await pipeline("stamp", set("stamped", true));
    await server.call("PUT", "/sent", {
      settings: { "index.final_pipeline": "stamp", "index.default_pipeline": "send" },
    });
    const { body } = await server.call("POST", "/origin/_doc?pipeline=send", { a: 1 });
    expect(body).toMatchObject({ _index: "sent", _id: "x", result: "created" });
    expect((await server.call("GET", "/sent/_doc/x?routing=r")).body).toMatchObject({
      _routing: "r",
      _source: { a: 1, stamped: true },
    });
    expect((await server.call("HEAD", "/origin")).status).toBe(404);
    await pipeline("stamp", set("_index", "elsewhere"));
    const refused = await server.call("POST", "/sent/_doc/y?pipeline=_none", {});
    expect(refused.body.error).toMatchObject({
      type: "illegal_state_exception",
      reason: "final pipeline [stamp] can't change the target index (from [sent] to [elsewhere]) for document [y]",
    });
  });

  test("run for the document that a single update makes, and answer what the update made", async () => {
    await pipeline("made", { append: { field: "l", value: "d {{_version}}" } });
    await pipeline("last-made", { append: { field: "l", value: "f" } });
    await server.call("PUT", "/updates", {
      settings: { "index.default_pipeline": "made", "index.final_pipeline": "last-made", number_of_replicas: 0 },
    });
    const update = async (id: string, body: object, parameters = ""): Promise<unknown> =>
      (await server.call("POST", `/updates/_update/${id}${parameters}`, body)).body;
    await update("1", { doc: { a: 1 }, upsert: { b: 1 } });
    expect(await source("/updates/_doc/1")).toEqual({ b: 1, l: ["d -4", "f"] });
    // As in OpenSearch, the answer shows the document before its pipelines.
    expect(await update("1", { doc: { a: 1 } }, "?_source=true")).toMatchObject({
      _version: 2,
      result: "updated",
      get: { _seq_no: 1, found: true, _source: { a: 1, b: 1, l: ["d -4", "f"] } },
    });
    expect(await source("/updates/_doc/1")).toEqual({ a: 1, b: 1, l: ["d -4", "f", "d -3", "f"] });
    expect(await update("1", { doc: { a: 1 } })).toMatchObject({ _version: 2, result: "noop" });
    await update("1", { doc: { c: 1 }, doc_as_upsert: true });
    expect(await source("/updates/_doc/1")).toMatchObject({ c: 1, l: ["d -4", "f", "d -3", "f", "d -3", "f"] });
    const many = ["a", "b", "c", "d"].map((field) => update("1", { doc: { [field]: 7 } }, "?retry_on_conflict=20"));
    expect(await Promise.all(many)).toHaveLength(4);
    expect(await source("/updates/_doc/1")).toMatchObject({ a: 7, b: 7, c: 7, d: 7 });
    expect(await update("1", { script: "ctx.op = 'delete'" })).toMatchObject({ result: "deleted" });
    await pipeline("last-made", { drop: {} });
    expect(await update("2", { doc: { a: 1 }, doc_as_upsert: true })).toMatchObject({ result: "noop" });
    await pipeline("last-made", { fail: { message: "no" } });
    expect(await update("2", { doc: { a: 1 }, doc_as_upsert: true })).toMatchObject({ error: { reason: "no" } });
    await pipeline("last-made");
    await server.call("PUT", "/updates/_doc/3", {});
    await pipeline("made", set("_index", "updated-elsewhere"));
    expect(await update("3", { doc: { a: 1 } })).toMatchObject({
      error: {
        type: "version_conflict_engine_exception",
        reason: expect.stringMatching(
          /^\[3\]: version conflict, required seqNo \[\d+\], primary term \[1\]\. but no document was found$/,
        ),
      },
    });
  });

  test("run for what updates of bulk requests insert, and for reindexing", async () => {
    await pipeline("insert", { append: { field: "l", value: "x" } });
    await server.call("PUT", "/upserts", { settings: { "index.default_pipeline": "insert" } });
    await server.call("POST", "/upserts/_update/1?refresh=true", { doc: { a: 1 }, upsert: { b: 1 } });
    expect(await source("/upserts/_doc/1")).toEqual({ b: 1, l: ["x"] });
    const update = '{"update":{"_index":"upserts","_id":"2"}}\n{"doc":{"c":1},"doc_as_upsert":true}\n';
    await server.call("POST", "/_bulk", update);
    expect(await source("/upserts/_doc/2")).toEqual({ c: 1, l: ["x"] });
    await server.call("POST", "/_reindex", {
      source: { index: "upserts" },
      dest: { index: "copied", pipeline: "insert" },
    });
    expect(await source("/copied/_doc/1")).toEqual({ b: 1, l: ["x", "x"] });
  });

  test("that call each other in a circle refuse their documents", async () => {
    await pipeline("outer", { pipeline: { name: "inner" } });
    await pipeline("inner", { pipeline: { name: "outer" } });
    const { body } = await server.call("POST", "/circle/_doc?pipeline=outer", {});
    expect(body.error).toMatchObject({ type: "illegal_state_exception", reason: "Cycle detected for pipeline: outer" });
  });

  test("are simulated, with each of their processors if that is asked", async () => {
    const processors = [
      set("a.b", 1),
      { set: { tag: "t", description: "d", field: "a.b.c", value: 1, ignore_failure: true } },
      { set: { field: "c", value: 1, if: "ctx.c != null" } },
      { drop: { if: "ctx.a.b == 1" } },
    ];
    const body = { pipeline: { processors }, docs: [{ _source: {} }] };
    expect((await server.call("POST", "/_ingest/pipeline/_simulate", body)).body).toEqual({ docs: [null] });
    const { body: verbose } = await server.call("POST", "/_ingest/pipeline/_simulate?verbose=true", body);
    const doc = {
      _index: "_index",
      _id: "_id",
      _version: "-3",
      _source: { a: { b: 1 } },
      _ingest: { pipeline: "_simulate_pipeline", timestamp: expect.any(String) },
    };
    const error = {
      root_cause: [expect.anything()],
      type: "illegal_argument_exception",
      reason: "cannot set [c] with parent object of type [java.lang.Integer] as part of path [a.b.c]",
    };
    expect(verbose.docs[0].processor_results).toEqual([
      { processor_type: "set", status: "success", doc },
      { processor_type: "set", status: "error_ignored", tag: "t", description: "d", ignored_error: { error }, doc },
      { processor_type: "set", status: "skipped", if: { condition: "ctx.c != null", result: false } },
      { processor_type: "drop", status: "dropped", if: { condition: "ctx.a.b == 1", result: true } },
    ]);
  });

  test("are counted", async () => {
    await pipeline(
      "counted",
      { set: { tag: "t", field: "a", value: 1 } },
      { fail: { message: "x", if: "ctx.b == 1" } },
    );
    await server.call("POST", "/counts/_doc?pipeline=counted", {});
    await server.call("POST", "/counts/_doc?pipeline=counted", { b: 1 });
    const { body } = await server.call("GET", "/_nodes/stats/ingest");
    const [node] = Object.values<{ ingest: { pipelines: Record<string, unknown> } }>(body.nodes);
    expect(node?.ingest.pipelines["counted"]).toMatchObject({
      count: 2,
      failed: 1,
      current: 0,
      ingested_as_first_pipeline_in_bytes: 9,
      processors: [
        { "set:t": { type: "set", stats: { count: 2, failed: 0 } } },
        { fail: { type: "fail", stats: { count: 1, failed: 1 } } },
      ],
    });
  });
});
