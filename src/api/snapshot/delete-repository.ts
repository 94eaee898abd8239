/** `snapshot.delete_repository`: forgets repositories; what they hold stays where it is. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { listParameter } from "../../http/parameters.ts";
import { repositoryMissing } from "../../snapshots/repository/repository-errors.ts";
import { REPOSITORIES } from "../../snapshots/repositories.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteRepository: Operation = {
  name: "snapshot.delete_repository",
  actions: ["cluster:admin/repository/delete"],
  audit: "told",

  async handle(request, { cluster, snapshots }) {
    checkTimeouts(request.parameters);
    const patterns = listParameter(request.parameters, "repository") ?? [];
    const names = snapshots.repositories.names.filter((name) => simpleMatchAny(patterns, name));
    const missing = patterns.filter(
      (pattern) => pattern !== "*" && !names.some((name) => simpleMatchAny([pattern], name)),
    );
    if (missing.length > 0) throw repositoryMissing(missing);
    for (const name of names) snapshots.checkUnused(name);
    const changes = names.map((name) => putCustom(REPOSITORIES, name, null));
    if (changes.length > 0) await cluster.apply(changeSource(deleteRepository.name, request), ...changes);
    return { status: 200, body: { acknowledged: true } };
  },
};
