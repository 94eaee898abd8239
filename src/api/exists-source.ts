/** `exists_source`: whether the source of a document is there. */
import { getSource } from "./get-source.ts";
import type { Operation } from "./operation.ts";

export const existsSource: Operation = {
  name: "exists_source",
  privilege: { index: "read" },

  handle(request, node) {
    return getSource.handle(request, node);
  },
};
