/** The metadata of a new index: its settings with those the server adds, validated together. */
import { illegalArgument } from "../compat/errors.ts";
import type { CreateIndexRequest } from "./changes/create-index.ts";
import type { ChangeInputs } from "./cluster-change.ts";
import type { IndexMetadata } from "./cluster-state.ts";
import { checkIndexSettings, type FlatSettings, indexSetting, normalizeIndexSettings } from "./index-settings.ts";
import { checkIndexMode } from "./index-mode.ts";
import { indexSortOf } from "./index-sort.ts";
import { INDEX_VERSION } from "./index-version.ts";
import { normalizeAlias } from "./alias-metadata.ts";
import { replicasOf } from "./setting-changes.ts";

/** The index without its mapping. Throws 400 for unknown or conflicting settings. */
export function newIndex(
  name: string,
  request: CreateIndexRequest,
  { nowMs, uuid }: Pick<ChangeInputs, "nowMs" | "uuid">,
): IndexMetadata {
  const given = normalizeIndexSettings(request.settings);
  const chosen = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string | string[]] => entry[1] !== null),
  );
  checkIndexMode(chosen);
  checkIndexSettings(given, "create");
  checkTogether(chosen);
  const settings: FlatSettings = {
    "index.routing.allocation.include._tier_preference": "data_content",
    "index.number_of_shards": "1",
    "index.number_of_replicas": request.system ? "0" : "1",
    ...chosen,
    "index.provided_name": request.name,
    "index.creation_date": String(nowMs),
    "index.uuid": uuid,
    "index.version.created": INDEX_VERSION,
  };
  const numberOfShards = Number(indexSetting(settings, "index.number_of_shards"));
  const numberOfReplicas = replicasOf(settings);
  return {
    name,
    uuid,
    state: "open",
    settings: { ...settings, "index.number_of_replicas": String(numberOfReplicas) },
    mapping: {},
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
    aliases: Object.fromEntries(
      Object.entries(request.aliases).map(([alias, metadata]) => [alias, normalizeAlias(metadata)]),
    ),
    numberOfShards,
    numberOfReplicas,
    creationDateMs: nowMs,
    primaryTerms: Array.from({ length: numberOfShards }, () => 1),
    system: request.system ?? false,
  };
}

function checkTogether(settings: FlatSettings): void {
  if ("index.translog.retention.age" in settings || "index.translog.retention.size" in settings) {
    throw illegalArgument(
      "Translog retention settings [index.translog.retention.age] and [index.translog.retention.size] are no longer supported. Please do not specify values for these settings",
    );
  }
  indexSortOf(settings);
  const shards = Number(settings["index.number_of_shards"] ?? 1);
  const slots = settings["index.number_of_routing_shards"];
  if (slots === undefined || Number(slots) % shards === 0) return;
  if (Number(slots) < shards)
    throw illegalArgument(
      `index.number_of_routing_shards [${String(slots)}] must be >= index.number_of_shards [${shards}]`,
    );
  throw illegalArgument(`the number of source shards [${shards}] must be a factor of [${String(slots)}]`);
}
