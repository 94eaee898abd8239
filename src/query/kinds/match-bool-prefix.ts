/** `match_bool_prefix`: the words of a text, with the last one as a prefix. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { Expression } from "../expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { kindQuery } from "../kind-query.ts";
import { expectText, readFieldBody, readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { matchField } from "../text/field-match.ts";
import { matchOptions, readMatchParameters } from "../text/match-parameters.ts";

export const matchBoolPrefix: QueryKind = {
  name: "match_bool_prefix",
  summary: "Matches documents with the words of a text in any order, the last one taken as the beginning of a word.",

  parse(body) {
    const parts = readFieldBody("match_bool_prefix", body);
    if (!parts) throw illegalArgument("[match_bool_prefix] requires fieldName");
    const read = parts.read ?? new BodyReader("match_bool_prefix", {});
    const head = readHead("match_bool_prefix", read, body);
    const parameters = readMatchParameters(read, "match_bool_prefix");
    const minimum = read.string("minimum_should_match");
    const given = parts.read ? read.string("query") : parts.short === null ? undefined : expectText(parts.short);
    const value: Json | undefined = parts.read && given !== undefined ? read.json("query") : given;
    read.end();
    if (value === undefined) throw illegalArgument("[match_bool_prefix] requires query value");
    return kindQuery(head, (searcher) =>
      withMinimum(
        matchField(searcher, parts.field, value, "bool_prefix", matchOptions(parameters)) as Expression,
        minimum,
      ),
    );
  },
};
