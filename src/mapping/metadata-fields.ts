/**
 * The metadata fields for queries. The reader answers `_id`, `_index`, `_seq_no` and `_version`; the others are indexed
 * here.
 */
import { illegalArgument } from "../compat/errors.ts";
import { type FieldCapabilities, metadata, wholeNumbers, wholeTexts } from "./field-capabilities.ts";
import { baseField, noFieldData, valueText } from "./define-field-type.ts";
import type { MappedField } from "./field-type.ts";
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

/** Fields with terms in documents: routing values, and the paths of ignored values. */
export const ROUTING = "_routing";
export const IGNORED = "_ignored";
/** The number of documents that a document represents. */
export const DOC_COUNT = "_doc_count";
/** Whether documents must have exactly one timestamp (`data-stream-timestamp.ts`). */
export const DATA_STREAM_TIMESTAMP = "_data_stream_timestamp";
/** Size of the source as received, in bytes, where the mapping enables it. */
export const SIZE = "_size";

const encoder = new TextEncoder();

/** A metadata field with keyword-like terms. */
function termField(name: string, capabilities: FieldCapabilities, aggregatable: boolean): MappedField {
  const base = baseField(name, {
    type: name,
    capabilities,
    searchable: true,
    aggregatable,
    spec: { terms: "docs", norms: false, column: aggregatable ? "ordinals" : undefined },
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
function numberField(name: string, width: "int" | "long"): MappedField {
  const base = baseField(name, {
    type: name,
    capabilities: wholeNumbers(width),
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

/** A metadata field that cannot be searched; its column is for internal use. */
function closedField(name: string, capabilities: FieldCapabilities, column?: "integer"): MappedField {
  const base = baseField(name, {
    type: name,
    capabilities,
    searchable: false,
    aggregatable: false,
    spec: { terms: undefined, norms: false, column },
    shown: {},
  });
  return withoutFieldData({
    ...base,
    parameters: {},
    term() {
      throw illegalArgument(`The [${name}] field is not searchable`);
    },
    fetch() {
      throw illegalArgument(`Cannot fetch values for internal field [${name}].`);
    },
  });
}

function withoutFieldData(field: MappedField): MappedField {
  return { ...field, withoutFieldData: noFieldData(field) };
}

const constants: FieldCapabilities = { ...wholeTexts, rangeQuery: false };
const closed: FieldCapabilities = { ...metadata, rangeQuery: false, matchQuery: undefined };

/** The metadata fields by name. */
export const metadataFields: ReadonlyMap<string, MappedField> = new Map(
  [
    {
      ...termField("_id", { ...metadata, rangeQuery: false }, false),
      withoutFieldData:
        "Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled",
    },
    termField("_index", constants, true),
    withoutFieldData(termField(ROUTING, metadata, false)),
    termField(IGNORED, wholeTexts, true),
    termField("_index_mode", constants, true),
    withoutFieldData(termField("_tier", constants, true)),
    withoutFieldData(termField("_nested_path", metadata, false)),
    withoutFieldData(termField("_field_names", { ...metadata, rangeQuery: false }, false)),
    numberField("_seq_no", "long"),
    { ...numberField(SIZE, "int"), type: "integer" },
    // Versions are stored in the document records, which queries do not read.
    closedField("_version", closed),
    closedField(DOC_COUNT, closed, "integer"),
    closedField("_source", closed),
    closedField("_ignored_source", { ...closed, rangeQuery: true }),
    closedField(DATA_STREAM_TIMESTAMP, closed),
  ].map((field) => [field.path, field]),
);
