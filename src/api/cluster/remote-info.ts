/** `cluster.remote_info`: clusters that can be reached from here. None can be configured. */
import type { Operation } from "../operation.ts";

export const remoteInfo: Operation = {
  name: "cluster.remote_info",
  actions: ["cluster:monitor/remote/info"],
  breaker: "never",

  async handle() {
    return { status: 200, body: {} };
  },
};
