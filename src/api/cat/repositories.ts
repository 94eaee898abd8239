/** `cat.repositories`: places for snapshots. */
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { REPOSITORIES, repositoryType } from "../../snapshots/repositories.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

export const catRepositories: Operation = {
  name: "cat.repositories",
  actions: ["cluster:admin/repository/get"],

  async handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const stored = Object.entries(ownOf(cluster.state.customs, REPOSITORIES) ?? {});
    const rows = stored.map(([id, repository]) => ({ id, type: repositoryType(repository) }));
    return { status: 200, table: catTable("cat.repositories", ["id", "type"], rows) };
  },
};
