/** `create`: stores a document whose id must be new; 409 otherwise. */
import { writeDocument } from "./index-document.ts";
import type { Operation } from "./operation.ts";

export const create: Operation = {
  name: "create",
  actions: ["indices:data/write/index", "indices:data/write/index:op_type/create"],

  handle(request, services) {
    return writeDocument(request, services, "create");
  },
};
