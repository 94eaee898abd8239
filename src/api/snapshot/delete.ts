/** `snapshot.delete`: removes snapshots, and what no other one needs. */
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteSnapshot: Operation = {
  name: "snapshot.delete",
  actions: ["cluster:admin/snapshot/delete"],
  audit: "told",
  outlivesClient: true,

  async handle(request, { snapshots, tasks }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const wait = booleanParameter(parameters, "wait_for_completion", true);
    const names = listParameter(parameters, "snapshot") ?? [];
    const source = changeSource(deleteSnapshot.name, request);
    const { done } = await snapshots.delete(source, parameters["repository"] ?? "", names);
    if (wait) await done;
    else void tasks.run(request.task.like(undefined), () => done).catch(() => undefined); // its failure stands in the log
    return { status: 200, body: { acknowledged: true } };
  },
};
