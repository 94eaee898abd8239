import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { readLenientJson } from "../config/lenient-json.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Reads the JSON in a text. */
export const json: ProcessorKind = {
  name: "json",

  create(config) {
    const field = config.string("field");
    const target = config.optionalString("target_field");
    const toRoot = config.boolean("add_to_root", false);
    const duplicates = config.boolean("allow_duplicate_keys", false);
    const strict = config.boolean("strict_json_parsing", true);
    const merges = mergesConflicts(config, toRoot);
    if (toRoot && target !== undefined)
      throw config.error("target_field", "Cannot set a target field while also setting `add_to_root` to true");
    return (document) => {
      const value = document.value(field);
      const read = readValue(value === null ? "null" : javaText(value), { duplicates, strict });
      if (!toRoot) {
        document.set(target ?? field, read);
        return;
      }
      if (!isJsonObject(read)) throw illegalArgument("cannot add non-map fields to root of document");
      if (merges) merge(document.source, read);
      else for (const key of Object.keys(read)) put(document.source, key, ownOf(read, key) ?? null);
    };
  },
};

/** Whether objects that are there are merged with those that come. */
function mergesConflicts(config: ProcessorConfig, toRoot: boolean): boolean {
  const strategy = config.optionalString("add_to_root_conflict_strategy");
  if (strategy === undefined) return false;
  if (!toRoot)
    throw config.error(
      "add_to_root_conflict_strategy",
      "Cannot set `add_to_root_conflict_strategy` if `add_to_root` is false",
    );
  const name = strategy.toLowerCase();
  if (name === "replace" || name === "merge") return name === "merge";
  throw config.error(
    "add_to_root_conflict_strategy",
    `conflict strategy [${strategy}] not supported, cannot convert field.`,
  );
}

function readValue(
  text: string,
  { duplicates, strict }: { readonly duplicates: boolean; readonly strict: boolean },
): Json {
  if (text.trim() === "") return null;
  if (!duplicates && strict) {
    try {
      return parseLossless(text);
    } catch (error) {
      if (!(error instanceof RequestError) || !hasValue(text)) throw error;
    }
    throw illegalArgument(`The input ${text} is not valid JSON and the strict_json_parsing parameter is true`);
  }
  const { value, end } = readLenientJson(text, duplicates);
  if (strict && text.slice(end).trim() !== "")
    throw illegalArgument(`The input ${text} is not valid JSON and the strict_json_parsing parameter is true`);
  return value;
}

/** Whether a text begins with a value, so that its fault stands behind it. */
function hasValue(text: string): boolean {
  try {
    readLenientJson(text, false);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
}

function merge(into: JsonObject, more: JsonObject): void {
  for (const key of Object.keys(more)) {
    const [old, value] = [ownOf(into, key), ownOf(more, key) ?? null];
    if (isJsonObject(old) && isJsonObject(value)) merge(old, value);
    else put(into, key, value);
  }
}
