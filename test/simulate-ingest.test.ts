/** What writing documents would come to: the cases of Elasticsearch 8.19, then what its archive has no module for. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { RecordedRequest } from "./recorded-requests.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const CASES: RecordedRequest[] = JSON.parse(
  readFileSync(new URL("simulate-ingest-cases.json", import.meta.url), "utf8"),
);

describe("a simulated ingest", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer([]);
    return async () => void (await server.stop());
  });

  const put = async (path: string, body: unknown): Promise<void> =>
    void expect((await server.call("PUT", path, body)).status, path).toBe(200);
  // Answers have no type before they are looked at.
  // oxlint-disable-next-line no-explicit-any
  const simulate = async (docs: object[], more: object = {}, parameters = ""): Promise<any> =>
    (await server.call("POST", `/_ingest/_simulate${parameters}`, { docs, ...more })).body;

  test("answers as Elasticsearch 8.19", async () => {
    for (const [at, { request, status, body }] of CASES.entries()) {
      const [method, path, given] = request;
      const answer = await server.call(method, path, given);
      const message = `${at}: ${method} ${path} ${JSON.stringify(given)}`;
      expect([answer.status, body === "*" ? "*" : answer.body], message).toEqual([status, body]);
    }
  });

  test("runs the pipelines of each index that a document comes to, and judges it by the last one", async () => {
    await put("/_ingest/pipeline/route", { processors: [{ reroute: { destination: "second" } }] });
    await put("/_ingest/pipeline/mark", { processors: [{ set: { field: "mark", value: "{{_index}}" } }] });
    await put("/first", { settings: { default_pipeline: "route" }, mappings: { dynamic: "strict" } });
    const template = { settings: { default_pipeline: "mark" }, mappings: { properties: { n: { type: "long" } } } };
    await put("/_index_template/second", { index_patterns: ["second"], template });
    const { docs } = await simulate([
      { _index: "first", _id: "1", _source: { n: 1.0 } },
      { _index: "first", _source: { n: "x" } },
    ]);
    expect(docs[0].doc).toEqual({
      _id: "1",
      _index: "second",
      _version: -3,
      _source: { n: 1, mark: "second" },
      executed_pipelines: ["route", "mark"],
    });
    expect(docs[1].doc).toMatchObject({ _id: "<n/a>", error: { type: "document_parsing_exception" } });
    expect((await server.call("HEAD", "/second")).status).toBe(404);
    expect((await server.call("GET", "/first/_count")).body.count).toBe(0);
  });

  test("knows pipelines that are called by others, drops, and fails document by document", async () => {
    await put("/_ingest/pipeline/inner", { processors: [{ fail: { message: "kept" } }] });
    await put("/_ingest/pipeline/outer", {
      processors: [{ drop: { if: "ctx.drop == true" } }, { pipeline: { name: "inner" } }],
    });
    const asked = [
      { _index: "calls", _id: "1", _source: { drop: true } },
      { _index: "calls", _source: {} },
    ];
    const kept = await simulate(asked, {}, "?pipeline=outer");
    expect(kept.docs).toEqual([
      {
        doc: {
          _index: "calls",
          _id: "1",
          _version: -3,
          result: "noop",
          _shards: { total: 0, successful: 0, failed: 0 },
        },
      },
      {
        doc: { _id: "auto-generated", _index: "calls", error: { type: "fail_processor_exception", reason: "kept" } },
      },
    ]);
    const inner = { processors: [{ set: { field: "substituted", value: true } }] };
    const substituted = await simulate(asked, { pipeline_substitutions: { inner } }, "?pipeline=outer");
    expect(substituted.docs[1].doc).toMatchObject({ _source: { substituted: true }, executed_pipelines: ["outer"] });
    // The pipeline itself is as it was.
    expect((await simulate(asked, {}, "?pipeline=outer")).docs[1].doc.error.reason).toBe("kept");
  });

  test("refuses substitutes that cannot be, where one could run", async () => {
    const asked = [{ _index: "refused", _source: {} }];
    const faulty = { pipeline_substitutions: { own: { processors: [{ nono: {} }] } } };
    expect((await simulate(asked, faulty)).docs).toHaveLength(1);
    expect((await simulate(asked, faulty, "?pipeline=own")).error.reason).toBe(
      "No processor type exists with name [nono]",
    );
  });

  test("gives templates their own analysis, and data streams their timestamp", async () => {
    const analysis = { analyzer: { mine: { type: "custom", tokenizer: "keyword" } } };
    const properties = { t: { type: "text", analyzer: "mine" } };
    const template = { settings: { analysis }, mappings: { properties } };
    const substitutes = { index_template_substitutions: { own: { index_patterns: ["analysed"], template } } };
    const { docs } = await simulate([{ _index: "analysed", _id: "1", _source: { t: "x" } }], substitutes);
    expect(docs[0].doc).not.toHaveProperty("error");
    const streams = { index_template_substitutions: { own: { index_patterns: ["stream"], data_stream: {} } } };
    const answer = await simulate([{ _index: "stream", _id: "1", _source: { t: "x" } }], streams);
    expect(answer.docs[0].doc.error.reason).toContain("data stream timestamp field [@timestamp] is missing");
  });

  test("adds to a mapping as templates do, or as to an index", async () => {
    await put("/added", { mappings: { properties: { n: { type: "long" } } } });
    const asked = [{ _index: "added", _id: "1", _source: { n: "x" } }];
    const addition = { mapping_addition: { properties: { n: { type: "keyword" } } } };
    expect((await simulate(asked, addition)).docs[0].doc).not.toHaveProperty("error");
    expect((await simulate(asked, addition, "?merge_type=index")).docs[0].doc.error.reason).toBe(
      "mapper [n] cannot be changed from type [long] to [keyword]",
    );
    expect((await simulate(asked, addition, "?merge_type=none")).error.reason).toContain("Unsupported merge type");
  });

  test("stops at pipelines that send documents further and further", async () => {
    const source = "ctx._index = ctx._index + 'x'";
    await put("/_ingest/pipeline/further", { processors: [{ script: { source } }] });
    await put("/_index_template/further", {
      index_patterns: ["further*"],
      template: { settings: { final_pipeline: "further" } },
    });
    const reroute = {
      processors: [{ script: { source: "ctx.n = ctx._index.length()" } }, { reroute: { destination: "f" } }],
    };
    const answer = await simulate([{ _index: "further", _source: {} }], { pipeline_substitutions: { reroute } });
    expect(answer.docs[0].doc.error.type).toBe("illegal_state_exception");
  });

  test("tells nothing of indices of the server", async () => {
    expect((await simulate([{ _index: ".tasks", _source: {} }])).error.type).toBe("security_exception");
    const sends = {
      pipeline_substitutions: { sends: { processors: [{ set: { field: "_index", value: ".tasks" } }] } },
    };
    const { docs } = await simulate([{ _index: "harmless", _source: {} }], sends, "?pipeline=sends");
    expect(docs[0].doc.error.type).toBe("security_exception");
  });
});
