import { checkNotWriteIndex } from "../shared-steps.ts";
import { type LifecycleAction, passing } from "../step.ts";

/** Did something before version 8. */
export const freeze: LifecycleAction = {
  name: "freeze",
  steps: () => [...passing("branch-freeze-check-prerequisites"), checkNotWriteIndex, ...passing("freeze")],
};
