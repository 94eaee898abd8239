/** What documents are collapsed by: the value of a field of keywords or numbers (`CollapseBuilder.build`). */
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { columnLongs, columnNumbers } from "../sort/column-values.ts";
import type { SortLeaf } from "../sort/sort-key.ts";
import { ordinalKey } from "../sort/ordinal-key.ts";
import type { OperatorContext } from "../../query/operator.ts";

/** The value of a document; null: it has none, and belongs to the group of those. */
export type GroupValue = string | number | bigint | null;

/** Reads the values of one segment. */
export interface GroupValues {
  ofSegment(context: OperatorContext): (doc: number) => GroupValue;
}

/** The values of a field. Throws RequestError 400 for one that documents cannot be collapsed by. */
export function groupValues(name: string, mapping: MappingView): GroupValues {
  if (name === "") throw illegalArgument("no collapse field specified");
  const field = mapping.field(name);
  if (!field) throw illegalArgument(`no mapping found for \`${name}\` in order to collapse on`);
  const { texts, valuesSource, valueFormat } = field.capabilities;
  const isText = texts === "whole" && valuesSource === "ordinals";
  if (!isText && !(valuesSource === "numbers" && valueFormat === "decimal"))
    throw illegalArgument(`collapse is not supported for the field [${name}] of the type [${field.type}]`);
  if (!field.aggregatable) throw illegalArgument(`cannot collapse on field \`${name}\` without \`doc_values\``);
  return isText ? termsOf(field, name) : numbersOf(field);
}

function termsOf(field: MappedField, name: string): GroupValues {
  const key = ordinalKey({ field, name, order: "asc", mode: undefined, missing: "_last" });
  return {
    ofSegment(context) {
      const leaf = key.leaf(context.reader, 0, context);
      const known = new Map<number, GroupValue>();
      const docs = new Uint32Array(1);
      const slots = new Float64Array(1);
      return (doc) => {
        docs[0] = doc;
        const slot = slotIn(leaf, docs, slots);
        let value = known.get(slot);
        if (value === undefined) known.set(slot, (value = textOf(field, leaf.value(slots, 0) as Uint8Array | null)));
        return value;
      };
    },
  };
}

function slotIn(leaf: SortLeaf, docs: Uint32Array, slots: Float64Array): number {
  leaf.fill(docs, 1, NO_SCORES, slots, 0, 1);
  return slots[0] ?? Number.POSITIVE_INFINITY;
}

const NO_SCORES = new Float32Array(0);

function textOf(field: MappedField, term: Uint8Array | null): GroupValue {
  return term === null ? null : valueText(field.format(term));
}

function numbersOf({ path, capabilities }: MappedField): GroupValues {
  const { sortColumn } = capabilities;
  if (sortColumn === "int" || sortColumn === "long")
    return {
      ofSegment({ reader }) {
        const values = columnLongs(reader, path, "min");
        return (doc) => plain(values(doc));
      },
    };
  return { ofSegment: ({ reader }) => fractionsOf(reader, path) };
}

function fractionsOf(reader: SegmentReader, path: string): (doc: number) => GroupValue {
  const values = columnNumbers(reader, path, "min", false);
  const docs = new Uint32Array(1);
  const into = new Float64Array(1);
  return (doc) => {
    docs[0] = doc;
    values(docs, 1, into, Infinity);
    const value = into[0] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
}

/** A number where it is exact, so that equal values are equal keys. */
function plain(value: bigint | undefined): GroupValue {
  if (value === undefined) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
