/** `count`: how many documents match. */
import { count as countKind } from "../search/actions/count.ts";
import type { Operation } from "./operation.ts";
import { searchIndices } from "./search.ts";

export const count: Operation = {
  name: "count",
  actions: ["indices:data/read/search"],
  cancellable: true,
  answersAtOnce: true,

  handle(request, services) {
    return searchIndices(request, services, countKind);
  },
};
