/** Checks that a dynamic template can make a valid field for at least one kind of value that it matches. */
import { writeJson } from "../compat/json/write-json.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { type DynamicTemplate, mappingOfTemplate, type MatchMappingType } from "./dynamic-template.ts";
import type { MappingContext } from "./mapping-context.ts";
import { atRoot } from "./merge-reason.ts";
import { javaText } from "./mapping-error.ts";
import { isType, leftOver, readTyped } from "./parse-properties.ts";
import { checkRuntimeField } from "./runtime/parse-runtime.ts";
import { runtimeTypes } from "./runtime/runtime-types.ts";

/**
 * Throws 400 `illegal_argument_exception` for a template that is valid for no kind; the cause is the error of the last
 * one.
 */
export function checkTemplate(template: DynamicTemplate, context: MappingContext): void {
  // A template without conditions is used only by name and checked then; one with `{name}` cannot be checked before
  // names are known.
  if (!template.matchesByItself || hasName(template.mapping)) return;
  let last: RequestError | undefined;
  for (const kind of template.kinds) {
    try {
      checkKind(template, kind, context);
      return;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      last = error;
    }
  }
  if (!last) return;
  const reason = `dynamic template [${template.name}] has invalid content [${writeJson(template.shown)}], attempted to validate it with the following match_mapping_type: [${template.kinds.join(", ")}]`;
  throw new RequestError(400, "illegal_argument_exception", reason, { cause: last });
}

function hasName(value: Json): boolean {
  if (typeof value === "string") return value.includes("{name}");
  if (Array.isArray(value)) return value.some(hasName);
  return isJsonObject(value) && Object.entries(value).some(([key, inner]) => key.includes("{name}") || hasName(inner));
}

function checkKind(template: DynamicTemplate, kind: MatchMappingType, context: MappingContext): void {
  const name = `__dynamic__${template.name}`;
  const definition = mappingOfTemplate(template, name, kind);
  const type = javaText(definition["type"]);
  if (template.runtime) {
    checkRuntimeTemplate(template.name, definition, context);
    return;
  }
  if (!isType(type)) throw illegalArgument(`No mapper found for type [${type}]`);
  readTyped(type, { name, path: name, label: name }, definition, context)(atRoot);
  const others = leftOver(type, definition);
  if (Object.keys(others).length > 0) throw illegalArgument(`Unknown mapping attributes [${javaText(others)}]`);
}

/** Checks a runtime template. Errors found before its type is read do not mention the type. */
function checkRuntimeTemplate(name: string, mapping: JsonObject, context: MappingContext): void {
  const type = javaText(mapping["type"]);
  if (!runtimeTypes.some((candidate) => candidate.name === type))
    throw illegalArgument(`No runtime field found for type [${type}]`);
  checkRuntimeField(`__dynamic__${name}`, mapping, context);
}
