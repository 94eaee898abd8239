/**
 * The write side of a cluster: writes and gets find their node where they find their shard; what is asked of whole
 * indices is asked of all nodes that have a primary of them.
 */
import { RequestError } from "../compat/errors.ts";
import type { Documents, ShardDiskUsage, ShardStats } from "../documents/documents.ts";
import type { NodeLinks } from "./node-links.ts";
import type { Routing } from "./routing.ts";

/** What other nodes may ask of the write side. */
const METHODS = ["write", "get", "refresh", "flush", "forceMerge", "stats", "diskUsage", "markSearched"] as const;
type AskedMethod = (typeof METHODS)[number];

/** The method by which the write side of a node is asked. */
export const DOCUMENTS = "documents";

/** Asks the write side of this node in the name of another one. */
export function askedDocuments(documents: Documents, [method, args]: readonly unknown[]): unknown {
  const asked = METHODS.find((known) => known === method);
  if (!asked || !Array.isArray(args))
    throw new RequestError(400, "action_not_found_transport_exception", `No handler for action [${String(method)}]`);
  const call: (...given: never[]) => unknown = documents[asked].bind(documents);
  return call(...(args as never[]));
}

/** The methods of `Documents` that concern several nodes. */
export function routedDocuments(local: Documents, links: NodeLinks, routing: Routing): Partial<Documents> {
  const onAll = async <Result>(
    uuids: readonly string[],
    method: AskedMethod,
    args: readonly unknown[],
  ): Promise<Result[]> =>
    Promise.all(
      routing.primariesElsewhere(uuids).map(async (node) => {
        const call = (): Promise<Result> => links.call<Result>(node, DOCUMENTS, [method, args, routing.version]);
        try {
          return await call();
        } catch (error) {
          // None of these does harm when it is done twice: a connection that broke is waited for once.
          if (error instanceof RequestError && error.type === "node_disconnected_exception") return call();
          throw error;
        }
      }),
    );
  return {
    async refresh(uuids) {
      await Promise.all([local.refresh(uuids), onAll(uuids, "refresh", [uuids])]);
    },
    async flush(uuids, options) {
      await Promise.all([local.flush(uuids, options), onAll(uuids, "flush", [uuids, options])]);
    },
    async forceMerge(uuids, options) {
      await Promise.all([local.forceMerge(uuids, options), onAll(uuids, "forceMerge", [uuids, options])]);
    },
    markSearched(uuids) {
      const here = local.markSearched(uuids);
      if (routing.primariesElsewhere(uuids).length === 0) return here;
      return Promise.all([here, onAll(uuids, "markSearched", [uuids])]).then(() => undefined);
    },
    async stats(uuids) {
      // What nobody tells of has no statistics; the table of routes says where it is.
      const others = onAll<ShardStats[]>(uuids, "stats", [uuids]).catch(() => []);
      return [await local.stats(uuids), ...(await others)].flat();
    },
    async diskUsage(uuids) {
      const all = [await local.diskUsage(uuids), ...(await onAll<ShardDiskUsage[][]>(uuids, "diskUsage", [uuids]))];
      return uuids.map((_, at) => all.flatMap((node) => node[at] ?? []));
    },
    async holdFiles(uuid) {
      whole(routing, uuid, "a snapshot");
      return local.holdFiles(uuid);
    },
    async resize(plan) {
      whole(routing, plan.source, "resizing");
      await local.resize(plan);
    },
    async readOperations(query) {
      whole(routing, query.uuid, "replication");
      return local.readOperations(query);
    },
    async replicate(operations) {
      whole(routing, operations.uuid, "replication");
      return local.replicate(operations);
    },
  };
}

/** Throws 400 where shards of an index are on other nodes, which this does not reach. */
function whole(routing: Routing, uuid: string, what: string): void {
  if (routing.primariesElsewhere([uuid]).length === 0) return;
  const reason = `${what} of an index with shards on several nodes is not supported by this server yet`;
  throw new RequestError(400, "illegal_argument_exception", reason);
}
