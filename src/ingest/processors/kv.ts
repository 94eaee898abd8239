import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern, type JavaPattern } from "../../compat/patterns/java-pattern.ts";
import { pathSource, valueOf } from "../config/fields-of.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { textSource } from "../config/template.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";
import { splitText } from "../config/split-text.ts";

const BRACKETS = compilePattern("(^[\\(\\[<\"'])|([\\]\\)>\"']$)");
const ALL = { duplicates: true, ignoreEmpty: false };

/** Takes pairs of keys and values out of a text. */
export const kv: ProcessorKind = {
  name: "kv",

  create(config) {
    const field = pathSource(config, "field");
    const given = config.optionalString("target_field");
    const target = given === undefined ? undefined : textSource(given);
    const fieldSplit = config.string("field_split");
    const valueSplit = config.string("value_split");
    const trimKey = trimmer(config, "trim_key");
    const trimValue = trimmer(config, "trim_value");
    const stripBrackets = config.boolean("strip_brackets", false);
    const include = names(config, "include_keys");
    const exclude = names(config, "exclude_keys");
    const prefix = config.optionalString("prefix") ?? "";
    const ignoreMissing = config.boolean("ignore_missing", false);
    return (document) => {
      const path = field(document);
      const text = valueOf(document, path, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${path}] is null, cannot extract key-value pairs.`);
      }
      if (typeof text !== "string") throw notOfClass(path, text, "java.lang.String");
      const outer = target ? `${target(document)}.` : "";
      for (const part of splitText(text, compilePattern(fieldSplit), 0)) {
        const [key = "", value, more] = splitText(part, compilePattern(valueSplit), 2);
        if (value === undefined || more !== undefined)
          throw illegalArgument(`field [${path}] does not contain value_split [${valueSplit}]`);
        const name = trimKey(key);
        if (include ? !include.has(name) : exclude?.has(name)) continue;
        const stripped = stripBrackets ? BRACKETS.replaceAll(value, "") : value;
        put(document, outer + prefix + name, trimValue(stripped));
      }
    };
  },
};

function put(document: IngestDocument, path: string, value: string): void {
  if (document.has(path)) document.append(path, value, ALL);
  else document.set(path, value);
}

function names(config: ProcessorConfig, name: string): ReadonlySet<string> | undefined {
  const list = config.optionalList(name);
  return list && new Set(list.map(javaText));
}

/** Takes these characters from both ends of a text. */
function trimmer(config: ProcessorConfig, name: string): (text: string) => string {
  const characters = config.optionalString(name);
  if (characters === undefined) return (text) => text;
  const ends: JavaPattern = compilePattern(`(^([${characters}]+))|([${characters}]+$)`);
  return (text) => ends.replaceAll(text, "");
}
