/** `cluster.post_voting_config_exclusions`: nodes that are to have no vote. */
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { changeSource } from "../audit/change-source.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { listParameter } from "../../http/parameters.ts";
import { takesNode } from "../stats/node-header.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { VOTING_EXCLUSIONS } from "./state.ts";

/** Stands for what is not known of a node that is not there. */
const ABSENT = "_absent_";
const LIMIT = "cluster.max_voting_config_exclusions";
const DEFAULT_LIMIT = 10;

export const postVotingConfigExclusions: Operation = {
  name: "cluster.post_voting_config_exclusions",
  actions: ["cluster:admin/voting_config/add_exclusions"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const ids = listParameter(parameters, "node_ids");
    const names = listParameter(parameters, "node_names");
    if ((ids === undefined) === (names === undefined))
      throw illegalArgument("You must set [node_names] or [node_ids] but not both");
    if (takesNode(ids ?? names, services.info)) {
      // Its vote is the only one, so that the change could never be made.
      throw illegalArgument(`the only node [${services.info.name}] cannot be left without a vote`);
    }
    checkLimit(services.cluster.state, ids ?? names ?? [], ids ? "with ids" : "named");
    const changes = [
      ...(ids ?? []).map((id) => putCustom(VOTING_EXCLUSIONS, id, { node_id: id, node_name: ABSENT })),
      ...(names ?? []).map((name) => putCustom(VOTING_EXCLUSIONS, name, { node_id: ABSENT, node_name: name })),
    ];
    await services.cluster.apply(changeSource(postVotingConfigExclusions.name, request), ...changes);
    return { status: 200, text: "" };
  },
};

/** Throws 400 where more nodes would be without a vote than may be. */
function checkLimit(state: ClusterState, asked: readonly string[], kind: string): void {
  const kept = ownOf(state.customs, VOTING_EXCLUSIONS) ?? {};
  const added = new Set(asked.filter((one) => !ownOf(kept, one))).size;
  const existing = Object.keys(kept).length;
  const limit = Number(state.transientSettings[LIMIT] ?? state.persistentSettings[LIMIT] ?? DEFAULT_LIMIT);
  if (existing + added <= limit) return;
  throw illegalArgument(
    `add voting config exclusions request for nodes ${kind} [${asked.join(", ")}] would add [${added}] exclusions to the existing [${existing}] which would exceed the maximum of [${limit}] set by [${LIMIT}]`,
  );
}
