/** `transform.start_transform`: lets a transform run. */
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { systemClock } from "../../core/clock.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { namedTransform, transformConflict } from "../requests/transforms/chosen-transforms.ts";
import { deducedTypes, ensureDestination } from "../requests/transforms/destination.ts";
import { actingTargets } from "../requests/acting-client.ts";
import { momentOf } from "../requests/query/moments.ts";
import { principalOf } from "../requests/kept-principal.ts";
import { readTransform } from "../requests/transforms/transform-config.ts";
import { changeSource } from "../audit/change-source.ts";

export const startTransform: Operation = {
  name: "transform.start_transform",
  actions: ["cluster:admin/transform/start"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const fromMs = parameters["from"] === undefined ? undefined : timeOf(parameters["from"]);
    const { id, definition, principal: kept } = namedTransform(services, parameters);
    const { record, state } = await services.transforms.view(id);
    if (services.transforms.isStarted(id))
      throw transformConflict(`Cannot start transform [${id}] as it is already started.`);
    if (state === "failed")
      throw transformConflict(
        `Unable to start transform [${id}] as it is in a failed state. Use force stop and then restart the transform once error is resolved. More details: [${record.reason ?? ""}]`,
      );
    const config = readTransform(definition);
    const principal = principalOf(kept);
    if (fromMs !== undefined && !config.sync)
      throw validationFailed(["[from] parameter is currently not supported for batch (non-continuous) transforms"]);
    // What goes on whatever happens finds its sources and makes its index when it runs.
    if (!config.isUnattended) {
      const types = deducedTypes(services, config, actingTargets(services, principal, config.source.index));
      const source = changeSource(startTransform.name, request);
      await ensureDestination(services, { id, config, principal, types, nowMs: systemClock.now(), source });
    }
    await services.transforms.start(id, fromMs);
    return { status: 200, body: { acknowledged: true } };
  },
};

/** A date, milliseconds, or an expression: `now-30d/d`, `2026-01-01||+1M`. */
function timeOf(text: string): number {
  try {
    return momentOf(text, systemClock.now(), false);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "parse_exception", "Failed to parse date for [from]", { cause: error });
  }
}
