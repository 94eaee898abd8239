/** `synonyms.put_synonym`: makes a set of synonyms, or replaces its rules. */
import { changeSource } from "../audit/change-source.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { bodyText } from "../requests/request-body.ts";
import { changedSet } from "../requests/changed-synonym-set.ts";
import { readSynonymsSet } from "../requests/synonym-body.ts";

export const putSynonym: Operation = {
  name: "synonyms.put_synonym",
  actions: ["cluster:admin/synonyms/put"],
  audit: "told",

  async handle(request, services) {
    const { id = "" } = request.parameters;
    const append = booleanParameter(request.parameters, "append", false);
    const rules = readSynonymsSet(await bodyText(request));
    const source = changeSource(putSynonym.name, request);
    const body = await changedSet(request, services, id, () => services.synonyms.put(source, id, rules, append));
    return { status: body.result === "created" ? 201 : 200, body };
  },
};
