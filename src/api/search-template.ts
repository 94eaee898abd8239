/** `search_template`: the search that a template makes of parameters. */
import type { Operation } from "./operation.ts";
import { searchOfTemplate, templateRequestOf } from "./requests/template-request.ts";
import { searchWith } from "./search.ts";

export const searchTemplate: Operation = {
  name: "search_template",
  actions: ["indices:data/read/search/template"],
  cancellable: true,

  async handle(request, services) {
    const asked = await templateRequestOf(request);
    return searchWith(request, services, searchOfTemplate(asked, services));
  },
};
