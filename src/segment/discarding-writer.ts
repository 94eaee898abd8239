/** Takes values and nested documents and keeps nothing of them. */
import type { NestedWriter } from "./segment-builder.ts";

/** See the file comment. */
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
