/** Contexts of completions: categories and places that suggestions can be limited to. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ValueContext, WatchedValue } from "../field-type.ts";
import { javaText, mapperParsing, notOfClass, parseException } from "../mapping-error.ts";
import { ofDocument, shortTokenNameOf } from "../value-error.ts";
import { geoContexts, geoContextsOfField, readGeoPrecision } from "./geo-context.ts";

/** One context of a field, as get_mapping shows it. */
export interface CompletionContext {
  readonly name: string;
  readonly type: "CATEGORY" | "GEO";
  /** Characters of geohashes. */
  readonly precision: number | undefined;
  /** A field of the document whose values are contexts too. */
  readonly path: string | undefined;
}

/** Most contexts of a field. */
const MOST_CONTEXTS = 10;
export const DEFAULT_GEO_PRECISION = 6;

/** Reads `contexts` of a mapping; answers their shown form. */
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

/** Takes a member out of a definition. */
function required(definition: JsonObject, name: string): string {
  const value = ownOf(definition, name);
  if (value === undefined || value === null) throw parseException(`missing [${name}] in context mapping`);
  delete definition[name];
  return javaText(value);
}

/** The contexts of a shown form. */
export function contextsOf(shown: Json): CompletionContext[] {
  if (!Array.isArray(shown)) return [];
  return shown.filter(isJsonObject).map((one) => ({
    name: javaText(one["name"]),
    type: one["type"] === "GEO" ? "GEO" : "CATEGORY",
    precision: typeof one["precision"] === "number" ? one["precision"] : undefined,
    path: typeof one["path"] === "string" ? one["path"] : undefined,
  }));
}

/** Points can only come from a field of points. */
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
 * The values of each context by its name, of `contexts` in a document, which stands `level` steps down in the value at
 * hand.
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

/** The contexts that the values of a field give. */
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
