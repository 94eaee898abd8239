/** `indices.get_settings`: settings of indices, all or by name. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { put } from "../../core/names.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { ALL_DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shownDefaults, shownSettings } from "../requests/render-settings.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const getSettings: Operation = {
  name: "indices.get_settings",
  actions: ["indices:monitor/settings/get"],

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const flat = booleanParameter(parameters, "flat_settings", false);
    const includeDefaults = booleanParameter(parameters, "include_defaults", false);
    const list = listParameter(parameters, "name");
    const names = list === undefined || list.includes("_all") ? undefined : list;
    const body: Record<string, unknown> = {};
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, ALL_DESCRIBED_INDICES),
      "view_index_metadata",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_read",
    );
    for (const { metadata } of indices) {
      const settings = shownSettings(metadata.settings, { flat, human: request.render.human, names });
      if (Object.keys(settings).length === 0) continue;
      // Named settings have no defaults beside them, as in Elasticsearch.
      const defaults = includeDefaults
        ? names === undefined
          ? shownDefaults(metadata.settings, flat)
          : {}
        : undefined;
      put(body, metadata.name, { settings, defaults });
    }
    return { status: 200, body };
  },
};
