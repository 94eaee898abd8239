/** `msearch_template`: several searches that templates make; each has its own answer or error. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { readSearch } from "../search/request/read-search.ts";
import { msearchItems, searchItems } from "./msearch.ts";
import type { Operation, Services } from "./operation.ts";
import type { MsearchItem } from "./requests/msearch-body.ts";
import { streamRefusal } from "./requests/stream-media.ts";
import { readTemplateRequest, searchOfTemplate } from "./requests/template-request.ts";

export const msearchTemplate: Operation = {
  name: "msearch_template",
  actions: ["indices:data/read/msearch/template"],
  cancellable: true,

  async handle(request, services) {
    const refusal = streamRefusal(request);
    if (refusal) return refusal;
    const items = await msearchItems(request);
    return searchItems(
      request,
      services,
      items.map((item) => searchOf(item, services)),
    );
  },
};

/** Throws RequestError 400 for what is no request of a template: then none of them is run. */
function searchOf(item: MsearchItem, services: Services): MsearchItem | RequestError {
  const asked = readTemplateRequest(parseJson(item.body), item.body);
  if (!asked.script) throw illegalArgument("Malformed search template");
  try {
    const body = searchOfTemplate(asked, services);
    // What cannot be read would fail all of them.
    readSearch({ body, parameters: {} });
    return { ...item, body };
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}
