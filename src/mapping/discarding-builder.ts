/** A segment builder that keeps nothing: values that are only checked go there. */
import type { SegmentBuilder } from "../segment/segment-builder.ts";

/** No field is registered with it, and no segment built. */
export const discarding: SegmentBuilder = {
  docCount: 0,
  memoryBytes: 0,
  field: () => 0,
  start: () => 0,
  addTerm() {},
  addLength() {},
  addOrdinalTerm() {},
  addNumber() {},
  addPoint() {},
  addVector() {},
  addPresence() {},
  end() {},
  locate() {},
  abandon() {},
  truncate() {},
  delete() {},
  build() {
    throw new Error("a discarding builder makes no segments");
  },
};
