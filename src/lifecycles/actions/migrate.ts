import { ownOf } from "../../core/names.ts";
import { changedSettings, missingCopies } from "../shared-steps.ts";
import { done, type LifecycleAction, passing } from "../step.ts";

/** Tiers in which a phase prefers to have its indices. */
const PREFERENCES: Readonly<Record<string, string>> = {
  warm: "data_warm,data_hot",
  cold: "data_cold,data_warm,data_hot",
};

/** Prefers nodes of another tier. The only node is of all tiers. */
export const migrate: LifecycleAction = {
  name: "migrate",
  steps(_options, phase) {
    const preference = ownOf(PREFERENCES, phase) ?? "data_hot";
    const settings = { "index.routing.allocation.include._tier_preference": preference };
    return [
      ...passing("branch-check-skip-action"),
      { name: "migrate", run: ({ index }) => done(changedSettings(index, settings)) },
      { name: "check-migration", run: (context) => missingCopies(context) ?? done() },
    ];
  },
};
