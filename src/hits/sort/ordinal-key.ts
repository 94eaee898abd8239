/**
 * Sorting by a field whose column holds ordinals (keyword, ip): by ordinal within a segment, by bytes across segments.
 */
import { READS } from "../../segment/field-reads.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { ColumnReader, SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import { isComparable } from "../../query/range/column-range.ts";
import { afterOf } from "./search-after.ts";
import { compareBytes, type SortKey, type SortLeaf, type SortValue } from "./sort-key.ts";
import type { SortMode, SortOrder } from "./sort-spec.ts";

/** Options of an ordinal key. */
export interface OrdinalOptions {
  readonly field: MappedField | undefined;
  readonly name: string;
  readonly order: SortOrder;
  readonly mode: SortMode | undefined;
  /** `_first`, `_last`, or the term assumed for documents without a value. */
  readonly missing: "_first" | "_last" | Uint8Array;
}

/** The key; without a field no document has a value. */
export function ordinalKey(options: OrdinalOptions): SortKey {
  const { field, missing } = options;
  const sign = options.order === "desc" ? -1 : 1;
  const takeMax = options.mode === undefined ? options.order === "desc" : options.mode === "max";
  // Slots are ascending, so missing values come first or last whatever the order.
  const missingSlot = missing === "_first" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    needsScores: false,
    width: 1,
    leaf(reader: SegmentReader): SortLeaf {
      const column = field ? reader.fielddata(field.path) : undefined;
      const terms = field ? reader.terms(field.path, READS.docValues) : undefined;
      const absent = missing instanceof Uint8Array ? sign * place(terms, missing) : missingSlot;
      return {
        follows:
          column && field && isComparable(column) && (!column.starts || takeMax === sign < 0)
            ? { path: field.path, column, sign, absent }
            : undefined,
        fill: column ? filler(reader, field?.path ?? "", column, sign, takeMax, absent) : constant(absent),
        value(slots, at) {
          const slot = slots[at] ?? 0;
          if (!Number.isFinite(slot)) return null;
          if (missing instanceof Uint8Array && slot === absent) return missing;
          return terms ? terms.bytes(Math.abs(slot)).slice() : null;
        },
        encode(value, slots, at) {
          slots[at] = value instanceof Uint8Array ? sign * place(terms, value) : missingSlot;
        },
      };
    },
    compare(left: SortValue, right: SortValue): number {
      if (left instanceof Uint8Array && right instanceof Uint8Array) return sign * compareBytes(left, right);
      if (left === right) return 0;
      return (left === null) === (missing === "_first") ? -1 : 1;
    },
    render: (value) =>
      value instanceof Uint8Array && field
        ? field.format(value)
        : value instanceof Uint8Array
          ? Buffer.from(value).toString()
          : null,
    parseAfter(value: Json): SortValue {
      if (value === null || !field) return null;
      return afterOf(options.name, () => {
        const parsed = field.parseValue(value);
        return parsed instanceof Uint8Array ? parsed : null;
      });
    },
  };
}

/** Position of a term among the segment's ordinals; halfway between two ordinals when it is absent. */
function place(terms: TermsReader | undefined, term: Uint8Array): number {
  if (!terms) return -0.5;
  const ordinal = terms.find(term);
  return ordinal >= 0 ? ordinal : terms.ceiling(term) - 0.5;
}

function constant(slot: number): SortLeaf["fill"] {
  return (_docs, count, _scores, slots, at, stride) => {
    for (let i = 0; i < count; i++) slots[at + i * stride] = slot;
  };
}

function filler(
  reader: SegmentReader,
  path: string,
  column: ColumnReader,
  sign: number,
  takeMax: boolean,
  absent: number,
): SortLeaf["fill"] {
  const { starts } = column;
  const values = column.values as Uint16Array | Uint32Array;
  if (starts) {
    return (docs, count, _scores, slots, at, stride) => {
      for (let i = 0; i < count; i++) {
        const doc = docs[i] ?? 0;
        const from = starts[doc] ?? 0;
        const to = starts[doc + 1] ?? 0;
        slots[at + i * stride] = from === to ? absent : sign * (values[takeMax ? to - 1 : from] ?? 0);
      }
    };
  }
  const presence = reader.presence(path);
  return (docs, count, _scores, slots, at, stride) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] ?? 0;
      const has = presence === undefined || ((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
      slots[at + i * stride] = has ? sign * (values[doc] ?? 0) : absent;
    }
  };
}
