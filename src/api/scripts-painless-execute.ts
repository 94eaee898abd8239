/** `scripts_painless_execute`: what a script makes, of a document that is only tried out. */
import { indexNotFound } from "../cluster/index-expressions.ts";
import { painlessExecute } from "../search/actions/painless-execute.ts";
import { parseExecute } from "../search/painless-execute/parse-execute.ts";
import type { Operation } from "./operation.ts";
import { bodyText, parseFailure } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { ONE_INDEX } from "./targets/index-options.ts";
import { visibleIndices } from "./targets/visible-indices.ts";

const ACTION = "cluster:admin/scripts/painless/execute";

export const scriptsPainlessExecute: Operation = {
  name: "scripts_painless_execute",
  actions: [ACTION],
  audit: "nothing",
  cancellable: true,

  async handle(request, services) {
    const body = await bodyText(request);
    if (body === "") throw parseFailure("request body or source parameter is required");
    const task = parseExecute(body);
    const name = task.setup?.index;
    if (name !== undefined && /[,*]/.test(name)) throw indexNotFound(name);
    const indices =
      name === undefined ? [] : visibleIndices(services, request.principal, name, ONE_INDEX, "read", ACTION);
    const targets = indices.map(({ metadata: { uuid, name: index }, access }) => ({
      uuid,
      index,
      filters: [],
      access,
    }));
    return runSearch(request, services, {
      kind: painlessExecute,
      targets: [targets],
      bodies: [],
      tasks: [task],
      parameters: [{}],
    });
  },
};
