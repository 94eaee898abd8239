/** Operations of a shard by their sequence numbers, for its follower. */
import { ownOf } from "../../core/names.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { membersOf, numberOf, sentPage, SHARD_CHANGES, textOf } from "../../replication/leader-calls.ts";
import { systemClock } from "../../core/clock.ts";
import { askedIndex } from "../requests/ccr/asked-index.ts";
import type { RemoteCall } from "./remote-call.ts";

/** Nobody waits longer, in milliseconds, nor reads more at once, in bytes. */
const LONGEST_MS = 300_000;
const LARGEST_BYTES = 64 * 1024 * 1024;

export const shardChanges: RemoteCall = {
  action: SHARD_CHANGES,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const members = membersOf(body);
    const { name, uuid } = askedIndex(members, SHARD_CHANGES, principal, services);
    const fromSeqNo = numberOf(members, "fromSeqNo");
    const maxCount = numberOf(members, "maxCount");
    if (fromSeqNo < 0) throw illegalArgument(`fromSeqNo [${fromSeqNo}] cannot be lower than 0`);
    if (maxCount < 1) throw illegalArgument(`maxOperationCount [${maxCount}] cannot be lower than 0`);
    const startedMs = systemClock.monotonicMs();
    const page = await services.documents.readOperations({
      uuid,
      shard: numberOf(members, "shard"),
      historyUuid: textOf(members, "historyUuid"),
      fromSeqNo,
      maxCount,
      maxBytes: Math.min(LARGEST_BYTES, numberOf(members, "maxBytes")),
      waitMs: Math.min(LONGEST_MS, numberOf(members, "waitMs")),
    });
    // Behind the operations: what they brought to the mapping is part of the state by now.
    const index = ownOf(services.cluster.state.indices, name);
    if (index?.uuid !== uuid) throw indexNotFound(name);
    const versions = { mapping: index.mappingVersion, settings: index.settingsVersion, aliases: index.aliasesVersion };
    return sentPage({ ...page, versions, tookMs: Math.round(systemClock.monotonicMs() - startedMs) });
  },
};
