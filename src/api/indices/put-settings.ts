/** `indices.put_settings`: changes settings of indices. */
import { putSettings as putSettingsChange } from "../../cluster/changes/put-settings.ts";
import { setIndexState } from "../../cluster/changes/set-index-state.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { isJsonObject } from "../../core/json.ts";
import { isDynamicSetting, normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { ALL_DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { warnOfInertSettings } from "../requests/inert-settings.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

export const putSettings: Operation = {
  name: "indices.put_settings",
  actions: ["indices:admin/settings/update"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    booleanParameter(parameters, "flat_settings", false);
    const preserveExisting = booleanParameter(parameters, "preserve_existing", false);
    const reopen = booleanParameter(parameters, "reopen", false);
    const body = await optionalObject(request);
    if (body === undefined) throw parseFailure("request body is required");
    const inner = body["settings"];
    const settings = isJsonObject(inner) && Object.keys(body).length === 1 ? inner : body;
    const names = Object.keys(normalizeIndexSettings(settings));
    if (names.length === 0) throw validationFailed(["no settings to update"]);
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, { ...ALL_DESCRIBED_INDICES, allowNoIndices: false }),
      "manage",
    );
    warnOfInertSettings(settings, request);
    if (!unblocks(names))
      checkIndexBlocks(
        indices.map(({ metadata }) => metadata),
        "metadata_write",
      );
    const indexNames = indices.map(({ metadata }) => metadata.name);
    const final = names.some((name) => !isDynamicSetting(name));
    const open = indices.filter(({ metadata }) => metadata.state === "open").map(({ metadata }) => metadata.name);
    const source = changeSource(putSettings.name, request);
    const change = putSettingsChange(indexNames, settings, { preserveExisting });
    if (!reopen || !final || open.length === 0) {
      await services.cluster.apply(source, change);
      return { status: 200, body: { acknowledged: true } };
    }
    await services.cluster.apply(source, setIndexState(open, "close"));
    try {
      await services.cluster.apply(source, change);
    } finally {
      await services.cluster.apply(source, setIndexState(open, "open"));
    }
    return { status: 200, body: { acknowledged: true } };
  },
};

/** Whether a change may lift a block: then it goes through in spite of it. */
function unblocks(names: readonly string[]): boolean {
  if (names.includes("index.blocks.read_only") || names.includes("index.blocks.read_only_allow_delete")) return true;
  return names.length === 1 && names[0] === "index.blocks.metadata";
}
