/** `indices.simulate_template`: what an index would take from a template, stored or in the body. */
import { putIndexTemplate } from "../../cluster/changes/put-index-template.ts";
import { indexTemplates } from "../../cluster/templates/template.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { randomUuid } from "../../core/clock.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkIndexTemplate } from "../requests/check-index-template.ts";
import { simulateTemplate as simulate } from "../requests/simulate-template.ts";
import { indexTemplateBody } from "../requests/template-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const simulateTemplate: Operation = {
  name: "indices.simulate_template",
  actions: ["indices:admin/index_template/simulate"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { cause = "" } = parameters;
    const defaults = booleanParameter(parameters, "include_defaults", false);
    const create = booleanParameter(parameters, "create", false);
    const template = await indexTemplateBody(request);
    if (!template && parameters["name"] === undefined)
      throw validationFailed(["either index name or index template body must be specified for simulation"]);
    const name = parameters["name"] ?? `simulate_template_${randomUuid().toLowerCase()}`;
    if (template) await checkIndexTemplate(services, name, template);
    const changes = template ? [putIndexTemplate({ name, create, cause, template })] : [];
    const choose = (state: typeof services.cluster.state) => {
      const chosen = indexTemplates(state).find((known) => known.name === name);
      if (!chosen) throw illegalArgument(`unable to simulate template [${name}] that does not exist`);
      return chosen;
    };
    return { status: 200, body: await simulate(services, changes, choose, defaults) };
  },
};
