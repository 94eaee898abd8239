/** `wrapper`: a query as base64-encoded JSON, for callers that have it as bytes. */
import { base64Fault, notBase64Text } from "../../compat/base64.ts";
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { QueryKind } from "../query-kind.ts";

export const wrapper: QueryKind = {
  name: "wrapper",
  summary: "A query whose JSON is given as base64.",

  parse: (body, context) => context.parseQuery(innerQuery(encodedQuery(body as JsonObject))),
};

/** Returns the value of `query`, the only key allowed. */
function encodedQuery(body: JsonObject): Json {
  const [name, another] = Object.keys(body);
  if (name === undefined) throw parsingException("[wrapper] query malformed");
  if (name !== "query") throw parsingException(`[wrapper] query malformed, expected \`query\` but was ${name}`);
  if (another !== undefined)
    throw parsingException("[wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]");
  return ownOf(body, name) ?? null;
}

/** The decoded content must be JSON; other content types are refused as invalid. */
function innerQuery(encoded: Json): Json {
  if (typeof encoded !== "string") throw unreadable(notBase64Text(tokenName(encoded)));
  const fault = base64Fault(encoded);
  if (fault) throw unreadable(fault.reason);
  const text = Buffer.from(encoded, "base64").toString("utf8");
  if (text === "") throw illegalArgument("query source text cannot be null or empty");
  if (!/^\s*\{/.test(text)) throw new RequestError(400, "x_content_parse_exception", "Failed to derive xcontent");
  return parseJson(text);
}

/** Jackson's own error. */
function unreadable(reason: string): RequestError {
  return new RequestError(400, "json_parse_exception", reason);
}
