/** `query_rules.delete_rule`: removes a rule of a ruleset, and the ruleset with its last rule. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { QUERY_RULES } from "../../rules/ruleset.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { ruleNotFound, rulesetOf, rulesOf } from "../requests/rulesets.ts";

export const deleteRule: Operation = {
  name: "query_rules.delete_rule",
  actions: ["cluster:admin/xpack/query_rules/rule/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { ruleset_id: ruleset = "", rule_id: id = "" } = request.parameters;
    const before = rulesOf(cluster, ruleset);
    const rules = before.filter((one) => one.id !== id);
    if (rules.length === before.length) throw ruleNotFound(ruleset, id);
    const changed = rules.length === 0 ? null : rulesetOf(ruleset, rules);
    await cluster.apply(changeSource(deleteRule.name, request), putCustom(QUERY_RULES, ruleset, changed));
    return { status: 200, body: { acknowledged: true } };
  },
};
