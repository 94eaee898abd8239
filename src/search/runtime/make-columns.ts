/** Makes the columns of runtime fields, out of the live documents of a segment. */
import { encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { javaDouble } from "../../core/float32.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { RuntimeDocument, RuntimePoint, RuntimeValue } from "../../mapping/runtime/runtime-values.ts";
import { type HeapColumn, HeapColumnBuilder } from "../../segment/heap-column.ts";
import { isLive } from "../../segment/live-docs.ts";

/** Documents between two looks at the clock. */
const BATCH_DOCS = 128;

/** What is looked through. */
export interface ColumnDocuments {
  readonly docCount: number;
  readonly live: Uint32Array | undefined;
  document(doc: number): RuntimeDocument;
}

/** Who works. */
export interface ColumnWork {
  /** Throws when the request was cancelled or its time is over; answers whether others should have their turn. */
  poll(): boolean;
  /** Accounts for further bytes. */
  reserve(bytes: number): void;
}

/** Work that nothing stops and nobody counts. */
export const uncountedWork: ColumnWork = { poll: () => false, reserve: () => undefined };

/** One column for each field, in one pass over the documents. Throws RequestError where values cannot be made. */
export function* makeColumns(
  fields: readonly MappedField[],
  documents: ColumnDocuments,
  work: ColumnWork,
): Generator<void, HeapColumn[]> {
  const { docCount, live } = documents;
  const builders = fields.map((field) => new HeapColumnBuilder(field.spec, docCount));
  let reserved = 0;
  for (let doc = 0; doc < docCount; doc++) {
    if (doc % BATCH_DOCS === 0) {
      const bytes = builders.reduce((sum, builder) => sum + builder.memoryBytes, 0);
      work.reserve(bytes - reserved);
      reserved = bytes;
      if (work.poll()) yield;
    }
    if (!isLive(live, doc)) continue;
    const document = documents.document(doc);
    for (let i = 0; i < fields.length; i++)
      addValues(builders[i]!, doc, fields[i]!.runtime?.values?.of(document) ?? []);
  }
  return builders.map((builder) => builder.build());
}

function addValues(builder: HeapColumnBuilder, doc: number, values: readonly RuntimeValue[]): void {
  for (const value of values) {
    if (value instanceof Uint8Array) builder.addTerm(doc, value);
    else if (typeof value === "object") addPoint(builder, doc, value);
    else builder.addNumber(doc, value);
  }
}

function addPoint(builder: HeapColumnBuilder, doc: number, { lat, lon }: RuntimePoint): void {
  if (!(Math.abs(lat) <= 90))
    throw illegalArgument(`invalid latitude ${javaDouble(lat)}; must be between -90.0 and 90.0`);
  if (!(Math.abs(lon) <= 180))
    throw illegalArgument(`invalid longitude ${javaDouble(lon)}; must be between -180.0 and 180.0`);
  builder.addPoint(doc, encodeLatitude(lat), encodeLongitude(lon));
}
