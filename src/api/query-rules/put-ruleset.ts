/** `query_rules.put_ruleset`: makes or replaces a ruleset. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { QUERY_RULES, readRules } from "../../rules/ruleset.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { requiredJson } from "../requests/request-body.ts";
import { rulesetOf, storedRuleset } from "../requests/rulesets.ts";

export const putRuleset: Operation = {
  name: "query_rules.put_ruleset",
  actions: ["cluster:admin/xpack/query_rules/put"],
  audit: "told",

  async handle(request, { cluster }) {
    const { ruleset_id: id = "" } = request.parameters;
    const ruleset = rulesetOf(id, readRules(await requiredJson(request)));
    const isNew = storedRuleset(cluster, id) === undefined;
    await cluster.apply(changeSource(putRuleset.name, request), putCustom(QUERY_RULES, id, ruleset));
    return { status: isNew ? 201 : 200, body: { result: isNew ? "created" : "updated" } };
  },
};
