import { expect, test } from "vitest";
import { search } from "../actions/search.ts";
import { parsingException, RequestError } from "../../compat/errors.ts";
import { LocalSearchThread } from "../executor/local-search-thread.ts";
import { locateError } from "./locate-error.ts";

const content = (reason: string, cause?: RequestError): RequestError =>
  new RequestError(400, "x_content_parse_exception", reason, { cause });

// Places asked of Elasticsearch 8.19.
test.each([
  ['{"query":{"match":{"title":{"query":"a","foo":1}}}}', parsingException("[match] query does not support [foo]"), 47],
  [
    '{"query":{"match":{"title":{"query":"a","foo":{}}}}}',
    parsingException("[match] unknown token [START_OBJECT] after [foo]"),
    47,
  ],
  ['{"query":{"foo":{}}}', parsingException("unknown query [foo]"), 17],
  ['{"query":{"match":5}}', parsingException("[match] query malformed, no start_object after query name"), 19],
  ['{"aggs":{"a":{"foo":{"field":"k"}}}}', parsingException("Unknown aggregation type [foo]"), 21],
  ['{"aggs":{"a":{}}}', parsingException("Missing definition for aggregation [a]"), 15],
  [
    '{"aggs":{"a[":{"terms":{}}}}',
    parsingException(
      "Invalid aggregation name [a[]. Aggregation names can contain any character except '[', ']', and '>'",
    ),
    10,
  ],
])("%s is told at its column", (text, error, col) => {
  expect(locateError(error, { text, root: undefined }).details).toEqual({ line: 1, col });
});

test("errors that tell the place in words, and the errors around them", () => {
  expect(
    locateError(content("[1:1] [bool] unknown field [foo]"), { text: '{"query":{"bool":{"foo":[]}}}', root: undefined })
      .message,
  ).toBe("[1:19] [bool] unknown field [foo]");
  expect(
    locateError(content("[1:1] [bool] must doesn't support values of type: VALUE_NUMBER"), {
      text: '{"query":{"bool":{"must":5}}}',
      root: undefined,
    }).message,
  ).toContain("[1:26]");
  const around = locateError(
    content("[1:1] [bool] failed to parse field [must]", parsingException("unknown query [foo]")),
    {
      text: '{"query":{"bool":{"must":[{"foo":{}}]}}}',
      root: undefined,
    },
  );
  expect(around.message).toBe("[1:34] [bool] failed to parse field [must]");
  expect(around.cause?.details).toEqual({ line: 1, col: 34 });
});

test("what names nothing in the text, or tells its place already, stays as it is", () => {
  const known = parsingException("unknown query [foo]", { line: 3, col: 4 });
  expect(locateError(known, { text: '{"query":{"foo":{}}}', root: undefined }).details).toEqual({ line: 3, col: 4 });
  const other = parsingException("something else");
  expect(locateError(other, { text: '{"a":1}', root: undefined }).details).toEqual({ line: 1, col: 1 });
  expect(locateError(other, { text: "", root: undefined })).toBe(other);
});

// The whole path, from the parsers on; places asked of Elasticsearch 8.19.
test.each([
  ['{"query":{"match":{}}}', "parsing_exception", 20],
  ['{"query":{"match":{"body":{"operator":"and"}}}}', "parsing_exception", 45],
  ['{"query":{"match":{"body":{"query":["x"]}}}}', "parsing_exception", 36],
  ['{"query":{"match":{"body":{"query":"x","zero_terms_query":"foo"}}}}', "parsing_exception", 59],
  ['{"query":{"match_all":{},"term":{"kw":"y"}}}', "parsing_exception", 26],
  ['{"query":{"match_all":{"foo":2}}}', "parsing_exception", 30],
  ['{"query":{"term":{"kw":["x"]}}}', "parsing_exception", 24],
  ['{"query":{"terms":{"kw":["K1"],"body":["x"]}}}', "parsing_exception", 39],
  ['{"query":{"terms":{"kw":[null]}}}', "parsing_exception", 26],
  ['{"query":{"terms":{"boost":2}}}', "parsing_exception", 29],
  ['{"query":{"constant_score":{"filter":[{}]}}}', "parsing_exception", 38],
  ['{"query":{"exists":{}}}', "parsing_exception", 21],
  ['{"query":{"query_string":{}}}', "parsing_exception", 27],
  ['{"query":{"match":{"body":["x"]}}}', "Expected text at 1:27 but found START_ARRAY", 0],
  ['{"query":{"bool":{"must":["x"]}}}', "[1:30] [bool] failed to parse field [must]", 30],
  ['{"query":{"bool":{"must":[[]]}}}', "[1:27] [bool] failed to parse field [must]", 0],
  ['{"query":{"bool":{"boost":"a"}}}', "[1:27] [bool] failed to parse field [boost]", 0],
  ['{"size":1,"query":{"bool":{"filter":[{"term":{}}]}}}', "[1:47] [bool] failed to parse field [filter]", 0],
])("%s fails with %s at %i", async (text, told, col) => {
  const thread = new LocalSearchThread({ slot: 0, nodeId: "node-1" });
  const render = { filterPath: undefined, pretty: false, human: false, format: "json" } as const;
  const call = {
    kind: search,
    targets: [[]],
    bodies: [text],
    parameters: [{}],
    render,
    startedMs: 0,
  };
  const error: unknown = await thread.call(call).catch((caught: unknown) => caught);
  if (!(error instanceof RequestError)) throw new Error("nothing was refused");
  expect([error.type, error.message]).toContain(told);
  const details = col === 0 ? undefined : (error.cause?.details.line === undefined ? error : error.cause).details;
  if (details) expect(details.col).toBe(col);
});
