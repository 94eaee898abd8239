/** `create`: stores a document whose id must be new; 409 otherwise. */
import { writeDocument } from "./index-document.ts";
import type { Operation } from "./operation.ts";

export const create: Operation = {
  name: "create",
  privilege: { index: "create_doc" },

  handle(request, node) {
    return writeDocument(request, node, "create");
  },
};
