/** `query_rules.put_rule`: adds a rule to a ruleset, which it makes if there is none, or replaces it. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { inOrder, QUERY_RULES, readRule, readRules } from "../../rules/ruleset.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { requiredJson } from "../requests/request-body.ts";
import { rulesetOf, storedRuleset } from "../requests/rulesets.ts";

export const putRule: Operation = {
  name: "query_rules.put_rule",
  actions: ["cluster:admin/xpack/query_rules/rule/put"],
  audit: "told",

  async handle(request, { cluster }) {
    const { ruleset_id: ruleset = "", rule_id: id = "" } = request.parameters;
    const rule = readRule(await requiredJson(request), id);
    const before = storedRuleset(cluster, ruleset);
    const rules = before ? readRules(before) : [];
    const isNew = !rules.some((one) => one.id === id);
    const next = isNew ? [...rules, rule] : rules.map((one) => (one.id === id ? rule : one));
    const changed = rulesetOf(ruleset, inOrder(next));
    await cluster.apply(changeSource(putRule.name, request), putCustom(QUERY_RULES, ruleset, changed));
    return { status: isNew ? 201 : 200, body: { result: isNew ? "created" : "updated" } };
  },
};
