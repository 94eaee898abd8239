/** `query_rules.test`: which rules of a ruleset apply to a search with some values. */
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { matchingRules } from "../../rules/ruleset.ts";
import type { Operation } from "../operation.ts";
import { objectOf, requiredJson } from "../requests/request-body.ts";
import { rulesOf } from "../requests/rulesets.ts";

export const test: Operation = {
  name: "query_rules.test",
  actions: ["cluster:admin/xpack/query_rules/test"],
  audit: "nothing",

  async handle(request, { cluster }) {
    const { ruleset_id: id = "" } = request.parameters;
    const { match_criteria: criteria, ...others } = objectOf(await requiredJson(request));
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw parsingException(`[test_query_ruleset] unknown field [${unknown}]`);
    if (criteria === undefined) throw illegalArgument("Required [match_criteria]");
    if (!isJsonObject(criteria)) throw parsingException("[test_query_ruleset] match_criteria must be an object");
    const matched = matchingRules(rulesOf(cluster, id), criteria);
    return {
      status: 200,
      body: {
        total_matched_rules: matched.length,
        matched_rules: matched.map((rule) => ({ ruleset_id: id, rule_id: rule.id })),
      },
    };
  },
};
