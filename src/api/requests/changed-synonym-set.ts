/** What every change of a set answers, after all searches follow it. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Services, OperationRequest } from "../operation.ts";
import { type ReloadAnswer, reloadAnalyzers } from "./reload-analyzers.ts";

/**
 * `{result, reload_analyzers_details}`; the second part is left out where `refresh=false` leaves the analyzers as they
 * are.
 */
export async function changedSet(
  request: OperationRequest,
  services: Services,
  set: string,
  change: () => Promise<"created" | "updated" | "deleted">,
): Promise<{ result: string; reload_analyzers_details?: ReloadAnswer }> {
  const refresh = booleanParameter(request.parameters, "refresh", true);
  const result = await change();
  return refresh
    ? { result, reload_analyzers_details: await reloadAnalyzers(services, indicesThatMayUse(services), set) }
    : { result };
}

/** Open indices that are not the server's own. */
export function indicesThatMayUse(services: Services): Parameters<typeof reloadAnalyzers>[1] {
  return Object.values(services.cluster.state.indices).filter(({ state, system }) => state === "open" && !system);
}
