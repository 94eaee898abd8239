/** `snapshot.verify_repository`: whether the node can write to a repository, and read what it wrote. */
import { verifyRepository as verify } from "../../snapshots/repositories.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const verifyRepository: Operation = {
  name: "snapshot.verify_repository",
  actions: ["cluster:admin/repository/verify"],
  audit: "nothing",

  async handle({ parameters }, { snapshots, info }) {
    checkTimeouts(parameters);
    await verify(snapshots.repositories.get(parameters["repository"] ?? ""));
    return { status: 200, body: { nodes: { [info.id]: { name: info.name } } } };
  },
};
