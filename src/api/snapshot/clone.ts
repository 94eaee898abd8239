/** `snapshot.clone`: a snapshot of some indices of another one, without copying anything. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { namesOf, requiredSnapshotBody } from "../requests/snapshot-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

export const cloneSnapshot: Operation = {
  name: "snapshot.clone",
  actions: ["cluster:admin/snapshot/clone"],
  audit: "told",
  outlivesClient: true,

  async handle(request, { snapshots }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const body = await requiredSnapshotBody(request);
    const patterns = namesOf(body, "indices") ?? [];
    if (patterns.length === 0) throw validationFailed(["indices patterns are empty"]);
    const { repository = "", snapshot = "", target_snapshot: target = "" } = parameters;
    await snapshots.clone(changeSource(cloneSnapshot.name, request), {
      repository,
      from: snapshot,
      to: target,
      patterns,
    });
    return { status: 200, body: { acknowledged: true } };
  },
};
