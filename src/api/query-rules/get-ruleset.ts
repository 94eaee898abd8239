/** `query_rules.get_ruleset`: a ruleset. */
import type { Operation } from "../operation.ts";
import { rulesetNotFound, storedRuleset } from "../requests/rulesets.ts";

export const getRuleset: Operation = {
  name: "query_rules.get_ruleset",
  actions: ["cluster:admin/xpack/query_rules/get"],

  handle({ parameters }, { cluster }) {
    const { ruleset_id: id = "" } = parameters;
    const ruleset = storedRuleset(cluster, id);
    if (!ruleset) throw rulesetNotFound(id);
    return { status: 200, body: ruleset };
  },
};
