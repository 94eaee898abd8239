/** Files of an index that a follower copies before it follows. */
import type { JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import {
  CLOSE_FILES,
  membersOf,
  numberOf,
  OPEN_FILES,
  READ_FILE,
  SHARD_CHANGES,
  textOf,
} from "../../replication/leader-calls.ts";
import { askedIndex } from "../requests/ccr/asked-index.ts";
import type { RemoteCall } from "./remote-call.ts";

export const openFiles: RemoteCall = {
  action: OPEN_FILES,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const members = membersOf(body);
    const { name, uuid } = askedIndex(members, SHARD_CHANGES, principal, services);
    const { session, shards } = await (await services.replication()).sessions.open(name, uuid);
    return {
      session,
      shards: shards.map(({ shard, manifest, files }) => ({
        shard,
        manifest: stringifyJson(manifest as unknown as JsonObject),
        files: files.map(({ path, bytes }) => ({ path, bytes })),
      })),
    };
  },
};

export const readFile: RemoteCall = {
  action: READ_FILE,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const members = membersOf(body);
    const { sessions } = await services.replication();
    const session = textOf(members, "session");
    services.authorizeIndices(principal, SHARD_CHANGES, [sessions.indexOf(session)]);
    const piece = sessions.read(session, {
      shard: numberOf(members, "shard"),
      path: textOf(members, "path"),
      at: numberOf(members, "at"),
      bytes: numberOf(members, "bytes"),
    });
    return { bytes: piece.bytes, check: piece.check };
  },
};

export const closeFiles: RemoteCall = {
  action: CLOSE_FILES,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const { sessions } = await services.replication();
    const session = textOf(membersOf(body), "session");
    services.authorizeIndices(principal, SHARD_CHANGES, [sessions.indexOf(session)]);
    await sessions.close(session);
    return null;
  },
};
