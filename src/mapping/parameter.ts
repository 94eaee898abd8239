/** Parameters of field types: how each is parsed, rendered, compared and updated. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import type { FieldTypeContext } from "./field-type.ts";
import { javaClass, javaText, mapperParsing } from "./mapping-error.ts";
import { BM25, type SimilarityDefinition } from "./similarities.ts";
import { integerFormatException } from "./value-error.ts";

/** One parameter of a field type. Values are kept in the form in which get_mapping returns them. */
export interface Parameter {
  readonly name: string;
  readonly updateable: boolean;
  /** The default value. */
  readonly fallback: Json;
  /** The default where it follows from what other parameters say; those before it are there. */
  derived?(values: Readonly<Record<string, Json>>): Json;
  /** The index setting that supplies the default instead of `fallback`. */
  readonly setting?: string;
  /** Returned whenever it was given, even with the default value. */
  readonly explicit?: boolean;
  readonly acceptsNull?: boolean;
  /** Validates a given value and converts it to the form of get_mapping. */
  read(value: Json, context: FieldTypeContext): Json;
  /** Validates a given value, in the form of get_mapping, after all parameters are read. */
  validate?(value: Json): void;
  /** Whether a parameter that is not updateable may make this change. */
  mayBecome?(from: Json, to: Json): boolean;
  /** The value in conflict messages. */
  text?(value: Json): string;
}

/** The parameters of one field. */
export interface ParameterValues {
  /** All parameters, defaults included. */
  readonly values: Readonly<Record<string, Json>>;
  /** Those that get_mapping returns. */
  readonly shown: JsonObject;
}

/** Parameters that every field has, read separately. */
export const commonParameters: ReadonlySet<string> = new Set([
  "type",
  "fields",
  "copy_to",
  "meta",
  "synthetic_source_keep",
]);

/**
 * Reads the parameters of a field in their given order; refuses unknown ones. Common parameters are passed to `common`.
 * `name` is the field's name in errors.
 */
export function readParameters(
  definitions: readonly Parameter[],
  type: string,
  given: JsonObject,
  context: FieldTypeContext,
  name = context.path.slice(context.path.lastIndexOf(".") + 1),
  common: (key: string, value: Json) => void = () => {},
): ParameterValues {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const read = new Map<string, Json>();
  for (const [key, value] of Object.entries(given)) {
    const definition = byName.get(key);
    if (commonParameters.has(key)) common(key, value);
    else if (!definition) refuseParameter(key, name, type);
    else if (value !== null) read.set(key, definition.read(value, context));
    else if (!definition.acceptsNull)
      throw mapperParsing(`[${key}] on mapper [${name}] of type [${type}] must not have a [null] value`);
  }
  const values: Record<string, Json> = {};
  const shown: JsonObject = {};
  for (const definition of definitions) {
    const value = read.get(definition.name);
    if (value !== undefined) definition.validate?.(value);
    put(values, definition.name, value ?? definition.derived?.(values) ?? definition.fallback);
    const fallback =
      definition.setting === undefined ? definition.fallback : settingFlag(context, definition.setting, false);
    if (value !== undefined && (definition.explicit || javaText(value) !== javaText(fallback)))
      put(shown, definition.name, value);
  }
  return { values, shown };
}

/** Throws for a parameter that the type does not have. */
function refuseParameter(key: string, name: string, type: string): void {
  if (key === "boost") throw mapperParsing(`Unknown parameter [boost] on mapper [${name}]`);
  throw mapperParsing(`unknown parameter [${key}] on mapper [${name}] of type [${type}]`);
}

/** Messages about changed parameters that are not updateable, in the order of the definitions. */
export function parameterConflicts(
  definitions: readonly Parameter[],
  from: ParameterValues,
  to: ParameterValues,
): string[] {
  const conflicts: string[] = [];
  for (const definition of definitions) {
    const before = ownOf(from.values, definition.name) ?? null;
    const after = ownOf(to.values, definition.name) ?? null;
    if (definition.updateable || javaText(before) === javaText(after) || definition.mayBecome?.(before, after))
      continue;
    const text = (value: Json): string => definition.text?.(value) ?? javaText(value);
    conflicts.push(`Cannot update parameter [${definition.name}] from [${text(before)}] to [${text(after)}]`);
  }
  return conflicts;
}

/** `true`, `false`, or the same as text. */
export function readBoolean(value: Json): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw illegalArgument(`Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`);
}

/** A boolean option of an object; undefined when not given. `name` is its name in errors. */
export function readFlag(body: JsonObject, key: string, name: string): boolean | undefined {
  const value = ownOf(body, key);
  if (value === undefined || value === null) return undefined;
  try {
    return readBoolean(value);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", `Could not convert [${name}] to boolean`, {
      cause: error,
    });
  }
}

/** A 32-bit integer, or the same as text (`XContentMapValues.nodeIntegerValue`). */
export function readInteger(value: Json): number {
  if (typeof value === "number" || typeof value === "bigint") {
    if (!Number.isSafeInteger(Number(value))) throw illegalArgument(`${javaText(value)} is not an integer value`);
    if (Number(value) !== (Number(value) | 0)) throw new RequestError(400, "arithmetic_exception", "integer overflow");
    return Number(value);
  }
  const text = javaText(value);
  if (!/^[+-]?\d+$/.test(text) || Number(text) !== (Number(text) | 0)) throw integerFormatException(text);
  return Number(text);
}

/** The 400 `mapper_parsing_exception` for unknown members of a definition; undefined when there are none. */
export function unsupportedParameters(name: string, others: JsonObject): RequestError | undefined {
  const listed = Object.entries(others).map(([key, value]) => `[${key} : ${javaText(value)}]`);
  return listed.length === 0
    ? undefined
    : mapperParsing(`Mapping definition for [${name}] has unsupported parameters:  ${listed.join(" ")}`);
}

interface Options {
  readonly updateable?: boolean;
  readonly explicit?: boolean;
}

/** `known`: values that other types support; they are refused only after all parameters are read. */
interface ChoiceOptions extends Options {
  readonly known?: readonly string[];
}

export function booleanParameter(name: string, fallback: boolean | null, options: Options = {}): Parameter {
  return {
    name,
    fallback,
    updateable: options.updateable ?? false,
    explicit: options.explicit ?? false,
    read: readBoolean,
  };
}

export function choiceParameter(
  name: string,
  fallback: string | null,
  choices: readonly string[],
  options: ChoiceOptions = {},
): Parameter {
  const refused = (text: string): RequestError =>
    mapperParsing(`Unknown value [${text}] for field [${name}] - accepted values are [${choices.join(", ")}]`);
  return {
    name,
    fallback,
    updateable: options.updateable ?? false,
    read(value) {
      const text = javaText(value);
      if (!(options.known ?? choices).includes(text)) throw refused(text);
      return text;
    },
    validate(value) {
      if (typeof value === "string" && !choices.includes(value)) throw refused(value);
    },
  };
}

/** `index`: whether values can be searched fast. */
export const indexParameter = booleanParameter("index", true);
/** `doc_values`: whether there is a column. */
export const docValuesParameter = booleanParameter("doc_values", true);
/** `store`: Elasticsearch stores the value separately; here it is read from the source, with the same results. */
export const storeParameter = booleanParameter("store", false);
/** `ignore_malformed`: ignore values that do not fit instead of refusing the document. */
export const ignoreMalformedParameter = booleanParameter("ignore_malformed", null, {
  updateable: true,
  explicit: true,
});
/** The same, for types that return it only where it differs from the index setting. */
export const hiddenIgnoreMalformedParameter: Parameter = {
  ...ignoreMalformedParameter,
  explicit: false,
  setting: "index.mapping.ignore_malformed",
};
/** `coerce`: convert texts and fractions to whole numbers. */
export const coerceParameter = booleanParameter("coerce", null, { updateable: true, explicit: true });
/** `time_series_dimension`. */
export const dimensionParameter = booleanParameter("time_series_dimension", false);
/** Kinds of metrics that some field type supports. */
export const metricTypes: readonly string[] = ["gauge", "counter", "histogram", "summary", "position"];
/** `time_series_metric`; it only affects field_caps. */
export const metricParameter: Parameter = {
  ...choiceParameter("time_series_metric", null, ["gauge", "counter"], { known: metricTypes }),
  acceptsNull: true,
};

/** `similarity`: the name of a built-in similarity, or of one in the index's settings. */
export const similarityParameter: Parameter = {
  name: "similarity",
  fallback: null,
  updateable: false,
  acceptsNull: true,
  read(value, context) {
    const text = javaText(value);
    if (context.similarity(text)) return text;
    throw mapperParsing(
      `Unknown Similarity type [${text}] for field [${context.path.slice(context.path.lastIndexOf(".") + 1)}]`,
    );
  },
};

/** The similarity of a field that has the parameter. */
export function similarityOf(values: ParameterValues["values"], context: FieldTypeContext): SimilarityDefinition {
  const name = values["similarity"];
  return context.similarity(typeof name === "string" ? name : undefined) ?? BM25;
}

/** `norms`, which can be disabled later but not enabled. */
export function normsParameter(fallback: boolean): Parameter {
  return { ...booleanParameter("norms", fallback), mayBecome: (from, to) => from === true && to === false };
}

/** `meta`: up to five texts. */
export function readMeta(value: Json, name: string): JsonObject {
  if (!isJsonObject(value))
    throw mapperParsing(`[meta] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${name}]`);
  const entries = Object.entries(value);
  if (entries.length > 5)
    throw mapperParsing(`[meta] can't have more than 5 entries, but got ${entries.length} on field [${name}]`);
  for (const [key, text] of entries) {
    if (key.length > 20)
      throw mapperParsing(`[meta] keys can't be longer than 20 chars, but got [${key}] for field [${name}]`);
    if (text === null) throw mapperParsing(`[meta] values can't be null (field [${name}])`);
    if (typeof text !== "string")
      throw mapperParsing(
        `[meta] values can only be strings, but got ${javaClass(text)}[${javaText(text)}] for field [${name}]`,
      );
    if (text.length > 50)
      throw mapperParsing(`[meta] values can't be longer than 50 chars, but got [${text}] for field [${name}]`);
  }
  return value;
}

/** The index setting that is the default of a parameter (`index.mapping.ignore_malformed` …). */
export function settingFlag(context: FieldTypeContext, name: string, fallback: boolean): boolean {
  const value = context.setting(name);
  return value === undefined || value === null ? fallback : value === true || value === "true";
}
