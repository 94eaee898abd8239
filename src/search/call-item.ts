/** One request within a call. */
import type { SearchStep } from "./scroll-cursor.ts";
import type { SearchAction, SearchTarget } from "./search-service.ts";

/** Targets, body and parameters of a request. */
export interface CallItem {
  readonly targets: readonly SearchTarget[];
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly human: boolean;
  readonly step: SearchStep | undefined;
}

/** Request number `number` of a call. */
export function itemOf(call: SearchAction, number: number): CallItem {
  return {
    targets: call.targets[number] ?? [],
    body: call.bodies[number] ?? "",
    parameters: call.parameters[number] ?? {},
    human: call.render.human,
    step: call.steps?.[number],
  };
}
