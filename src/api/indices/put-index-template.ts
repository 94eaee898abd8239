/** `indices.put_index_template`: stores an index template. */
import {
  indexOverlapWarning,
  putIndexTemplate as putIndexTemplateChange,
} from "../../cluster/changes/put-index-template.ts";
import { indexTemplateOf } from "../../cluster/templates/template.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { parseFailure } from "../requests/request-body.ts";
import { checkIndexTemplate } from "../requests/check-index-template.ts";
import { indexTemplateBody } from "../requests/template-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putIndexTemplate: Operation = {
  name: "indices.put_index_template",
  actions: ["indices:admin/index_template/put"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { name = "", cause = "api" } = parameters;
    const create = booleanParameter(parameters, "create", false);
    const template = await indexTemplateBody(request);
    if (!template) throw parseFailure("request body is required");
    await checkIndexTemplate(services, name, template);
    const change = putIndexTemplateChange({ name, create, cause, template });
    const warning = indexOverlapWarning(services.cluster.state, indexTemplateOf(name, template));
    await services.cluster.apply(changeSource(putIndexTemplate.name, request), change);
    if (warning !== undefined) request.warn(warning);
    return { status: 200, body: { acknowledged: true } };
  },
};
