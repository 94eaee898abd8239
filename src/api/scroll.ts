/** `scroll`: the next page of a search that is shown page by page. */
import type { Json } from "../core/json.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import type { Operation, OperationRequest } from "./operation.ts";
import { contextBody, unknownParameter } from "./requests/context-body.ts";
import { nextPage } from "./requests/scroll-pages.ts";

export const scroll: Operation = {
  name: "scroll",
  actions: ["indices:data/read/scroll"],
  cancellable: true,
  deprecated: { scroll_id: null },

  async handle(request, services) {
    const asked = await scrollRequest(request);
    if (asked.scroll_id === undefined) throw validationFailed(["scrollId is missing"]);
    return nextPage(request, services, asked.scroll_id, asked.scroll);
  },
};

interface AskedPage {
  scroll_id: string | undefined;
  scroll: string | undefined;
}

/** What the body says wins over the parameters. */
async function scrollRequest(request: OperationRequest): Promise<AskedPage> {
  const { scroll_id: id, scroll: duration } = request.parameters;
  const asked: AskedPage = { scroll_id: id, scroll: duration };
  for (const [key, value] of Object.entries((await contextBody(request)) ?? {})) {
    if (key === "scroll_id" || key === "scroll") asked[key] = textOf(key, value);
    else throw unknownParameter(key, value);
  }
  return asked;
}

function textOf(key: string, value: Json): string {
  if (typeof value === "string") return value;
  throw unknownParameter(key, value);
}
