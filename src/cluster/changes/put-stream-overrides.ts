/** Gives a data stream settings, mappings or options of its own, which go before those of its templates. */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { presentIndex, updatedIndices } from "../changed-indices.ts";
import { type ChangeInputs, type ClusterChange, unchanged } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import {
  DATA_STREAMS,
  type DataStream,
  dataStreamMissing,
  dataStreamOf,
  storedDataStream,
} from "../data-streams/data-stream.ts";
import { checkIndexSettings } from "../index-settings.ts";
import { type SettingChanges, withSettings } from "../setting-changes.ts";
import { withCustom } from "./put-custom.ts";
import { rollover } from "./rollover.ts";

/** Settings that all indices of a stream take at once. */
const OF_INDICES: readonly string[] = ["index.lifecycle.name", "index.lifecycle.prefer_ilm"];
/** Settings that only the next index takes. */
const OF_STREAM: readonly string[] = ["index.number_of_shards"];

/** Names of settings by what takes them. */
export function settingsByTarget(names: readonly string[]): {
  readonly stream: readonly string[];
  readonly indices: readonly string[];
  readonly refused: readonly string[];
} {
  const known = [...OF_INDICES, ...OF_STREAM];
  return {
    stream: names.filter((name) => OF_STREAM.includes(name)),
    indices: names.filter((name) => OF_INDICES.includes(name)),
    refused: names.filter((name) => !known.includes(name)),
  };
}

/** Null takes a setting away. */
export function putStreamSettings(name: string, update: SettingChanges): ClusterChange {
  return {
    task: `update-data-stream-settings [${name}]`,
    apply(state, inputs) {
      checkIndexSettings(update, "update");
      const stream = presentStream(dataStreamOf(state, name), name);
      const settings: Record<string, string | readonly string[]> = { ...stream.settings };
      for (const [setting, value] of Object.entries(update)) {
        if (value === null) delete settings[setting];
        else put(settings, setting, value);
      }
      const next = { ...stream, settings };
      checkNextIndex(state, next, inputs);
      const own = Object.fromEntries(Object.entries(update).filter(([setting]) => OF_INDICES.includes(setting)));
      const before = stream.indices.filter((index) => ownOf(state.indices, index)).map((i) => presentIndex(state, i));
      const after = before.map((index) => withSettings(index, own, false)).filter((index, at) => index !== before[at]);
      const changed = updatedIndices(state, after, "settings");
      const stored = withCustom(changed.state, DATA_STREAMS, name, storedDataStream(next));
      return { state: stored.state, events: [...changed.events, ...stored.events] };
    },
  };
}

/** Takes the place of the mappings that were given before. */
export function putStreamMappings(name: string, mappings: JsonObject): ClusterChange {
  return {
    task: `update-data-stream-mappings [${name}]`,
    apply(state, inputs) {
      const next = { ...presentStream(dataStreamOf(state, name), name), mappings };
      checkNextIndex(state, next, inputs);
      return withCustom(state, DATA_STREAMS, name, storedDataStream(next));
    },
  };
}

/** Null takes the options away. */
export function putStreamOptions(names: readonly string[], options: JsonObject | null): ClusterChange {
  return {
    task: `${options ? "set" : "remove"}-data-stream-options [${names.join(",")}]`,
    apply(state) {
      let changed = unchanged(state);
      for (const name of names) {
        const stream = presentStream(dataStreamOf(changed.state, name), name);
        if (isDeepStrictEqual(stream.options, options ?? undefined)) continue;
        const stored = storedDataStream({ ...stream, options: options ?? undefined });
        const next = withCustom(changed.state, DATA_STREAMS, name, stored);
        changed = { state: next.state, events: [...changed.events, ...next.events] };
      }
      return changed;
    },
  };
}

/** Throws what refuses the index that comes next. */
function checkNextIndex(state: ClusterState, stream: DataStream, inputs: ChangeInputs): void {
  const creation = { settings: {}, mappings: {}, aliases: {} };
  const next = { alias: stream.name, newIndex: undefined, creation, conditions: [], measures: undefined };
  const stored = withCustom(state, DATA_STREAMS, stream.name, storedDataStream(stream));
  rollover(next).apply(stored.state, inputs);
}

function presentStream(stream: DataStream | undefined, name: string): DataStream {
  if (!stream) throw dataStreamMissing(name);
  return stream;
}
