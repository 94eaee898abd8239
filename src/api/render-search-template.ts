/** `render_search_template`: what a template makes of parameters, which is not searched for. */
import { JsonText } from "../compat/json/json-text.ts";
import type { Operation } from "./operation.ts";
import { renderedTemplate, type TemplateRequest, templateRequestOf } from "./requests/template-request.ts";

export const renderSearchTemplate: Operation = {
  name: "render_search_template",
  actions: ["indices:data/read/search/template"],
  indexNames: [],
  cancellable: true,

  async handle(request, services) {
    const { id } = request.parameters;
    const asked = await templateRequestOf(request);
    const text = renderedTemplate(id === undefined ? asked : withId(asked, id), services);
    return { status: 200, body: { template_output: new JsonText(text) } };
  },
};

/** The id of a path goes before what the body says. */
function withId(asked: TemplateRequest, id: string): TemplateRequest {
  return { ...asked, script: { kind: "stored", id, params: asked.params } };
}
