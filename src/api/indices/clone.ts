/** `indices.clone`: makes an index with the same documents in as many shards, from the same files. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { resized } from "../requests/resize.ts";

export const cloneIndex: Operation = {
  name: "indices.clone",
  actions: ["indices:admin/resize"],
  audit: "told",

  handle(request, services) {
    return resized("clone", request, services, (change) =>
      services.cluster.apply(changeSource(cloneIndex.name, request), change),
    );
  },
};
