import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { ownOf } from "../../core/names.ts";
import { policyNamed } from "../../snapshots/lifecycle/policy.ts";
import { waits } from "../shared-steps.ts";
import { done, type LifecycleAction, type StepContext, type StepResult } from "../step.ts";

/** Waits until a snapshot policy has made a snapshot with the index, begun after the index came here. */
export const waitForSnapshot: LifecycleAction = {
  name: "wait_for_snapshot",
  steps: (options) => [
    {
      name: "wait-for-snapshot",
      polled: true,
      run: (context) => snapshotMade(context, valueText(ownOf(options, "policy") ?? null)),
    },
  ],
};

async function snapshotMade({ index, state, record, node }: StepContext, id: string): Promise<StepResult> {
  const policy = policyNamed(state, id);
  if (!policy) throw illegalArgument(`configured policy '${id}' not found`);
  const { lastSuccess, definition } = policy;
  if (!lastSuccess || lastSuccess.startMs < record.actionMs)
    return waits(`waiting for policy '${id}' to be executed since ${javaDate(record.actionMs)}`);
  const indices = await node.indicesOf(definition.repository, lastSuccess.snapshot);
  if (!indices)
    throw illegalState(
      `unexpected number of snapshots retrieved for repository '${definition.repository}' and snapshot '${lastSuccess.snapshot}' (expected 1, found 0)`,
    );
  if (!indices.includes(index.name))
    throw illegalState(`the last successful snapshot of policy '${id}' does not include index '${index.name}'`);
  return done();
}

/** `Thu Nov 14 22:13:20 UTC 2023`. */
function javaDate(ms: number): string {
  const [weekday = "", day = "", month = "", year = "", time = ""] = new Date(ms).toUTCString().split(" ");
  return `${weekday.slice(0, -1)} ${month} ${day} ${time} UTC ${year}`;
}

function illegalState(reason: string): RequestError {
  return new RequestError(500, "illegal_state_exception", reason);
}
