/** `indices.split`: makes an index with the same documents in more shards. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { resized } from "../requests/resize.ts";

export const splitIndex: Operation = {
  name: "indices.split",
  actions: ["indices:admin/resize"],
  audit: "told",

  handle(request, services) {
    return resized("split", request, services, (change) =>
      services.cluster.apply(changeSource(splitIndex.name, request), change),
    );
  },
};
