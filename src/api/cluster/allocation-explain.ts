/** `cluster.allocation_explain`: why a copy of a shard is where it is, or nowhere. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { type BodyShape, parseObject } from "../../compat/object-parser.ts";
import { valueText } from "../../compat/value-text.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter, integerParameter } from "../../http/parameters.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { jsonWithText } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { type AskedCopy, explainCopy } from "../requests/explain-copy.ts";
import { indexHealth } from "../stats/index-health.ts";
import { shownNodes } from "../stats/shown-nodes.ts";
import { takesNode } from "../stats/node-header.ts";
import { EVERY_INDEX } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

const BODY: BodyShape = {
  name: "cluster/allocation/explain",
  members: { index: "text?", shard: "int32", primary: "boolean", current_node: "text?" },
};
const NOTE =
  "No shard was specified in the explain API request, so this response explains a randomly chosen unassigned shard. There may be other unassigned shards in this cluster which cannot be assigned for different reasons. It may not be possible to assign this shard until one of the other shards is assigned correctly. To explain the allocation of other shards (whether assigned or unassigned) you must specify the target shard in the request to this API. See https://www.elastic.co/guide/en/elasticsearch/reference/8.19/cluster-allocation-explain.html for more information.";

export const allocationExplain: Operation = {
  name: "cluster.allocation_explain",
  actions: ["cluster:monitor/allocation/explain"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const shown = {
      yes: booleanParameter(parameters, "include_yes_decisions", false),
      disk: booleanParameter(parameters, "include_disk_info", false),
    };
    const asked = await namedCopy(request, services);
    if (asked) return { status: 200, body: explainCopy(services, asked, shown) };
    const found = unassignedCopy(request, services);
    return { status: 200, body: { note: NOTE, ...explainCopy(services, found, shown) } };
  },
};

/** The copy that the request names; undefined when it names none. */
async function namedCopy(request: OperationRequest, services: Services): Promise<AskedCopy | undefined> {
  const { parameters } = request;
  const { json = {}, text = "" } = await jsonWithText(request);
  const body = parseObject(BODY, json, text);
  const index = ownOf(body, "index") ?? ownOf(parameters, "index");
  const shard = ownOf(body, "shard") ?? integerParameter(parameters, "shard");
  const primary = ownOf(body, "primary") ?? booleanParameter(parameters, "primary", undefined);
  const node = ownOf(body, "current_node") ?? ownOf(parameters, "current_node");
  if ([index, shard, primary, node].every((part) => part === undefined)) return undefined;
  const faults: string[] = [];
  if (index === undefined) faults.push("index must be specified");
  if (shard === undefined) faults.push("shard must be specified");
  if (primary === undefined) faults.push("primary must be specified");
  if (faults.length > 0) throw validationFailed(faults);
  const name = valueText(index ?? "");
  const metadata = visibleIndices(services, request.principal, name, EVERY_INDEX, "monitor").find(
    (resolved) => resolved.metadata.name === name,
  )?.metadata;
  if (!metadata) throw indexNotFound(name, "", false);
  if (Number(shard) < 0 || Number(shard) >= metadata.numberOfShards) {
    const details = { index_uuid: metadata.uuid, shard: valueText(shard ?? null), index: name };
    throw new RequestError(404, "shard_not_found_exception", "no such shard", { details });
  }
  const isKnown = (asked: string): boolean =>
    takesNode([asked], services.info) ||
    shownNodes(services).some((known) => known.id === asked || known.name === asked);
  if (typeof node === "string" && !isKnown(node))
    throw illegalArgument(`failed to resolve [${node}], no matching nodes`);
  if (primary !== true && (metadata.numberOfReplicas === 0 || node !== undefined)) {
    const where = node === undefined ? "" : ` on node [${valueText(node)}]`;
    throw illegalArgument(`No shard was found for index [${name}], shard [${Number(shard)}], primary [false]${where}`);
  }
  const [health] = indexHealth(services, [metadata]);
  if (!health) throw indexNotFound(name, "", false);
  return { health, shard: Number(shard), primary: primary === true };
}

/** A copy that stands nowhere: a primary before others. */
function unassignedCopy(request: OperationRequest, services: Services): AskedCopy {
  const visible = visibleIndices(services, request.principal, undefined, EVERY_INDEX, "monitor");
  const indices = indexHealth(
    services,
    visible.map(({ metadata }) => metadata),
  );
  for (const primary of [true, false]) {
    for (const health of indices) {
      const found = health.shards.find((shard) =>
        primary ? !shard.primaryActive && !shard.initializing : shard.unassigned > 0,
      );
      if (found) return { health, shard: found.shard, primary };
    }
  }
  throw illegalArgument(
    "No shard was specified in the request which means the response should explain a randomly-chosen unassigned shard, but there are no unassigned shards in this cluster. To explain the allocation of an assigned shard you must specify the target shard in the request. See https://www.elastic.co/guide/en/elasticsearch/reference/8.19/cluster-allocation-explain.html for more information.",
  );
}
