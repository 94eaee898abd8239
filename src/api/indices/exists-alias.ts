/** `indices.exists_alias`: whether aliases are there. */
import type { Operation } from "../operation.ts";
import { getAlias } from "./get-alias.ts";

export const existsAlias: Operation = {
  name: "indices.exists_alias",
  privilege: { index: "view_index_metadata" },

  async handle(request, node) {
    const answer = await getAlias.handle(request, node);
    const empty = "body" in answer && Object.keys(Object(answer.body)).length === 0;
    return { ...answer, status: empty ? 404 : answer.status };
  },
};
