/** `query_rules.list_rulesets`: all rulesets with the numbers of their rules, page by page. */
import type { JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { QUERY_RULES, readRules } from "../../rules/ruleset.ts";
import type { Operation } from "../operation.ts";
import { pageOfRequest } from "../requests/page-of-request.ts";

export const listRulesets: Operation = {
  name: "query_rules.list_rulesets",
  actions: ["cluster:admin/xpack/query_rules/list"],

  handle({ parameters }, { cluster }) {
    const { from, size } = pageOfRequest(parameters);
    const all = Object.entries(ownOf(cluster.state.customs, QUERY_RULES) ?? {}).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const results = all.slice(from, from + size).map(([id, ruleset]) => summaryOf(id, ruleset));
    return { status: 200, body: { count: all.length, results } };
  },
};

function summaryOf(id: string, ruleset: JsonObject): JsonObject {
  const rules = readRules(ruleset);
  return {
    ruleset_id: id,
    rule_total_count: rules.length,
    rule_criteria_types_counts: counted(rules.flatMap(({ criteria }) => criteria.map(({ type }) => type))),
    rule_type_counts: counted(rules.map(({ type }) => type)),
  };
}

function counted(names: readonly string[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const name of names) put(counts, name, (ownOf(counts, name) ?? 0) + 1);
  return counts;
}
