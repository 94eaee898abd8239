import { expect, test } from "vitest";
import { parsingException, RequestError } from "../../core/errors.ts";
import { locateError } from "./locate-error.ts";

const content = (reason: string, cause?: RequestError): RequestError => new RequestError(400, "x_content_parse_exception", reason, { cause });

// Places asked of Elasticsearch 8.19.
test.each([
  ['{"query":{"match":{"title":{"query":"a","foo":1}}}}', parsingException("[match] query does not support [foo]"), 47],
  ['{"query":{"match":{"title":{"query":"a","foo":{}}}}}', parsingException("[match] unknown token [START_OBJECT] after [foo]"), 47],
  ['{"query":{"foo":{}}}', parsingException("unknown query [foo]"), 17],
  ['{"query":{"match":5}}', parsingException("[match] query malformed, no start_object after query name"), 19],
  ['{"aggs":{"a":{"foo":{"field":"k"}}}}', parsingException("Unknown aggregation type [foo]"), 21],
  ['{"aggs":{"a":{}}}', parsingException("Missing definition for aggregation [a]"), 15],
  ['{"aggs":{"a[":{"terms":{}}}}', parsingException("Invalid aggregation name [a[]. Aggregation names can contain any character except '[', ']', and '>'"), 10],
])("%s is told at its column", (text, error, col) => {
  expect(locateError(error, text).details).toEqual({ line: 1, col });
});

test("errors that tell the place in words, and the errors around them", () => {
  expect(locateError(content("[1:1] [bool] unknown field [foo]"), '{"query":{"bool":{"foo":[]}}}').message).toBe("[1:19] [bool] unknown field [foo]");
  expect(locateError(content("[1:1] [bool] must doesn't support values of type: VALUE_NUMBER"), '{"query":{"bool":{"must":5}}}').message).toContain("[1:26]");
  const around = locateError(content("[1:1] [bool] failed to parse field [must]", parsingException("unknown query [foo]")), '{"query":{"bool":{"must":[{"foo":{}}]}}}');
  expect(around.message).toBe("[1:34] [bool] failed to parse field [must]");
  expect(around.cause?.details).toEqual({ line: 1, col: 34 });
});

test("what names nothing in the text, or tells its place already, stays as it is", () => {
  const known = parsingException("unknown query [foo]", { line: 3, col: 4 });
  expect(locateError(known, '{"query":{"foo":{}}}').details).toEqual({ line: 3, col: 4 });
  const other = parsingException("something else");
  expect(locateError(other, '{"a":1}').details).toEqual({ line: 1, col: 1 });
  expect(locateError(other, "")).toBe(other);
});
