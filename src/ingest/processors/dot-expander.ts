import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";

const ALL = { duplicates: true, ignoreEmpty: false };

/** Makes objects of fields whose names have dots. */
export const dotExpander: ProcessorKind = {
  name: "dot_expander",

  create(config) {
    const field = fieldOf(config);
    const path = config.optionalString("path");
    const override = config.boolean("override", false);
    return (document) => {
      const holder: Json = path === undefined ? document.source : document.value(path);
      if (!isJsonObject(holder)) return;
      const names = field === "*" ? Object.keys(holder).filter((name) => name.includes(".")) : [field];
      for (const name of names) {
        const value = ownOf(holder, name);
        if (value === undefined) continue;
        expand(document, { path: path === undefined ? name : `${path}.${name}`, value, override }, () => {
          delete holder[name];
        });
      }
    };
  },
};

interface Expanded {
  readonly path: string;
  readonly value: Json;
  /** Whether it takes the place of what is there. */
  readonly override: boolean;
}

function expand(document: IngestDocument, { path, value, override }: Expanded, remove: () => void): void {
  if (document.has(path)) {
    remove();
    if (override) document.set(path, value);
    else document.append(path, value, ALL);
    return;
  }
  // An object may stand on the way, and nothing else.
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const outer = path.slice(0, dot);
    const there = document.find(outer);
    if (there !== undefined && !isJsonObject(there))
      throw illegalArgument(`cannot expand [${path}], because [${outer}] is not an object field, but a value field`);
  }
  remove();
  document.set(path, value);
}

function fieldOf(config: ProcessorConfig): string {
  const field = config.string("field");
  if (field === "*") return field;
  if (!field.includes(".")) throw config.error("field", "field does not contain a dot and is not a wildcard");
  if (field.startsWith(".") || field.endsWith(".")) throw config.error("field", "Field can't start or end with a dot");
  if (field.includes("..")) throw config.error("field", "No space between dots");
  return field;
}
