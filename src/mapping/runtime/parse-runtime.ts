/** Parses `runtime` of a mapping and `runtime_mappings` of a request (`RuntimeField.parseRuntimeFields`). */
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { MappedField } from "../field-type.ts";
import { MappingContext } from "../mapping-context.ts";
import { javaClass, javaText, mapperParsing, parseException } from "../mapping-error.ts";
import type { ParameterValues } from "../parameter.ts";
import { type RuntimeField, runtimeFieldsByPath } from "./runtime-field.ts";
import type { RuntimeDefinition, RuntimeType } from "./runtime-type.ts";
import { runtimeTypes } from "./runtime-types.ts";

const typesByName: ReadonlyMap<string, RuntimeType> = new Map(runtimeTypes.map((type) => [type.name, type]));

/** Parses the section of a mapping; null removes a field. Throws RequestError 400 with Elasticsearch's message. */
export function parseRuntimeSection(value: Json, context: MappingContext): Map<string, RuntimeField | null> {
  if (!isJsonObject(value)) throw parseException("runtime must be a map type");
  const fields = new Map<string, RuntimeField | null>();
  for (const [name, definition] of Object.entries(value))
    fields.set(name, definition === null ? null : parseRuntimeField(name, definition, context));
  return fields;
}

/**
 * The runtime fields of a request, by path: they add or replace fields, but cannot remove any. Throws RequestError 400.
 */
export function parseRequestFields(value: JsonObject, scripts: ScriptReader): ReadonlyMap<string, MappedField> {
  // Their parameters do not depend on index settings.
  const context = new MappingContext({}, scripts);
  return runtimeFieldsByPath(
    new Map(
      Object.entries(value).map(([name, definition]) => [
        name,
        parseRuntimeField(name, notRemoved(name, definition), context),
      ]),
    ),
  );
}

function notRemoved(name: string, definition: Json): Json {
  if (definition !== null) return definition;
  throw mapperParsing(`Runtime field [${name}] was set to null but its removal is not supported in this context`);
}

/** Validates a definition that will make fields later, without compiling its script. */
export function checkRuntimeField(name: string, definition: Json, context: MappingContext): void {
  readField(name, definition, context);
}

function parseRuntimeField(name: string, definition: Json, context: MappingContext): RuntimeField {
  const { type, read } = readField(name, definition, context);
  const definitions = (fields: JsonObject): RuntimeDefinition[] =>
    Object.entries(fields).map(([inner, one]) => readField(inner, notRemoved(inner, one), context));
  return {
    name,
    shown: { type: type.name, ...read.shown },
    fields: type.create(name, read, { mapping: context, definitions }),
  };
}

/** A definition with its parameters parsed and validated. */
function readField(name: string, definition: Json, context: MappingContext): RuntimeDefinition {
  if (!isJsonObject(definition)) {
    const held = javaClass(definition);
    const inUtil = held === "ArrayList" || held === "LinkedHashMap";
    throw mapperParsing(
      `Expected map for runtime field [${name}] definition but got a java.${inUtil ? "util" : "lang"}.${held}`,
    );
  }
  const given = definition["type"] ?? null;
  if (given === null) throw mapperParsing(`No type specified for runtime field [${name}]`);
  const type = typesByName.get(javaText(given));
  if (!type) {
    throw mapperParsing(
      `The mapper type [${javaText(given)}] declared on runtime field [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
    );
  }
  const read = readDefinition(name, type, definition, context);
  type.check(name, read);
  return { name, type, read };
}

function readDefinition(
  name: string,
  type: RuntimeType,
  definition: JsonObject,
  context: MappingContext,
): ParameterValues {
  const typeText = javaText(definition["type"]);
  const values: Record<string, Json> = Object.fromEntries(
    type.parameters.map((parameter) => [parameter.name, parameter.fallback]),
  );
  const given = new Map<string, Json>();
  for (const [key, raw] of Object.entries(definition)) {
    if (key === "type") continue;
    const parameter = type.parameters.find((candidate) => candidate.name === key);
    if (!parameter) throw mapperParsing(`unknown parameter [${key}] on runtime field [${name}] of type [${typeText}]`);
    if (raw === null && parameter.acceptsNull) continue;
    if (raw === null)
      throw mapperParsing(`[${key}] on runtime field [${name}] of type [${typeText}] must not have a [null] value`);
    const value = parameter.read(raw, context.field(name));
    put(values, key, value);
    if (javaText(value) !== javaText(parameter.fallback)) given.set(key, value);
  }
  const shown: JsonObject = {};
  for (const { name: key } of type.parameters) if (given.has(key)) put(shown, key, given.get(key)!);
  return { values, shown };
}
