/** `synonyms.get_synonym`: the rules of a set, page by page. */
import type { Operation } from "../operation.ts";
import { pageOfRequest } from "../requests/page-of-request.ts";

export const getSynonym: Operation = {
  name: "synonyms.get_synonym",
  actions: ["cluster:admin/synonyms/get"],

  async handle(request, services) {
    const { id = "", search_after: after } = request.parameters;
    const { from, size } = pageOfRequest(request.parameters);
    const rules = await services.synonyms.rules(id);
    // Rules stand in the order of their ids.
    const begin =
      after === undefined
        ? 0
        : rules.filter((rule) => Buffer.compare(Buffer.from(rule.id), Buffer.from(after)) <= 0).length;
    const page = rules.slice(begin + from, begin + from + size);
    return {
      status: 200,
      body: { count: rules.length, synonyms_set: page.map((rule) => ({ id: rule.id, synonyms: rule.synonyms })) },
    };
  },
};
