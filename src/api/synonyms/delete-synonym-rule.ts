/** `synonyms.delete_synonym_rule`: takes a rule out of a set. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { changedSet } from "../requests/changed-synonym-set.ts";

export const deleteSynonymRule: Operation = {
  name: "synonyms.delete_synonym_rule",
  actions: ["cluster:admin/synonym_rules/delete"],
  audit: "told",

  async handle(request, services) {
    const { set_id: set = "", rule_id: id = "" } = request.parameters;
    const body = await changedSet(request, services, set, async () => {
      await services.synonyms.deleteRule(changeSource(deleteSynonymRule.name, request), set, id);
      return "deleted";
    });
    return { status: 200, body };
  },
};
