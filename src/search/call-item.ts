/** One request within a call. */
import type { LookupTargets, SearchAction, SearchTarget } from "./search-service.ts";

/** Targets, body and parameters of a request. */
export interface CallItem {
  readonly targets: readonly SearchTarget[];
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** See SearchAction. */
  readonly lookups: Readonly<Record<string, LookupTargets>> | undefined;
  readonly control: Int32Array | undefined;
  readonly human: boolean;
}

/** Request number `number` of a call. */
export function itemOf(call: SearchAction, number: number): CallItem {
  return {
    targets: call.targets[number] ?? [],
    body: call.bodies[number] ?? "",
    parameters: call.parameters[number] ?? {},
    lookups: call.lookups?.[number],
    control: call.control,
    human: call.render.human,
  };
}
