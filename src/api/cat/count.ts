/** `cat.count`: how many documents there are. */
import { systemClock } from "../../core/clock.ts";
import { readCount } from "../../search/request/read-search.ts";
import type { SearchResult, SearchTarget } from "../../search/search-service.ts";
import type { Operation } from "../operation.ts";
import { bodyText } from "../requests/request-body.ts";
import { searchFor } from "../requests/run-search.ts";
import { requestedTargets } from "../search.ts";
import { clockColumns } from "../stats/clock-columns.ts";
import { catTable } from "../stats/columns.ts";
import { orReadFirst } from "../targets/resolve-targets.ts";

export const catCount: Operation = {
  name: "cat.count",
  actions: ["indices:data/read/search"],
  cancellable: true,

  async handle(request, services) {
    // The other parameters are those of the table.
    const { index } = request.parameters;
    const parameters = index === undefined ? {} : { index };
    const counting = readCount({ body: await bodyText(request), parameters });
    const search = (targets: readonly SearchTarget[]): Promise<SearchResult> =>
      searchFor(request, services, { request: counting, targets });
    const targets = await orReadFirst(
      () => requestedTargets({ ...request, parameters }, services),
      () => search([]),
    );
    const { total: count } = await search(targets);
    return {
      status: 200,
      table: catTable(
        "cat.count",
        ["epoch", "timestamp", "count"],
        [{ ...clockColumns(systemClock.now()), count }],
        ["count"],
      ),
    };
  },
};
