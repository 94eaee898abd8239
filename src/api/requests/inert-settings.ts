/** Tells callers of settings of indices that are kept and shown, and followed by nothing. */
import { inertIndexSettings } from "../../cluster/index-settings.ts";
import type { JsonObject } from "../../core/json.ts";
import type { OperationRequest } from "../operation.ts";

export function warnOfInertSettings(settings: JsonObject, request: Pick<OperationRequest, "warn">): void {
  for (const name of inertIndexSettings(settings))
    request.warn(`[${name}] is kept and shown, and has no effect on this server`);
}
