/** `match_phrase_prefix`: a phrase whose last word is a prefix. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { Expression } from "../expression.ts";
import { kindQuery } from "../kind-query.ts";
import { expectText, readFieldBody, readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { defaultMatchOptions, matchField } from "../text/field-match.ts";
import { readZeroTerms } from "../text/match-parameters.ts";

export const matchPhrasePrefix: QueryKind = {
  name: "match_phrase_prefix",
  summary: "Matches documents with the words of a text in order, the last one taken as the beginning of a word.",

  parse(body) {
    const parts = readFieldBody("match_phrase_prefix", body);
    if (!parts) throw illegalArgument("[match_phrase_prefix] requires fieldName");
    const read = parts.read ?? new BodyReader("match_phrase_prefix", {});
    const head = readHead("match_phrase_prefix", read, body);
    const analyzer = read.string("analyzer");
    const slop = read.integer("slop") ?? 0;
    const maxExpansions = read.integer("max_expansions") ?? 50;
    const zeroTerms = readZeroTerms(read) ?? "none";
    const given = parts.read ? read.string("query") : parts.short === null ? undefined : expectText(parts.short);
    const value: Json | undefined = parts.read && given !== undefined ? read.json("query") : given;
    read.end();
    if (value === undefined) throw illegalArgument("[match_phrase_prefix] requires query value");
    if (slop < 0) throw illegalArgument("No negative slop allowed.");
    if (maxExpansions < 0) throw illegalArgument("No negative maxExpansions allowed.");
    const options = { ...defaultMatchOptions, kind: "match_phrase_prefix", analyzer, slop, maxExpansions, zeroTerms };
    return kindQuery(
      head,
      (searcher) => matchField(searcher, parts.field, value, "phrase_prefix", options) as Expression,
    );
  },
};
