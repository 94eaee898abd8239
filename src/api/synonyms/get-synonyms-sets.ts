/** `synonyms.get_synonyms_sets`: all sets of synonyms, page by page. */
import type { Operation } from "../operation.ts";
import { pageOfRequest } from "../requests/page-of-request.ts";

export const getSynonymsSets: Operation = {
  name: "synonyms.get_synonyms_sets",
  actions: ["cluster:admin/synonyms_sets/get"],

  async handle(request, services) {
    const { from, size } = pageOfRequest(request.parameters);
    const { count, sets } = await services.synonyms.list(from, size);
    return { status: 200, body: { count, results: sets.map((set) => ({ synonyms_set: set.name, count: set.count })) } };
  },
};
