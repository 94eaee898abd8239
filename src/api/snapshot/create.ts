/** `snapshot.create`: makes a snapshot, behind its answer or before it. */
import { resolveDateMath } from "../../cluster/date-math-names.ts";
import { systemClock } from "../../core/clock.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Task } from "../../tasks/task.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { shownSnapshot, WHOLE_SNAPSHOT } from "../requests/render-snapshot.ts";
import { snapshotBody } from "../requests/snapshot-body.ts";
import { snapshotRequest } from "../requests/snapshot-request.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const createSnapshot: Operation = {
  name: "snapshot.create",
  actions: ["cluster:admin/snapshot/create"],
  audit: "told",
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const { parameters } = request;
    const { snapshots, tasks } = services;
    checkTimeouts(parameters);
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    const repository = parameters["repository"] ?? "";
    const name = resolveDateMath(parameters["snapshot"] ?? "", systemClock.now());
    const body = await snapshotBody(request);
    const wanted = snapshotRequest(services, { repository, name, body });
    const { done } = await snapshots.create(changeSource(createSnapshot.name, request), wanted);
    const cancelledBy = (task: Task): void => task.onCancel(() => snapshots.giveUp(repository, name));
    cancelledBy(request.task);
    if (wait) return { status: 200, body: { snapshot: shownSnapshot(await done, WHOLE_SNAPSHOT) } };
    // Its failure stands in the log.
    const work = (task: Task): Promise<unknown> => {
      cancelledBy(task);
      return done;
    };
    void tasks.run(request.task.like(undefined), work).catch(() => undefined);
    return { status: 200, body: { accepted: true } };
  },
};
