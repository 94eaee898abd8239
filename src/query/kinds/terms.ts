/** `terms`: documents with any of several values. */
import { writeJson } from "../../compat/json/write-json.ts";
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { Expression } from "../expression.ts";
import { termsOf } from "../exact-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { MAX_TERMS_COUNT } from "../limits.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";

const ownKeys: ReadonlySet<string> = new Set(["boost", "_name"]);
const NO_FIELD = "[terms] query requires a field name, followed by array of terms or a document lookup specification";

export const terms: QueryKind = {
  name: "terms",
  summary: "Matches documents with any of several exact values in a field.",

  parse(body, context) {
    const read = new BodyReader("terms", body);
    const fields = read.keys().filter((key) => !ownKeys.has(key));
    const [path] = fields.filter(
      (key) => typeof ownOf(body as JsonObject, key) === "object" && ownOf(body as JsonObject, key) !== null,
    );
    const scalar = fields.find((key) => key !== path && !isStructure(ownOf(body as JsonObject, key)));
    if (scalar !== undefined) throw parsingException(`[terms] query does not support [${scalar}]`);
    if (fields.length > 1) throw parsingException("[terms] query does not support multiple fields");
    if (path === undefined) throw parsingException(NO_FIELD);
    const head = readHead("terms", read, body);
    const given = read.json(path) ?? null;
    const values = isJsonObject(given) ? lookedUp(given, context) : readValues(path, given);
    const build = (searcher: SearcherView): Expression => {
      if (values.length === 0) return matchNone(`The "terms" query was rewritten to a "match_none" query.`);
      checkCount(values.length, searcher);
      const field = searchableField(searcher, path);
      return field ? termsOf(searcher, field, values) : unmapped(path);
    };
    return kindQuery(head, build, "as built");
  },
};

function isStructure(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

function readValues(path: string, value: Json): readonly Json[] {
  const values = value as Json[];
  let hasObjects = false;
  for (const item of values) {
    hasObjects ||= typeof item === "object";
    if (item === null) throw parsingException("No value specified for terms query");
    if (Array.isArray(item)) throw parsingException(`[terms] unknown token [END_ARRAY] after [${path}]`);
  }
  // Avoids copying a list that may be huge.
  if (!hasObjects) return values;
  return values.map((item) => (typeof item === "object" ? writeJson(item) : item));
}

const lookupKeys: readonly string[] = ["index", "id", "path", "routing"];

/** The values at a path of the document that the lookup form names; empty while that document is unknown. */
function lookedUp(body: JsonObject, { reference }: ParseContext): readonly Json[] {
  for (const [key, value] of Object.entries(body)) {
    if (!lookupKeys.includes(key))
      throw contentParseException(`[terms_lookup] unknown field [${key}]${didYouMean(key, lookupKeys)}`);
    if (typeof value === "object")
      throw contentParseException(`[terms_lookup] ${key} doesn't support values of type: ${tokenName(value)}`);
  }
  const text = (key: string): string => {
    const value = ownOf(body, key);
    if (value === undefined) throw illegalArgument(`Required [${key}]`);
    return valueText(value);
  };
  const place = { index: text("index"), id: text("id"), path: text("path") };
  if (!reference)
    throw illegalArgument("[terms] query: the document lookup form is not supported in filters of aliases and roles");
  const routing = Object.hasOwn(body, "routing") ? text("routing") : undefined;
  const found = reference({ query: "terms", ...place, routing });
  return Array.isArray(found) ? found : [];
}

function checkCount(count: number, searcher: SearcherView): void {
  const setting = searcher.mapping.setting("index.max_terms_count");
  const limit = setting === undefined || setting === null ? MAX_TERMS_COUNT : Number(setting);
  if (count <= limit) return;
  throw illegalArgument(
    `The number of terms [${count}] used in the Terms Query request has exceeded the allowed maximum of [${limit}].` +
      " This maximum can be set by changing the [index.max_terms_count] index level setting.",
  );
}
