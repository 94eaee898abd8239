/** The `docvalue_fields` option: values from the columns. */
import { READS } from "../../segment/field-reads.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import type { Json } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { doublesSpelled } from "../../compat/json/lossless-json.ts";
import { isGeoPoint } from "../../mapping/field-capabilities.ts";
import { requireFieldData } from "../../mapping/field-data.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { metadataConstant } from "../../query/index-constants.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { FieldAndFormat } from "./fields-option.ts";
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import type { RuntimeValue } from "../../mapping/runtime/runtime-values.ts";
import { docvalueValues } from "./runtime-values.ts";
import { joinedValue, valuesOf } from "../doc-values.ts";
import { checkColumnFormat } from "../column-formats.ts";

/** One field to render. */
interface Column {
  readonly name: string;
  readonly field: MappedField;
  readonly format: string | undefined;
}

/** A document whose values are rendered. */
export interface DocvalueDocument {
  readonly reader: SegmentReader;
  readonly doc: number;
  version(): number | bigint;
  /** The values of a runtime field. */
  runtimeValues(field: MappedField): readonly RuntimeValue[];
}

/** Throws RequestError 400 when there are more fields than the index allows, even without any hits. */
export function checkDocvalueFields(specs: readonly FieldAndFormat[], mapping: MappingView): void {
  if (specs.length === 0) return;
  const limit = Number(mapping.setting("index.max_docvalue_fields_search") ?? 100);
  const names = new Set(specs.flatMap((spec) => columnNames(spec, mapping)));
  if (names.size <= limit) return;
  throw illegalArgument(
    `Trying to retrieve too many docvalue_fields. Must be less than or equal to: [${limit}] but was [${names.size}]. This limit can be set by changing the [index.max_docvalue_fields_search] index level setting.`,
  );
}

function columnNames({ field }: FieldAndFormat, mapping: MappingView): readonly string[] {
  const names = field.startsWith("_") ? [field] : mapping.matching(field);
  return names.filter(
    (name) => mapping.field(name) && name !== "_seq_no" && name !== "_version" && !ofIndex.includes(name),
  );
}

/** Fields that are constant for an index, but may be requested per document. */
const ofIndex: readonly string[] = ["_index", "_index_mode"];

/** Reads columns for the hits of one index. */
export class DocvalueFetcher {
  readonly #columns: readonly Column[];
  readonly #seqNos: boolean;
  readonly #versions: boolean;
  readonly #constants: ReadonlyMap<string, string>;

  /** Throws RequestError 400 when a field has no column, or when there are too many fields. */
  constructor(specs: readonly FieldAndFormat[], mapping: MappingView) {
    checkDocvalueFields(specs, mapping);
    const columns = new Map<string, Column>();
    for (const spec of specs) {
      for (const name of columnNames(spec, mapping)) {
        const field = mapping.field(name);
        if (!field) continue;
        if (spec.format !== undefined) checkColumnFormat(field, name, spec.format);
        // Vectors can be rendered, though nothing else can use them as field data.
        if (!field.capabilities.vectors) requireFieldData(field, name, mapping.index);
        columns.set(name, { name, field, format: spec.format });
      }
    }
    this.#columns = [...columns.values()];
    this.#seqNos = specs.some((spec) => spec.field === "_seq_no");
    this.#versions = specs.some((spec) => spec.field === "_version");
    const constants = ofIndex.filter((name) => specs.some((spec) => spec.field === name));
    this.#constants = new Map(constants.map((name) => [name, metadataConstant(mapping, name) ?? ""]));
  }

  /** Adds the values of a document; values without a column are read from the record. */
  fetch(document: DocvalueDocument, fields: Record<string, Json[]>): void {
    const { reader, doc } = document;
    if (this.#seqNos) fields._seq_no = [reader.seqNo(doc)];
    if (this.#versions) fields._version = [document.version()];
    for (const [name, value] of this.#constants) put(fields, name, [value]);
    for (const { name, field, format } of this.#columns) {
      const values = field.runtime
        ? docvalueValues(field, document.runtimeValues(field), format)
        : docValues(reader, field, doc, format);
      if (values.length > 0) put(fields, name, field.capabilities.showsDoubles ? values.map(doublesSpelled) : values);
    }
  }
}

/** The values of one document, ascending. */
export function docValues(reader: SegmentReader, field: MappedField, doc: number, format: string | undefined): Json[] {
  if (field.joined) {
    const joined = joinedValue(reader, field, doc);
    return joined ? [field.format(joined, format)] : [];
  }
  const column = reader.fielddata(field.path);
  if (!column) return [];
  const [from, to] = valuesOf(reader, field.path, column, doc);
  const values: Json[] = [];
  for (let at = from; at < to; at++) values.push(columnValue(reader, field, column, at, format));
  // Geo points are rendered in the order of their texts.
  return isGeoPoint(field) ? values.map(String).sort() : values;
}

function columnValue(
  reader: SegmentReader,
  field: MappedField,
  column: ColumnReader,
  at: number,
  format: string | undefined,
): Json {
  if (column.type === "vector") return vectorNumbers(field, column, at);
  const raw = column.values[at] ?? 0;
  if (column.type === "point" && field.formatPoint) return field.formatPoint(Number(raw), column.values2?.[at] ?? 0);
  if (column.type === "point")
    return `${degrees(decodeLatitude(Number(raw)))}, ${degrees(decodeLongitude(column.values2?.[at] ?? 0))}`;
  if (column.type !== "u16" && column.type !== "u32") return field.format(raw, format);
  const terms = reader.terms(field.path, READS.docValues);
  return field.format(terms ? terms.bytes(Number(raw)) : new Uint8Array(), format);
}

/** The rendered numbers of a vector. */
function vectorNumbers(field: MappedField, column: ColumnReader, at: number): Json {
  const { width = 0, values } = column;
  const bytes = Uint8Array.from({ length: width }, (_, i) => Number(values[at * width + i]));
  return field.format(bytes);
}

function degrees(value: number): string {
  return float64Text(value).text;
}
