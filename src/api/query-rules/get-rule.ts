/** `query_rules.get_rule`: a rule of a ruleset. */
import type { Operation } from "../operation.ts";
import { ruleNotFound, rulesOf } from "../requests/rulesets.ts";

export const getRule: Operation = {
  name: "query_rules.get_rule",
  actions: ["cluster:admin/xpack/query_rules/rule/get"],

  handle({ parameters }, { cluster }) {
    const { ruleset_id: ruleset = "", rule_id: id = "" } = parameters;
    const rule = rulesOf(cluster, ruleset).find((one) => one.id === id);
    if (!rule) throw ruleNotFound(ruleset, id);
    return { status: 200, body: rule.shown };
  },
};
