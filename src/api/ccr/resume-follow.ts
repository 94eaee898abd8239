/** `ccr.resume_follow`: a follower goes on where it is, with the tuning fields of the body. */
import { presentIndex } from "../../cluster/changed-indices.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { ownOf } from "../../core/names.ts";
import { goAlong, putFollower } from "../../replication/changes.ts";
import { followerOf, type FollowerRecord } from "../../replication/follower-record.ts";
import { askLeader, type LeaderIndex } from "../../replication/leader.ts";
import { isReplicated, settingsText } from "../../replication/replicated-settings.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { resumeBody } from "../requests/ccr/follow-body.ts";
import { jsonWithText } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const resumeFollow: Operation = {
  name: "ccr.resume_follow",
  actions: ["cluster:admin/xpack/ccr/resume_follow"],
  audit: "told",

  async handle(request, services) {
    const { cluster } = services;
    checkTimeouts(request.parameters);
    const { index: name = "" } = request.parameters;
    const { json, text = "" } = await jsonWithText(request);
    const parameters = resumeBody(json, text);
    const record = recordOf(presentIndex(cluster.state, name));
    const leader = await askLeader((await services.remotes()).get(record.remoteCluster), record.leaderIndex);
    await cluster.apply(changeSource(resumeFollow.name, request), {
      task: `resume-follow [${name}]`,
      apply(state, inputs) {
        const index = presentIndex(state, name);
        const now = followerOf(state, index);
        if (!now) throw illegalArgument(`follow index [${name}] does not have ccr metadata`);
        checkLeader(index, now, leader);
        // Throws where the mappings do not go together.
        goAlong(index.uuid, leader.metadata).apply(state, inputs);
        if (now.isActive)
          throw new RequestError(
            400,
            "resource_already_exists_exception",
            `task with id {${index.uuid}-0} already exist`,
          );
        return putFollower(index.uuid, { ...now, parameters, isActive: true }).apply(state, inputs);
      },
    });
    return { status: 200, body: { acknowledged: true } };

    function recordOf(index: IndexMetadata): FollowerRecord {
      const found = followerOf(cluster.state, index);
      if (!found) throw illegalArgument(`follow index [${name}] does not have ccr metadata`);
      return found;
    }
  },
};

/** Throws 400 when it is not the leader that the follower has followed so far. */
function checkLeader(index: IndexMetadata, record: FollowerRecord, { metadata, historyUuids }: LeaderIndex): void {
  const { name } = index;
  if (metadata.uuid !== record.leaderUuid)
    throw illegalArgument(
      `follow index [${name}] should reference [${metadata.uuid}] as leader index but instead reference [${record.leaderUuid}] as leader index`,
    );
  historyUuids.forEach((actual, shard) => {
    const recorded = record.historyUuids[shard];
    if (recorded !== actual)
      throw illegalArgument(
        `leader shard [${name}][${shard}] should reference [${recorded}] as history uuid but instead reference [${actual}] as history uuid`,
      );
  });
  if (metadata.state !== "open" || index.state !== "open")
    throw illegalArgument("leader and follow index must be open");
  const [theirs, own] = [compared(metadata), compared(index)];
  if (theirs !== own)
    throw illegalArgument(
      `the leader index settings [${theirs}] and follower index settings [${own}] must be identical`,
    );
}

/** What both are to have alike. Whether the leader is written to no more may change meanwhile. */
function compared({ settings }: IndexMetadata): string {
  const names = Object.keys(settings).filter((name) => isReplicated(name) && name !== COMPLETE);
  return settingsText(Object.fromEntries(names.sort().map((name) => [name, ownOf(settings, name)])));
}

const COMPLETE = "index.lifecycle.indexing_complete";
