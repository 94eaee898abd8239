/** `rule`: a query whose hits are put in order by query rules. */
import { readRuleQuery } from "../pinned/read-rule-query.ts";
import type { QueryKind } from "../query-kind.ts";

export const rule: QueryKind = {
  name: "rule",
  summary: "Puts some documents first, or leaves them out, by rules that the search fulfils.",
  parse: (body, context) => readRuleQuery(body, context, "rule"),
};
