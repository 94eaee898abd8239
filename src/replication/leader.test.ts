import { expect, test } from "vitest";
import type { RemoteCluster } from "../remote/remote-cluster.ts";
import { mayPass } from "./follower-shard.ts";
import { askIndices, askLeader } from "./leader.ts";

test("what was altered on its way from the leader is asked for once more", async () => {
  const answering = (members: object): RemoteCluster =>
    ({ call: () => Promise.resolve(members) }) as unknown as RemoteCluster;
  const signal = new AbortController().signal;
  const asked = [
    askLeader(answering({ metadata: '{"name":w1}', histories: "" }), "one"),
    askIndices(answering({ version: 3, indices: "[1" }), 2, { waitMs: 0, signal }),
  ];
  for (const each of asked) expect(mayPass(await each.catch((error: unknown) => error))).toBe(true);
});
