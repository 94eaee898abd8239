/**
 * The commands of `cluster.reroute`, and why a cluster of one node refuses most of them: it has nowhere to move a
 * shard. What is done are the two that bring back a primary that failed.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import { takesNode } from "../stats/node-header.ts";
import type { Services } from "../operation.ts";
import { allocationId } from "../stats/shard-copies.ts";

/** A command as it was read: parameters with their defaults. */
export interface RerouteCommand {
  readonly name: string;
  readonly parameters: JsonObject;
}

/** A primary that a command brings back. */
export interface Allocation {
  readonly metadata: IndexMetadata;
  readonly shard: number;
  readonly mode: "stale" | "empty";
}

const ALLOCATIONS: Readonly<Record<string, Allocation["mode"]>> = {
  allocate_empty_primary: "empty",
  allocate_stale_primary: "stale",
};

/** Why a command is not done. `reason` stands in the error where no explanation was asked for. */
export interface Refusal {
  readonly decider: string;
  readonly explanation: string;
  readonly reason: string;
}

/** Parameters beside `index` and `shard`: those that must be there, and a flag. */
const COMMANDS: NameTable<{ readonly nodes: readonly string[]; readonly flag?: string }> = nameTable({
  allocate_empty_primary: { nodes: ["node"], flag: "accept_data_loss" },
  allocate_replica: { nodes: ["node"] },
  allocate_stale_primary: { nodes: ["node"], flag: "accept_data_loss" },
  cancel: { nodes: ["node"], flag: "allow_primary" },
  move: { nodes: ["from_node", "to_node"] },
});

/** The commands of a body. Throws 400 for what cannot be read. */
export function parseReroute(body: JsonObject | undefined): RerouteCommand[] {
  const unknown = Object.keys(body ?? {}).find((key) => key !== "commands");
  if (unknown !== undefined) throw contentParseException(`[cluster_reroute] unknown field [${unknown}]`);
  const commands = body?.["commands"] ?? [];
  if (!Array.isArray(commands))
    throw contentParseException(`[cluster_reroute] commands doesn't support values of type: ${tokenName(commands)}`);
  return commands.map(parseCommand);
}

function parseCommand(command: Json): RerouteCommand {
  const [name = "", ...more] = isJsonObject(command) ? Object.keys(command) : [];
  const given = isJsonObject(command) ? ownOf(command, name) : undefined;
  const kind = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!kind) throw failed(new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${name}]`));
  if (!isJsonObject(given) || more.length > 0) throw failed(parseError(`[${name}] command is malformed`));
  const { nodes, flag } = kind;
  const known = ["index", "shard", ...nodes];
  const stranger = Object.keys(given).find((key) => !known.includes(key) && key !== flag);
  if (stranger !== undefined) throw failed(contentParseException(`[${name}] unknown field [${stranger}]`));
  const missing = known.find((key) => ownOf(given, key) === undefined);
  if (missing !== undefined) throw failed(parseError(`[${name}] command missing the ${missing} parameter`));
  const parameters = {
    ...Object.fromEntries(known.map((key) => [key, ownOf(given, key) ?? null])),
    ...(flag ? { [flag]: ownOf(given, flag) === true } : {}),
  };
  return { name, parameters };
}

function parseError(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

function failed(cause: RequestError): RequestError {
  return new RequestError(
    400,
    "x_content_parse_exception",
    "[1:1] [cluster_reroute] failed to parse field [commands]",
    { cause, rootCauses: [cause] },
  );
}

/** What is to be done for a command, or why not. Throws for nodes, indices and shards that are not there. */
export function planOf({ name, parameters }: RerouteCommand, services: Services): Refusal | Allocation {
  const { index, shard } = parameters;
  for (const key of COMMANDS[name]?.nodes ?? []) {
    if (!takesNode([valueText(ownOf(parameters, key))], services.info))
      throw illegalArgument(`failed to resolve [${valueText(ownOf(parameters, key))}], no matching nodes`);
  }
  const metadata = ownOf(services.cluster.state.indices, valueText(index));
  if (!metadata || metadata.system) throw indexNotFound(valueText(index), "", false);
  const number = Number(shard);
  const exists = Number.isInteger(number) && number >= 0 && number < metadata.numberOfShards;
  const { id, name: nodeName, ip, httpPort } = services.info;
  const here = `{${nodeName}}{${id}}{${ip}}{${ip}:${httpPort}}`;
  if (name === "cancel") {
    const explanation = exists
      ? `can't cancel ${number} on node ${here}, shard is primary and started`
      : `can't cancel ${valueText(shard)}, failed to find it on node ${here}`;
    return { decider: "cancel_allocation_command", explanation, reason: `[cancel_allocation] ${explanation}` };
  }
  if (!exists)
    throw new RequestError(404, "shard_not_found_exception", "no such shard", {
      details: { index_uuid: metadata.uuid, shard: valueText(shard), index },
    });
  const place = `[${metadata.name}][${number}]`;
  const mode = ownOf(ALLOCATIONS, name);
  if (mode && services.shards.state(metadata.uuid, number) === "UNASSIGNED") {
    if (parameters["accept_data_loss"] === true) return { metadata, shard: number, mode };
    const explanation = `allocating an empty primary for ${place} can result in data loss. Please confirm by setting the accept_data_loss parameter to true`;
    return { decider: `${name} (allocation command)`, explanation, reason: `[${name}] ${explanation}` };
  }
  const copy = `[${place}, node[${id}], [P], s[STARTED], a[id=${allocationId(metadata, number)}]]`;
  if (name === "move") {
    const explanation = `this shard is already allocated to this node ${copy}`;
    const reason = `[move_allocation] can't move ${number}, from ${here}, to ${here}, since its not allowed, reason: [NO(${explanation})]`;
    return { decider: "same_shard", explanation, reason };
  }
  if (name === "allocate_replica" && metadata.numberOfReplicas > 0) {
    const explanation = `a copy of this shard is already allocated to this node ${copy}`;
    const reason = `[allocate_replica] allocation of ${place} on node ${here} is not allowed, reason: [NO(${explanation})]`;
    return { decider: "same_shard", explanation, reason };
  }
  const explanation =
    name === "allocate_replica"
      ? `all copies of ${place} are already assigned. Use the move allocation command instead`
      : `primary ${place} is already assigned`;
  return { decider: `${name} (allocation command)`, explanation, reason: `[${name}] ${explanation}` };
}
