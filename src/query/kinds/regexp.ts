/** `regexp`: documents with a term that a regular expression matches. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { parseRegexpFlags } from "../../compat/regexp/regexp-flags.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";
import { regexpOf } from "../pattern-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { refuseExpensive } from "../expensive-queries.ts";
import { kindQuery } from "../kind-query.ts";
import { checkRegexLength } from "../limits.ts";
import { expectText, readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { parseRewriteMethod } from "../rewrite-method.ts";

export const regexp: QueryKind = {
  name: "regexp",
  summary: "Matches documents with a term that a regular expression matches as a whole.",

  parse(body) {
    const parts = requireFieldBody("regexp", body);
    if (!parts.read && parts.short === null) throw illegalArgument("value cannot be null");
    const read = parts.read ?? new BodyReader("regexp", {});
    const head = readHead("regexp", read, body);
    const text = parts.read ? read.string("value") : expectText(parts.short);
    const flags = readFlags(read);
    const ignoreCase = read.boolean("case_insensitive");
    const maxDeterminizedStates = read.integer("max_determinized_states") ?? DEFAULT_WORK_LIMIT;
    const rewrite = read.string("rewrite");
    read.end();
    if (text === undefined) throw illegalArgument("value cannot be null");
    return kindQuery(head, (searcher) => {
      checkRegexLength(searcher.mapping, text, "Regexp Query request");
      const method = parseRewriteMethod(rewrite);
      const field = searchableField(searcher, parts.field);
      if (!field) return unmapped(parts.field);
      const expression = regexpOf(searcher, field, text, { flags, ignoreCase, maxDeterminizedStates, rewrite: method });
      refuseExpensive(searcher, field, "regexp");
      return expression;
    });
  },
};

function readFlags(read: BodyReader): number {
  const value = read.integer("flags_value");
  const names = read.string("flags");
  return value ?? parseRegexpFlags(names);
}
