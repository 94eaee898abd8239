/** `indices.put_template`: stores a legacy template. */
import { legacyOverlapWarning, putLegacyTemplate } from "../../cluster/changes/put-legacy-template.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { legacyTemplateBody } from "../requests/legacy-template-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putTemplate: Operation = {
  name: "indices.put_template",
  actions: ["indices:admin/template/put"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    request.warn("Legacy index templates are deprecated in favor of composable templates.");
    checkTimeouts(parameters);
    const { name = "", cause = "" } = parameters;
    const create = booleanParameter(parameters, "create", false);
    const { patterns, template } = await legacyTemplateBody(request, services);
    const warning = legacyOverlapWarning(services.cluster.state, name, patterns);
    const change = putLegacyTemplate({ name, create, cause, patterns, template });
    await services.cluster.apply(changeSource(putTemplate.name, request), change);
    if (warning !== undefined) request.warn(warning);
    return { status: 200, body: { acknowledged: true } };
  },
};
