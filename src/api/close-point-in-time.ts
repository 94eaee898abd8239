/** `close_point_in_time`: lets go of what a point in time holds. */
import { illegalArgument } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import type { Operation } from "./operation.ts";
import { unknownParameter, wrongParameter } from "./requests/context-body.ts";
import { ownerOf } from "./requests/context-owner.ts";
import { endContext } from "./requests/end-context.ts";
import { pitNumber } from "./requests/point-in-time.ts";
import { objectOf, requiredJson } from "./requests/request-body.ts";

export const closePointInTime: Operation = {
  name: "close_point_in_time",
  actions: ["indices:data/read/close_point_in_time"],
  audit: "nothing",

  async handle(request, services) {
    const id = idOf(Object.entries(objectOf(await requiredJson(request))));
    pitNumber(id);
    const context = services.contexts.find("pit", id, ownerOf(request.principal));
    if (!context) return { status: 404, body: { succeeded: false, num_freed: 0 } };
    const { freed, succeeded } = await endContext(services, context);
    return { status: 200, body: { succeeded, num_freed: freed } };
  },
};

function idOf(entries: readonly (readonly [string, Json])[]): string {
  let id: string | undefined;
  for (const [key, value] of entries) {
    if (key !== "id") throw wrongParameter(key, "FIELD_NAME");
    if (typeof value === "object") throw unknownParameter(key, value);
    id = String(value);
  }
  if (id === undefined) throw illegalArgument("search context id is is not provided");
  return id;
}
