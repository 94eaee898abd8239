/** `indices.get_index_template`: an index template, those that a pattern matches, or all. */
import { INDEX_TEMPLATES } from "../../cluster/templates/template.ts";
import type { Operation } from "../operation.ts";
import { chosenTemplates } from "../requests/chosen-templates.ts";
import { shownTemplate, templateView } from "../requests/render-template.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getIndexTemplate: Operation = {
  name: "indices.get_index_template",
  actions: ["indices:admin/index_template/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const view = templateView(parameters);
    const { status, templates } = chosenTemplates(cluster.state, INDEX_TEMPLATES, parameters["name"]);
    const shown = templates.map(([name, template]) => ({ name, index_template: shownTemplate(template, view) }));
    return Promise.resolve({ status, body: { index_templates: shown } });
  },
};
