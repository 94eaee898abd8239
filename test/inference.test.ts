/**
 * Inference endpoints: made, shown without their secrets, asked by requests and by searches. The model is a server of
 * this process, or the service for tests.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  // What was sent has no type before it is looked at.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
}

let engine: Engine;
let model: Server;
let address: string;
let seen: Seen[] = [];
/** What the model answers; undefined: nothing, ever. */
let answer: { readonly status: number; readonly body: unknown } | undefined;

let call: Caller["call"];
let told: Caller["told"];

beforeAll(async () => {
  model = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      seen.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
      if (!answer) return;
      response.writeHead(answer.status, { "content-type": "application/json", location: "http://127.0.0.1:1/" });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((listening) => model.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  engine = await openEngine({
    ...inMemory,
    inferenceTestService: true,
    inferenceAllowPrivate: true,
    log: () => undefined,
  });
  ({ call, told } = callerOf(engine));
});

afterAll(async () => {
  await engine.close();
  model.closeAllConnections();
  await new Promise((closed) => model.close(closed));
});

beforeEach(() => {
  seen = [];
  answer = { status: 200, body: { data: [{ embedding: [1, 0, 0] }] } };
});

const openai = (more: object = {}): object => ({
  service: "openai",
  service_settings: { api_key: "very-secret", model_id: "small", url: `${address}/v1/embeddings`, ...more },
});
const testing = (more: object = {}): object => ({
  service: "test_service",
  service_settings: { model: "m", api_key: "k", ...more },
});

describe("endpoints", () => {
  test("are asked once when they are made, and shown without their secrets", async () => {
    const made = await call("PUT", "/_inference/text_embedding/vectors", openai());
    const shown = {
      inference_id: "vectors",
      task_type: "text_embedding",
      service: "openai",
      service_settings: {
        model_id: "small",
        url: `${address}/v1/embeddings`,
        similarity: "dot_product",
        dimensions: 3,
        rate_limit: { requests_per_minute: 3000 },
      },
      chunking_settings: { strategy: "sentence", max_chunk_size: 250, sentence_overlap: 1 },
    };
    expect([made.status, made.body]).toEqual([200, shown]);
    expect(seen).toEqual([
      { path: "/v1/embeddings", authorization: "Bearer very-secret", body: { input: ["how big"], model: "small" } },
    ]);
    expect((await call("GET", "/_inference/vectors")).body).toEqual({ endpoints: [shown] });
    expect((await call("GET", "/_inference")).body).toEqual({ endpoints: [shown] });
    expect((await call("GET", "/_inference/text_embedding/_all")).body).toEqual({ endpoints: [shown] });
    expect((await call("GET", "/_inference/rerank/_all")).body).toEqual({ endpoints: [] });
    for (const path of ["/_cluster/state", "/_inference/_all", "/_nodes", "/_cluster/stats"])
      expect(JSON.stringify((await call("GET", path)).body)).not.toContain("very-secret");
    expect(JSON.stringify(engine.node.cluster.state.customs)).not.toContain("very-secret");
  });

  test("answer, and what they do not understand is told", async () => {
    answer = { status: 200, body: { data: [{ embedding: [1, 2, 3] }, { embedding: [4, 5, 6.5] }] } };
    expect((await call("POST", "/_inference/text_embedding/vectors", { input: ["a", "b"] })).body).toEqual({
      text_embedding: [{ embedding: [1, 2, 3] }, { embedding: [4, 5, 6.5] }],
    });
    expect(seen[0]?.body).toEqual({ input: ["a", "b"], model: "small" });
    await call("POST", "/_inference/vectors", { input: ["a", "b"], task_settings: { user: "me" } });
    expect(seen[1]?.body).toEqual({ input: ["a", "b"], model: "small", user: "me" });
    expect(await told("POST", "/_inference/rerank/vectors", { input: "a", query: "b" })).toEqual([
      400,
      "status_exception",
      "Incompatible task_type, the requested type [rerank] does not match the model type [text_embedding]",
    ]);
    expect(await told("POST", "/_inference/none", { input: "a" })).toEqual([
      404,
      "resource_not_found_exception",
      "Inference endpoint not found [none]",
    ]);
  });

  test.each([
    [{}, "action_request_validation_exception", "Validation Failed: 1: Field [input] cannot be null;"],
    [
      { input: [] },
      "action_request_validation_exception",
      "Validation Failed: 1: Field [input] cannot be an empty array;",
    ],
    [
      { input: "a", query: "b" },
      "action_request_validation_exception",
      "Validation Failed: 1: Field [query] cannot be specified for task type [text_embedding];",
    ],
    [
      { input: "a", top_n: 1 },
      "action_request_validation_exception",
      "Validation Failed: 1: Field [top_n] cannot be specified for task type [text_embedding];",
    ],
    [{ input: "a", input_type: "x" }, "status_exception", "Unrecognized input_type [x]"],
    [{ input: "a", x: 1 }, "x_content_parse_exception", "[1:1] [cluster:internal/xpack/inference] unknown field [x]"],
    [
      { input: "a", task_settings: { x: 1 } },
      "status_exception",
      "Configuration contains settings [{x=1}] unknown to the [openai] service",
    ],
  ])("%j is refused", async (body, type, reason) => {
    expect(await told("POST", "/_inference/text_embedding/vectors", body)).toEqual([400, type, reason]);
  });

  test.each([
    [401, { error: { message: "no" } }, 401, "Received an authentication error status code", ". Error message: [no]"],
    [429, {}, 429, "Received a rate limit status code", ""],
    [503, {}, 400, "Received a server error status code", ""],
    [302, {}, 400, "Unhandled redirection", ""],
  ])("a model that answers %d", async (status, body, shown, kind, more) => {
    answer = { status, body };
    expect(await told("POST", "/_inference/vectors", { input: "a" })).toEqual([
      shown,
      "status_exception",
      `${kind} for request from inference entity id [vectors] status [${status}]${more}`,
    ]);
  });

  test("a model that answers nothing, too much of something else, or too few vectors", async () => {
    answer = undefined;
    expect(await told("POST", "/_inference/vectors?timeout=50ms", { input: "a" })).toEqual([
      408,
      "status_exception",
      "Request timed out after [0.05s]",
    ]);
    answer = { status: 200, body: { data: [] } };
    expect(await told("POST", "/_inference/vectors", { input: "a" })).toEqual([
      400,
      "status_exception",
      "Failed to find required field [embeddings of 1 texts] in the answer for inference entity id [vectors]",
    ]);
  });

  test.each([
    ["text_embedding", {}, "status_exception", "Model configuration is missing a service"],
    ["text_embedding", { service: "nobody" }, "status_exception", "Unknown service [nobody]"],
    ["nothing", openai(), "status_exception", "Unknown task_type [nothing]"],
    ["rerank", openai(), "status_exception", "The [openai] service does not support task type [rerank]"],
    [
      "text_embedding",
      { service: "openai", service_settings: {} },
      "validation_exception",
      "Validation Failed: 1: [service_settings] does not contain the required setting [api_key];2: [service_settings] does not contain the required setting [model_id];",
    ],
    [
      "text_embedding",
      { service: "openai", service_settings: { api_key: "a", model_id: "b", url: "file:///etc/passwd" } },
      "validation_exception",
      "Validation Failed: 1: [service_settings] Invalid url [file:///etc/passwd] received for field [url];",
    ],
    [
      "text_embedding",
      { service: "openai", service_settings: { api_key: "a", model_id: "b", other: 1 } },
      "status_exception",
      "Configuration contains settings [{other=1}] unknown to the [openai] service",
    ],
    [
      "completion",
      { task_type: "text_embedding", service: "openai", service_settings: {} },
      "status_exception",
      "Cannot resolve conflicting task_type parameter in the request URL [completion] and the request body [text_embedding]",
    ],
  ])("%s %j is refused", async (task, body, type, reason) => {
    expect(await told("PUT", `/_inference/${task}/other`, body)).toEqual([400, type, reason]);
    expect(seen).toEqual([]);
  });

  test("what is there already, does not answer, or has vectors of another length is refused", async () => {
    expect(await told("PUT", "/_inference/text_embedding/vectors", openai())).toEqual([
      400,
      "resource_already_exists_exception",
      "Inference endpoint [vectors] already exists",
    ]);
    expect(await told("PUT", "/_inference/text_embedding/other", openai({ dimensions: 4 }))).toEqual([
      400,
      "status_exception",
      "The retrieved embeddings size [3] does not match the size specified in the settings [4]. Please recreate the [other] configuration with the correct dimensions",
    ]);
    expect(seen[0]?.body).toMatchObject({ dimensions: 4 });
    answer = { status: 500, body: {} };
    expect(await told("PUT", "/_inference/text_embedding/other", openai())).toEqual([
      400,
      "status_exception",
      "Could not complete inference endpoint creation as validation call to service threw an exception.",
    ]);
  });

  test("get other settings, keep what is not said, and are removed", async () => {
    const changed = await call("PUT", "/_inference/text_embedding/vectors/_update", {
      service_settings: { api_key: "another" },
      task_settings: { user: "you" },
    });
    expect([changed.status, changed.body.task_settings]).toEqual([200, { user: "you" }]);
    await call("POST", "/_inference/vectors", { input: "a" });
    expect(seen.at(-1)).toMatchObject({ authorization: "Bearer another", body: { user: "you", model: "small" } });
    await call("PUT", "/texts", {
      mappings: { properties: { t: { type: "semantic_text", inference_id: "vectors" } } },
    });
    const used =
      " Inference endpoint vectors is being used in the mapping for indexes: [texts]. Ensure that no index mappings are using this inference endpoint, or use force to ignore this warning and delete the inference endpoint.";
    expect(await told("DELETE", "/_inference/vectors")).toEqual([409, "status_exception", used]);
    expect((await call("DELETE", "/_inference/vectors?dry_run=true")).body).toEqual({
      acknowledged: false,
      pipelines: [],
      indexes: ["texts"],
      error_message: used,
    });
    expect(await told("DELETE", "/_inference/rerank/vectors?force=true")).toEqual([
      400,
      "status_exception",
      "Requested task type [rerank] does not match the inference endpoint's task type [text_embedding]",
    ]);
    expect((await call("DELETE", "/_inference/vectors?force=true")).body).toMatchObject({ acknowledged: true });
    expect((await call("GET", "/_inference/vectors")).status).toBe(404);
  });

  test("complete texts, weigh tokens, and rank", async () => {
    answer = { status: 200, body: { choices: [{ message: { content: "hello" } }] } };
    const chat = { service: "openai", service_settings: { api_key: "k", model_id: "m", url: `${address}/chat` } };
    await call("PUT", "/_inference/completion/chat", chat);
    expect((await call("POST", "/_inference/completion/chat", { input: "hi" })).body).toEqual({
      completion: [{ result: "hello" }],
    });
    expect(seen.at(-1)?.body).toEqual({
      messages: [{ content: "hi", role: "user" }],
      model: "m",
      n: 1,
      stream: false,
    });

    const face = { service: "hugging_face", service_settings: { api_key: "k", url: `${address}/face` } };
    answer = { status: 200, body: [{ word: 1.5 }] };
    await call("PUT", "/_inference/sparse_embedding/tokens", face);
    expect((await call("POST", "/_inference/sparse_embedding/tokens", { input: "hi" })).body).toEqual({
      sparse_embedding: [{ is_truncated: false, embedding: { word: 1.5 } }],
    });
    answer = { status: 200, body: [{ index: 0, score: 0.25 }] };
    await call("PUT", "/_inference/rerank/ranks", face);
    answer = {
      status: 200,
      body: [
        { index: 0, score: 0.25 },
        { index: 1, score: 0.5 },
      ],
    };
    const asked = { input: ["a", "b"], query: "q", return_documents: true };
    expect((await call("POST", "/_inference/rerank/ranks", asked)).body).toEqual({
      rerank: [
        { index: 1, relevance_score: 0.5, text: "b" },
        { index: 0, relevance_score: 0.25, text: "a" },
      ],
    });
    expect((await call("POST", "/_inference/rerank/ranks", { ...asked, top_n: 1 })).body.rerank).toHaveLength(1);
  });
});

describe("searches", () => {
  beforeAll(async () => {
    for (const task of ["text_embedding", "sparse_embedding", "rerank"])
      expect((await call("PUT", `/_inference/${task}/test-${task}`, testing())).status).toBe(200);
    await call("PUT", "/pets", {
      mappings: {
        properties: {
          t: { type: "text" },
          v: { type: "dense_vector", dims: 32, similarity: "cosine" },
          s: { type: "sparse_vector" },
        },
      },
    });
    for (const [id, t] of ["big dog", "small cat", "big cat"].entries()) {
      const dense = await call("POST", "/_inference/test-text_embedding", { input: t });
      const sparse = await call("POST", "/_inference/test-sparse_embedding", { input: t });
      await call("PUT", `/pets/_doc/${id}`, {
        t,
        v: dense.body.text_embedding[0].embedding,
        s: sparse.body.sparse_embedding[0].embedding,
      });
    }
    await call("POST", "/pets/_refresh");
  });

  async function found(body: object): Promise<unknown> {
    const answered = await call("POST", "/pets/_search", body);
    if (answered.status !== 200) return [answered.body.error.type, answered.body.error.reason];
    return answered.body.hits.hits.map((hit: { _id: string }) => hit._id);
  }

  const builder = {
    query_vector_builder: { text_embedding: { model_id: "test-text_embedding", model_text: "small cat" } },
  };

  test("ask models for the vector of a text", async () => {
    const knn = { field: "v", k: 2, num_candidates: 3, ...builder };
    expect(await found({ knn })).toEqual(["1", "2"]);
    expect(await found({ query: { knn } })).toEqual(["1", "2"]);
    expect(await found({ retriever: { knn } })).toEqual(["1", "2"]);
  });

  test("ask models for tokens", async () => {
    const sparse = { field: "s", inference_id: "test-sparse_embedding", query: "big dog" };
    expect(await found({ query: { sparse_vector: sparse } })).toEqual(["0", "2"]);
    const expansion = { s: { model_id: "test-sparse_embedding", model_text: "small" } };
    expect(await found({ query: { text_expansion: expansion } })).toEqual(["1"]);
  });

  test("let models rank", async () => {
    const reranker = {
      retriever: { standard: { query: { match_all: {} } } },
      field: "t",
      inference_id: "test-rerank",
      inference_text: "small cat",
    };
    expect(await found({ retriever: { text_similarity_reranker: reranker } })).toEqual(["1", "2", "0"]);
    expect(await found({ retriever: { text_similarity_reranker: { ...reranker, min_score: 0.6 } } })).toEqual(["1"]);
    const missing = { ...reranker, inference_id: "none" };
    expect(await found({ retriever: { text_similarity_reranker: missing } })).toEqual([
      "resource_not_found_exception",
      "Inference endpoint not found [none]",
    ]);
    expect(
      await found({ retriever: { text_similarity_reranker: { ...missing, allow_rerank_failures: true } } }),
    ).toEqual(["0", "1", "2"]);
  });

  test("refuse models that are not there, or of another task", async () => {
    expect(await found({ query: { sparse_vector: { field: "s", inference_id: "none", query: "a" } } })).toEqual([
      "resource_not_found_exception",
      "[none] is not an inference service model or a deployed ml model",
    ]);
    const dense = { field: "s", inference_id: "test-text_embedding", query: "a" };
    expect(await found({ query: { sparse_vector: dense } })).toEqual([
      "illegal_argument_exception",
      "expected a result of type [text_expansion_result] received [text_embedding_result]. Is [test-text_embedding] a compatible model?",
    ]);
  });
});

describe("the processor of pipelines", () => {
  const pairs = (...names: string[]): object[] =>
    names.map((name) => ({ input_field: name, output_field: `made.${name}` }));

  beforeAll(async () => {
    for (const task of ["sparse_embedding", "completion", "rerank"])
      await call("PUT", `/_inference/${task}/pipe-${task}`, {
        service: "test_service",
        service_settings: { model: "m", api_key: "k" },
      });
  });

  test("writes what an endpoint makes of each field", async () => {
    const processors = [
      { set: { field: "runs", value: "{{runs}}x" } },
      { inference: { model_id: "pipe-completion", input_output: pairs("a", "b") } },
      { inference: { model_id: "pipe-sparse_embedding", input_output: { input_field: "a", output_field: "tokens" } } },
    ];
    await call("PUT", "/_ingest/pipeline/infers", { processors });
    const lines = Array.from({ length: 40 }, (_, n) => `{"index":{"_id":"${n}"}}\n{"a":"one ${n}","b":"two"}\n`).join(
      "",
    );
    const { body } = await call("POST", "/piped/_bulk?pipeline=infers&refresh=true", lines);
    expect(body.errors).toBe(false);
    const { _source } = (await call("GET", "/piped/_doc/7")).body;
    expect(_source).toMatchObject({
      // The document is run once more as it came, whenever an answer is there.
      runs: "x",
      made: { a: "ONE 7", b: "TWO", model_id: "pipe-completion" },
      model_id: "pipe-sparse_embedding",
    });
    expect(Object.keys(_source.tokens)).toEqual(expect.arrayContaining(["one"]));
    const simulated = await call("POST", "/_ingest/pipeline/_simulate", {
      pipeline: { processors },
      docs: [{ _source: { a: "x", b: "y" } }],
    });
    expect(simulated.body.docs[0].doc._source.made).toEqual({ a: "X", b: "Y", model_id: "pipe-completion" });
    const upsert = JSON.stringify({ doc: { a: "x", b: "y" }, doc_as_upsert: true });
    await call("POST", "/piped/_bulk?pipeline=infers", `{"update":{"_id":"new"}}\n${upsert}\n`);
    expect((await call("GET", "/piped/_doc/new")).body._source).toMatchObject({ runs: "x", made: { a: "X" } });
  });

  test("fails, and says what is wrong", async () => {
    const failed = async (inference: object, _source: object = { a: "x" }): Promise<unknown> => {
      const pipeline = { processors: [{ inference }] };
      const { body } = await call("POST", "/_ingest/pipeline/_simulate", { pipeline, docs: [{ _source }] });
      const { error } = body.error ? body : body.docs[0];
      return [error.type, error.reason];
    };
    const input_output = pairs("a");
    expect(await failed({ model_id: "nowhere", input_output })).toEqual([
      "resource_not_found_exception",
      "Inference endpoint not found [nowhere]",
    ]);
    expect(await failed({ model_id: "pipe-rerank", input_output })).toEqual([
      "status_exception",
      expect.stringContaining("cannot be used by a processor"),
    ]);
    expect(await failed({ model_id: "trained" })).toEqual([
      "resource_not_found_exception",
      "Could not find trained model [trained]",
    ]);
    expect(await failed({ model_id: "pipe-completion", input_output }, { b: 1 })).toEqual([
      "illegal_argument_exception",
      "field [a] not present as part of path [a]",
    ]);
    expect(await failed({ model_id: "pipe-completion", input_output: [] })).toEqual([
      "parse_exception",
      "[input_output] property cannot be empty at least one is required",
    ]);
    expect(await failed({ model_id: "pipe-completion", input_output, target_field: "t" })).toEqual([
      "parse_exception",
      "[target_field] option is not compatible with [input_output]. Use the [output_field] option to specify where to write the inference results to.",
    ]);
    const handled = {
      model_id: "nowhere",
      input_output,
      on_failure: [{ set: { field: "e", value: "{{_ingest.on_failure_message}}" } }],
    };
    const { body } = await call("POST", "/_ingest/pipeline/_simulate", {
      pipeline: { processors: [{ inference: handled }] },
      docs: [{ _source: { a: "x" } }],
    });
    expect(body.docs[0].doc._source.e).toBe("Inference endpoint not found [nowhere]");
    const left = { model_id: "pipe-completion", input_output: pairs("a", "b"), ignore_missing: true };
    const partly = await call("POST", "/_ingest/pipeline/_simulate", {
      pipeline: { processors: [{ inference: left }] },
      docs: [{ _source: { b: "x" } }],
    });
    expect(partly.body.docs[0].doc._source.made).toEqual({ b: "X", model_id: "pipe-completion" });
  });
});
