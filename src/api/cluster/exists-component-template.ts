/** `cluster.exists_component_template`: HEAD, so the body of `cluster.get_component_template` is not sent. */
import type { Operation } from "../operation.ts";
import { getComponentTemplate } from "./get-component-template.ts";

export const existsComponentTemplate: Operation = {
  name: "cluster.exists_component_template",
  actions: ["cluster:admin/component_template/get"],

  handle(request, services) {
    return getComponentTemplate.handle(request, services);
  },
};
