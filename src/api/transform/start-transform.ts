/** `transform.start_transform`: lets a transform run. */
import { parseTimeMs } from "../../compat/time-value.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { systemClock } from "../../core/clock.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { namedTransform, transformConflict } from "../requests/transforms/chosen-transforms.ts";
import { deducedTypes, ensureDestination } from "../requests/transforms/destination.ts";
import { actingTargets } from "../requests/acting-client.ts";
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
    const types = deducedTypes(services, config, actingTargets(services, principal, config.source.index));
    const source = changeSource(startTransform.name, request);
    await ensureDestination(services, { id, config, principal, types, nowMs: systemClock.now(), source });
    await services.transforms.start(id, fromMs);
    return { status: 200, body: { acknowledged: true } };
  },
};

/** Milliseconds, a date, or `now-30d`. */
function timeOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const ago = /^now(?:-(.+))?$/.exec(text);
  const ms = ago ? systemClock.now() - (ago[1] === undefined ? 0 : parseTimeMs(ago[1], "from")) : Date.parse(text);
  if (Number.isNaN(ms)) throw illegalArgument(`Failed to parse date for [from]: [${text}]`);
  return ms;
}
