/** `match_phrase`: documents with the words of a text next to each other. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { Expression } from "../expression.ts";
import { kindQuery } from "../kind-query.ts";
import { expectText, readFieldBody, readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { defaultMatchOptions, matchField } from "../text/field-match.ts";
import { readZeroTerms } from "../text/match-parameters.ts";

export const matchPhrase: QueryKind = {
  name: "match_phrase",
  summary: "Matches documents with the words of an analysed text in order, next to each other or with some slop.",

  parse(body) {
    const parts = readFieldBody("match_phrase", body);
    if (!parts) throw illegalArgument("[match_phrase] requires fieldName");
    const read = parts.read ?? new BodyReader("match_phrase", {});
    const head = readHead("match_phrase", read, body);
    const analyzer = read.string("analyzer");
    const slop = read.integer("slop") ?? 0;
    const zeroTerms = readZeroTerms(read) ?? "none";
    const given = parts.read ? read.string("query") : parts.short === null ? undefined : expectText(parts.short);
    const value: Json | undefined = parts.read && given !== undefined ? read.json("query") : given;
    read.end();
    if (value === undefined) throw illegalArgument("[match_phrase] requires query value");
    if (slop < 0) throw illegalArgument("No negative slop allowed.");
    const options = { ...defaultMatchOptions, kind: "match_phrase", analyzer, slop, zeroTerms };
    return kindQuery(head, (searcher) => matchField(searcher, parts.field, value, "phrase", options) as Expression);
  },
};
