/** `cluster.delete_voting_config_exclusions`: gives all nodes their vote back. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { changeSource } from "../audit/change-source.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { VOTING_EXCLUSIONS } from "./state.ts";

export const deleteVotingConfigExclusions: Operation = {
  name: "cluster.delete_voting_config_exclusions",
  actions: ["cluster:admin/voting_config/clear_exclusions"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    // Excluded nodes are those that are not there, so that there is no removal to wait for.
    booleanParameter(parameters, "wait_for_removal", true);
    const names = Object.keys(services.cluster.state.customs[VOTING_EXCLUSIONS] ?? {});
    const changes = names.map((name) => putCustom(VOTING_EXCLUSIONS, name, null));
    await services.cluster.apply(changeSource(deleteVotingConfigExclusions.name, request), ...changes);
    return { status: 200, text: "" };
  },
};
