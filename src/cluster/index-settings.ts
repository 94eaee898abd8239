/**
 * Index settings: converts client input (nested or flat) to flat keys with text values, and validates it against the
 * list.
 */
import { didYouMean } from "../compat/did-you-mean.ts";
import { RequestError, illegalArgument } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { type Json, type JsonObject, isJsonObject } from "../core/json.ts";
import { ownOf, put, putAll } from "../core/names.ts";
import { indexSettingGroups, indexSettings, privateSettings } from "./index-setting-list.ts";
import { valueText } from "../compat/value-text.ts";
import { checkSettingValue } from "./setting-values.ts";
import { modeDefaults } from "../mapping/time-series/index-mode.ts";

/** Settings in their stored form: flat keys, with text or lists of text. */
export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;

const byName = new Map(indexSettings.map((setting) => [setting.name, setting]));

/** Settings whose non-default values need features that do not exist yet. */
const UNAVAILABLE: readonly string[] = ["index.routing_partition_size", "index.data_path"];

// A known setting less similar than this is not suggested (`AbstractScopedSettings`).
const LEAST_SIMILARITY = 0.7;

/** Flattens nested objects: `{index: {a: {b: 1}}}` → `a.b`; arrays become lists of text; null stays null. */
export function flattenSettings(settings: JsonObject, prefix = ""): Record<string, string | string[] | null> {
  const flat: Record<string, string | string[] | null> = {};
  for (const [key, value] of Object.entries(settings)) {
    const name = prefix + key;
    if (isJsonObject(value)) putAll(flat, flattenSettings(value, `${name}.`));
    else put(flat, name, settingValue(value));
  }
  return flat;
}

function settingValue(value: Json): string | string[] | null {
  if (value === null) return null;
  return Array.isArray(value) ? value.map((item) => valueText(item)) : valueText(value);
}

/** Flat index settings with the `index.` prefix on every key. */
export function normalizeIndexSettings(settings: JsonObject): Record<string, string | string[] | null> {
  const normalized: Record<string, string | string[] | null> = {};
  for (const [key, value] of Object.entries(flattenSettings(settings))) {
    put(normalized, key.startsWith("index.") ? key : `index.${key}`, value);
  }
  return normalized;
}

/**
 * Throws for unknown, private, malformed and unavailable settings: the error is about the first by name, the others are
 * `suppressed` in it.
 */
export function checkIndexSettings(
  settings: Readonly<Record<string, string | readonly string[] | null>>,
  on: "create" | "update",
): void {
  const errors: RequestError[] = [];
  for (const name of Object.keys(settings).sort()) {
    try {
      checkSetting(name, ownOf(settings, name) ?? null, on);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      errors.push(error);
    }
  }
  const [first, ...others] = errors;
  if (!first) return;
  if (others.length === 0) throw first;
  const suppressed = others.map(({ type, message }) => ({ type, reason: message }));
  throw new RequestError(first.status, first.type, first.message, {
    details: { ...first.details, suppressed },
    cause: first.cause,
    rootCauses: [first],
  });
}

function checkSetting(name: string, value: string | readonly string[] | null, on: "create" | "update"): void {
  if (name === "index.version.created") refuseManaged(name, "private", on);
  if (privateSettings.includes(name)) throw unknownSetting(name, "");
  const setting = byName.get(name);
  if (!setting) {
    if (indexSettingGroups.some((group) => name.startsWith(group.prefix))) return;
    const pattern = name.endsWith("*") && [...byName.keys()].some((known) => known.startsWith(name.slice(0, -1)));
    if (value === null && pattern) return;
    throw unknownSetting(name, didYouMean(name, byName.keys(), LEAST_SIMILARITY));
  }
  if (setting.managed !== undefined) refuseManaged(name, setting.managed, on);
  if (value === null) return;
  checkSettingValue(setting, value);
  if (UNAVAILABLE.includes(name) && String(value) !== String(setting.default) && String(value) !== "") {
    throw illegalArgument(`setting [${name}] with value [${String(value)}] is not supported by this server`);
  }
}

function refuseManaged(name: string, kind: "private" | "internal", on: "create" | "update"): void {
  if (on === "update") {
    const by = kind === "private" ? "by Elasticsearch" : "via a dedicated API";
    throw illegalArgument(`can not update ${kind} setting [${name}]; this setting is managed ${by}`);
  }
  if (kind === "private")
    throw validationFailed([`private index setting [${name}] can not be set explicitly`], "validation_exception");
}

function unknownSetting(name: string, near: string): RequestError {
  const otherwise =
    " please check that any required plugins are installed, or check the breaking changes documentation for removed settings";
  return illegalArgument(`unknown setting [${name}]${near || otherwise}`);
}

/** Whether an open index may change the setting. */
export function isDynamicSetting(name: string): boolean {
  return (
    byName.get(name)?.dynamic ?? indexSettingGroups.find((group) => name.startsWith(group.prefix))?.dynamic ?? false
  );
}

/** Whether only the creation of an index sets it. */
export function isFinalSetting(name: string): boolean {
  return byName.get(name)?.final === true;
}

/** Those of some settings that nothing follows, where they are not as they would be without being said. */
export function inertIndexSettings(settings: JsonObject): string[] {
  return Object.entries(normalizeIndexSettings(settings)).flatMap(([name, value]) => {
    const setting = byName.get(name);
    if (setting?.isInert !== true || value === null) return [];
    return String(value).toLowerCase() === String(setting.default).toLowerCase() ? [] : [name];
  });
}

/** The value of a setting, or its default. */
export function indexSetting(settings: FlatSettings, name: string): string | readonly string[] | undefined {
  return ownOf(settings, name) ?? byName.get(name)?.default;
}

/** The defaults of all settings missing in `settings`, for `include_defaults`. */
export function defaultSettings(settings: FlatSettings): FlatSettings {
  const missing = indexSettings.filter((setting) => !Object.hasOwn(settings, setting.name));
  const defaults: Record<string, string | readonly string[]> = Object.fromEntries(
    missing.map((setting) => [setting.name, setting.default]),
  );
  putAll(defaults, modeDefaults(settings));
  // Two defaults follow from other settings.
  const { "index.number_of_shards": shards, "index.version.created": version } = settings;
  if ("index.number_of_routing_shards" in defaults && shards !== undefined)
    defaults["index.number_of_routing_shards"] = shards;
  if (version !== undefined) defaults["index.version.compatibility"] = version;
  return defaults;
}

/** Converts flat keys to the nested form of responses; as in Elasticsearch, a key that is also a prefix stays flat. */
export function nestSettings(settings: FlatSettings | JsonObject): JsonObject {
  const root: JsonObject = {};
  for (const name of Object.keys(settings).sort()) {
    const value = ownOf<Json | readonly string[]>(settings, name) ?? null;
    placeNested(root, name.split("."), isList(value) ? [...value] : value);
  }
  return root;
}

function isList(value: Json | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

function placeNested(root: JsonObject, path: string[], value: Json): void {
  let place = root;
  for (let depth = 0; depth < path.length - 1; depth++) {
    const key = path[depth] ?? "";
    const next = ownOf(place, key);
    if (next === undefined) {
      const made: JsonObject = {};
      put(place, key, made);
      place = made;
    } else if (isJsonObject(next)) {
      place = next;
    } else {
      put(place, path.slice(depth).join("."), value);
      return;
    }
  }
  put(place, path.at(-1) ?? "", value);
}
