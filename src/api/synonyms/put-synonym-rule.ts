/** `synonyms.put_synonym_rule`: adds a rule to a set, or replaces it. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { bodyText } from "../requests/request-body.ts";
import { changedSet } from "../requests/changed-synonym-set.ts";
import { readSynonymRule } from "../requests/synonym-body.ts";

export const putSynonymRule: Operation = {
  name: "synonyms.put_synonym_rule",
  actions: ["cluster:admin/synonym_rules/put"],
  audit: "told",

  async handle(request, services) {
    const { set_id: set = "", rule_id: id = "" } = request.parameters;
    const synonyms = readSynonymRule(await bodyText(request));
    const source = changeSource(putSynonymRule.name, request);
    const body = await changedSet(request, services, set, () =>
      services.synonyms.putRule(source, set, { id, synonyms }),
    );
    return { status: body.result === "created" ? 201 : 200, body };
  },
};
