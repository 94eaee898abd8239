import { beforeReading } from "../shared-steps.ts";
import type { LifecycleAction } from "../step.ts";

/** Writes are refused from now on. */
export const readonlyAction: LifecycleAction = { name: "readonly", steps: () => beforeReading };
