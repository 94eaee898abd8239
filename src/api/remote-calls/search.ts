/** The part of this cluster in a search that another one makes over several. */
import type { PlainData } from "../../remote/plain-data.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { searchTargets } from "../targets/search-targets.ts";
import { readAsked } from "../requests/remote-body.ts";
import { SEARCH_ACTION } from "../requests/remote-searches.ts";
import { clusterAnswerFor } from "../requests/run-search.ts";
import type { RemoteCall } from "./remote-call.ts";

export const search: RemoteCall = {
  action: SEARCH_ACTION,
  keyPrivileges: ["cross_cluster_search"],

  async handle(body, context, services) {
    const { cluster, expression, text, parameters, members } = readAsked(body);
    const { principal } = context;
    services.authorizeIndices(principal, SEARCH_ACTION, expression.split(","));
    const found = searchTargets(services, principal, {
      expression,
      options: indexOptions(parameters, SEARCHED_INDICES),
      routing: parameters["routing"] || undefined,
      preference: parameters["preference"],
    });
    const targets = found.map((target) => ({ ...target, cluster, index: `${cluster}:${target.index}` }));
    const asked = { body: text, parameters, targets, cluster, counts: members["counts"] === true };
    return (await clusterAnswerFor(context, services, asked)) as unknown as PlainData;
  },
};
