/** `indices.delete_alias`: takes aliases from indices. */
import { streamAliases } from "../../cluster/data-streams/data-stream.ts";
import { updateAliases } from "../../cluster/changes/update-aliases.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { takesName } from "../../compat/chosen-names.ts";
import { RequestError } from "../../compat/errors.ts";
import { listParameter } from "../../http/parameters.ts";
import { DESCRIBED_INDICES } from "../targets/index-options.ts";
import { checkOwnAliases } from "../../replication/follower-record.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const deleteAlias: Operation = {
  name: "indices.delete_alias",
  actions: ["indices:admin/aliases"],
  indexNames: ["index", "name"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const patterns = (listParameter(parameters, "name") ?? []).map((name) => (name === "_all" ? "*" : name));
    const options = { ...DESCRIBED_INDICES, allowNoIndices: false };
    const indices = visibleIndices(services, request.principal, parameters["index"], options, "manage");
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_write",
    );
    const changes = indices.flatMap(({ metadata }) =>
      streamAliases(metadata)
        .map(([alias]) => alias)
        .filter((alias) => takesName(patterns, alias))
        .map((alias) => ({ index: metadata.name, alias, metadata: null })),
    );
    if (changes.length === 0) throw aliasesMissing(patterns);
    checkOwnAliases(
      services.cluster.state,
      indices.map(({ metadata }) => metadata),
    );
    await services.cluster.apply(changeSource(deleteAlias.name, request), updateAliases(changes));
    return { status: 200, body: { acknowledged: true, errors: false } };
  },
};

/** 404 `aliases_not_found_exception`. */
export function aliasesMissing(names: readonly string[]): RequestError {
  const list = names.join(", ");
  return new RequestError(404, "aliases_not_found_exception", `aliases [${list}] missing`, {
    details: { "resource.type": "aliases", "resource.id": names.length === 1 ? list : [...names] },
  });
}
