/** `ping`: whether the server answers. */
import { info } from "./info.ts";
import type { Operation } from "./operation.ts";

export const ping: Operation = {
  name: "ping",
  actions: ["cluster:monitor/main"],

  handle(request, services) {
    return info.handle(request, services);
  },
};
