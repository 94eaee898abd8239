/** `query_rules.delete_ruleset`: removes a ruleset. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { QUERY_RULES } from "../../rules/ruleset.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { rulesetNotFound, storedRuleset } from "../requests/rulesets.ts";

export const deleteRuleset: Operation = {
  name: "query_rules.delete_ruleset",
  actions: ["cluster:admin/xpack/query_rules/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { ruleset_id: id = "" } = request.parameters;
    if (!storedRuleset(cluster, id)) throw rulesetNotFound(id);
    await cluster.apply(changeSource(deleteRuleset.name, request), putCustom(QUERY_RULES, id, null));
    return { status: 200, body: { acknowledged: true } };
  },
};
