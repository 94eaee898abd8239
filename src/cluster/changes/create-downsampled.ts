/** Makes the index that the points of another one are downsampled to. */
import { ownOf } from "../../core/names.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { downsampledMapping } from "../../mapping/time-series/downsampled-mapping.ts";
import { withIndices } from "../changed-indices.ts";
import { type ClusterChange, unchanged } from "../cluster-change.ts";
import type { IndexMetadata } from "../cluster-state.ts";
import { indexNotFound } from "../index-expressions.ts";
import { newIndex } from "../new-index.ts";
import { checkShardLimit } from "../shard-limit.ts";
import { checkNewName } from "./create-index.ts";

export interface DownsampledIndex {
  readonly source: Pick<IndexMetadata, "name" | "uuid">;
  readonly target: string;
  readonly interval: string;
}

/** Settings that the new index does not have of its source. */
const NOT_COPIED = new Set([
  "index.blocks.metadata",
  "index.blocks.read",
  "index.blocks.read_only",
  "index.blocks.read_only_allow_delete",
  "index.blocks.write",
  "index.creation_date",
  "index.default_pipeline",
  "index.final_pipeline",
  "index.hidden",
  "index.lifecycle.name",
  "index.number_of_replicas",
  "index.number_of_routing_shards",
  "index.provided_name",
  "index.refresh_interval",
  "index.search.idle.after",
  "index.uuid",
  "index.version.created",
]);
const IS_OWN = /^index\.downsample\./;

/** Does nothing where the index was made before and is not done. */
export function createDownsampled({ source, target, interval }: DownsampledIndex): ClusterChange {
  return {
    task: `create-downsample-index [${target}]`,
    apply(state, inputs) {
      const from = ownOf(state.indices, source.name);
      if (from?.uuid !== source.uuid) throw indexNotFound(source.name, "", false);
      if (ownOf(state.indices, target)?.settings["index.downsample.source.uuid"] === from.uuid) return unchanged(state);
      checkNewName(state, target);
      const copied = Object.entries(from.settings).filter(([name]) => !NOT_COPIED.has(name) && !IS_OWN.test(name));
      const settings = {
        ...Object.fromEntries(copied.map(([name, value]) => [name, typeof value === "string" ? value : [...value]])),
        "index.hidden": "true",
        "index.number_of_replicas": "0",
        "index.refresh_interval": "-1",
        "index.downsample.interval": interval,
        "index.downsample.status": "started",
      };
      const made = newIndex(target, { name: target, settings, mappings: {}, aliases: {} }, inputs);
      const mapping = downsampledMapping(from.mapping, interval);
      const { "index.downsample.origin.name": name, "index.downsample.origin.uuid": uuid } = from.settings;
      const index: IndexMetadata = {
        ...made,
        // It is as old as what it stands for: lifecycles go by that.
        creationDateMs: from.creationDateMs,
        settings: {
          ...made.settings,
          "index.creation_date": String(from.creationDateMs),
          "index.downsample.origin.name": name ?? from.name,
          "index.downsample.origin.uuid": uuid ?? from.uuid,
          "index.downsample.source.name": from.name,
          "index.downsample.source.uuid": from.uuid,
        },
        mapping: mergeMappings({}, mapping, made.settings, inputs.analysisOf(made), "create"),
      };
      checkShardLimit(state, [index]);
      return { state: withIndices(state, [index]), events: [{ action: "created", model: "index", name: target }] };
    },
  };
}
