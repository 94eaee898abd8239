/** The `docvalue_fields` option: values out of the columns. */
import { illegalArgument } from "../../core/errors.ts";
import { float64Text } from "../../core/json-text.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { FieldAndFormat } from "../request/search-request.ts";
import { decodeLatitude, decodeLongitude } from "../sort/geo-distance.ts";
import { checkFieldData } from "../sort/sortable.ts";

/** One field to be shown. */
interface Column {
  readonly name: string;
  readonly field: MappedField;
  readonly format: string | undefined;
}

/** Reads columns for the hits of an index. */
export class DocvalueFetcher {
  readonly #columns: readonly Column[];
  readonly #seqNos: boolean;
  readonly #versions: boolean;
  readonly #indexName: string | undefined;

  /** Throws RequestError 400 when a field has no column, or there are too many. */
  constructor(specs: readonly FieldAndFormat[], mapping: MappingView) {
    const limit = Number(mapping.setting("index.max_docvalue_fields_search") ?? 100);
    const columns = new Map<string, Column>();
    for (const spec of specs) {
      const names = spec.field.startsWith("_") ? [spec.field] : mapping.matching(spec.field);
      for (const name of names) {
        const field = mapping.field(name);
        if (!field || name === "_seq_no" || name === "_version" || name === "_index") continue;
        checkFieldData(field, name, mapping.index);
        if (spec.format !== undefined && (field.family === "keyword" || field.family === "boolean" || field.family === "ip")) {
          throw illegalArgument(`Field [${name}] of type [${field.type}] does not support custom formats`);
        }
        columns.set(name, { name, field, format: spec.format });
      }
    }
    if (columns.size > limit) {
      throw illegalArgument(
        `Trying to retrieve too many docvalue_fields. Must be less than or equal to: [${limit}] but was [${columns.size}]. This limit can be set by changing the [index.max_docvalue_fields_search] index level setting.`,
      );
    }
    this.#columns = [...columns.values()];
    this.#seqNos = specs.some((spec) => spec.field === "_seq_no");
    this.#versions = specs.some((spec) => spec.field === "_version");
    this.#indexName = specs.some((spec) => spec.field === "_index") ? mapping.index : undefined;
  }

  /** Adds the values of a document; `version` reads it from the record. */
  fetch(reader: SegmentReader, doc: number, fields: Record<string, Json[]>, version: () => number | bigint): void {
    if (this.#seqNos) fields._seq_no = [reader.seqNo(doc)];
    if (this.#versions) fields._version = [version()];
    if (this.#indexName !== undefined) fields._index = [this.#indexName];
    for (const { name, field, format } of this.#columns) {
      const values = docValues(reader, field, doc, format);
      if (values.length > 0) fields[name] = values;
    }
  }
}

/** The values of one document, ascending. */
export function docValues(reader: SegmentReader, field: MappedField, doc: number, format: string | undefined): Json[] {
  const column = reader.column(field.path);
  if (!column) return [];
  const [from, to] = range(reader, field.path, column, doc);
  const values: Json[] = [];
  for (let at = from; at < to; at++) values.push(columnValue(reader, field, column, at, format));
  return values;
}

function range(reader: SegmentReader, path: string, column: ColumnReader, doc: number): [from: number, to: number] {
  if (column.starts) return [column.starts[doc] ?? 0, column.starts[doc + 1] ?? 0];
  const presence = reader.presence(path);
  const has = presence === undefined || ((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
  return [doc, has ? doc + 1 : doc];
}

function columnValue(reader: SegmentReader, field: MappedField, column: ColumnReader, at: number, format: string | undefined): Json {
  const raw = column.values[at] ?? 0;
  if (column.type === "point") return `${degrees(decodeLatitude(Number(raw)))}, ${degrees(decodeLongitude(column.values2?.[at] ?? 0))}`;
  if (column.type !== "u16" && column.type !== "u32") return field.format(raw, format);
  const terms = reader.terms(field.path);
  return field.format(terms ? terms.bytes(Number(raw)) : new Uint8Array(), format);
}

function degrees(value: number): string {
  return float64Text(value).text;
}
