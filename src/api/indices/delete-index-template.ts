/** `indices.delete_index_template`: removes index templates by their names, or by a pattern. */
import { deleteTemplates } from "../../cluster/changes/delete-templates.ts";
import { INDEX_TEMPLATES } from "../../cluster/templates/template.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteIndexTemplate: Operation = {
  name: "indices.delete_index_template",
  actions: ["indices:admin/index_template/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const names = (parameters["name"] ?? "").split(",");
    await cluster.apply(changeSource(deleteIndexTemplate.name, request), deleteTemplates(INDEX_TEMPLATES, names));
    return { status: 200, body: { acknowledged: true } };
  },
};
