/** `ping`: whether the server answers. */
import { info } from "./info.ts";
import type { Operation } from "./operation.ts";

export const ping: Operation = {
  name: "ping",
  privilege: { cluster: "monitor" },

  handle(request, node) {
    return info.handle(request, node);
  },
};
