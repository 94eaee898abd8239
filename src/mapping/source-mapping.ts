/** `_source` of a mapping: whether and how the source is stored and returned (`SourceFieldMapper`). */
import { illegalArgument } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { javaText, mapperParsing, notOfClass, nullPointer } from "./mapping-error.ts";
import type { SourceMapping, SourceMode } from "./mapping-tree.ts";
import { readBoolean } from "./parameter.ts";

const modes: readonly SourceMode[] = ["disabled", "stored", "synthetic"];

/** The defaults. */
const defaultSource: SourceMapping = { enabled: undefined, mode: undefined, includes: [], excludes: [] };

/** Parses `_source`; `setting`: index.mapping.source.mode, which overrides the mode of the mapping. */
export function readSource(value: Json, setting: string | readonly string[] | undefined): SourceMapping {
  if (!isJsonObject(value)) throw illegalArgument("[_source] config must be an object");
  for (const key of Object.keys(value)) {
    if (key !== "enabled" && key !== "includes" && key !== "excludes" && key !== "mode") {
      throw mapperParsing(`unknown parameter [${key}] on metadata field [_source]`);
    }
  }
  const enabled = value["enabled"] === undefined ? undefined : readBoolean(value["enabled"] ?? true);
  const given = value["mode"] === undefined ? undefined : readGivenMode(value["mode"]);
  if (enabled !== undefined && given !== undefined)
    throw mapperParsing("Cannot set both [mode] and [enabled] parameters");
  const mode = given && (setting === undefined ? given : readMode(String(setting)));
  const source = { enabled, mode, includes: patterns(value["includes"]), excludes: patterns(value["excludes"]) };
  const effective = mode ?? (setting === undefined ? undefined : readMode(String(setting)));
  if (effective === "synthetic" && source.includes.length + source.excludes.length > 0) {
    throw illegalArgument("filtering the stored _source is incompatible with synthetic source");
  }
  return source;
}

function readMode(text: string): SourceMode {
  const mode = modes.find((name) => name === text.toLowerCase());
  if (mode === undefined)
    throw illegalArgument(
      `No enum constant org.elasticsearch.index.mapper.SourceFieldMapper.Mode.${text.toUpperCase()}`,
    );
  return mode;
}

function readGivenMode(value: Json): SourceMode {
  if (value === null) throw nullPointer('Cannot invoke "Object.toString()" because "o" is null');
  return readMode(javaText(value));
}

function patterns(value: Json | undefined): string[] {
  if (value === undefined) return [];
  if (value === null) throw nullPointer('Cannot invoke "java.util.List.iterator()" because "values" is null');
  if (!Array.isArray(value)) throw notOfClass(value, "List");
  return value.map((item) => {
    if (item === null) throw nullPointer('Cannot invoke "Object.toString()" because "item" is null');
    return javaText(item);
  });
}

/** The effective mode: from `enabled` if given, then the setting, then the mode of the mapping. */
export function sourceMode(
  source: SourceMapping | undefined,
  setting: string | readonly string[] | undefined,
): SourceMode {
  if (source?.enabled !== undefined) return source.enabled ? "stored" : "disabled";
  return setting === undefined ? (source?.mode ?? "stored") : readMode(String(setting));
}

/** Messages about forbidden changes. The source can be disabled or made synthetic, but not the reverse. */
export function sourceConflicts(before: SourceMapping = defaultSource, after: SourceMapping): string[] {
  const conflicts: string[] = [];
  const add = (name: string, from: Json, to: Json): void => {
    conflicts.push(`Cannot update parameter [${name}] from [${javaText(from)}] to [${javaText(to)}]`);
  };
  if (before.enabled === false && after.enabled !== false) add("enabled", false, true);
  if (before.mode !== after.mode && after.mode === "stored") add("mode", before.mode ?? null, after.mode);
  for (const name of ["includes", "excludes"] as const) {
    if (javaText([...before[name]]) !== javaText([...after[name]])) add(name, [...before[name]], [...after[name]]);
  }
  return conflicts;
}

/** As get_mapping returns it; undefined when there is nothing to return. */
export function showSource(source: SourceMapping | undefined): JsonObject | undefined {
  if (!source) return undefined;
  const shown: JsonObject = {};
  if (source.enabled === false) shown["enabled"] = false;
  if (source.mode !== undefined) shown["mode"] = source.mode;
  if (source.includes.length > 0) shown["includes"] = [...source.includes];
  if (source.excludes.length > 0) shown["excludes"] = [...source.excludes];
  return Object.keys(shown).length > 0 ? shown : undefined;
}
