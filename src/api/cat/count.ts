/** `cat.count`: how many documents there are. */
import { systemClock } from "../../core/clock.ts";
import { isJsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { Operation, OperationRequest } from "../operation.ts";
import { searchIndices } from "../search.ts";
import { catTable } from "../stats/columns.ts";
import { clockColumns } from "../stats/clock-columns.ts";

export const catCount: Operation = {
  name: "cat.count",
  actions: ["indices:data/read/search"],
  cancellable: true,

  async handle(request, services) {
    // The search side knows nothing of tables, and renders JSON.
    const { index } = request.parameters;
    const plain: OperationRequest = {
      ...request,
      parameters: index === undefined ? {} : { index },
      render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    };
    const answer = await searchIndices(plain, services, "count");
    if (answer.status !== 200) return answer;
    const counted = parseJson(new TextDecoder().decode(answer.bytes));
    const count = isJsonObject(counted) && typeof counted["count"] === "number" ? counted["count"] : 0;
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
