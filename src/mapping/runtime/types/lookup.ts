import { illegalArgument } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { metadata } from "../../field-capabilities.ts";
import { baseField } from "../../define-field-type.ts";
import type { MappedField } from "../../field-type.ts";
import { javaText, mapperParsing, notOfClass } from "../../mapping-error.ts";
import type { Parameter, ParameterValues } from "../../parameter.ts";
import { metaParameter } from "../runtime-parameters.ts";
import type { RuntimeType } from "../runtime-type.ts";
import type { LookupDefinition, LookupField } from "../runtime-values.ts";

const textParameter = (name: string): Parameter => ({
  name,
  fallback: null,
  updateable: true,
  read: (value) => javaText(value),
});

const fetchFieldsParameter: Parameter = {
  name: "fetch_fields",
  fallback: [],
  updateable: true,
  read(value) {
    if (!Array.isArray(value)) throw notOfClass(value, "List");
    if (value.length === 0) throw mapperParsing("[fetch_fields] parameter must not be empty");
    return value.map(readFetchField);
  },
};

/** Returns fields of documents of another index. */
export const lookup: RuntimeType = {
  name: "lookup",
  summary:
    "Fields of the documents of another index that hold a value of a field of this one; for the fields option only.",
  parameters: [
    metaParameter,
    textParameter("target_index"),
    textParameter("input_field"),
    textParameter("target_field"),
    fetchFieldsParameter,
  ],
  check: (name, { values }) => void lookupOf(name, values),

  create: (name, read) => [lookupField(name, read)],
  /** Inside a composite it has its bare name, which is refused later when the fields are collected. */
  createWithin: (_parent, name, read) => lookupField(name, read),
};

function lookupField(name: string, { values, shown }: ParameterValues): MappedField {
  const base = baseField(name, {
    type: "lookup",
    capabilities: { ...metadata, matchQuery: undefined },
    searchable: false,
    aggregatable: false,
    spec: { terms: undefined, norms: false, column: undefined },
    shown,
  });
  const withoutFieldData = `Fielddata is not supported on field [${name}] of type [lookup]`;
  return { ...base, withoutFieldData, runtime: { values: undefined, lookup: lookupOf(name, values) } };
}

/** Throws 400 for a missing parameter. */
function lookupOf(name: string, values: ParameterValues["values"]): LookupDefinition {
  const definition = {
    targetIndex: required(values, "target_index"),
    inputField: otherField(name, required(values, "input_field")),
    targetField: required(values, "target_field"),
    fetchFields: lookupFields(values["fetch_fields"] ?? null),
  };
  if (definition.fetchFields.length === 0) throw mapperParsing("[fetch_fields] parameter must not be empty");
  return definition;
}

function otherField(name: string, field: string): string {
  if (field === name) throw illegalArgument(`lookup field [${name}] can't use input from itself`);
  return field;
}

function required(values: ParameterValues["values"], name: string): string {
  const value = ownOf(values, name);
  if (typeof value !== "string" || value === "") throw illegalArgument(`[${name}] parameter must be specified`);
  return value;
}

/** `{field, format}`, the form in which it is returned. */
function readFetchField(value: Json): JsonObject {
  if (typeof value === "string") return { field: value };
  if (!isJsonObject(value)) throw mapperParsing(`unexpected value [${javaText(value)}] for [fetch_fields] parameter`);
  const { field, format } = value;
  if (field === undefined || field === null)
    throw mapperParsing("[field] parameter of [fetch_fields] must be provided");
  return format === undefined || format === null
    ? { field: javaText(field) }
    : { field: javaText(field), format: javaText(format) };
}

function lookupFields(value: Json): LookupField[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const { field = null, format } = item;
    return [{ field: javaText(field), format: format === undefined ? undefined : javaText(format) }];
  });
}
