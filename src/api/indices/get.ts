/** `indices.get`: aliases, mappings and settings of indices. */
import { ownAliases, streamOf } from "../../cluster/data-streams/data-stream.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { put } from "../../core/names.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shownDefaults, shownSettings } from "../requests/render-settings.ts";
import { filterMapping } from "../requests/filter-mapping.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

const FEATURES = ["aliases", "mappings", "settings"];

export const getIndex: Operation = {
  name: "indices.get",
  actions: ["indices:admin/get"],

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const features = listParameter(parameters, "features") ?? FEATURES;
    const unknown = features.filter((feature) => !FEATURES.includes(feature));
    if (unknown.length > 0) throw illegalArgument(`Invalid features specified [${unknown.join(",")}]`);
    const flat = booleanParameter(parameters, "flat_settings", false);
    const defaults = booleanParameter(parameters, "include_defaults", false);
    const body: Record<string, unknown> = {};
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, DESCRIBED_INDICES),
      "view_index_metadata",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_read",
    );
    for (const { metadata, access } of indices) {
      put(body, metadata.name, {
        aliases: features.includes("aliases") ? ownAliases(metadata) : {},
        mappings: features.includes("mappings") ? filterMapping(metadata.mapping, access) : {},
        settings: features.includes("settings")
          ? shownSettings(metadata.settings, { flat, human: request.render.human })
          : {},
        data_stream: streamOf(metadata),
        defaults: defaults && features.includes("settings") ? shownDefaults(metadata.settings, flat) : undefined,
      });
    }
    return { status: 200, body };
  },
};
