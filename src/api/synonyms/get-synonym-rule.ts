/** `synonyms.get_synonym_rule`: one rule of a set. */
import type { Operation } from "../operation.ts";

export const getSynonymRule: Operation = {
  name: "synonyms.get_synonym_rule",
  actions: ["cluster:admin/synonym_rules/get"],

  async handle(request, services) {
    const { set_id: set = "", rule_id: id = "" } = request.parameters;
    const rule = await services.synonyms.rule(set, id);
    return { status: 200, body: { id: rule.id, synonyms: rule.synonyms } };
  },
};
