/** `exists_source`: whether the source of a document is there. */
import { getSource } from "./get-source.ts";
import type { Operation } from "./operation.ts";

export const existsSource: Operation = {
  name: "exists_source",
  actions: ["indices:data/read/get"],
  answersAtOnce: true,

  handle(request, services) {
    return getSource.handle(request, services);
  },
};
