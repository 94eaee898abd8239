/** `async_search.delete`: stops an async search, and deletes what it came to. */
import { mayOnCluster } from "../../security/authorizer.ts";
import type { Operation } from "../operation.ts";
import { ownerOf } from "../requests/context-owner.ts";

export const deleteAsyncSearch: Operation = {
  name: "async_search.delete",
  // Its owner may, and who may cancel the tasks of others.
  actions: [],
  action: "indices:data/read/async_search/delete",
  audit: "nothing",

  async handle({ parameters, principal }, { asyncSearches }) {
    const anybodys = mayOnCluster(principal, "cancel_task");
    await asyncSearches.delete(parameters["id"] ?? "", anybodys ? undefined : ownerOf(principal));
    return { status: 200, body: { acknowledged: true } };
  },
};
