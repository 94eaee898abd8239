/** `cluster.delete_voting_config_exclusions`: gives all nodes their vote back. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { VOTING_EXCLUSIONS } from "./state.ts";

export const deleteVotingConfigExclusions: Operation = {
  name: "cluster.delete_voting_config_exclusions",
  actions: ["cluster:admin/voting_config/clear_exclusions"],
  audit: "administration",

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    // Excluded nodes are those that are not there, so that there is no removal to wait for.
    booleanParameter(parameters, "wait_for_removal", true);
    for (const name of Object.keys(services.cluster.state.customs[VOTING_EXCLUSIONS] ?? {}))
      await services.cluster.putCustom(VOTING_EXCLUSIONS, name, null);
    return { status: 200, text: "" };
  },
};
