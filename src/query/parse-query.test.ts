/** Errors of invalid bodies, with the messages that Elasticsearch 8.19 gave. */
import { expect, test } from "vitest";
import { parseJson } from "../compat/json/parse-json.ts";
import { RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";

const fixture = new QueryFixture(
  {
    body: { type: "text" },
    kw: { type: "keyword" },
    n: { type: "integer" },
    geo: { type: "geo_point" },
    ip: { type: "ip" },
    flag: { type: "boolean" },
    raw: { type: "binary" },
  },
  [{ body: "some text", kw: "k", n: 1 }],
);

/** The error of a query, from parsing or planning it, with its causes. */
function refusal(body: Json): string {
  try {
    fixture.plan(body);
    return "accepted";
  } catch (error) {
    const told: string[] = [];
    for (let cause: unknown = error; cause instanceof RequestError; cause = cause.cause)
      told.push(`${cause.type}: ${cause.message}`);
    if (told.length === 0) throw error;
    return told.join(" < ");
  }
}

const malformed = (kind: string): string =>
  `parsing_exception: [${kind}] query malformed, no start_object after query name`;
const unsupported = (kind: string, key: string): string =>
  `parsing_exception: [${kind}] query does not support [${key}]`;
const failed = (type: string, reason: string): string =>
  `query_shard_exception: failed to create query: ${reason} < ${type}: ${reason}`;

const table: readonly [body: string, refusal: string][] = [
  ["{}", "illegal_argument_exception: query malformed, empty clause found at [1:1]"],
  ['{"match":[]}', malformed("match")],
  [
    '{"mtach":{}}',
    "parsing_exception: unknown query [mtach] did you mean [match]? < named_object_not_found_exception: [1:1] unknown field [mtach]",
  ],
  [
    '{"zzzzzz":{}}',
    "parsing_exception: unknown query [zzzzzz] < named_object_not_found_exception: [1:1] unknown field [zzzzzz]",
  ],
  [
    '{"match_all":{},"term":{"kw":"y"}}',
    "parsing_exception: [match_all] malformed query, expected [END_OBJECT] but found [FIELD_NAME]",
  ],
  ['{"match":{}}', "parsing_exception: No text specified for text query"],
  ['{"match":{"body":{"query":"x","foo":1}}}', unsupported("match", "foo")],
  ['{"match":{"body":{"query":"x","foo":{}}}}', "parsing_exception: [match] unknown token [START_OBJECT] after [foo]"],
  ['{"match":{"body":{"query":["x"]}}}', "parsing_exception: [match] unknown token [START_ARRAY] after [query]"],
  ['{"match":{"body":{"operator":"and"}}}', "parsing_exception: No text specified for text query"],
  [
    '{"match":{"body":{"query":"x","operator":"xor"}}}',
    "illegal_argument_exception: No enum constant org.elasticsearch.index.query.Operator.XOR",
  ],
  ['{"match":{"body":["x"]}}', "illegal_argument_exception: Expected text at 1:1 but found START_ARRAY"],
  [
    '{"match":{"body":"x","kw":"y"}}',
    "parsing_exception: [match] query doesn't support multiple fields, found [body] and [kw]",
  ],
  ['{"match":{"body":{"query":"x","boost":"abc"}}}', 'number_format_exception: For input string: "abc"'],
  [
    '{"match":{"body":{"query":"x","fuzziness":3}}}',
    "illegal_argument_exception: Valid edit distances are [0, 1, 2] but was [3]",
  ],
  [
    '{"match":{"body":{"query":"x","max_expansions":0}}}',
    "illegal_argument_exception: [match] requires maxExpansions to be positive.",
  ],
  [
    '{"match":{"body":{"query":"x","zero_terms_query":"foo"}}}',
    "parsing_exception: Unsupported zero_terms_query value [foo]",
  ],
  ['{"match":{"body":{"query":"x","analyzer":"nope"}}}', "query_shard_exception: [match] analyzer [nope] not found"],
  [
    '{"match":{"body":{"query":"x","lenient":"maybe"}}}',
    "illegal_argument_exception: Failed to parse value [maybe] as only [true] or [false] are allowed.",
  ],
  [
    '{"match":{"body":{"query":"x","fuzzy_rewrite":"nope"}}}',
    failed("illegal_argument_exception", "Failed to parse rewrite_method [nope]"),
  ],
  ['{"match":{"n":"abc"}}', failed("number_format_exception", 'For input string: "abc"')],
  [
    '{"match":{"geo":"foo"}}',
    failed("illegal_argument_exception", "Field [geo] of type [geo_point] does not support match queries"),
  ],
  [
    '{"term":{"kw":"x","body":"y"}}',
    "parsing_exception: [term] query doesn't support multiple fields, found [kw] and [body]",
  ],
  ['{"term":{"kw":["x"]}}', "parsing_exception: [term] query does not support array of values"],
  ['{"term":{"kw":{"valu":"x"}}}', unsupported("term", "valu")],
  ['{"term":{"kw":{}}}', "illegal_argument_exception: value cannot be null"],
  ['{"term":{}}', "illegal_argument_exception: field name is null or empty"],
  [
    '{"term":{"n":{"value":"1","case_insensitive":true}}}',
    "query_shard_exception: [n] field which is of type [integer], does not support case insensitive term queries",
  ],
  ['{"term":{"_source":"x"}}', "query_shard_exception: The _source field is not searchable"],
  [
    '{"match_phrase":{"body":{"query":"x","analyzer":"nope"}}}',
    "query_shard_exception: [match_phrase] analyzer [nope] not found",
  ],
  [
    '{"query_string":{"query":"x","quote_analyzer":"nope"}}',
    "query_shard_exception: [query_string] quote_analyzer [nope] not found",
  ],
  ['{"match_phrase":{"body":null}}', "illegal_argument_exception: [match_phrase] requires query value"],
  ['{"exists":{"field":"_seq_no"}}', "accepted"],
  ['{"exists":{"field":"_version"}}', "accepted"],
  [
    '{"exists":{"field":"_doc_count"}}',
    "query_shard_exception: Field [_doc_count] of type [_doc_count] does not support exists queries",
  ],
  [
    `{"query_string":{"query":"/${"a".repeat(1001)}/"}}`,
    failed(
      "illegal_argument_exception",
      "The length of regex [1001] used in the [query_string] has exceeded the allowed maximum of [1000]. This maximum can be set by changing the [index.max_regex_length] index level setting.",
    ),
  ],
  ['{"terms":{"kw":"K1"}}', unsupported("terms", "kw")],
  ['{"terms":{"kw":["K1"],"body":["x"]}}', "parsing_exception: [terms] query does not support multiple fields"],
  [
    '{"terms":{"boost":2}}',
    "parsing_exception: [terms] query requires a field name, followed by array of terms or a document lookup specification",
  ],
  ['{"terms":{"kw":[null]}}', "parsing_exception: No value specified for terms query"],
  ['{"terms":{"kw":{"foo":"x"}}}', "x_content_parse_exception: [1:1] [terms_lookup] unknown field [foo]"],
  ['{"terms":{"kw":{"index":"x","id":"1"}}}', "illegal_argument_exception: Required [path]"],
  ['{"range":{"n":5}}', unsupported("range", "n")],
  ['{"range":{"n":{"gte":1,"foo":3}}}', unsupported("range", "foo")],
  ['{"range":{"n":{"gte":1,"relation":"foo"}}}', "illegal_argument_exception: foo is not a valid relation"],
  [
    '{"range":{"n":{"gte":1,"time_zone":"foo"}}}',
    "illegal_argument_exception: java.time.zone.ZoneRulesException: Unknown time-zone ID: foo < zone_rules_exception: Unknown time-zone ID: foo",
  ],
  [
    '{"range":{"geo":{"gte":"a"}}}',
    failed("illegal_argument_exception", "Field [geo] of type [geo_point] does not support range queries"),
  ],
  // The first of several faults is that which the body has first.
  [
    '{"bool":{"filter":{"nofilter":{}},"should":{"noshould":{}}}}',
    "x_content_parse_exception: [1:1] [bool] failed to parse field [filter] < parsing_exception: unknown query [nofilter] < named_object_not_found_exception: [1:1] unknown field [nofilter]",
  ],
  ['{"bool":{"shuold":[]}}', "x_content_parse_exception: [1:1] [bool] unknown field [shuold] did you mean [should]?"],
  [
    '{"bool":{"must":"x"}}',
    "x_content_parse_exception: [1:1] [bool] must doesn't support values of type: VALUE_STRING",
  ],
  [
    '{"bool":{"must":[{}]}}',
    "x_content_parse_exception: [1:1] [bool] failed to parse field [must] < illegal_argument_exception: query malformed, empty clause found at [1:1]",
  ],
  [
    '{"bool":{"must":["x"]}}',
    "x_content_parse_exception: [1:1] [bool] failed to parse field [must] < parsing_exception: [_na] query malformed, must start with start_object",
  ],
  [
    '{"bool":{"boost":"a"}}',
    'x_content_parse_exception: [1:1] [bool] failed to parse field [boost] < number_format_exception: For input string: "a"',
  ],
  [
    '{"bool":{"should":[{"match_all":{}}],"minimum_should_match":"foo"}}',
    failed("number_format_exception", 'For input string: "foo"'),
  ],
  ['{"constant_score":{}}', "parsing_exception: [constant_score] requires a 'filter' element"],
  ['{"constant_score":{"filter":[{}]}}', "parsing_exception: unexpected token [START_ARRAY]"],
  ['{"dis_max":{}}', "parsing_exception: [dis_max] requires 'queries' field with at least one clause"],
  [
    '{"dis_max":{"queries":[{"match_all":{}}],"tie_breaker":2}}',
    failed("illegal_argument_exception", "tieBreakerMultiplier must be in [0, 1]"),
  ],
  ['{"exists":{}}', "parsing_exception: [exists] must be provided with a [field]"],
  [
    '{"exists":{"field":"_field_names"}}',
    failed("unsupported_operation_exception", "Cannot run exists query on _field_names"),
  ],
  [
    '{"ids":{"values":1}}',
    "parsing_exception: [1:1] [ids] values doesn't support values of type: VALUE_NUMBER < x_content_parse_exception: [1:1] [ids] values doesn't support values of type: VALUE_NUMBER",
  ],
  [
    '{"match_all":{"foo":2}}',
    "parsing_exception: [1:1] [match_all] unknown field [foo] < x_content_parse_exception: [1:1] [match_all] unknown field [foo]",
  ],
  [
    '{"prefix":{"n":"1"}}',
    "query_shard_exception: Can only use prefix queries on keyword, text and wildcard fields - not on [n] which is of type [integer]",
  ],
  [
    '{"wildcard":{"ip":"1*"}}',
    "query_shard_exception: Can only use wildcard queries on keyword, text and wildcard fields - not on [ip] which is of type [ip]",
  ],
  ['{"regexp":{"body":{"value":"qu["}}}', failed("illegal_argument_exception", "unexpected end-of-string")],
  ['{"regexp":{"body":{"value":"x","flags":"FOO"}}}', "illegal_argument_exception: Unknown regexp flag [FOO]"],
  [
    '{"fuzzy":{"n":"1"}}',
    failed(
      "illegal_argument_exception",
      "Can only use fuzzy queries on keyword and text fields - not on [n] which is of type [integer]",
    ),
  ],
  [
    '{"fuzzy":{"body":{"value":"a","max_expansions":0}}}',
    failed("illegal_argument_exception", "maxExpansions must be positive."),
  ],
  ['{"multi_match":{"fields":["body"]}}', "parsing_exception: No text specified for multi_match query"],
  ['{"multi_match":{"query":"x","fields":["body^a"]}}', 'number_format_exception: For input string: "a"'],
  [
    '{"multi_match":{"query":"x","type":"foo"}}',
    "parse_exception: failed to parse [multi_match] query type [foo]. unknown type.",
  ],
  [
    '{"multi_match":{"query":"x","type":"phrase","fuzziness":1}}',
    "parsing_exception: Fuzziness not allowed for type [phrase]",
  ],
  [
    '{"boosting":{"positive":{"match_all":{}}}}',
    "parsing_exception: [boosting] query requires 'negative' query to be set'",
  ],
  ['{"geo_distance":{"distance":"10xx","geo":"41,2"}}', 'number_format_exception: For input string: "10xx"'],
  ['{"geo_distance":{"distance":0,"geo":"41,2"}}', "illegal_argument_exception: distance must be greater than zero"],
  ['{"geo_distance":{"geo":"41,2"}}', "parsing_exception: geo_distance requires 'distance' to be specified"],
  [
    '{"geo_distance":{"distance":"1km","kw":"41,2"}}',
    "query_shard_exception: Field [kw] is of unsupported type [keyword] for [geo_distance] query",
  ],
  [
    '{"geo_distance":{"distance":"1km","geo":"91,200"}}',
    "query_shard_exception: couldn't validate latitude/ longitude values < query_validation_exception: Validation Failed: 1: [geo_distance] center point latitude is invalid: 91.0;2: [geo_distance] center point longitude is invalid: 200.0;",
  ],
  ['{"wrapper":{}}', "parsing_exception: [wrapper] query malformed"],
  ['{"wrapper":{"boost":2}}', "parsing_exception: [wrapper] query malformed, expected `query` but was boost"],
  [
    '{"wrapper":{"query":"e30=","boost":2}}',
    "parsing_exception: [wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]",
  ],
  [
    '{"wrapper":{"query":5}}',
    "json_parse_exception: Current token (VALUE_NUMBER) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary",
  ],
  [
    '{"wrapper":{"query":"e3!9"}}',
    "json_parse_exception: Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Illegal character '!' (code 0x21) in base64 content",
  ],
  ['{"wrapper":{"query":""}}', "illegal_argument_exception: query source text cannot be null or empty"],
  ['{"wrapper":{"query":"eA=="}}', "x_content_parse_exception: Failed to derive xcontent"],
  // {"foo":{}}
  [
    '{"wrapper":{"query":"eyJmb28iOnt9fQ=="}}',
    "parsing_exception: unknown query [foo] < named_object_not_found_exception: [1:1] unknown field [foo]",
  ],
  ['{"query_string":{}}', "parsing_exception: [query_string] must be provided with a [query]"],
  [
    '{"query_string":{"query":"a","fields":["body"],"default_field":"body"}}',
    failed(
      "query_validation_exception",
      "Validation Failed: 1: [query_string] cannot use [fields] parameter in conjunction with [default_field];",
    ),
  ],
  ['{"match_phrase":{"body":{"query":"a b","slop":-1}}}', "illegal_argument_exception: No negative slop allowed."],
  [
    '{"match_phrase_prefix":{"kw":{"query":"K"}}}',
    failed(
      "illegal_argument_exception",
      "Can only use phrase prefix queries on text fields - not on [kw] which is of type [keyword]",
    ),
  ],
];

test.each(table)("%s is refused with Elasticsearch's message", (body, expected) => {
  expect(refusal(parseJson(body))).toBe(expected);
});

test("a negative boost is refused with the query as it was written", () => {
  expect(refusal({ match: { body: { query: "x", boost: -1 } } })).toBe(
    'illegal_argument_exception: negative [boost] are not allowed in [{\n  "match" : {\n    "body" : {\n      "query" : "x"\n    }\n  }\n}], use a value between 0 and 1 to deboost',
  );
});

/** `depth` nested queries. */
function nested(depth: number): Json {
  return depth === 1 ? { match_all: {} } : { constant_score: { filter: nested(depth - 1) } };
}

test("queries nest thirty deep and no deeper", () => {
  expect(refusal(nested(30))).toBe("accepted");
  expect(refusal(nested(31))).toContain("exceeds the maximum nested depth");
});

test("a bool takes at most 16,384 clauses, nested ones included", () => {
  const clauses = (count: number): Json => ({
    bool: { should: Array.from({ length: count }, (_, id) => ({ term: { kw: String(id) } })) },
  });
  expect(refusal(clauses(16_384))).toBe("accepted");
  expect(refusal(clauses(16_385))).toContain("failed to create query: maxClauseCount is set to 16384");
  expect(refusal({ bool: { must: [clauses(8191), clauses(8191)] } })).toBe("accepted");
  expect(refusal({ bool: { must: [clauses(8191), clauses(8192)] } })).toContain(
    "Query rewrite failed: too many clauses",
  );
});

test("terms takes 65,536 values and no more", () => {
  const values = (count: number): Json => ({ terms: { kw: Array.from({ length: count }, (_, id) => String(id)) } });
  expect(refusal(values(65_536))).toBe("accepted");
  expect(refusal(values(65_537))).toContain(
    "The number of terms [65537] used in the Terms Query request has exceeded the allowed maximum of [65536]",
  );
});
