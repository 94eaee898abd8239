/** `async_search.get`: what an async search has come to. */
import { flag } from "../../compat/query-string.ts";
import type { Operation } from "../operation.ts";
import { asyncSearchAnswer, durationOf } from "../requests/async-search-answer.ts";
import { ownerOf } from "../requests/context-owner.ts";

export const get: Operation = {
  name: "async_search.get",
  // Its owner may, and nobody else.
  actions: [],
  action: "indices:data/read/async_search/get",

  async handle(request, { asyncSearches }) {
    const { parameters, principal } = request;
    const waitMs = durationOf(request, "wait_for_completion_timeout") ?? 0;
    const keepAliveMs = durationOf(request, "keep_alive") ?? 0;
    const typedKeys = flag(parameters, "typed_keys") ?? false;
    const intermediate = flag(parameters, "return_intermediate_results") ?? true;
    const record = await asyncSearches.find(parameters["id"] ?? "", ownerOf(principal), { waitMs, keepAliveMs });
    const form = { typedKeys, totalsAsNumbers: false };
    return asyncSearchAnswer(request, record, { form, hasId: true, intermediate });
  },
};
