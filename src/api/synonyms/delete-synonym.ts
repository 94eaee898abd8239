/** `synonyms.delete_synonym`: deletes a set that no index uses. */
import { changeSource } from "../audit/change-source.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";
import { indicesThatMayUse } from "../requests/changed-synonym-set.ts";

export const deleteSynonym: Operation = {
  name: "synonyms.delete_synonym",
  actions: ["cluster:admin/synonyms/delete"],
  audit: "told",

  async handle(request, services) {
    const { id = "" } = request.parameters;
    await services.synonyms.delete(changeSource(deleteSynonym.name, request), id, () => {
      const users = indicesThatMayUse(services).filter((index) => services.analyses.reloadable(index, id).length > 0);
      if (users.length === 0) return;
      throw illegalArgument(
        `synonyms set [${id}] cannot be deleted as it is used in the following indices: ${users.map(({ name }) => name).join(", ")}`,
      );
    });
    return { status: 200, body: { acknowledged: true } };
  },
};
