/** Changes of the settings of an index that exists. */
import { isDeepStrictEqual } from "node:util";
import { illegalArgument } from "../compat/errors.ts";
import { put } from "../core/names.ts";
import type { IndexMetadata } from "./cluster-state.ts";
import { type FlatSettings, isDynamicSetting } from "./index-settings.ts";
import { parseAutoExpand } from "./setting-values.ts";

/** Flat settings with the `index.` prefix; null resets, and `index.a.*` resets all below. */
export type SettingChanges = Readonly<Record<string, string | readonly string[] | null>>;

/**
 * The index with changed settings, itself where none differs. `preserveExisting` leaves alone what is set.
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

/** Throws 400 when open indices would get settings that only closed ones can change. */
export function checkDynamic(indices: readonly IndexMetadata[], update: SettingChanges): void {
  const open = indices.filter((index) => index.state === "open");
  const final = Object.keys(update).filter((name) => !changesDynamicOnly(name, open));
  if (final.length === 0 || open.length === 0) return;
  const named = open.map((index) => `[${index.name}/${index.uuid}]`).join(", ");
  throw illegalArgument(
    `Can't update non dynamic settings [[${final.join(", ")}]] for open indices [${named}] unless the \`reopen\` query parameter is set to true. Alternatively, close the indices, apply the settings changes, and reopen the indices`,
  );
}

/** Copies beside the primary: as many as are set, or as one node allows when they expand by themselves. */
export function replicasOf(settings: FlatSettings): number {
  const expand = settings["index.auto_expand_replicas"];
  const range = typeof expand === "string" ? parseAutoExpand(expand) : undefined;
  return range ? range.minimum : Number(settings["index.number_of_replicas"] ?? 1);
}

/** A pattern is fine when nothing that it names is set, or all of that may change. */
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
