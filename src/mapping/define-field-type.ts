/** Makes field types and fields: the parts common to all of them. */
import { writeJson } from "../compat/json/write-json.ts";
import { BM25 } from "./similarities.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { FieldType, FieldTypeContext, IndexableField, MappedField } from "./field-type.ts";
import type { FieldCapabilities } from "./field-capabilities.ts";
import { type IndexScript, indexScriptParameter, scriptedField } from "./index-script.ts";
import { type Parameter, type ParameterValues, readParameters } from "./parameter.ts";
import { onScriptErrorParameter } from "./script-parameters.ts";
import type { FieldSpec } from "../segment/segment-builder.ts";

/** A field type from its parameters and a function that makes a field of their values. */
export function defineFieldType(definition: {
  readonly name: string;
  readonly summary: string;
  readonly incomplete?: string;
  readonly parameters: readonly Parameter[];
  readonly refuses?: FieldType["refuses"];
  readonly notInMultiFields?: boolean;
  /** For types whose values a script can compute. */
  readonly script?: IndexScript;
  create(read: ParameterValues, context: FieldTypeContext): IndexableField;
}): FieldType {
  const { name, summary, incomplete, script } = definition;
  const parameters = script
    ? [...definition.parameters, indexScriptParameter, onScriptErrorParameter]
    : definition.parameters;
  return {
    name,
    summary,
    incomplete,
    parameters: parameters.map((parameter) => parameter.name),
    updateable: parameters.filter((parameter) => parameter.updateable).map((parameter) => parameter.name),
    definitions: parameters,
    refuses: definition.refuses,
    notInMultiFields: definition.notInMultiFields,
    script,
    parse(given, context) {
      const read = readParameters(parameters, name, given, context);
      const field = definition.create(read, context);
      return script ? scriptedField(field, script, read, context.scripts) : field;
    },
  };
}

/** The properties that every field has. */
export interface FieldBasics {
  readonly type: string;
  readonly capabilities: FieldCapabilities;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  readonly spec: Omit<FieldSpec, "name">;
  readonly shown: JsonObject;
}

/** A field without terms, values or analyzers; types override what they support. */
export function baseField(path: string, basics: FieldBasics): Omit<IndexableField, "index"> {
  const { type, capabilities, searchable, aggregatable, shown } = basics;
  return {
    path,
    type,
    capabilities,
    parameters: { type, ...shown },
    searchable,
    aggregatable,
    spec: { name: path, ...basics.spec },
    searchAnalyzer: undefined,
    searchQuoteAnalyzer: undefined,
    indexAnalyzer: undefined,
    similarity: BM25,
    takesStructure: false,
    term: () => undefined,
    range() {
      throw illegalArgument(`Field [${path}] of type [${type}] does not support range queries`);
    },
    format: (value) => (typeof value === "object" ? new TextDecoder().decode(value) : value),
    formatAsString: () => undefined,
    parseValue() {
      throw illegalArgument(`Field [${path}] of type [${type}] is not supported for this use of values`);
    },
    fetch: (sourceValue) => sourceValue,
  };
}

/** The error for reading values by document from a field without doc values. */
export function noFieldData({ path, type }: Pick<MappedField, "path" | "type">): string {
  return `Fielddata is not supported on field [${path}] of type [${type}]`;
}

/** Throws 400 for a `format` on a field that does not support it. */
export function refuseFormat(field: Pick<MappedField, "path" | "type">, format: string | undefined): void {
  if (format !== undefined)
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support custom formats`);
}

/**
 * As `refuseFetchFormat`, with the message of types whose values are returned from the source unchanged
 * (`SourceValueFetcher`).
 */
export function refuseSourceFormat({ path }: Pick<MappedField, "path">, format: string | undefined): void {
  if (format === undefined) return;
  const cause = illegalArgument(`Field [${path}] doesn't support formats.`);
  throw new RequestError(400, "illegal_argument_exception", `error fetching [${path}]: ${cause.message}`, { cause });
}

/** As `refuseFormat`, with the message of the fetch phase. */
export function refuseFetchFormat(field: Pick<MappedField, "path" | "type">, format: string | undefined): void {
  if (format === undefined) return;
  const cause = illegalArgument(`Field [${field.path}] of type [${field.type}] doesn't support formats.`);
  throw new RequestError(400, "illegal_argument_exception", `error fetching [${field.path}]: ${cause.message}`, {
    cause,
  });
}

/** A value of a query as text: numbers and booleans as in JSON. */
export function valueText(value: Json): string {
  return typeof value === "object" ? writeJson(value) : String(value);
}
