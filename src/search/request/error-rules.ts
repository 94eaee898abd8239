/** Where Elasticsearch points at, by the words of an error of parsing. */
import { tokenName } from "../../compat/body-reader.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";

/** One rule. */
export interface ErrorRule {
  readonly words: RegExp;
  /** Which part of the named member, or of a list: the wrong item, or what stands behind it. */
  readonly part: "key" | "value" | "end" | "item" | "behind";
  /** The name of the member, where the words do not tell it as their first group. */
  readonly names?: (body: JsonObject) => string | undefined;
  /** Which item of a list in the body is meant; `token`: the first group of the words. */
  readonly item?: (item: Json, token: string) => boolean;
}

/** The first rule whose words are in the message counts. An error without one is told at the end of its body. */
export const errorRules: readonly ErrorRule[] = [
  { words: /unknown field \[(.+?)\]/, part: "key" },
  { words: /^Invalid aggregation name \[(.+)\]\. Aggregation/, part: "key" },
  {
    words: /malformed query, expected \[END_OBJECT\] but found \[FIELD_NAME\]/,
    part: "key",
    names: (body) => Object.keys(body)[1],
  },
  { words: /^unknown query \[(.+?)\]/, part: "value" },
  { words: /^Unknown aggregation type \[(.+?)\]/, part: "value" },
  { words: /^\[term\] query does not support array of values/, part: "value", names: (body) => Object.keys(body)[0] },
  { words: /^\[terms\] query does not support multiple fields/, part: "value", names: (body) => fieldsOf(body)[1] },
  { words: /query does not support \[(.+?)\]/, part: "value" },
  { words: /(?:unexpected|unsupported) field \[(.+?)\]/, part: "value" },
  { words: /unknown token \[\w+\] after \[(.+?)\]/, part: "value" },
  { words: /^\[1:1\] \[\w+\] (\w+) doesn't support values of type/, part: "value" },
  { words: /failed to parse field \[(.+?)\]/, part: "value" },
  { words: /doesn't support multiple fields, found \[.+?\] and \[(.+?)\]/, part: "value" },
  { words: /^\[(\w+)\] query malformed, no start_object/, part: "value" },
  { words: /^\[term\] query does not support arrays for value/, part: "value", names: () => "value" },
  { words: /^No enum constant .+Operator\./, part: "value", names: () => "operator" },
  { words: /^failed to parse \[multi_match\] query type/, part: "value", names: () => "type" },
  {
    words: /^\[_na\] query malformed, must start with start_object/,
    part: "behind",
    item: (item) => !isJsonObject(item),
  },
  { words: /^expected value but got \[START_ARRAY\]/, part: "item", item: (item) => Array.isArray(item) },
  { words: /^unexpected token \[\w+\]/, part: "value", names: () => "filter" },
  { words: /^Unsupported zero_terms_query value/, part: "value", names: () => "zero_terms_query" },
  { words: /^Expected text at 1:1 but found (\w+)/, part: "item", item: (item, token) => tokenName(item) === token },
  { words: /^Expected text at 1:1 but found/, part: "value", names: firstStructure },
  { words: /^Unknown regexp flag \[/, part: "value", names: () => "flags" },
  { words: /^Valid edit distances are/, part: "value", names: () => "fuzziness" },
  { words: /^No geo distance for \[/, part: "value", names: () => "distance_type" },
  { words: /^No value specified for terms query/, part: "item", item: (item) => item === null },
  { words: /^Expected \[START_OBJECT\] under \[(.+?)\]/, part: "value" },
  { words: /^Aggregation definition for \[(.+?) starts with/, part: "value" },
  { words: /two aggregation type definitions in \[.+?\]: \[.+?\] and \[(.+?)\]/, part: "value" },
  { words: /^Missing definition for aggregation \[(.+?)\]/, part: "end" },
];

function fieldsOf(body: JsonObject): string[] {
  return Object.keys(body).filter((key) => key !== "boost" && key !== "_name");
}

/** The first member that is an array or object, in the body of the query or in that of its field. */
function firstStructure(body: JsonObject): string | undefined {
  const [name, value] = Object.entries(body).find(([, member]) => typeof member === "object" && member !== null) ?? [];
  if (value === undefined || Array.isArray(value)) return name;
  return firstStructure(value as JsonObject) ?? name;
}
