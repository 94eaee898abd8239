/** Contexts of completion fields: categories and places that suggestions can be limited to. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ValueContext, WatchedValue } from "../field-type.ts";
import { javaText, mapperParsing, notOfClass, parseException } from "../mapping-error.ts";
import { ofDocument, shortTokenNameOf } from "../value-error.ts";
import { geoContexts, geoContextsOfField, readGeoPrecision } from "./geo-context.ts";

/** A context of a field, as get_mapping returns it. */
export interface CompletionContext {
  readonly name: string;
  readonly type: "CATEGORY" | "GEO";
  /** Length of the geohashes, in characters. */
  readonly precision: number | undefined;
  /** A field of the document whose values are also contexts. */
  readonly path: string | undefined;
}

/** Maximum number of contexts of a field. */
const MOST_CONTEXTS = 10;
export const DEFAULT_GEO_PRECISION = 6;

/** Parses `contexts` of a mapping; returns them as get_mapping does. */
export function readContexts(value: Json): JsonObject[] {
  const given = Array.isArray(value) ? value : isJsonObject(value) ? [value] : undefined;
  if (!given) throw parseException("expected a list or an entry of context mapping");
  const contexts = given.map(readContext);
  if (contexts.length === 0) throw parseException("expected at least one context mapping");
  if (contexts.length > MOST_CONTEXTS)
    throw illegalArgument(`Limit of completion field contexts [${MOST_CONTEXTS}] has been exceeded`);
  return contexts;
}

function readContext(given: Json): JsonObject {
  if (!isJsonObject(given)) throw notOfClass(given, "Map");
  const rest = { ...given };
  const name = required(rest, "name");
  const type = required(rest, "type").toUpperCase();
  if (type !== "CATEGORY" && type !== "GEO") throw illegalArgument(`No context type for [${javaText(given["type"])}]`);
  const shown: JsonObject = { name, type };
  if (type === "GEO") {
    shown["precision"] =
      rest["precision"] === undefined || rest["precision"] === null
        ? DEFAULT_GEO_PRECISION
        : readGeoPrecision(rest["precision"]);
    if (rest["precision"] !== null) delete rest["precision"];
  }
  if (rest["path"] !== undefined && rest["path"] !== null) {
    shown["path"] = javaText(rest["path"]);
    delete rest["path"];
  }
  const left = Object.entries(rest).map(([key, unknown]) => `[${key} : ${javaText(unknown)}]`);
  if (left.length > 0)
    throw mapperParsing(`Mapping definition for [${name}] has unsupported parameters:  ${left.join(" ")}`);
  return shown;
}

/** Removes a required member from a definition and returns it. */
function required(definition: JsonObject, name: string): string {
  const value = ownOf(definition, name);
  if (value === undefined || value === null) throw parseException(`missing [${name}] in context mapping`);
  delete definition[name];
  return javaText(value);
}

/** The contexts in the form of get_mapping, parsed. */
export function contextsOf(shown: Json): CompletionContext[] {
  if (!Array.isArray(shown)) return [];
  return shown.filter(isJsonObject).map((one) => ({
    name: javaText(one["name"]),
    type: one["type"] === "GEO" ? "GEO" : "CATEGORY",
    precision: typeof one["precision"] === "number" ? one["precision"] : undefined,
    path: typeof one["path"] === "string" ? one["path"] : undefined,
  }));
}

/** Throws unless the paths of geo contexts are geo_point fields. */
export function checkContextPaths(
  contexts: readonly CompletionContext[],
  typeOf: (path: string) => string | undefined,
): void {
  for (const { type, path, name } of contexts) {
    if (type !== "GEO" || path === undefined) continue;
    const found = typeOf(path);
    if (found === undefined)
      throw parseException(`field [${path}] referenced in context [${name}] is not defined in the mapping`);
    if (found !== "geo_point")
      throw parseException(
        `field [${path}] referenced in context [${name}] must be mapped to geo_point, found [${found}]`,
      );
  }
}

/**
 * The values of each context, by name, from `contexts` of a document, which is `level` steps below the current value.
 */
export function documentContexts(
  contexts: readonly CompletionContext[],
  given: Json,
  target: ValueContext,
  level: number,
): Map<string, Set<string>> {
  if (!isJsonObject(given))
    throw ofDocument(illegalArgument(`contexts must be an object or an array , but was [${shortTokenNameOf(given)}]`));
  const values = new Map<string, Set<string>>();
  for (const [name, value] of Object.entries(given)) {
    target.itemAt(name, level);
    const context = contexts.find((one) => one.name === name);
    if (!context) {
      const names = contexts.map((one) => one.name).sort();
      throw ofDocument(illegalArgument(`Unknown context name [${name}], must be one of [${names.join(", ")}]`), "name");
    }
    values.set(
      name,
      new Set(
        context.type === "GEO"
          ? geoContexts(context.precision ?? 0, value, target, level + 1)
          : categories(value, target, level + 1),
      ),
    );
  }
  return values;
}

function categories(value: Json, target: ValueContext, level: number): string[] {
  if (!Array.isArray(value)) {
    if (typeof value !== "object") return [categoryText(value, target)];
    throw ofDocument(
      parseException(
        `contexts must be a string, number or boolean or a list of string, number or boolean, but was [${shortTokenNameOf(value)}]`,
      ),
    );
  }
  return value.map((item, index) => {
    target.itemAt(index, level);
    if (typeof item !== "object") return categoryText(item, target);
    throw ofDocument(
      parseException(`context array must have string, number or boolean values, but was [${shortTokenNameOf(item)}]`),
    );
  });
}

function categoryText(value: string | number | bigint | boolean, target: ValueContext): string {
  return typeof value === "number" || typeof value === "bigint" ? target.numberText(value) : String(value);
}

const decoder = new TextDecoder();

/** The context values from the values of another field. */
export function contextsOfField(context: CompletionContext, values: readonly WatchedValue[]): string[] {
  return values.flatMap(({ field, value }) => {
    if (value === null) return [];
    if (context.type === "GEO") return geoContextsOfField(context.precision ?? 0, field, value);
    if (typeof value === "object") return [];
    const { texts, valuesSource, valueFormat } = field.capabilities;
    if (texts === "whole") {
      const term = field.term(value);
      return term ? [decoder.decode(term)] : [];
    }
    if (texts === "words" || (valuesSource === "numbers" && valueFormat !== "boolean")) return [String(value)];
    throw illegalArgument(`Failed to parse context field [${context.path}], only keyword and text fields are accepted`);
  });
}
