/** `indices.put_alias`: gives indices an alias. */
import { updateAliases } from "../../cluster/changes/update-aliases.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { AliasMetadata } from "../../cluster/cluster-state.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { checkAliasFilter } from "../targets/alias-filter.ts";
import { ALIAS_FIELDS, withAliasField } from "../targets/alias-body.ts";
import { DESCRIBED_INDICES } from "../targets/index-options.ts";
import { checkOwnAliases } from "../../replication/follower-record.ts";
import type { Operation } from "../operation.ts";
import { refuseNewAliases } from "../targets/document-level-security.ts";
import { optionalObject } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const putAlias: Operation = {
  name: "indices.put_alias",
  actions: ["indices:admin/aliases"],
  indexNames: ["index", "name"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const alias = parameters["name"] ?? "";
    let metadata: AliasMetadata = {};
    for (const [key, value] of Object.entries((await optionalObject(request)) ?? {})) {
      if (!ALIAS_FIELDS.includes(key)) throw illegalArgument(`unknown field [${key}]${didYouMean(key, ALIAS_FIELDS)}`);
      metadata = withAliasField(metadata, key, value);
    }
    const options = { ...DESCRIBED_INDICES, allowNoIndices: false, allowAliases: false };
    const indices = visibleIndices(services, request.principal, parameters["index"], options, "manage");
    checkIndexBlocks(
      indices.map((index) => index.metadata),
      "metadata_write",
    );
    checkOwnAliases(
      services.cluster.state,
      indices.map((index) => index.metadata),
    );
    refuseNewAliases(
      request.principal,
      indices.map((index) => index.metadata),
    );
    await checkAliasFilter(
      services,
      alias,
      metadata.filter,
      indices.map((index) => index.metadata),
    );
    const changes = indices.map((index) => ({ index: index.metadata.name, alias, metadata }));
    await services.cluster.apply(changeSource(putAlias.name, request), updateAliases(changes));
    return { status: 200, body: { acknowledged: true, errors: false } };
  },
};
