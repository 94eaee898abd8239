/** `async_search.status`: how far an async search is, without what it found. */
import type { Operation } from "../operation.ts";
import { asyncStatusAnswer, durationOf } from "../requests/async-search-answer.ts";

export const status: Operation = {
  name: "async_search.status",
  actions: ["cluster:monitor/async_search/status"],

  async handle(request, { asyncSearches }) {
    const keepAliveMs = durationOf(request, "keep_alive") ?? 0;
    return asyncStatusAnswer(
      request,
      await asyncSearches.find(request.parameters["id"] ?? "", undefined, { keepAliveMs }),
    );
  },
};
