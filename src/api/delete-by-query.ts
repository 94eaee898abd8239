/** `delete_by_query`: deletes what a query matches. */
import type { Operation } from "./operation.ts";
import { readByQueryRequest } from "./requests/by-query/by-query-request.ts";
import type { HitWork } from "./requests/by-query/by-query-worker.ts";
import { answerByQuery } from "./requests/by-query/run-by-query.ts";
import { optionalObject } from "./requests/request-body.ts";

export const deleteByQuery: Operation = {
  name: "delete_by_query",
  actions: ["indices:data/write/delete/byquery"],
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const body = (await optionalObject(request)) ?? {};
    const failures = (search: object): string[] => ("query" in search ? [] : ["query is missing"]);
    const asked = readByQueryRequest(request, body, { failures });
    const work: HitWork = {
      description: `delete-by-query [${(request.parameters["index"] ?? "").split(",").join(", ")}]`,
      shown: { withSource: false, withVersion: false },
      counts: [],
      write: { kind: "delete" },
    };
    return answerByQuery({ request, services, asked, work });
  },
};
