/** Which index an item of a bulk request goes to, and whether its caller may write there. */
import { internalIndex, isSystemName } from "../../cluster/system-indices.ts";
import type { WriteDemands } from "../../cluster/write-index.ts";
import { checkStreamWrite, noDataStream } from "../../cluster/data-streams/data-stream.ts";
import { RequestError } from "../../compat/errors.ts";
import type { BulkOptions, WriteItem } from "../documents.ts";
import { allows, AUTO_CREATE, unauthorized, WRITE_ACTIONS } from "../../access/grants.ts";
import { seesPart } from "../../access/index-access.ts";
import { type IndexEntry, indexNotFound } from "../index-entry.ts";

/** How names are looked up. */
export interface WriteNames {
  /** The index that a write to `name` goes to; makes it when allowed. */
  ensure(name: string, demands: WriteDemands): Promise<IndexEntry>;
  /** Whether an index or alias of the name is there. */
  known(name: string): boolean;
  /** Whether a data stream of the name is there. */
  isStream(name: string): boolean;
}

/** Throws what is to be the item's error. The same for all items of a kind, a name and the same demands. */
export async function bulkTarget(item: WriteItem, grant: BulkOptions["grant"], names: WriteNames): Promise<IndexEntry> {
  const { kind, index: name, options, requireAlias = false, requireDataStream = false } = item;
  if (isSystemName(name)) throw internalIndex(name);
  const needed = WRITE_ACTIONS[kind];
  if (!allows(grant, name, needed)) throw unauthorized(grant, name, needed);
  // A delete neither makes an index nor heeds require_alias, unless an external version must be remembered.
  const isDelete = kind === "delete";
  const external = (options.versionType ?? "internal") !== "internal";
  if (isDelete && !external && !names.known(name)) throw indexNotFound(name);
  const demandsStream = requireDataStream && !isDelete;
  if (demandsStream && names.known(name) && !names.isStream(name)) throw noDataStream(name, true);
  if (!names.known(name) && !allows(grant, name, AUTO_CREATE)) throw unauthorized(grant, name, AUTO_CREATE);
  const isUpdate = kind === "update";
  if (isUpdate && !names.known(name)) refuseUpdate(grant, name, undefined);
  const entry = await names.ensure(name, {
    requireAlias: requireAlias && !isDelete,
    requireDataStream: demandsStream,
    kind,
  });
  const { metadata } = entry.state;
  checkStreamWrite(metadata, { kind, name, hasSeqNo: options.ifSeqNo !== undefined });
  if (isUpdate) refuseUpdate(grant, metadata.name, Object.hasOwn(metadata.aliases, name) ? [name] : undefined);
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
