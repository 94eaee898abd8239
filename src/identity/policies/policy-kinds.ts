/** Every kind of policy. */
import { eventMatcher } from "./event-matcher.ts";
import type { PolicyKind } from "./policy-kind.ts";

export const policyKinds: readonly PolicyKind[] = [eventMatcher];
