/** `cluster.delete_component_template`: removes component templates that no index template uses. */
import { deleteTemplates } from "../../cluster/changes/delete-templates.ts";
import { COMPONENT_TEMPLATES } from "../../cluster/templates/template.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteComponentTemplate: Operation = {
  name: "cluster.delete_component_template",
  actions: ["cluster:admin/component_template/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const change = deleteTemplates(COMPONENT_TEMPLATES, (parameters["name"] ?? "").split(","));
    await cluster.apply(changeSource(deleteComponentTemplate.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};
