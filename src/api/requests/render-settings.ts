/** Settings as responses show them: nested or flat, with texts for people. */
import { defaultSettings, type FlatSettings, nestSettings } from "../../cluster/index-settings.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";

/** How they are shown. */
export interface SettingsView {
  readonly flat: boolean;
  readonly human: boolean;
  /** Names or patterns; undefined: all. */
  readonly names?: readonly string[] | undefined;
}

/** The settings of an index. */
export function shownSettings(settings: FlatSettings, view: SettingsView): object {
  const { names } = view;
  const chosen =
    names === undefined
      ? settings
      : Object.fromEntries(Object.entries(settings).filter(([name]) => simpleMatchAny(names, name)));
  return arranged(view.human ? withTexts(chosen) : chosen, view.flat);
}

/** The defaults that an index did not set. */
export function shownDefaults(settings: FlatSettings, flat: boolean): object {
  return arranged(defaultSettings(settings), flat);
}

/** Nested, or flat in order of names. */
export function arranged(settings: FlatSettings, flat: boolean): object {
  if (!flat) return nestSettings(settings);
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withTexts(settings: FlatSettings): FlatSettings {
  const created = settings["index.creation_date"];
  const version = settings["index.version.created"];
  return {
    ...settings,
    ...(typeof created === "string" ? { "index.creation_date_string": new Date(Number(created)).toISOString() } : {}),
    ...(typeof version === "string" ? { "index.version.created_string": "8.19.0" } : {}),
  };
}
