/** `transform.update_transform`: changes what a transform is asked to do, from its next checkpoint on. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { keptPrincipal } from "../requests/kept-principal.ts";
import { objectOf, requiredJson } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { namedTransform } from "../requests/transforms/chosen-transforms.ts";
import { checkedTransform, keptForm } from "../requests/transforms/put-definition.ts";
import { shownTransform } from "../requests/transforms/shown-transform.ts";
import { TRANSFORMS } from "../requests/transforms/transforms.ts";

const KEYS = ["source", "dest", "frequency", "sync", "description", "settings", "_meta", "retention_policy"];

export const updateTransform: Operation = {
  name: "transform.update_transform",
  actions: ["cluster:admin/transform/update"],
  audit: "told",

  async handle(request, services) {
    const { parameters, principal } = request;
    checkTimeouts(parameters);
    const kept = namedTransform(services, parameters);
    const defers = booleanParameter(parameters, "defer_validation", false);
    const changes = objectOf(await requiredJson(request));
    for (const key of Object.keys(changes))
      if (!KEYS.includes(key)) throw illegalArgument(`[data_frame_transform_config_update] unknown field [${key}]`);
    const before = kept.definition;
    if ((changes["sync"] ?? null) !== null && before["sync"] === undefined)
      throw illegalArgument(
        `Cannot change the current sync configuration of transform [${kept.id}] from [null] to [time]`,
      );
    const body: JsonObject = { ...before, ...changes, settings: joined(before["settings"], changes["settings"]) };
    if (body["retention_policy"] === null) delete body["retention_policy"];
    const { definition } = checkedTransform(services, principal, { body, defers });
    const next = keptForm(definition, keptPrincipal(principal), kept.createdMs);
    await services.cluster.apply(changeSource(updateTransform.name, request), putCustom(TRANSFORMS, kept.id, next));
    return { status: 200, body: shownTransform(services.transforms.kept(kept.id) ?? kept) };
  },
};

/** Settings one by one; null takes one back. */
function joined(before: unknown, changes: unknown): JsonObject {
  const all = { ...(isJsonObject(before) ? before : {}), ...(isJsonObject(changes) ? changes : {}) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
