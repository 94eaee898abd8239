import { ownOf } from "../../core/names.ts";
import { changedSettings } from "../shared-steps.ts";
import { done, type LifecycleAction } from "../step.ts";

/** Says how early an index is recovered after a restart. */
export const setPriority: LifecycleAction = {
  name: "set_priority",
  steps: (options) => [
    {
      name: "set_priority",
      run: ({ index }) => done(changedSettings(index, { "index.priority": ownOf(options, "priority") ?? null })),
    },
  ],
};
