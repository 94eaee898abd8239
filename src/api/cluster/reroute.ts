/** `cluster.reroute`: moves shards by hand. There is nowhere to move them, so that commands are refused, with the reason. */
import { illegalArgument } from "../../core/errors.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { EVERY_INDEX } from "../index-options.ts";
import type { Operation } from "../operation.ts";
import { optionalObject } from "../request-body.ts";
import { parseReroute, type Refusal, refusalOf, type RerouteCommand } from "../reroute-commands.ts";
import { checkTimeouts } from "../timeouts.ts";
import { visibleIndices } from "../visible-indices.ts";
import { stateParts } from "./state.ts";

export const reroute: Operation = {
  name: "cluster.reroute",
  privilege: { cluster: "manage" },

  async handle(request, node) {
    const { parameters } = request;
    checkTimeouts(parameters);
    // Nothing is ever changed: shards that failed are opened again when the server starts.
    booleanParameter(parameters, "dry_run", false);
    booleanParameter(parameters, "retry_failed", false);
    const explain = booleanParameter(parameters, "explain", false);
    const refused = parseReroute(await optionalObject(request)).map((command) => ({ command, refusal: refusalOf(command, node) }));
    const [first] = refused;
    if (first && !explain) throw illegalArgument(first.refusal.reason);
    const metrics = listParameter(parameters, "metric");
    const wants = (metric: string): boolean => (metrics === undefined ? metric !== "metadata" : metrics.includes("_all") || metrics.includes(metric));
    const indices = visibleIndices(node, request.principal, undefined, EVERY_INDEX, "monitor").map(({ metadata }) => metadata);
    const state = { cluster_uuid: node.cluster.state.clusterUuid, ...stateParts(node, indices, wants, false) };
    return {
      status: 200,
      body: { acknowledged: true, ...(metrics?.includes("none") ? {} : { state }), ...(explain ? { explanations: refused.map(explanationOf) } : {}) },
    };
  },
};

function explanationOf({ command, refusal }: { command: RerouteCommand; refusal: Refusal }): object {
  const { decider, explanation } = refusal;
  return { command: command.name, parameters: command.parameters, decisions: [{ decider, decision: "NO", explanation }] };
}
