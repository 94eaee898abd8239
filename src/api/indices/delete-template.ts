/** `indices.delete_template`: removes legacy templates by a name or a pattern. */
import { deleteTemplates } from "../../cluster/changes/delete-templates.ts";
import { LEGACY_TEMPLATES } from "../../cluster/templates/template.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteTemplate: Operation = {
  name: "indices.delete_template",
  actions: ["indices:admin/template/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const change = deleteTemplates(LEGACY_TEMPLATES, [parameters["name"] ?? ""]);
    await cluster.apply(changeSource(deleteTemplate.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};
