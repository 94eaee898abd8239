/** `fuzzy`: documents with a term within a few edits of a text. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { refuseExpensive } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { fuzzyOf } from "../pattern-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { autoFuzziness } from "../fuzziness.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { parseRewriteMethod } from "../rewrite-method.ts";
import { readFuzziness } from "../text/match-parameters.ts";

export const fuzzy: QueryKind = {
  name: "fuzzy",
  summary: "Matches documents with a term that is at most a few edits away from a text.",

  parse(body) {
    const parts = requireFieldBody("fuzzy", body);
    if (Array.isArray(parts.short)) {
      throw parsingException(`[fuzzy] query doesn't support multiple fields, found [${parts.field}] and [null]`);
    }
    const read = parts.read ?? new BodyReader("fuzzy", {});
    const head = readHead("fuzzy", read, body);
    const given = read.string("term");
    const text = parts.read
      ? (read.string("value") ?? given)
      : parts.short === null
        ? undefined
        : valueText(parts.short);
    const options = {
      fuzziness: readFuzziness(read) ?? autoFuzziness,
      prefixLength: read.integer("prefix_length") ?? 0,
      maxExpansions: read.integer("max_expansions") ?? 50,
      transpositions: read.boolean("transpositions") ?? true,
    };
    const rewrite = read.string("rewrite");
    read.end();
    if (text === undefined) throw illegalArgument("query value cannot be null");
    const build = (searcher: SearcherView): Expression => {
      const method = rewrite === undefined ? undefined : parseRewriteMethod(rewrite);
      const field = searchableField(searcher, parts.field);
      if (!field) return unmapped(parts.field);
      const expression = fuzzyOf(searcher, field, text, { ...options, rewrite: method });
      refuseExpensive(searcher, field, "fuzzy");
      return expression;
    };
    return kindQuery(head, build, "as built");
  },
};
