/** `indices.exists_index_template`: HEAD, so the body of `indices.get_index_template` is not sent. */
import type { Operation } from "../operation.ts";
import { getIndexTemplate } from "./get-index-template.ts";

export const existsIndexTemplate: Operation = {
  name: "indices.exists_index_template",
  actions: ["indices:admin/index_template/get"],

  handle(request, services) {
    return getIndexTemplate.handle(request, services);
  },
};
