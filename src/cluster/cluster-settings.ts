/** Cluster settings: validation against the list, merging, defaults. */
import { parseCron } from "../compat/dates/cron.ts";
import { RequestError, illegalArgument } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import { parseBytes, parseTimeMs } from "../compat/time-value.ts";
import { checkAutoCreate } from "./auto-create.ts";
import { memoryShare } from "./memory-share.ts";
import { type ClusterSetting, clusterSettingGroups, clusterSettings } from "./cluster-setting-list.ts";
import type { ClusterState } from "./cluster-state.ts";
import { type FlatSettings, flattenSettings } from "./index-settings.ts";
import { checkRemoteClusters, isFixedRemoteSetting, isRemoteClusterSetting } from "./remote-cluster-settings.ts";

const byName = new Map(clusterSettings.map((setting) => [setting.name, setting]));

/** Applies an update (null removes, `a.*` removes a group) to flat settings; `kind` is for error messages. */
export function mergeClusterSettings(
  current: FlatSettings,
  update: JsonObject,
  kind: "persistent" | "transient",
): FlatSettings {
  const merged: Record<string, string | readonly string[]> = { ...current };
  for (const [name, value] of Object.entries(flattenSettings(update))) {
    if (value === null && name.endsWith("*")) {
      for (const key of Object.keys(merged)) if (key.startsWith(name.slice(0, -1))) delete merged[key];
      continue;
    }
    const setting = byName.get(name);
    const isKnown = setting !== undefined || isFixedRemoteSetting(name) || isRemoteClusterSetting(name);
    if (!isKnown && !clusterSettingGroups.some((prefix) => name.startsWith(prefix))) {
      throw illegalArgument(`${kind} setting [${name}], not recognized`);
    }
    if (setting?.fixed || isFixedRemoteSetting(name))
      throw illegalArgument(`${kind} setting [${name}], not dynamically updateable`);
    if (value === null) delete merged[name];
    else {
      if (setting) checkValue(setting, String(value));
      put(merged, name, value);
    }
  }
  checkRemoteClusters(merged);
  return merged;
}

function checkTime({ name, least, most }: ClusterSetting, text: string): void {
  const timeMs = parseTimeMs(text, name);
  if (least !== undefined && timeMs < parseTimeMs(least, name))
    throw illegalArgument(`failed to parse value [${text}] for setting [${name}], must be >= [${least}]`);
  if (most !== undefined && timeMs > parseTimeMs(most, name))
    throw illegalArgument(`failed to parse value [${text}] for setting [${name}], must be <= [${most}]`);
}

function checkBytes({ name, least, most }: ClusterSetting, text: string): void {
  const bytes = parseBytes(text, name);
  const refuse = (bound: string): never => {
    throw illegalArgument(`failed to parse value [${text}] for setting [${name}], must be ${bound}`);
  };
  if (least !== undefined && bytes < parseBytes(least, name)) refuse(`>= [${least}]`);
  if (most !== undefined && bytes > parseBytes(most, name)) refuse(`<= [${most}]`);
}

function checkValue(setting: ClusterSetting, text: string): void {
  if (setting.type === "boolean" && text !== "true" && text !== "false") {
    throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  }
  if (setting.name === "action.auto_create_index") checkAutoCreate(text);
  if (setting.type === "time") checkTime(setting, text);
  if (setting.type === "bytes") checkBytes(setting, text);
  if (setting.type === "cron" && text.trim() !== "") parseCron(text);
  if (setting.type === "memory") memoryShare(text, setting.name, 0);
  if (setting.type !== "integer" && setting.type !== "number") return;
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) {
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `Failed to parse value [${text}] for setting [${setting.name}]`,
      {
        cause: new RequestError(400, "number_format_exception", `For input string: "${text}"`),
      },
    );
  }
  if (setting.minimum !== undefined && Number(text) < setting.minimum) {
    throw illegalArgument(
      `Failed to parse value [${text}] for setting [${setting.name}] must be >= ${setting.minimum}`,
    );
  }
  if (setting.maximum !== undefined && Number(text) > setting.maximum) {
    throw illegalArgument(
      `Failed to parse value [${text}] for setting [${setting.name}] must be <= ${setting.maximum}`,
    );
  }
}

/** The effective value: transient, persistent, or default. */
export function clusterSetting(state: ClusterState, name: string): string {
  const value =
    ownOf(state.transientSettings, name) ?? ownOf(state.persistentSettings, name) ?? byName.get(name)?.default;
  return String(value ?? "");
}

/** Those of some settings that nothing follows. */
export function inertSettings(names: readonly string[]): string[] {
  return names.filter((name) => byName.get(name)?.isInert === true || name.startsWith("cluster.routing.allocation."));
}

/** Defaults of unset settings, for `include_defaults`. */
export function defaultClusterSettings(state: ClusterState): FlatSettings {
  const missing = clusterSettings.filter(
    ({ name }) => !Object.hasOwn(state.persistentSettings, name) && !Object.hasOwn(state.transientSettings, name),
  );
  return Object.fromEntries(missing.map((setting) => [setting.name, setting.default]));
}
