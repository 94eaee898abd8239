/** `indices.exists_template`: HEAD, so the body of `indices.get_template` is not sent. */
import type { Operation } from "../operation.ts";
import { getTemplate } from "./get-template.ts";

export const existsTemplate: Operation = {
  name: "indices.exists_template",
  actions: ["indices:admin/template/get"],

  handle(request, services) {
    return getTemplate.handle(request, services);
  },
};
