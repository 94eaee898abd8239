/** `exists`: whether a document is there. HEAD: the http layer sends the answer of `get` without its body. */
import { get } from "./get.ts";
import type { Operation } from "./operation.ts";

export const exists: Operation = {
  name: "exists",
  actions: ["indices:data/read/get"],
  answersAtOnce: true,

  handle(request, services) {
    return get.handle(request, services);
  },
};
