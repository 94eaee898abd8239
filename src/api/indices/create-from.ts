/** `indices.create_from`: makes an empty index with the settings and mappings of another one. */
import { createdIndex, createIndex } from "../../cluster/changes/create-index.ts";
import type { JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { presentIndex } from "../../cluster/changed-indices.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { privateSettings } from "../../cluster/index-setting-list.ts";
import { mergedMappings } from "../../cluster/templates/merge-raw-mappings.ts";

import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { createFromBody } from "../requests/create-from-body.ts";
import { jsonWithText } from "../requests/request-body.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";

export const createFrom: Operation = {
  name: "indices.create_from",
  actions: ["indices:admin/index/create_from_source"],
  indexNames: ["source", "dest"],
  audit: "told",

  async handle(request, services) {
    const { source: from = "", dest: name = "" } = request.parameters;
    const { json = {}, text = "" } = await jsonWithText(request);
    const { settings, mappings, keepsBlocks } = createFromBody(json, text);
    const source = presentIndex(services.cluster.state, from);
    const creation = createIndex({
      name,
      settings: settingsFrom(source, settings, keepsBlocks),
      mappings: mergedMappings([source.mapping, mappings]),
      aliases: {},
    });
    const made = createdIndex(await services.cluster.apply(changeSource(createFrom.name, request), creation));
    return {
      status: 200,
      body: { acknowledged: true, shards_acknowledged: shardsAcknowledged(services, made, 1), index: made.name },
    };
  },
};

/** The settings of the source that are not its own, without blocks of writes; what is given wins, null removes. */
function settingsFrom({ settings }: IndexMetadata, given: JsonObject, keepsBlocks: boolean): JsonObject {
  const own = Object.entries(settings).filter(
    ([name]) => !privateSettings.includes(name) && (keepsBlocks || !name.startsWith("index.blocks.")),
  );
  const copied: JsonObject = Object.fromEntries(
    own.map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
  for (const [name, value] of Object.entries(normalizeIndexSettings(given))) {
    if (value === null) delete copied[name];
    else put(copied, name, typeof value === "string" ? value : [...value]);
  }
  return copied;
}
