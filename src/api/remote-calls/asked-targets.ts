/** What another cluster asks to search here, by the rights of its caller. */
import type { SearchTarget } from "../../search/search-service.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import type { AskedThere } from "../requests/remote-body.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { searchTargets } from "../targets/search-targets.ts";

/** Throws 403 where the caller may not do `action`, 404 for indices that are not there. */
export function askedTargets(
  services: Services,
  principal: Principal,
  { expression, parameters }: Pick<AskedThere, "expression" | "parameters">,
  action: string,
): SearchTarget[] {
  services.authorizeIndices(principal, action, expression.split(","));
  return searchTargets(services, principal, {
    expression,
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  });
}
