/**
 * The metadata fields as queries see them. `_id`, `_index`, `_seq_no` and `_version` are answered by the reader; the
 * others are indexed here.
 */
import { illegalArgument } from "../compat/errors.ts";
import { baseField, valueText } from "./define-field-type.ts";
import type { FieldFamily, MappedField } from "./field-type.ts";
import { termRange } from "./term-range.ts";

/** Names of the metadata fields, as Elasticsearch lists them. */
export const metadataFieldNames: ReadonlySet<string> = new Set([
  "_data_stream_timestamp",
  "_doc_count",
  "_field_names",
  "_id",
  "_ignored",
  "_ignored_source",
  "_index",
  "_index_mode",
  "_nested_path",
  "_routing",
  "_seq_no",
  "_size",
  "_source",
  "_tier",
  "_version",
]);

/** Fields of which documents have terms: routing values, and the paths of ignored values. */
export const ROUTING = "_routing";
export const IGNORED = "_ignored";
/** How many documents a document stands for. */
export const DOC_COUNT = "_doc_count";
/** Whether documents must have one time (`data-stream-timestamp.ts`). */
export const DATA_STREAM_TIMESTAMP = "_data_stream_timestamp";
/** Bytes of the source as it came, where the mapping asks for it. */
export const SIZE = "_size";

const encoder = new TextEncoder();

/** A metadata field with keyword-like terms. */
function termField(
  name: string,
  options: { family: FieldFamily; aggregatable: boolean; column: "ordinals" | undefined },
): MappedField {
  const base = baseField(name, {
    type: name,
    family: options.family,
    searchable: true,
    aggregatable: options.aggregatable,
    spec: { terms: "docs", norms: false, column: options.column },
    shown: {},
  });
  return {
    ...base,
    parameters: {},
    term: (value) => encoder.encode(valueText(value)),
    range: (bounds) => termRange(bounds, (value) => encoder.encode(valueText(value))),
    parseValue: (value) => encoder.encode(valueText(value)),
  };
}

/** A metadata field of numbers that the reader knows by document. */
function numberField(name: string): MappedField {
  const base = baseField(name, {
    type: name,
    family: "integer",
    searchable: true,
    aggregatable: true,
    spec: { terms: undefined, norms: false, column: "integer" },
    shown: {},
  });
  return {
    ...base,
    parameters: {},
    range(bounds) {
      const lower = bounds.gte ?? bounds.gt;
      const upper = bounds.lte ?? bounds.lt;
      const from =
        lower === undefined || lower === null ? undefined : Number(lower) + (bounds.gte === undefined ? 1 : 0);
      const to = upper === undefined || upper === null ? undefined : Number(upper) - (bounds.lte === undefined ? 1 : 0);
      return from !== undefined && to !== undefined && from > to ? { unit: "empty" } : { unit: "number", from, to };
    },
    parseValue: (value) => Number(value),
    fetch() {
      throw illegalArgument(`Cannot fetch values for internal field [${name}].`);
    },
  };
}

/** A metadata field that cannot be asked for; a column of it is for the server alone. */
function closedField(name: string, column?: "integer"): MappedField {
  const base = baseField(name, {
    type: name,
    family: "metadata",
    searchable: false,
    aggregatable: false,
    spec: { terms: undefined, norms: false, column },
    shown: {},
  });
  return {
    ...base,
    parameters: {},
    term() {
      throw illegalArgument(`The [${name}] field is not searchable`);
    },
    fetch() {
      throw illegalArgument(`Cannot fetch values for internal field [${name}].`);
    },
  };
}

/** The metadata fields by name. */
export const metadataFields: ReadonlyMap<string, MappedField> = new Map(
  [
    termField("_id", { family: "metadata", aggregatable: false, column: undefined }),
    termField("_index", { family: "keyword", aggregatable: true, column: "ordinals" }),
    termField(ROUTING, { family: "metadata", aggregatable: false, column: undefined }),
    termField(IGNORED, { family: "keyword", aggregatable: true, column: "ordinals" }),
    termField("_index_mode", { family: "keyword", aggregatable: true, column: "ordinals" }),
    termField("_tier", { family: "keyword", aggregatable: true, column: "ordinals" }),
    termField("_nested_path", { family: "metadata", aggregatable: false, column: undefined }),
    termField("_field_names", { family: "metadata", aggregatable: false, column: undefined }),
    numberField("_seq_no"),
    { ...numberField(SIZE), type: "integer" },
    // The versions of documents stand in their records, where no query looks.
    closedField("_version"),
    closedField(DOC_COUNT, "integer"),
    closedField("_source"),
    closedField("_ignored_source"),
    closedField(DATA_STREAM_TIMESTAMP),
  ].map((field) => [field.path, field]),
);
