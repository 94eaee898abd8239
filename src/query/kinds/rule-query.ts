/** `rule_query`: the older name of `rule`. */
import { readRuleQuery } from "../pinned/read-rule-query.ts";
import type { QueryKind } from "../query-kind.ts";

export const ruleQuery: QueryKind = {
  name: "rule_query",
  summary: "The older name of rule. Deprecated.",

  parse(body, context) {
    context.warn("Deprecated field [rule_query] used, expected [rule] instead");
    return readRuleQuery(body, context, "rule_query");
  },
};
