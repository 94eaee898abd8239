/** Changes to the settings of an existing index. */
import { isDeepStrictEqual } from "node:util";
import { illegalArgument } from "../compat/errors.ts";
import { put } from "../core/names.ts";
import type { IndexMetadata } from "./cluster-state.ts";
import { type FlatSettings, isDynamicSetting, isFinalSetting } from "./index-settings.ts";
import { parseAutoExpand } from "./setting-values.ts";

/** Flat settings with the `index.` prefix; null resets a setting, and `index.a.*` with null a group. */
export type SettingChanges = Readonly<Record<string, string | readonly string[] | null>>;

/**
 * The index with changed settings; the same object if none differs. With `preserveExisting`, settings that are already
 * set are not changed.
 */
export function withSettings(index: IndexMetadata, update: SettingChanges, preserveExisting: boolean): IndexMetadata {
  const settings: Record<string, string | readonly string[]> = { ...index.settings };
  for (const [name, value] of Object.entries(update)) {
    if (value === null) removeSetting(settings, name);
    else if (!(preserveExisting && Object.hasOwn(settings, name))) put(settings, name, value);
  }
  const numberOfReplicas = replicasOf(settings);
  settings["index.number_of_replicas"] = String(numberOfReplicas);
  if (isDeepStrictEqual(settings, index.settings)) return index;
  return { ...index, settings, numberOfReplicas, settingsVersion: index.settingsVersion + 1 };
}

/** Throws 400 when settings that only closed indices can change would change on open ones. */
export function checkDynamic(indices: readonly IndexMetadata[], update: SettingChanges): void {
  const open = indices.filter((index) => index.state === "open");
  const final = Object.keys(update).filter((name) => !changesDynamicOnly(name, open));
  if (open.length === 0) return checkFinal(indices, update);
  if (final.length === 0) return;
  const named = open.map((index) => `[${index.name}/${index.uuid}]`).join(", ");
  throw illegalArgument(
    `Can't update non dynamic settings [[${final.join(", ")}]] for open indices [${named}] unless the \`reopen\` query parameter is set to true. Alternatively, close the indices, apply the settings changes, and reopen the indices`,
  );
}

/** Throws 400 for settings that no index can change. */
function checkFinal([index]: readonly IndexMetadata[], update: SettingChanges): void {
  const name = Object.keys(update).find(isFinalSetting);
  if (index && name !== undefined) throw illegalArgument(`final ${index.name} setting [${name}], not updateable`);
}

/** Number of replicas: as set, or as many as one node allows with auto-expand. */
export function replicasOf(settings: FlatSettings): number {
  const expand = settings["index.auto_expand_replicas"];
  const range = typeof expand === "string" ? parseAutoExpand(expand) : undefined;
  return range ? range.minimum : Number(settings["index.number_of_replicas"] ?? 1);
}

/** A pattern is allowed when all settings that it matches are dynamic. */
function changesDynamicOnly(name: string, indices: readonly IndexMetadata[]): boolean {
  if (!name.endsWith("*")) return isDynamicSetting(name);
  const prefix = name.slice(0, -1);
  return indices.every(({ settings }) =>
    Object.keys(settings).every((key) => !key.startsWith(prefix) || isDynamicSetting(key)),
  );
}

function removeSetting(settings: Record<string, string | readonly string[]>, name: string): void {
  if (name === "index.number_of_replicas") settings[name] = "1";
  else if (name.endsWith("*")) {
    for (const key of Object.keys(settings)) if (key.startsWith(name.slice(0, -1))) delete settings[key];
  } else delete settings[name];
}
