/**
 * Sorting by a field whose values are one value of bytes for each document (ranges): by these bytes, whatever they
 * mean.
 */
import { javaUtf8 } from "../../compat/java-utf8.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { checkColumnFormat } from "../column-formats.ts";
import { joinedValue } from "../doc-values.ts";
import { JoinedReader } from "./joined-reader.ts";
import { OrderedBytes } from "./ordered-bytes.ts";
import { compareBytes, type SortKey, type SortLeaf } from "./sort-key.ts";
import type { SortSpec } from "./sort-spec.ts";

/** Throws RequestError 400 for a format that the field does not have. */
export function joinedKey(
  spec: Extract<SortSpec, { kind: "field" }>,
  field: MappedField,
  searcher: SearcherView,
  reserve: (bytes: number) => void,
): SortKey {
  if (spec.format !== undefined) checkColumnFormat(field, spec.field, spec.format);
  const sign = spec.order === "desc" ? -1 : 1;
  const isDate = field.capabilities.valueFormat === "date";
  const first = spec.missing === "_first";
  const missing = first || spec.missing === "_last" ? undefined : Buffer.from(valueText(spec.missing));
  const absent = first ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    needsScores: false,
    width: 1,
    leaf(reader): SortLeaf {
      let values: OrderedBytes | undefined;
      const known = (): OrderedBytes => (values ??= valuesOf(field, reader, searcher, reserve));
      const slotOf = (ordinal: number): number =>
        ordinal >= 0 ? sign * ordinal : missing ? sign * known().place(missing) : absent;
      return {
        fill(docs, count, _scores, slots, at, stride) {
          for (let i = 0; i < count; i++) slots[at + i * stride] = slotOf(known().ordinal(docs[i]!));
        },
        value(slots, at) {
          const slot = slots[at] ?? 0;
          if (!Number.isFinite(slot)) return null;
          return known().bytes(Math.abs(slot)) ?? missing ?? null;
        },
        encode(value, slots, at) {
          slots[at] = value instanceof Uint8Array ? sign * known().place(value) : absent;
        },
      };
    },
    compare(left, right) {
      if (left instanceof Uint8Array && right instanceof Uint8Array) return sign * compareBytes(left, right);
      if (left === right) return 0;
      return (left === null) === first ? -1 : 1;
    },
    render(value) {
      if (!(value instanceof Uint8Array)) return null;
      return isDate ? Buffer.from(value).toString("base64") : javaUtf8(value, true);
    },
    parseAfter(value) {
      if (value === null) return null;
      if (isDate) throw new RequestError(500, "unsupported_operation_exception", "null", { details: { reason: null } });
      return Buffer.from(valueText(value));
    },
  };
}

function valuesOf(
  field: MappedField,
  reader: SegmentReader,
  { segments, liveDocs, planning }: SearcherView,
  reserve: (bytes: number) => void,
): OrderedBytes {
  // The values of nested documents would have to be joined one by one.
  if (reader instanceof JoinedReader)
    throw illegalArgument(`sorting by ranges of nested documents is not supported by this server yet: [${field.path}]`);
  return new OrderedBytes({
    docCount: reader.docCount,
    live: liveDocs[segments.indexOf(reader)],
    valueOf: (doc) => joinedValue(reader, field, doc),
    reserve,
    checkpoint: planning && (() => planning.checkpoint()),
  });
}
