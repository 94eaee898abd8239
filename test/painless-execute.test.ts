/**
 * Scripts on a document that is only tried out: as OpenSearch 3.8 answers, and for the contexts of fields as the
 * documentation of 8.19 says.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;
const INDEX = "tried";

beforeAll(async () => {
  server = await startServer([]);
  const properties = {
    f: { type: "keyword" },
    rank: { type: "long" },
    t: { type: "text" },
    at: { type: "date" },
    place: { type: "geo_point" },
    host: { type: "ip" },
    m: { type: "double" },
  };
  await server.call("PUT", `/${INDEX}`, { mappings: { properties } });
  return async () => void (await server.stop());
});

const on = (document: object, query?: object): object => ({ index: INDEX, document, ...(query ? { query } : {}) });

/** Script, context, set-up, and the result. */
const results: readonly (readonly [source: string, context: string | undefined, setup: object | undefined, unknown])[] =
  [
    ["return 1+1", undefined, undefined, "2"],
    ["null", undefined, undefined, "null"],
    ["return ['a':1]", undefined, undefined, "{a=1}"],
    ["params.count + params.total", "painless_test", undefined, "1100.5"],
    ["1", "painless_test", { index: INDEX }, "1"],
    ["doc['f'].value.length() <= 4", "filter", on({ f: "four" }), true],
    ["doc['f'].size() > 0", "filter", on({ fresh: "x" }), false],
    ["doc['rank'].value / 8.0", "score", on({ rank: 4 }), 0.5],
    ["_score * 2", "score", on({ t: "x y" }, { constant_score: { filter: { match: { t: "x" } } } }), 2],
    ["emit(doc['rank'].value > 1)", "boolean_field", on({ rank: 4 }), [true]],
    ["emit(doc['at'].value.plusDays(1).toInstant().toEpochMilli())", "date_field", on({ at: "2020-07-21" }), ["2020-07-22T00:00:00.000Z"]],
    ["emit(doc['m'].value * 2); emit(1)", "double_field", on({ m: 5.25 }), [10.5, 1]],
    ["emit(41.25, -71.5)", "geo_point_field", on({}), [{ coordinates: [-71.5, 41.25], type: "Point" }]],
    ["emit(doc['host'].value)", "ip_field", on({ host: "192.168.1.254" }), ["192.168.1.254"]],
    ["emit(doc['f'].value + '!')", "keyword_field", on({ f: "a" }), ["a!"]],
    ["for (int i = 0; i < 3; i++) { emit(doc['rank'].value + i); }", "long_field", on({ rank: 4 }), [4, 5, 6]],
    ["emit('a', 1); emit('b', params._source.f);", "composite_field", on({ f: "x" }), { "composite_field.a": [1], "composite_field.b": ["x"] }],
  ]; // prettier-ignore

describe("scripts_painless_execute", () => {
  test.each(results)("%s (%s)", async (source, context, context_setup, result) => {
    const script = { source, params: { count: 100, total: 1000.5 } };
    const { status, body } = await server.call("POST", "/_scripts/painless/_execute", {
      script,
      ...(context === undefined ? {} : { context }),
      ...(context_setup === undefined ? {} : { context_setup }),
    });
    expect([status, body]).toEqual([200, { result }]);
  });

  test.each([
    [{}, "illegal_argument_exception: Required [script]"],
    [{ script: "1" }, "x_content_parse_exception: [1:11] [painless_execute_request] script doesn't support values of type: VALUE_STRING"],
    [{ script: { source: "1" }, foo: 1 }, "x_content_parse_exception: [1:26] [painless_execute_request] unknown field [foo]"],
    [{ script: { source: "1" }, context: "nope" }, "x_content_parse_exception: Failed to build [painless_execute_request] after last required field arrived"],
    [{ script: { id: "nope" } }, "action_request_validation_exception: Validation Failed: 1: only inline scripts are supported;"],
    [{ script: { source: "true" }, context: "filter", context_setup: { index: INDEX } }, "action_request_validation_exception: Validation Failed: 1: document is a required parameter for current context;"],
    [{ script: { source: "true" }, context: "filter", context_setup: { document: {} } }, "action_request_validation_exception: Validation Failed: 1: index is a required parameter for current context;"],
    [{ script: { source: "true" }, context: "filter", context_setup: { index: "none", document: {} } }, "index_not_found_exception: no such index [none]"],
    [{ script: { source: "true" }, context: "filter", context_setup: { index: "tri*", document: {} } }, "index_not_found_exception: no such index [tri*]"],
    [{ script: { source: "doc['f'].value" } }, "script_exception: compile error"],
    [{ script: { source: "doc['no'].value == 1" }, context: "filter", context_setup: { index: INDEX, document: {} } }, "script_exception: runtime error"],
    [{ script: { source: "true" }, context: "filter", context_setup: { index: INDEX, document: { rank: "x" } } }, "document_parsing_exception: [1:1] failed to parse field [rank] of type [long] in document with id '_temp_id'. Preview of field's value: 'x'"],
    [{ script: { source: "_score" }, context: "score", context_setup: on({ t: "x" }, { match: { t: "y" } }) }, "illegal_argument_exception: the query does not match the document"],
    [{ script: { source: "1" , lang: "mustache" } }, "illegal_argument_exception: mustache engine does not know how to handle context [painless_test]"],
  ] as const)("%j is refused", async (request, reason) => {
    const { body } = await server.call("POST", "/_scripts/painless/_execute", request);
    expect(`${body.error.type}: ${body.error.reason}`).toBe(reason);
  }); // prettier-ignore
});
