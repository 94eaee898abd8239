/** `count`: how many documents match. */
import type { Operation } from "./operation.ts";
import { searchIndices } from "./search.ts";

export const count: Operation = {
  name: "count",
  actions: ["indices:data/read/search"],
  cancellable: true,

  handle(request, services) {
    return searchIndices(request, services, "count");
  },
};
