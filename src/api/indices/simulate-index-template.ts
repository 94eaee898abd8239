/** `indices.simulate_index_template`: what an index of this name would take from the templates. */
import { putIndexTemplate } from "../../cluster/changes/put-index-template.ts";
import { matchingIndexTemplate } from "../../cluster/templates/matching-templates.ts";
import { randomUuid } from "../../core/clock.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkIndexTemplate } from "../requests/check-index-template.ts";
import { simulateTemplate } from "../requests/simulate-template.ts";
import { indexTemplateBody } from "../requests/template-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const simulateIndexTemplate: Operation = {
  name: "indices.simulate_index_template",
  actions: ["indices:admin/index_template/simulate_index"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { name: index = "", cause = "" } = parameters;
    const defaults = booleanParameter(parameters, "include_defaults", false);
    const create = booleanParameter(parameters, "create", false);
    const name = `simulate_index_template_${randomUuid().toLowerCase()}`;
    const template = await indexTemplateBody(request);
    if (template) await checkIndexTemplate(services, name, template);
    const changes = template ? [putIndexTemplate({ name, create, cause, template })] : [];
    const choose = (state: typeof services.cluster.state) => matchingIndexTemplate(state, index, false);
    return { status: 200, body: await simulateTemplate(services, changes, choose, defaults) };
  },
};
