/** Where the items of a bulk request go: decided once per distinct index name. */
import { internalIndex, isSystemName } from "../../cluster/system-indices.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { isWellFormed } from "../../core/well-formed.ts";
import type { BulkItem } from "./bulk-request.ts";
import type { BulkOptions } from "../documents.ts";
import { allows, AUTO_CREATE, unauthorized, WRITE_ACTIONS } from "../../access/grants.ts";
import { seesPart } from "../../access/index-access.ts";
import { type IndexEntry, indexNotFound } from "../index-entry.ts";
import type { PlacedWrite } from "./write-items.ts";

/** How names are looked up. */
export interface BulkNames {
  /** The index that a write to `name` goes to; makes it when allowed. */
  ensure(name: string, requireAlias: boolean): Promise<IndexEntry>;
  /** Whether an index or alias of the name is there. */
  known(name: string): boolean;
}

/** Resolves the index of each item; what is refused is the item's error. */
export async function placeBulk(
  items: readonly BulkItem[],
  options: BulkOptions,
  names: BulkNames,
): Promise<PlacedWrite[]> {
  const targets = new Map<string, IndexEntry | RequestError>();
  const placed: PlacedWrite[] = [];
  for (const item of items) {
    const { request, update, action } = item;
    const key = `${action.kind}|${item.requireAlias}|${item.requireDataStream}|${request.index}`;
    let target = targets.get(key);
    if (!target) targets.set(key, (target = await orError(() => resolve(item, options, names))));
    const routed = target instanceof RequestError ? target : withRouting(item, target);
    if (routed instanceof RequestError) placed.push({ request, index: request.index, target: routed, update });
    else placed.push({ request: routed, index: request.index, target, update });
  }
  return placed;
}

async function orError<T>(work: () => Promise<T>): Promise<T | RequestError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

async function resolve(item: BulkItem, options: BulkOptions, names: BulkNames): Promise<IndexEntry> {
  const { action, request, requireAlias } = item;
  const name = request.index;
  if (isSystemName(name)) throw internalIndex(name);
  const needed = WRITE_ACTIONS[action.kind];
  if (!allows(options.grant, name, needed)) throw unauthorized(options.grant, name, needed);
  // A delete neither makes an index nor heeds require_alias, unless an external version must be remembered.
  const isDelete = action.kind === "delete";
  const external = (action.versionType ?? "internal") !== "internal";
  if (isDelete && !external && !names.known(name)) throw indexNotFound(name);
  if (item.requireDataStream && !isDelete) throw noDataStream(name, names.known(name));
  if (!names.known(name) && !allows(options.grant, name, AUTO_CREATE))
    throw unauthorized(options.grant, name, AUTO_CREATE);
  const isUpdate = action.kind === "update";
  if (isUpdate && !names.known(name)) refuseUpdate(options.grant, name, undefined);
  const entry = await names.ensure(name, requireAlias && !isDelete);
  const { metadata } = entry.state;
  if (isUpdate) refuseUpdate(options.grant, metadata.name, Object.hasOwn(metadata.aliases, name) ? [name] : undefined);
  entry.state.checkBlocks("write");
  return entry;
}

/** Throws 400 where the caller sees only a part of the index: an update tells of the document that it changes. */
function refuseUpdate(grant: BulkOptions["grant"], index: string, aliases: readonly string[] | undefined): void {
  if (!seesPart(grant, index, aliases, WRITE_ACTIONS.update.privileges)) return;
  const reason =
    "Can't execute a bulk item request with update requests embedded if field or document level security is enabled";
  throw new RequestError(400, "security_exception", reason);
}

/** 404: there are no data streams yet, so none can be required. */
export function noDataStream(name: string, known: boolean): RequestError {
  if (known)
    return new RequestError(
      404,
      "resource_not_found_exception",
      `[require_data_stream] request flag is [true] and [${name}] is not a data stream`,
    );
  const reason = `no such index [${name}] and the index creation request requires a data stream, but no matching index template with data stream template was found for it`;
  return new RequestError(404, "index_not_found_exception", reason, { details: { index_uuid: "_na_", index: name } });
}

/**
 * The request with the routing that an alias gives; an error for a routing that contradicts it, for a pipeline, and for
 * what cannot be kept.
 */
function withRouting(item: BulkItem, target: IndexEntry): BulkItem["request"] | RequestError {
  const { request, action } = item;
  for (const text of [request.id, request.options.routing]) {
    if (text !== undefined && !isWellFormed(text)) return illegalArgument(`[${text}] is not well-formed Unicode`);
  }
  const pipeline =
    action.kind === "index" || action.kind === "create" ? target.state.missingPipeline(item.pipeline) : undefined;
  if (pipeline) return pipeline;
  const routing = ownOf(target.state.metadata.aliases, request.index)?.index_routing;
  if (routing === undefined) return request;
  const given = request.options.routing;
  if (given !== undefined && given !== routing) {
    return illegalArgument(
      `Alias [${request.index}] has index routing associated with it [${routing}], and was provided with routing value [${given}], rejecting operation`,
    );
  }
  return { ...request, options: { ...request.options, routing } };
}
