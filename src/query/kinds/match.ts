/** `match`: documents with the words of a text. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import type { Expression } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { searchableField } from "../searchable-field.ts";
import { isIndexConstant } from "../index-constants.ts";
import { kindQuery } from "../kind-query.ts";
import { expectText, readFieldBody, readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { isSemantic, semanticQuery } from "../semantic/semantic-query.ts";
import { matchField } from "../text/field-match.ts";
import { matchOptions, readCutoffFrequency, readMatchParameters, readZeroTerms } from "../text/match-parameters.ts";

export const match: QueryKind = {
  name: "match",
  summary: "Matches documents with the words of an analysed text in a field.",

  parse(body, context) {
    const parts = readFieldBody("match", body);
    if (!parts || (!parts.read && parts.short === null)) throw parsingException("No text specified for text query");
    if (!parts.read) expectText(parts.short);
    const read = parts.read ?? new BodyReader("match", {});
    const head = readHead("match", read, body);
    const parameters = readMatchParameters(read, "match");
    const cutoffFrequency = readCutoffFrequency(read, "match", context);
    const lenient = read.boolean("lenient") ?? false;
    const zeroTerms = readZeroTerms(read) ?? "none";
    const minimum = read.string("minimum_should_match");
    const synonymPhrases = read.boolean("auto_generate_synonyms_phrase_query") ?? true;
    const value: Json = parts.read ? readQuery(read) : parts.short;
    read.end();
    const texts = context.mapping.field(parts.field);
    if (isSemantic(texts)) return semanticQuery(head, texts, valueText(value), context);
    const build = (searcher: SearcherView): Expression => {
      const options = matchOptions(parameters, { lenient, zeroTerms, cutoffFrequency, synonymPhrases });
      return withMinimum(matchField(searcher, parts.field, value, "boolean", options) as Expression, minimum);
    };
    // Only an index constant can be ruled out before the query's words are searched.
    return kindQuery(head, build, (searcher) => {
      const field = searchableField(searcher, parts.field);
      return field !== undefined && isIndexConstant(field) && isMatchNone(build(searcher));
    });
  },
};

function readQuery(read: BodyReader): Json {
  // The value must be text: objects and null are refused with Elasticsearch's message.
  if (read.string("query") === undefined) {
    read.end();
    throw parsingException("No text specified for text query");
  }
  return read.json("query") ?? null;
}
