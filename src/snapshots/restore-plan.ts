/** What a restore makes of a snapshot: which indices, under which names, with which settings. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { streamOf } from "../cluster/data-streams/data-stream.ts";
import { indexNotFound } from "../cluster/index-expressions.ts";
import { checkIndexSettings, normalizeIndexSettings } from "../cluster/index-settings.ts";
import type { RestoredIndex } from "../cluster/changes/restore-indices.ts";
import { replicasOf } from "../cluster/setting-changes.ts";
import { compilePattern } from "../compat/patterns/java-pattern.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { randomUuid } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import { restoreError } from "./repository/repository-errors.ts";

export interface RestoreOptions {
  /** Names, patterns and exclusions; undefined: all. */
  readonly indices: readonly string[] | undefined;
  readonly ignoreUnavailable: boolean;
  readonly renamePattern: string | undefined;
  readonly renameReplacement: string | undefined;
  readonly indexSettings: JsonObject;
  readonly ignoreIndexSettings: readonly string[];
  readonly includeAliases: boolean;
  readonly includeGlobalState: boolean;
  readonly partial: boolean;
  readonly featureStates: readonly string[] | undefined;
  /** Whether the caller may be whoever the records of a snapshot make them. */
  readonly isSuperuser: boolean;
}

/** Nothing is left out, and nothing changed. */
export const AS_IT_WAS: RestoreOptions = {
  indices: undefined,
  ignoreUnavailable: false,
  renamePattern: undefined,
  renameReplacement: undefined,
  indexSettings: {},
  ignoreIndexSettings: [],
  includeAliases: true,
  includeGlobalState: false,
  partial: false,
  featureStates: undefined,
  isSuperuser: false,
};

/** Names of a snapshot that patterns choose. Throws 404 for a name that is not there. */
export function chooseNames(
  available: readonly string[],
  patterns: readonly string[] | undefined,
  ignoreUnavailable: boolean,
): string[] {
  const parts = (patterns ?? []).flatMap((pattern) => pattern.split(",")).filter((part) => part !== "");
  if (parts.length === 0) return [...available];
  const chosen = new Set<string>();
  let patternSeen: boolean = false;
  for (const part of parts) {
    const excludes: boolean = part.startsWith("-") && patternSeen;
    const pattern: string = excludes ? part.slice(1) : part === "_all" ? "*" : part;
    const matching = available.filter((name) => simpleMatch(pattern, name));
    if (excludes) matching.forEach((name) => chosen.delete(name));
    else if (matching.length === 0 && !pattern.includes("*") && !ignoreUnavailable)
      throw indexNotFound(pattern, "", false);
    else matching.forEach((name) => chosen.add(name));
    patternSeen ||= pattern.includes("*");
  }
  return [...chosen];
}

/** The name under which an index, or a data stream, comes back. */
export function renamed(name: string, options: RestoreOptions, isBacking = false): string {
  const { renamePattern, renameReplacement } = options;
  if (renamePattern === undefined || renameReplacement === undefined) return name;
  const prefix = isBacking && name.startsWith(".ds-") ? ".ds-" : "";
  return prefix + compilePattern(renamePattern).replaceAll(name.slice(prefix.length), renameReplacement);
}

/** Settings that hold what the files of an index depend on, or that are the server's own. */
const FIXED = [
  "index.number_of_shards",
  "index.number_of_routing_shards",
  "index.version.created",
  "index.uuid",
  "index.creation_date",
  "index.history.uuid",
];
const NEEDED = [...FIXED, "index.number_of_replicas", "index.auto_expand_replicas"];

/** An index as it comes back, before its aliases. */
export function restoredIndex(
  stored: IndexMetadata,
  { place, name, stream }: { readonly place: string; readonly name: string; readonly stream: string | undefined },
  options: RestoreOptions,
): RestoredIndex {
  const uuid = randomUuid();
  const settings = { ...restoredSettings(stored, place, options), "index.uuid": uuid };
  const aliases = stream === undefined && !options.includeAliases ? {} : restoredAliases(stored, stream);
  return {
    metadata: {
      ...stored,
      name,
      uuid,
      state: "open",
      settings,
      numberOfReplicas: replicasOf(settings),
      aliases,
      settingsVersion: stored.settingsVersion + 1,
    },
    from: stored.name,
    keepsAliases: !options.includeAliases,
  };
}

function restoredSettings(
  { settings }: IndexMetadata,
  place: string,
  { indexSettings, ignoreIndexSettings }: RestoreOptions,
): IndexMetadata["settings"] {
  const result: Record<string, string | readonly string[]> = { ...settings };
  for (const ignored of ignoreIndexSettings) {
    const name = ignored.startsWith("index.") || ignored === "*" ? ignored : `index.${ignored}`;
    if (name.includes("*")) {
      for (const key of Object.keys(result)) if (simpleMatch(name, key) && !NEEDED.includes(key)) delete result[key];
    } else if (NEEDED.includes(name)) throw restoreError(place, `cannot remove setting [${name}] on restore`);
    else delete result[name];
  }
  const changed = normalizeIndexSettings(indexSettings);
  for (const name of Object.keys(changed))
    if (FIXED.includes(name)) throw restoreError(place, `cannot modify setting [${name}] on restore`);
  checkIndexSettings(changed, "create");
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) delete result[name];
    else put(result, name, value);
  }
  return { ...result, "index.number_of_replicas": String(replicasOf(result)) };
}

/** The name of its data stream goes with the stream: under its new name, or not at all. */
function restoredAliases(stored: IndexMetadata, stream: string | undefined): IndexMetadata["aliases"] {
  const before = streamOf(stored);
  if (before === undefined) return stored.aliases;
  const aliases: Record<string, IndexMetadata["aliases"][string]> = {};
  for (const [alias, metadata] of Object.entries(stored.aliases)) {
    if (alias !== before) put(aliases, alias, metadata);
    else if (stream !== undefined) put(aliases, stream, metadata);
  }
  return aliases;
}

/** A data stream in its stored form, with the names under which its indices come back. */
export function restoredStream(stored: JsonObject, nameOf: (index: string) => string | undefined): JsonObject {
  const indices = ownOf(stored, "indices");
  const names = Array.isArray(indices) ? indices.filter((name): name is string => typeof name === "string") : [];
  return { ...stored, indices: names.flatMap((name) => nameOf(name) ?? []) };
}
