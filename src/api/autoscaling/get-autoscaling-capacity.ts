/** `autoscaling.get_autoscaling_capacity`: what there is for each policy, and what it asks for. */
import type { Resources } from "../../autoscaling/capacity.ts";
import { requiredCapacity } from "../../autoscaling/required-capacity.ts";
import type { ShardSize, Situation } from "../../autoscaling/situation.ts";
import { dataStreams } from "../../cluster/data-streams/data-stream.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import { availableParallelism } from "node:os";
import type { Operation, Services } from "../operation.ts";
import { autoscalingPolicies } from "../requests/autoscaling-policies.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getAutoscalingCapacity: Operation = {
  name: "autoscaling.get_autoscaling_capacity",
  actions: ["cluster:admin/autoscaling/get_autoscaling_capacity"],

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const policies = Object.entries(autoscalingPolicies(services.cluster.state)).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const shards = policies.length > 0 ? await shardSizes(services) : [];
    const shown = policies.map(([name, policy]) => [
      name,
      requiredCapacity(policy, situationOf(services, policy.roles, shards)),
    ]);
    return { status: 200, body: { policies: Object.fromEntries(shown) } };
  },
};

async function shardSizes({ cluster, documents }: Services): Promise<ShardSize[]> {
  const { indices } = cluster.state;
  const stats = await documents.stats(Object.values(indices).map(({ uuid }) => uuid));
  return stats.map(({ index, shard, storeBytes }) => ({ index, shard, bytes: storeBytes }));
}

/** This node counts for policies that name exactly its roles. */
function situationOf({ cluster, info }: Services, roles: readonly string[], shards: readonly ShardSize[]): Situation {
  const isOurs = roles.length === info.roles.length && roles.every((role) => info.roles.includes(role));
  const { diskTotalBytes, diskFreeBytes, memoryTotalBytes } = info.measure();
  const resources: Resources = isOurs
    ? { storage: diskTotalBytes, memory: memoryTotalBytes, processors: availableParallelism() }
    : { storage: 0, memory: 0, processors: 0 };
  const { state } = cluster;
  const bytesOf = (name: string): number =>
    shards.reduce((sum, { index, bytes }) => (index === name ? sum + bytes : sum), 0);
  const own = isOurs ? shards : [];
  return {
    nowMs: systemClock.now(),
    nodes: isOurs ? [info.name] : [],
    current: { node: resources, total: resources },
    disk: isOurs ? { totalBytes: diskTotalBytes, freeBytes: diskFreeBytes } : { totalBytes: 0, freeBytes: 0 },
    shards: own,
    streams: isOurs
      ? dataStreams(state).map(({ name, indices }) => ({
          name,
          indices: indices.flatMap((index) => {
            const metadata = ownOf(state.indices, index);
            return metadata ? [{ createdMs: metadata.creationDateMs, bytes: bytesOf(index) }] : [];
          }),
        }))
      : [],
    mounted: shards.filter(
      ({ index }) => ownOf(ownOf(state.indices, index)?.settings, "index.store.type") === "snapshot",
    ),
  };
}
