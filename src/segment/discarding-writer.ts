/** Implements `NestedWriter` and discards every value and nested document. */
import type { NestedWriter } from "./segment-builder.ts";

/** A `NestedWriter` that stores nothing. */
export const discardingWriter: NestedWriter = {
  field: () => 0,
  start() {},
  addTerm() {},
  addLength() {},
  addOrdinalTerm() {},
  addNumber() {},
  addPoint() {},
  addVector() {},
  addPresence() {},
  end() {},
};
