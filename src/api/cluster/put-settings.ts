/** `cluster.put_settings`: changes settings of the cluster. */
import { putClusterSettings as putClusterSettingsChange } from "../../cluster/changes/put-cluster-settings.ts";
import { changeSource } from "../audit/change-source.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { inertSettings } from "../../cluster/cluster-settings.ts";
import { flattenSettings } from "../../cluster/index-settings.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { arranged } from "../requests/render-settings.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const KINDS = ["persistent", "transient"];

export const putClusterSettings: Operation = {
  name: "cluster.put_settings",
  actions: ["cluster:admin/settings/update"],
  audit: "told",
  breaker: "never",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const flat = booleanParameter(request.parameters, "flat_settings", false);
    const body = await optionalObject(request);
    if (body === undefined) throw parseFailure("request body is required");
    for (const key of Object.keys(body)) {
      // Elasticsearch takes any key and does nothing with it.
      if (!KINDS.includes(key)) throw illegalArgument(`unknown field [${key}]${didYouMean(key, KINDS)}`);
    }
    const persistent = objectOf(body["persistent"], "persistent");
    const transient = objectOf(body["transient"], "transient");
    if (Object.keys(persistent).length + Object.keys(transient).length === 0)
      throw validationFailed(["no settings to update"]);
    const given = Object.entries({ ...flattenSettings(persistent), ...flattenSettings(transient) });
    for (const name of inertSettings(given.flatMap(([setting, value]) => (value === null ? [] : [setting]))))
      request.warn(`[${name}] is kept and shown, and has no effect on this server`);
    const source = changeSource(putClusterSettings.name, request);
    const { state } = await services.cluster.apply(source, putClusterSettingsChange(persistent, transient));
    const changed = (settings: JsonObject, now: typeof state.persistentSettings): object => {
      const names = Object.keys(flattenSettings(settings));
      return arranged(Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name))), flat);
    };
    return {
      status: 200,
      body: {
        acknowledged: true,
        persistent: changed(persistent, state.persistentSettings),
        transient: changed(transient, state.transientSettings),
      },
    };
  },
};

function objectOf(value: Json | undefined, key: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw parseFailure(`key [${key}] must be an object`);
  return value;
}
