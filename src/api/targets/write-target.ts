/**
 * Where a single write goes: the concrete index behind a name, with what the alias adds, after what the request demands
 * was checked.
 */
import { indexClosed, indexNotFound } from "../../cluster/index-expressions.ts";
import { aliasTargets } from "../../cluster/index-table.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { internalIndex } from "../../cluster/system-indices.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { AUTO_CREATE, grants, unauthorized } from "../../access/grants.ts";
import { checkStreamWrite, dataStreamOf, noDataStream } from "../../cluster/data-streams/data-stream.ts";
import { shardRouting } from "../../documents/shard-routing.ts";
import type { Principal } from "../../security/principal.ts";
import { ONE_INDEX } from "./index-options.ts";
import type { Services } from "../operation.ts";
import { activeShardCount, type WriteParameters } from "./write-parameters.ts";

/** A concrete index and the routing of the write. */
export interface WriteTarget {
  readonly metadata: IndexMetadata;
  readonly routing: string | undefined;
}

/** What a write is about. */
export interface WrittenDocument {
  readonly kind: "index" | "create" | "update" | "delete";
  readonly name: string;
  readonly id: string | undefined;
}

/**
 * Resolves `name` for a write on `id`, making the index when the settings and the caller's rights allow it. Throws
 * Elasticsearch's refusals.
 */
export async function writeTarget(
  services: Services,
  { indices }: Principal,
  { kind, name, id }: WrittenDocument,
  parameters: WriteParameters,
): Promise<WriteTarget> {
  const { requireAlias, requireDataStream } = parameters;
  const isKnown = isKnownName(services, name);
  if (requireDataStream && isKnown && !dataStreamOf(services.cluster.state, name)) throw noDataStream(name, true);
  if (!isKnown && !grants(indices, name, AUTO_CREATE.privileges)) throw unauthorized(indices, name, AUTO_CREATE);
  const metadata = await services.cluster.writeIndex(name, { requireAlias, requireDataStream, kind });
  checkStreamWrite(metadata, {
    kind,
    name,
    hasSeqNo: parameters.options.ifSeqNo !== undefined,
    isSingle: kind !== "update",
  });
  if (metadata.system) throw internalIndex(metadata.name);
  if (metadata.state === "close") throw indexClosed(metadata);
  const routing = aliasRouting(metadata, name, parameters.options.routing);
  refuseMissingCopies(metadata, id, routing, parameters);
  return { metadata, routing };
}

/** The concrete index of a name that must exist; 404 else. Patterns and lists are no names. */
export function existingIndex(services: Services, name: string): IndexMetadata {
  if (/[,*]/.test(name) || name === "_all") throw indexNotFound(name);
  const [found] = services.cluster.resolve(name, ONE_INDEX);
  if (!found) throw indexNotFound(name);
  if (found.metadata.system) throw internalIndex(found.metadata.name);
  return found.metadata;
}

/** Whether an index or alias of this name is there. */
export function isKnownName(services: Services, name: string): boolean {
  return (
    ownOf(services.cluster.state.indices, name) !== undefined || aliasTargets(services.cluster.state, name).length > 0
  );
}

/** The routing of an operation on `name`: that of the alias, which a given one must not contradict. */
export function aliasRouting(metadata: IndexMetadata, name: string, given: string | undefined): string | undefined {
  const ofAlias = metadata.name === name ? undefined : ownOf(metadata.aliases, name)?.index_routing;
  if (ofAlias === undefined) return given;
  if (ofAlias.includes(","))
    throw illegalArgument(
      `index/alias [${name}] provided with routing value [${ofAlias}] that resolved to several routing values, rejecting operation`,
    );
  if (given !== undefined && given !== ofAlias) {
    throw illegalArgument(
      `Alias [${name}] has index routing associated with it [${ofAlias}], and was provided with routing value [${given}], rejecting operation`,
    );
  }
  return ofAlias;
}

/** There is one copy of each shard; who wants more is told at once, since no other can come. */
export function refuseMissingCopies(
  metadata: IndexMetadata,
  id: string | undefined,
  routing: string | undefined,
  parameters: Pick<WriteParameters, "waitForActiveShards" | "timeout">,
): void {
  const setting = metadata.settings["index.write.wait_for_active_shards"];
  const wanted = parameters.waitForActiveShards ?? activeShardCount(typeof setting === "string" ? setting : undefined);
  const needed = wanted === "all" ? 1 + metadata.numberOfReplicas : wanted;
  if (needed <= 1) return;
  const shard = id === undefined ? 0 : shardRouting(metadata).shardOf(id, routing);
  const count = wanted === "all" ? "ALL" : String(wanted);
  throw new RequestError(
    503,
    "unavailable_shards_exception",
    `[${metadata.name}][${shard}] Not enough active copies to meet shard count of [${count}] (have 1, needed ${needed}). Timeout: [${parameters.timeout}], request: [BulkShardRequest [[${metadata.name}][${shard}]] containing a request]`,
  );
}
