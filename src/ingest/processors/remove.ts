import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { type TextSource, textSource } from "../config/template.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Removes fields: those that are named, or all others. */
export const remove: ProcessorKind = {
  name: "remove",

  create(config) {
    const fields = paths(config, "field");
    const kept = paths(config, "keep");
    if (fields.length === 0 && kept.length === 0) throw config.error("keep", "or [field] must be specified");
    if (fields.length > 0 && kept.length > 0)
      throw config.error("keep", "and [field] cannot both be used in the same processor");
    const ignoreMissing = config.boolean("ignore_missing", false);
    return (document) => {
      for (const field of fields) {
        const path = field(document);
        if (!ignoreMissing || document.has(path)) document.remove(path);
      }
      if (kept.length === 0) return;
      const keep = kept.map((field) => field(document));
      for (const path of leavesOf(document.source, ""))
        if (!keep.some((name) => isWithin(name, path) || isWithin(path, name)) && document.has(path))
          document.remove(path);
    };
  },
};

function paths(config: ProcessorConfig, name: string): TextSource[] {
  const given = config.json(name);
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).map((path) => textSource(javaText(path)));
}

/** Whether a path is this one or leads into it. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`);
}

/** Paths of all members, the outer ones first. */
function leavesOf(object: JsonObject, prefix: string): string[] {
  return Object.keys(object).flatMap((key) => {
    const value: Json | undefined = ownOf(object, key);
    const path = prefix + key;
    return isJsonObject(value) ? [path, ...leavesOf(value, `${path}.`)] : [path];
  });
}
