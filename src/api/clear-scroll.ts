/** `clear_scroll`: lets go of scrolls before their time is over. */
import type { Json } from "../core/json.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { mayOnCluster } from "../security/authorizer.ts";
import type { Operation, OperationRequest } from "./operation.ts";
import { endContext } from "./requests/end-context.ts";
import { contextBody, unknownParameter } from "./requests/context-body.ts";
import { ownerOf } from "./requests/context-owner.ts";
import { scrollNumber } from "./requests/scroll-pages.ts";

export const clearScroll: Operation = {
  name: "clear_scroll",
  actions: ["indices:data/read/scroll/clear"],
  audit: "nothing",
  deprecated: { scroll_id: null },

  async handle(request, services) {
    const { contexts } = services;
    const ids = await scrollIds(request);
    if (ids.length === 0) throw validationFailed(["no scroll ids specified"]);
    const owner = ownerOf(request.principal);
    if (ids.length === 1 && ids[0] === "_all") {
      const all = mayOnCluster(request.principal, "manage");
      for (const context of contexts.scrolls(all ? undefined : owner)) contexts.close(context);
      // Elasticsearch counts its nodes here.
      return { status: 200, body: { succeeded: true, num_freed: 1 } };
    }
    for (const id of ids) scrollNumber(id);
    const open = ids.flatMap((id) => contexts.find("scroll", id, owner) ?? []);
    const ended = await Promise.all(open.map((context) => endContext(services, context)));
    const freed = ended.reduce((sum, one) => sum + one.freed, 0);
    const succeeded = ended.every((one) => one.succeeded);
    return { status: freed > 0 ? 200 : 404, body: { succeeded, num_freed: freed } };
  },
};

/** Those of the body, or else of the path. */
async function scrollIds(request: OperationRequest): Promise<readonly string[]> {
  const body = await contextBody(request);
  if (!body) return (request.parameters["scroll_id"] ?? "").split(",").filter((id) => id !== "");
  return Object.entries(body).flatMap(([key, value]) => {
    if (key !== "scroll_id") throw unknownParameter(key, value);
    return Array.isArray(value) ? value.map((id) => idOf(key, id)) : [idOf(key, value)];
  });
}

function idOf(key: string, value: Json): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw unknownParameter(key, value);
}
