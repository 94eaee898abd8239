/** `ccr.follow_stats`: how far followers are, shard by shard. */
import { RequestError } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { followers } from "../../replication/follower-record.ts";
import type { Operation } from "../operation.ts";
import { followStatsBody } from "../requests/ccr/follow-stats-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const followStats: Operation = {
  name: "ccr.follow_stats",
  actions: ["cluster:monitor/ccr/follow_stats"],
  indexNames: [],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    const { index = "_all" } = parameters;
    const isAll = index === "_all" || index === "*";
    const names = index.split(",");
    const chosen = followers(services.cluster.state).filter(
      (one) => one.record.isActive && (isAll || names.includes(one.index.name)),
    );
    if (chosen.length === 0 && !isAll)
      throw new RequestError(
        404,
        "resource_not_found_exception",
        `No shard follow tasks for follower indices [${index}]`,
      );
    if (chosen.length === 0) return { status: 200, body: { indices: [] } };
    const { followers: running } = await services.replication();
    const active = chosen.flatMap((one) => running.of(one.index.uuid) ?? []);
    return { status: 200, body: followStatsBody(active, booleanParameter(parameters, "human", false)) };
  },
};
