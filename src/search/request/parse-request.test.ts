import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { parseQueryBody, parseSearchBody } from "./parse-request.ts";
import { applyParameters, type Parameters } from "./request-parameters.ts";
import type { SearchRequest } from "./search-request.ts";

function read(body: string, parameters: Parameters = {}): SearchRequest {
  const request = parseSearchBody(body);
  applyParameters(request, parameters);
  return request;
}

function refusal(run: () => unknown): { type: string; reason: string; place: string } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return {
      type: error.type,
      reason: error.message,
      place: `${String(error.details.line ?? "")}:${String(error.details.col ?? "")}`,
    };
  }
  throw new Error("nothing was refused");
}

// Asked of Elasticsearch 8.19.
test.each([
  ['{"foo":1}', "parsing_exception", "Unknown key for a VALUE_NUMBER in [foo].", "1:8"],
  ['{"foo":[]}', "parsing_exception", "Unknown key for a START_ARRAY in [foo].", "1:8"],
  ['{"size":null}', "parsing_exception", "Unknown key for a VALUE_NULL in [size].", "1:9"],
  ['{"size":-1}', "illegal_argument_exception", "[size] parameter cannot be negative, found [-1]", ":"],
  ['{"from":-5,"size":2}', "illegal_argument_exception", "[from] parameter cannot be negative but was [-5]", ":"],
  ['{"size":"abc"}', "number_format_exception", 'For input string: "abc"', ":"],
  [
    '{"track_total_hits":-5}',
    "illegal_argument_exception",
    "[track_total_hits] parameter must be positive or equals to -1, got -5",
    ":",
  ],
  ['{"terminate_after":-1}', "illegal_argument_exception", "terminateAfter must be > 0", ":"],
  [
    '{"timeout":5}',
    "illegal_argument_exception",
    "failed to parse setting [timeout] with value [5] as a time value: unit is missing or unrecognized",
    ":",
  ],
  [
    '{"explain":"x"}',
    "illegal_argument_exception",
    "Failed to parse value [x] as only [true] or [false] are allowed.",
    ":",
  ],
  [
    '{"sort":[{"n":"upp"}]}',
    "illegal_argument_exception",
    "No enum constant org.elasticsearch.search.sort.SortOrder.UPP",
    ":",
  ],
  [
    '{"sort":[{"n":{"order":"asc","foo":1}}]}',
    "x_content_parse_exception",
    "[1:30] [field_sort] unknown field [foo]",
    ":",
  ],
  [
    '{"sort":[{"n":{"mode":"zzz"}}]}',
    "x_content_parse_exception",
    "[1:23] [field_sort] failed to parse field [mode]",
    ":",
  ],
  [
    '{"sort":{"_geo_distance":{"loc":"POINT(20 10)","foo":1}}}',
    "parsing_exception",
    "[_geo_distance] does not support [foo]",
    "1:54",
  ],
  [
    '{"sort":[["n"]]}',
    "illegal_argument_exception",
    "malformed sort format, within the sort array, an object, or an actual string are allowed",
    ":",
  ],
  ['{"search_after":[],"sort":"n"}', "illegal_argument_exception", "Values must contains at least one value.", ":"],
  [
    '{"search_after":[1],"sort":"n","from":1}',
    "action_request_validation_exception",
    "Validation Failed: 1: [from] parameter must be set to 0 when [search_after] is used;",
    ":",
  ],
  [
    '{"_source":5}',
    "parsing_exception",
    "Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] but found [VALUE_NUMBER]",
    "1:12",
  ],
  ['{"_source":{"foo":["o.*"]}}', "parsing_exception", "Unknown key for a START_ARRAY in [foo].", "1:19"],
  ['{"stored_fields":["_none_","n"]}', "illegal_argument_exception", "cannot combine _none_ with other fields", ":"],
  [
    '{"indices_boost":[{"a":2.5,"x":1}]}',
    "parsing_exception",
    "Expected [END_OBJECT] in [indices_boost] but found [FIELD_NAME]",
    "1:28",
  ],
  [
    '{"slice":{"id":0,"max":2}}',
    "action_request_validation_exception",
    "Validation Failed: 1: [slice] can only be used with [scroll] or [point-in-time] requests;",
    ":",
  ],
  ['{"highlight":{"foo":1}}', "x_content_parse_exception", "[1:15] [highlight] unknown field [foo]", ":"],
  [
    '{"highlight":{"fields":{"title":{"foo":1}}}}',
    "x_content_parse_exception",
    "[1:40] [highlight] failed to parse field [fields]",
    ":",
  ],
  ["[]", "parsing_exception", "Expected [START_OBJECT] but found [START_ARRAY]", "1:1"],
  ['{"script_fields":{"s":[]}}', "parsing_exception", "Expected [START_OBJECT] in [s] but found [START_ARRAY]", "1:23"],
  [
    '{"script_fields":{"s":{"script":"1","foo":1}}}',
    "parsing_exception",
    "Unknown key for a VALUE_NUMBER in [foo].",
    "1:43",
  ],
  ['{"script_fields":{"s":{"script":[]}}}', "parsing_exception", "Unknown key for a START_ARRAY in [script].", "1:33"],
  [
    '{"script_fields":{"s":{"script":5}}}',
    "x_content_parse_exception",
    "[1:34] [script] Expected START_OBJECT but was: END_OBJECT",
    ":",
  ],
  [
    '{"script_fields":{"s":{"script":{"foo":"1"}}}}',
    "x_content_parse_exception",
    "[1:34] [script] unknown field [foo]",
    ":",
  ],
  [
    '{"script_fields":{"s":{"script":"1","ignore_failure":"maybe"}}}',
    "illegal_argument_exception",
    "Failed to parse value [maybe] as only [true] or [false] are allowed.",
    ":",
  ],
])("%s is refused", (body, type, reason, place) => {
  expect(refusal(() => read(body))).toEqual({ type, reason, place });
});

test.each([
  [{ size: "abc" }, "Failed to parse int parameter [size] with value [abc]"],
  [{ search_type: "foo" }, "No search type for [foo]"],
  [{ batched_reduce_size: "1" }, "batchedReduceSize must be >= 2"],
  [{ pre_filter_shard_size: "0" }, "preFilterShardSize must be >= 1"],
  [{ preference: "_foo" }, "no Preference for [_foo]"],
  [{ q: "fox", default_operator: "foo" }, "No enum constant org.elasticsearch.index.query.Operator.FOO"],
  [
    { rest_total_hits_as_int: "true", track_total_hits: "5" },
    "[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got 5",
  ],
])("parameters %o are refused", (parameters, reason) => {
  expect(refusal(() => read("", parameters)).reason).toBe(reason);
});

test("parameters win over the body", () => {
  const request = read('{"size":3,"from":1,"query":{"match_all":{}},"sort":"a"}', {
    size: "5",
    q: "x",
    sort: "b:desc,c:nonsense,_score",
    _source_includes: "d",
  });
  expect(request).toMatchObject({
    size: 5,
    from: 1,
    query: { query_string: { query: "x" } },
    source: { fetch: true, includes: ["d"] },
  });
  expect(request.sort).toMatchObject([{ field: "b", order: "desc" }, { kind: "score" }]);
});

test("a count takes nothing but a query", () => {
  expect(refusal(() => parseQueryBody('{"query":{"match_all":{}},"size":1}'))).toEqual({
    type: "parsing_exception",
    reason: "request does not support [size]",
    place: "1:27",
  });
});
