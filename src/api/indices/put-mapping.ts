/** `indices.put_mapping`: adds fields to the mapping of indices. */
import { putMapping as putMappingChange } from "../../cluster/changes/put-mapping.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { aliasTargets } from "../../cluster/index-table.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { inJavaOrder } from "../../compat/java-map-order.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { checkOwnMapping } from "../../replication/follower-record.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation } from "../operation.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { warnOfSourceMode } from "../requests/source-mode-warning.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const putMapping: Operation = {
  name: "indices.put_mapping",
  actions: ["indices:admin/mapping/put"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const writeIndexOnly = booleanParameter(parameters, "write_index_only", false);
    const body = await optionalObject(request);
    if (body === undefined) throw parseFailure("request body is required");
    const ordered = inJavaOrder(body);
    const [first, ...others] = Object.keys(ordered);
    if (first === "_doc" && others.length === 0)
      throw illegalArgument("Types cannot be provided in put mapping requests");
    // Elasticsearch takes a type that comes first for the whole mapping.
    const typed = ordered["_doc"];
    const mapping = first === "_doc" && typed !== undefined && isJsonObject(typed) ? typed : ordered;
    warnOfSourceMode(mapping, (message) => request.warn(message));
    const options = indexOptions(parameters, { ...DESCRIBED_INDICES, expandClosed: true });
    const resolved = visibleIndices(services, request.principal, parameters["index"], options, "manage");
    checkIndexBlocks(
      resolved.map(({ metadata }) => metadata),
      "metadata_write",
    );
    checkOwnMapping(
      services.cluster.state,
      resolved.map(({ metadata }) => metadata),
    );
    const names = resolved.map(({ metadata }) => metadata.name);
    const chosen = writeIndexOnly ? writeIndices(services, parameters["index"] ?? "", names) : names;
    await services.cluster.apply(changeSource(putMapping.name, request), putMappingChange(chosen, mapping));
    return { status: 200, body: { acknowledged: true } };
  },
};

/** Of each alias named, only its write index. */
function writeIndices(services: Services, expression: string, names: readonly string[]): string[] {
  const { state } = services.cluster;
  const chosen = new Set<string>();
  for (const name of expression.split(",")) {
    const targets = aliasTargets(state, name);
    const writer =
      targets.find((target) => ownOf(target.aliases, name)?.is_write_index === true) ??
      (targets.length === 1 ? targets[0] : undefined);
    if (targets.length === 0)
      for (const index of names.filter((candidate) => candidate === name || name.includes("*") || name === "_all"))
        chosen.add(index);
    else if (writer) chosen.add(writer.name);
    else
      throw illegalArgument(
        `The index expression [${name}] and options provided did not point to a single write-index`,
      );
  }
  return names.filter((name) => chosen.has(name));
}
