/** Takes nested documents and keeps nothing of them, for builders that look at documents alone. */
import type { NestedWriter } from "./segment-builder.ts";

/** See the file comment. */
export const discardingSpace: NestedWriter = {
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
