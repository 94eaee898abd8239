/** `indices.exists`: whether indices or aliases are there. HEAD: the body of `indices.get` is not sent. */
import type { Operation } from "../operation.ts";
import { getIndex } from "./get.ts";

export const indexExists: Operation = {
  name: "indices.exists",
  actions: ["indices:admin/get"],

  handle(request, services) {
    return getIndex.handle(request, services);
  },
};
