import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { javaClass, javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Runs a processor on each value of a list or an object, which it finds under `_ingest._value`. */
export const foreach: ProcessorKind = {
  name: "foreach",

  create(config, { step, runStep }) {
    const field = config.string("field");
    const ignoreMissing = config.boolean("ignore_missing", false);
    const given = Object.entries(config.map("processor"));
    const [entry] = given;
    if (!entry || given.length !== 1) throw config.error("processor", "Must specify exactly one processor type");
    const inner = step(entry[0], entry[1]);
    return (document) => {
      const value = valueOf(document, field, ignoreMissing);
      if (value === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot loop over its elements.`);
      }
      const run = (): void => runStep(inner, document);
      if (Array.isArray(value)) document.set(field, eachItem(document, value, run));
      else if (isJsonObject(value)) document.set(field, eachMember(document, value, run));
      else throw illegalArgument(`field [${field}] of type [${javaClass(value)}] cannot be cast to a list or map`);
    };
  },
};

function eachItem(document: IngestDocument, list: readonly Json[], run: () => void): Json[] {
  const { ingest } = document;
  const before = ingest["_value"];
  const made: Json[] = [];
  try {
    for (const item of list) {
      if (document.dropped) break;
      ingest["_value"] = item;
      run();
      made.push(ingest["_value"] ?? null);
    }
  } finally {
    restore(ingest, "_value", before);
  }
  return made;
}

function eachMember(document: IngestDocument, object: JsonObject, run: () => void): JsonObject {
  const { ingest } = document;
  const [key, before] = [ingest["_key"], ingest["_value"]];
  const made: JsonObject = {};
  try {
    for (const name of Object.keys(object)) {
      if (document.dropped) break;
      ingest["_key"] = name;
      ingest["_value"] = ownOf(object, name) ?? null;
      run();
      put(made, javaText(ingest["_key"] ?? null), ingest["_value"] ?? null);
    }
  } finally {
    restore(ingest, "_key", key);
    restore(ingest, "_value", before);
  }
  return made;
}

function restore(ingest: JsonObject, name: "_key" | "_value", before: Json | undefined): void {
  if (before === undefined) delete ingest[name];
  else ingest[name] = before;
}
