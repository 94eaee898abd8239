/** Validates the value of an index setting against the list, with the messages of Elasticsearch's `Setting`. */
import { RequestError, illegalArgument } from "../compat/errors.ts";
import { parseBytes, parseTimeMs } from "../compat/time-value.ts";
import type { IndexSetting } from "./index-setting-list.ts";

const MAXIMUM_INTEGER = 2 ** 31 - 1;

/** Throws 400 for an invalid value. */
export function checkSettingValue(setting: IndexSetting, value: string | readonly string[]): void {
  const text = typeof value === "string" ? value : `[${value.join(", ")}]`;
  switch (setting.type) {
    case "boolean":
      if (text !== "true" && text !== "false")
        throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
      return;
    case "integer":
    case "long":
    case "number":
      return checkNumber(setting, text);
    case "time":
      return checkLeast(setting, text, parseTimeMs);
    case "bytes":
      return checkLeast(setting, text, parseBytes);
    default:
      checkText(setting, text);
  }
}

function checkLeast(setting: IndexSetting, text: string, parse: (text: string, name: string) => number): void {
  const value = parse(text, setting.name);
  if (setting.least === undefined || value >= parse(setting.least, setting.name)) return;
  throw illegalArgument(`failed to parse value [${text}] for setting [${setting.name}], must be >= [${setting.least}]`);
}

function checkNumber(setting: IndexSetting, text: string): void {
  const pattern = setting.type === "number" ? /^[+-]?\d+(\.\d+)?$/ : /^[+-]?\d+$/;
  if (!pattern.test(text)) throw notANumber(`Failed to parse value [${text}] for setting [${setting.name}]`, text);
  const value = Number(text);
  const shown = (bound: number): string =>
    setting.type === "number" && Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
  const { minimum, maximum = setting.type === "integer" ? MAXIMUM_INTEGER : undefined } = setting;
  if (minimum !== undefined && value < minimum)
    throw illegalArgument(`Failed to parse value [${text}] for setting [${setting.name}] must be >= ${shown(minimum)}`);
  if (maximum !== undefined && value > maximum)
    throw illegalArgument(`Failed to parse value [${text}] for setting [${setting.name}] must be <= ${shown(maximum)}`);
}

function checkText(setting: IndexSetting, text: string): void {
  const { name, values, oneOf } = setting;
  if (values && !values.names.includes(text.toLowerCase()))
    throw illegalArgument(`No enum constant ${values.of}.${text.toUpperCase()}`);
  if (values?.refused?.includes(text.toLowerCase()))
    throw illegalArgument(`${name} can't be set to [${text.toLowerCase()}]`);
  if (oneOf && !oneOf.includes(text)) {
    const shown = oneOf.filter((choice) => choice !== "lucene_default").join(", ");
    throw illegalArgument(`unknown value for [${name}] must be one of [${shown}] but was: ${text}`);
  }
  if (name === "index.indexing.slowlog.source" && !/^([+-]?\d+|true|false)$/.test(text))
    throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  if (name === "index.auto_expand_replicas") parseAutoExpand(text);
  if (name === "index.write.wait_for_active_shards") checkShardCount(text);
  if (name === "index.compound_format") checkCompoundFormat(text);
}

/** `0-1`, `0-all`; undefined for `false`. Throws 400 for anything else (`AutoExpandReplicas`). */
export function parseAutoExpand(text: string): { readonly minimum: number; readonly maximum: number } | undefined {
  if (text === "false") return undefined;
  const dash = text.indexOf("-");
  const refused = `failed to parse [index.auto_expand_replicas] from value: [${text}] at index ${dash}`;
  if (dash < 0) throw illegalArgument(refused);
  const [low, high] = [text.slice(0, dash), text.slice(dash + 1)];
  for (const part of [low, high])
    if (!/^\d+$/.test(part) && !(part === "all" && part === high)) throw notANumber(refused, part);
  const minimum = Number(low);
  const maximum = high === "all" ? Number.POSITIVE_INFINITY : Number(high);
  if (minimum > maximum)
    throw illegalArgument(
      `[index.auto_expand_replicas] minReplicas must be =< maxReplicas but wasn't ${low} > ${high}`,
    );
  return { minimum, maximum };
}

function checkShardCount(text: string): void {
  if (text === "all") return;
  if (!/^[+-]?\d+$/.test(text)) throw notANumber(`cannot parse ActiveShardCount[${text}]`, text);
  if (Number(text) < 0) throw illegalArgument("shard count cannot be a negative value");
}

function checkCompoundFormat(text: string): void {
  if (text === "true" || text === "false") return;
  if (/^\d*\.?\d+$/.test(text) && Number(text) <= 1) return;
  if (/^\d+(\.\d+)?[a-z]+$/i.test(text) && parseBytes(text, "index.compound_format") >= 0) return;
  throw illegalArgument(
    `index.compound_format must be a boolean, a non-negative byte size or a ratio in the interval [0..1] but was: [${text}]`,
  );
}

function notANumber(reason: string, text: string): RequestError {
  return new RequestError(400, "illegal_argument_exception", reason, {
    cause: new RequestError(400, "number_format_exception", `For input string: "${text}"`),
  });
}
