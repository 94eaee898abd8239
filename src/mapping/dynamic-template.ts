/** Dynamic templates: mappings for new fields in documents. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { inJavaOrder } from "../compat/java-map-order.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import { compilePattern, type JavaPattern } from "../compat/patterns/java-pattern.ts";
import { simpleMatchAny } from "../compat/wildcard.ts";
import { javaText, mapperParsing, notOfClass, nullPointer } from "./mapping-error.ts";

/** Kinds of values, as in `match_mapping_type`. */
export const matchMappingTypes = ["object", "string", "long", "double", "boolean", "date", "binary"] as const;
export type MatchMappingType = (typeof matchMappingTypes)[number];

/** The type of a field made without a template, by kind of value. */
export const defaultTypes: Readonly<Record<MatchMappingType, string>> = {
  object: "object",
  string: "text",
  long: "long",
  double: "float",
  boolean: "boolean",
  date: "date",
  binary: "binary",
};

/** The type of a runtime field made for a kind of value. */
export const runtimeTypesByKind: Readonly<Partial<Record<MatchMappingType, string>>> = {
  string: "keyword",
  long: "long",
  double: "double",
  boolean: "boolean",
  date: "date",
};

/** One template. */
export interface DynamicTemplate {
  readonly name: string;
  /** As get_mapping returns it. */
  readonly shown: JsonObject;
  readonly mapping: JsonObject;
  /** Whether it makes runtime fields. */
  readonly runtime: boolean;
  /** Kinds of values that it matches. */
  readonly kinds: readonly MatchMappingType[];
  /** Whether it says which names, paths or kinds it matches; a template with only exclusions is used by name alone. */
  readonly matchesByItself: boolean;
  matches(name: string, path: string, kind: MatchMappingType): boolean;
}

/** Conditions that make a template match by itself; without any of them it is used by name alone. */
const REASONS = ["match", "path_match", "match_mapping_type", "unmatch_mapping_type"] as const;
const CONDITIONS = [
  "match",
  "path_match",
  "unmatch",
  "path_unmatch",
  "match_mapping_type",
  "unmatch_mapping_type",
] as const;

/** Parses the list of a mapping; `check` is called for each template before the next one is parsed. */
export function parseDynamicTemplates(value: Json, check: (template: DynamicTemplate) => void): DynamicTemplate[] {
  if (!Array.isArray(value))
    throw mapperParsing("Dynamic template syntax error. An array of named objects is expected.");
  return value.map((entry) => {
    if (entry === null) throw nullPointer('Cannot invoke "java.util.Map.size()" because "tmpl" is null');
    if (!isJsonObject(entry)) throw notOfClass(entry, "Map");
    const [name, ...more] = Object.keys(entry);
    if (name === undefined || more.length > 0) throw mapperParsing("A dynamic template must be defined with a name");
    const template = parseTemplate(name, ownOf(entry, name) ?? null);
    check(template);
    return template;
  });
}

function parseTemplate(name: string, value: Json): DynamicTemplate {
  if (value === null) throw nullPointer('Cannot invoke "java.util.Map.entrySet()" because "conf" is null');
  if (!isJsonObject(value)) throw notOfClass(value, "Map");
  for (const key of Object.keys(value)) checkMember(key, value[key] ?? null);
  const { mapping: asMapped, runtime: asRuntime } = value;
  const runtime = isJsonObject(asRuntime);
  if (runtime && isJsonObject(asMapped))
    throw mapperParsing(`mapping and runtime cannot be both specified in the same dynamic template [${name}]`);
  const mapping = runtime ? asRuntime : asMapped;
  if (!isJsonObject(mapping)) throw mapperParsing(`template [${name}] must have either mapping or runtime set`);
  const conditions = Object.fromEntries(CONDITIONS.map((key) => [key, textList(value[key])])) as Record<
    (typeof CONDITIONS)[number],
    string[]
  >;
  const pattern = patternKind(value["match_pattern"]);
  const { match, unmatch, path_match: pathMatch, path_unmatch: pathUnmatch } = conditions;
  const expressions =
    pattern === "regex" ? expressionsOf([...match, ...unmatch, ...pathMatch, ...pathUnmatch], name) : undefined;
  const anyMatches = (patterns: readonly string[], text: string): boolean =>
    expressions ? patterns.some((source) => expressions.get(source)!.matches(text)) : simpleMatchAny(patterns, text);
  const given = kindsOf(conditions.match_mapping_type, conditions.unmatch_mapping_type);
  const kinds = runtime ? runtimeKinds(name, given, conditions.match_mapping_type) : given;
  return {
    name,
    shown: shownTemplate(value, conditions, mapping),
    mapping,
    runtime,
    kinds,
    matchesByItself: REASONS.some((key) => conditions[key].length > 0),
    matches(fieldName, path, kind) {
      if (!kinds.includes(kind)) return false;
      if (pathMatch.length > 0 && !anyMatches(pathMatch, path)) return false;
      if (match.length > 0 && !anyMatches(match, fieldName)) return false;
      return !anyMatches(pathUnmatch, path) && !anyMatches(unmatch, fieldName);
    },
  };
}

/** Validates one member of a template. */
function checkMember(key: string, value: Json): void {
  if (key === "mapping" || key === "runtime") {
    if (value !== null && !isJsonObject(value)) throw notOfClass(value, "Map");
    return;
  }
  if (key !== "match_pattern" && !(CONDITIONS as readonly string[]).includes(key))
    throw illegalArgument(`Illegal dynamic template parameter: [${key}]`);
  if (value === null)
    throw nullPointer(
      'Cannot invoke "Object.toString()" because the return value of "java.util.Map$Entry.getValue()" is null',
    );
  if (key !== "match_pattern" && Array.isArray(value) && !value.every((item) => typeof item === "string")) {
    throw mapperParsing(`[${key}] values must either be a string or list of strings, but was [${javaText(value)}]`);
  }
}

function textList(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(javaText) : [javaText(value)];
}

function patternKind(value: Json | undefined): "simple" | "regex" {
  if (value === undefined || value === "simple") return "simple";
  if (value === "regex") return "regex";
  throw illegalArgument(`No matching pattern matched on [${javaText(value)}]`);
}

/** The compiled patterns of a template, by text. */
function expressionsOf(texts: readonly string[], name: string): ReadonlyMap<string, JavaPattern> {
  const expressions = new Map<string, JavaPattern>();
  for (const text of texts) {
    try {
      expressions.set(text, compilePattern(text));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw mapperParsing(
        `Pattern [${text}] of type [regex] is invalid. Cannot create dynamic template [${name}].`,
        error,
      );
    }
  }
  return expressions;
}

function kindsOf(match: readonly string[], unmatch: readonly string[]): readonly MatchMappingType[] {
  const isAny = match.length === 1 && match[0] === "*";
  for (const kind of [...(isAny ? [] : match), ...unmatch]) {
    if (!(matchMappingTypes as readonly string[]).includes(kind)) {
      throw illegalArgument(
        `No field type matched on [${kind}], possible values are [${matchMappingTypes.join(", ")}]`,
      );
    }
  }
  // Explicitly listed kinds are tried in their order.
  const wanted = match.length === 0 || isAny ? matchMappingTypes : (match as readonly MatchMappingType[]);
  return wanted.filter((kind) => !unmatch.includes(kind));
}

/** Kinds of values that a runtime template matches. */
function runtimeKinds(
  name: string,
  kinds: readonly MatchMappingType[],
  asked: readonly string[],
): readonly MatchMappingType[] {
  const without = kinds.find((kind) => !(kind in runtimeTypesByKind));
  if (asked.length > 0 && !asked.includes("*") && without !== undefined) {
    throw mapperParsing(
      `Dynamic template [${name}] defines a runtime field but type [${without}] is not supported as runtime field`,
    );
  }
  return kinds.filter((kind) => kind in runtimeTypesByKind);
}

/** Lists with one item are returned as that item. */
function shownTemplate(
  value: JsonObject,
  conditions: Readonly<Record<string, string[]>>,
  mapping: JsonObject,
): JsonObject {
  const shown: JsonObject = {};
  for (const key of ["match", "path_match", "unmatch", "path_unmatch", "match_mapping_type", "unmatch_mapping_type"]) {
    const list = ownOf(conditions, key) ?? [];
    if (list.length > 0) put(shown, key, list.length === 1 ? list[0]! : list);
  }
  if (value["match_pattern"] === "regex") shown["match_pattern"] = "regex";
  shown[isJsonObject(value["mapping"]) ? "mapping" : "runtime"] = Object.fromEntries(
    Object.keys(mapping)
      .sort()
      .map((key) => [key, ownOf(mapping, key)!]),
  );
  return shown;
}

/**
 * The mapping that a template gives a field: `{name}` and `{dynamic_type}` filled in, and the type added when missing.
 */
export function mappingOfTemplate(template: DynamicTemplate, name: string, kind: MatchMappingType): JsonObject {
  const dynamicType = (template.runtime ? runtimeTypesByKind[kind] : undefined) ?? defaultTypes[kind];
  const fill = (value: Json): Json => {
    if (typeof value === "string")
      return value
        .replaceAll("{name}", name)
        .replaceAll("{dynamic_type}", dynamicType)
        .replaceAll("{dynamicType}", dynamicType);
    if (Array.isArray(value)) return value.map(fill);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fill(key) as string, fill(inner)]));
  };
  // Elasticsearch fills a new hash map, in whose order errors are found.
  const filled = inJavaOrder(fill(template.mapping) as JsonObject);
  return filled["type"] === undefined ? { ...filled, type: dynamicType } : filled;
}
