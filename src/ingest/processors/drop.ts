import type { ProcessorKind } from "../processor.ts";

/** Leaves the document out. */
export const drop: ProcessorKind = {
  name: "drop",
  create: () => (document) => {
    document.dropped = true;
  },
};
