/** Calls that plan queries without running them: what that costs is counted and can be cancelled all the same. */
import { planningWork } from "../../query/automata/request-automata.ts";
import type { CallRuntime } from "../search-action.ts";
import type { RequestScope } from "./prepare-shards.ts";
import { MemoryAccount } from "./request-accounts.ts";
import { RequestControl } from "./request-control.ts";

/** What such a call plans with; it releases the memory when it ends. */
export function plannedScope(runtime: CallRuntime): {
  readonly control: RequestControl;
  readonly scope: RequestScope;
} {
  const control = new RequestControl(runtime.control, undefined, runtime.turn, new MemoryAccount(runtime.memory));
  const planning = planningWork(control.memory.reserve, control.checkCancelled, runtime.contexts.slot);
  return { control, scope: { ...runtime, planning } };
}
