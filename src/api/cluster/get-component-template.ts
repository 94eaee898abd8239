/** `cluster.get_component_template`: a component template, those that a pattern matches, or all. */
import { COMPONENT_TEMPLATES } from "../../cluster/templates/template.ts";
import type { Operation } from "../operation.ts";
import { chosenTemplates } from "../requests/chosen-templates.ts";
import { shownTemplate, templateView } from "../requests/render-template.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getComponentTemplate: Operation = {
  name: "cluster.get_component_template",
  actions: ["cluster:admin/component_template/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const view = templateView(parameters);
    const { status, templates } = chosenTemplates(cluster.state, COMPONENT_TEMPLATES, parameters["name"]);
    const shown = templates.map(([name, template]) => ({ name, component_template: shownTemplate(template, view) }));
    return Promise.resolve({ status, body: { component_templates: shown } });
  },
};
