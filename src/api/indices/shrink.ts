/** `indices.shrink`: makes an index with the same documents in fewer shards. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { resized } from "../requests/resize.ts";

export const shrinkIndex: Operation = {
  name: "indices.shrink",
  actions: ["indices:admin/resize"],
  audit: "told",

  handle(request, services) {
    return resized("shrink", request, services, (change) =>
      services.cluster.apply(changeSource(shrinkIndex.name, request), change),
    );
  },
};
