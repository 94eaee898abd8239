/** `cluster.put_component_template`: stores a component template. */
import { putComponentTemplate as putComponentTemplateChange } from "../../cluster/changes/put-component-template.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { componentTemplateBody } from "../requests/template-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putComponentTemplate: Operation = {
  name: "cluster.put_component_template",
  actions: ["cluster:admin/component_template/put"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { name = "", cause = "api" } = parameters;
    const create = booleanParameter(parameters, "create", false);
    const template = await componentTemplateBody(request, services);
    const change = putComponentTemplateChange({ name, create, cause, template });
    await services.cluster.apply(changeSource(putComponentTemplate.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};
