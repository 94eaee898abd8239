/** Index settings: from what a client writes (nested or flat) to flat keys with text values, checked against the list. */
import { didYouMean } from "../core/did-you-mean.ts";
import { RequestError, illegalArgument } from "../core/errors.ts";
import { type Json, type JsonObject, isJsonObject } from "../core/json.ts";
import { parseBytes, parseTimeMs } from "../core/time-value.ts";
import { type IndexSetting, indexSettingGroups, indexSettings, privateSettings } from "./index-setting-list.ts";

/** Settings as they are kept: flat keys, text or lists of text. */
export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;

const byName = new Map(indexSettings.map((setting) => [setting.name, setting]));

/** Settings whose non-default values would change what the server does in ways that it does not offer yet. */
const UNAVAILABLE: readonly string[] = [
  "index.sort.field",
  "index.sort.order",
  "index.sort.mode",
  "index.sort.missing",
  "index.mode",
  "index.routing_path",
  "index.routing_partition_size",
  "index.mapping.source.mode",
  "index.data_path",
  "index.default_pipeline",
  "index.final_pipeline",
];

// A known setting that is farther off is no hint (`AbstractScopedSettings`).
const LEAST_SIMILARITY = 0.7;

/** Flattens nested objects: `{index: {a: {b: 1}}}` → `a.b`; arrays become lists of text; null stays null. */
export function flattenSettings(settings: JsonObject, prefix = ""): Record<string, string | string[] | null> {
  const flat: Record<string, string | string[] | null> = {};
  for (const [key, value] of Object.entries(settings)) {
    const name = prefix + key;
    if (isJsonObject(value)) Object.assign(flat, flattenSettings(value, `${name}.`));
    else if (Array.isArray(value)) flat[name] = value.map((item) => settingText(item));
    else flat[name] = value === null ? null : settingText(value);
  }
  return flat;
}

function settingText(value: Json): string {
  return typeof value === "string" ? value : String(value);
}

/** Flat index settings with the `index.` prefix on every key. */
export function normalizeIndexSettings(settings: JsonObject): Record<string, string | string[] | null> {
  const normalized: Record<string, string | string[] | null> = {};
  for (const [key, value] of Object.entries(flattenSettings(settings))) {
    normalized[key.startsWith("index.") ? key : `index.${key}`] = value;
  }
  return normalized;
}

/** Throws for unknown, private, malformed and not yet available settings: for the first by name, with the others `suppressed` in it. */
export function checkIndexSettings(settings: Readonly<Record<string, string | readonly string[] | null>>): void {
  const errors: RequestError[] = [];
  for (const name of Object.keys(settings).sort()) {
    try {
      checkSetting(name, settings[name] ?? null);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      errors.push(error);
    }
  }
  const [first, ...others] = errors;
  if (!first) return;
  if (others.length === 0) throw first;
  const suppressed = others.map(({ type, message }) => ({ type, reason: message }));
  throw new RequestError(first.status, first.type, first.message, { details: { ...first.details, suppressed }, cause: first.cause, rootCauses: [first] });
}

function checkSetting(name: string, value: string | readonly string[] | null): void {
  if (privateSettings.includes(name)) throw unknownSetting(name, "");
  const setting = byName.get(name);
  if (!setting) {
    if (indexSettingGroups.some((group) => name.startsWith(group.prefix))) return;
    const pattern = name.endsWith("*") && [...byName.keys()].some((known) => known.startsWith(name.slice(0, -1)));
    if (value === null && pattern) return;
    throw unknownSetting(name, didYouMean(name, byName.keys(), LEAST_SIMILARITY));
  }
  if (value === null) return;
  checkValue(setting, value);
  if (UNAVAILABLE.includes(name) && String(value) !== String(setting.default) && String(value) !== "") {
    throw illegalArgument(`setting [${name}] with value [${String(value)}] is not supported by this server`);
  }
}

function unknownSetting(name: string, near: string): RequestError {
  const otherwise = " please check that any required plugins are installed, or check the breaking changes documentation for removed settings";
  return illegalArgument(`unknown setting [${name}]${near || otherwise}`);
}

function checkValue(setting: IndexSetting, value: string | readonly string[]): void {
  const text = typeof value === "string" ? value : `[${value.join(", ")}]`;
  switch (setting.type) {
    case "boolean":
      if (text !== "true" && text !== "false") throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
      return;
    case "integer":
    case "number":
      checkNumber(setting, text);
      return;
    case "time":
      parseTimeMs(text, setting.name);
      return;
    case "bytes":
      parseBytes(text, setting.name);
      return;
    default:
  }
}

function checkNumber(setting: IndexSetting, text: string): void {
  const pattern = setting.type === "integer" ? /^[+-]?\d+$/ : /^[+-]?\d+(\.\d+)?$/;
  if (!pattern.test(text)) {
    throw new RequestError(400, "illegal_argument_exception", `Failed to parse value [${text}] for setting [${setting.name}]`, {
      cause: new RequestError(400, "number_format_exception", `For input string: "${text}"`),
    });
  }
  const value = Number(text);
  if (setting.minimum !== undefined && value < setting.minimum) {
    throw illegalArgument(`Failed to parse value [${text}] for setting [${setting.name}] must be >= ${setting.minimum}`);
  }
  if (setting.maximum !== undefined && value > setting.maximum) {
    throw illegalArgument(`Failed to parse value [${text}] for setting [${setting.name}] must be <= ${setting.maximum}`);
  }
}

/** Whether an open index may change the setting. */
export function isDynamicSetting(name: string): boolean {
  return byName.get(name)?.dynamic ?? indexSettingGroups.find((group) => name.startsWith(group.prefix))?.dynamic ?? false;
}

/** The value of a setting, or its default. */
export function indexSetting(settings: FlatSettings, name: string): string | readonly string[] | undefined {
  return settings[name] ?? byName.get(name)?.default;
}

/** The defaults of all settings that `settings` leaves out, as `include_defaults` shows them. */
export function defaultSettings(settings: FlatSettings): FlatSettings {
  const missing = indexSettings.filter((setting) => !(setting.name in settings));
  return Object.fromEntries(missing.map((setting) => [setting.name, setting.default]));
}

/** Flat keys as the nested object that settings are shown as; a key that is also a prefix keeps its flat form, as in the original. */
export function nestSettings(settings: FlatSettings): JsonObject {
  const root: JsonObject = {};
  for (const name of Object.keys(settings).sort()) {
    const value = settings[name];
    const shown: Json = typeof value === "string" ? value : [...(value ?? [])];
    placeNested(root, name.split("."), shown);
  }
  return root;
}

function placeNested(root: JsonObject, path: string[], value: Json): void {
  let place = root;
  for (let depth = 0; depth < path.length - 1; depth++) {
    const key = path[depth] ?? "";
    const next = Object.hasOwn(place, key) ? place[key] : undefined;
    if (next === undefined) {
      const made: JsonObject = {};
      place[key] = made;
      place = made;
    } else if (isJsonObject(next)) {
      place = next;
    } else {
      place[path.slice(depth).join(".")] = value;
      return;
    }
  }
  place[path.at(-1) ?? ""] = value;
}
