/** Changes of the cluster state by which an index follows another one, goes along with it, and stops doing so. */
import { isDeepStrictEqual } from "node:util";
import { updatedIndices } from "../cluster/changed-indices.ts";
import { putMapping } from "../cluster/changes/put-mapping.ts";
import { withCustom } from "../cluster/changes/put-custom.ts";
import { type ClusterChange, unchanged } from "../cluster/cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { streamOf } from "../cluster/data-streams/data-stream.ts";
import { indexNotFound } from "../cluster/index-expressions.ts";
import { illegalArgument } from "../compat/errors.ts";
import { ownOf, put } from "../core/names.ts";
import { followerOf, FOLLOWERS, type FollowerRecord, FOLLOWING, storedFollower } from "./follower-record.ts";
import { followedSettings } from "./replicated-settings.ts";

/** Notes whom an index follows, and whether it does so now. */
export function putFollower(uuid: string, record: FollowerRecord): ClusterChange {
  return {
    task: `follow-index [${record.leaderIndex}]`,
    apply: (state) => withCustom(state, FOLLOWERS, uuid, storedFollower(record)),
  };
}

/** Brings mapping, settings, aliases and primary terms of a leader to its follower. */
export function goAlong(uuid: string, leader: IndexMetadata): ClusterChange {
  return {
    task: `follow-leader [${leader.name}]`,
    apply(state, inputs) {
      const index = Object.values(state.indices).find((one) => one.uuid === uuid);
      if (!index || !followerOf(state, index)) return unchanged(state);
      const settings = followedSettings(index.settings, leader.settings);
      const aliases = followedAliases(index, leader);
      const isSame = isDeepStrictEqual(settings, index.settings);
      const primaryTerms = index.primaryTerms.map((term, shard) => Math.max(term, leader.primaryTerms[shard] ?? 1));
      const changed: IndexMetadata = {
        ...index,
        settings,
        settingsVersion: index.settingsVersion + (isSame ? 0 : 1),
        aliases,
        aliasesVersion: index.aliasesVersion + (isDeepStrictEqual(aliases, index.aliases) ? 0 : 1),
        primaryTerms,
      };
      const before = isDeepStrictEqual(changed, index)
        ? unchanged(state)
        : updatedIndices(state, [changed], isSame ? "aliases" : "settings");
      const mapped = putMapping([index.name], leader.mapping).apply(before.state, inputs);
      return { state: mapped.state, events: before.events.length > 0 ? before.events : mapped.events };
    },
  };
}

/** Those of the leader; which index writes go to is not the follower's to say. A data stream has its own. */
function followedAliases(index: IndexMetadata, leader: IndexMetadata): IndexMetadata["aliases"] {
  if (streamOf(index) !== undefined) return index.aliases;
  const aliases: Record<string, AliasMetadata> = {};
  for (const [name, alias] of Object.entries(leader.aliases)) {
    if (alias.is_data_stream) continue;
    const { is_write_index: _writes, ...rest } = alias;
    put(aliases, name, rest);
  }
  return aliases;
}

/** Makes an ordinary index of a follower. Throws 404, and 400 for one that goes on following, or is open. */
export function unfollowIndex(name: string): ClusterChange {
  return {
    task: `unfollow-index [${name}]`,
    apply(state) {
      const index = ownOf(state.indices, name);
      if (!index) throw indexNotFound(name);
      const record = followerOf(state, index);
      if (!record) throw illegalArgument(`index [${name}] is not a follower index`);
      const refused = (why: string): Error =>
        illegalArgument(
          `cannot convert the follower index [${name}] to a non-follower, because it has not been ${why}`,
        );
      if (index.state !== "close") throw refused("closed");
      if (record.isActive) throw refused("paused");
      return withoutFollower(state, index);
    },
  };
}

function withoutFollower(state: ClusterState, index: IndexMetadata): ReturnType<ClusterChange["apply"]> {
  const { [FOLLOWING]: _following, ...settings } = index.settings;
  const changed: IndexMetadata = {
    ...index,
    settings,
    settingsVersion: index.settingsVersion + 1,
    // Its own operations come behind those of the leader.
    primaryTerms: index.primaryTerms.map((term) => term + 1),
  };
  const updated = updatedIndices(state, [changed], "settings");
  const without = withCustom(updated.state, FOLLOWERS, index.uuid, null);
  return { state: without.state, events: [...updated.events, ...without.events] };
}
