/** Finds the shard of each item: the index behind its name, what an alias adds, an id where there is none. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { isWellFormed } from "../../core/well-formed.ts";
import type { WriteItem, WriteResult } from "../documents.ts";
import type { IndexEntry } from "../index-entry.ts";
import type { ShardEngine } from "../shard/shard-engine.ts";
import type { ShardOutcome } from "../shard/shard-outcome.ts";
import { notInSeries } from "../shard-routing.ts";
import type { DocumentIds } from "./document-ids.ts";
import { seriesTarget } from "./series-target.ts";
import { failedItem } from "./write-results.ts";
import { routingMissing } from "./write-validation.ts";

/** What of a request one shard gets. */
export interface ShardShare {
  readonly engine: ShardEngine;
  readonly entry: IndexEntry;
  readonly items: WriteItem[];
  /** Their places among the items of the request. */
  readonly places: number[];
  outcomes: readonly ShardOutcome[];
  /** Epoch of the log in which they were appended. */
  epoch: number;
  forcedRefresh: boolean;
}

/** What of a request another node gets. */
export interface NodeShare {
  readonly node: string;
  readonly items: WriteItem[];
  readonly places: number[];
}

/** Items by the shard, or the node, that they go to. */
export interface PlacedItems {
  readonly shares: readonly ShardShare[];
  readonly elsewhere: readonly NodeShare[];
}

/** The index that an item goes to; a RequestError is the item's answer. */
export type TargetOf = (item: WriteItem) => Promise<IndexEntry>;

/** How items are placed. */
export interface Placing {
  readonly targetOf: TargetOf;
  readonly ids: DocumentIds;
  /** The indices of a data stream or alias. */
  readonly indicesOf: (name: string) => readonly IndexEntry[];
}

/** Sorts items by shard; what cannot be placed is answered in `results` at once. Places without an item are left. */
export async function placeItems(
  items: readonly (WriteItem | undefined)[],
  results: WriteResult[],
  placing: Placing,
): Promise<PlacedItems> {
  const targets = new Map<string, IndexEntry | RequestError>();
  const shares: Shares = { here: new Map(), elsewhere: new Map() };
  let before: WriteItem | undefined;
  let target: IndexEntry | RequestError | undefined;
  for (let place = 0; place < items.length; place++) {
    const item = items[place];
    if (!item) continue;
    // Most items stand behind one of the same target.
    if (!before || !target || !hasTargetOf(item, before)) {
      const key = `${item.kind}|${item.requireAlias}|${item.requireDataStream}|${item.index}`;
      target = targets.get(key);
      if (!target) targets.set(key, (target = await orRequestError(() => placing.targetOf(item))));
    }
    before = item;
    try {
      if (target instanceof RequestError) throw target;
      const entry = target.state.parser.pointOf ? seriesTarget(item, target, placing.indicesOf) : target;
      shareOf(shares, entry, placed(item, entry, placing.ids)).places.push(place);
    } catch (error) {
      results[place] = failedItem(item.index, item.id, error);
    }
  }
  return { shares: [...shares.here.values()], elsewhere: [...shares.elsewhere.values()] };
}

interface Shares {
  readonly here: Map<ShardEngine, ShardShare>;
  readonly elsewhere: Map<string, NodeShare>;
}

function hasTargetOf(item: WriteItem, other: WriteItem): boolean {
  return (
    item.index === other.index &&
    item.kind === other.kind &&
    item.requireAlias === other.requireAlias &&
    item.requireDataStream === other.requireDataStream
  );
}

async function orRequestError<T>(work: () => Promise<T>): Promise<T | RequestError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

/** The item with an id, and the routing of an alias. */
function placed(item: WriteItem, entry: IndexEntry, ids: DocumentIds): WriteItem {
  const { id, options } = item;
  const routing = routingOf(item, entry);
  if (id === "") throw new RequestError(400, "illegal_argument_exception", "if _id is specified it must not be empty");
  const routed = routing === options.routing ? options : { ...options, routing };
  if (id === undefined) {
    // A point of a time series gets its id when all of its dimensions are known.
    const isPoint = entry.state.routing.shardOfSource !== undefined;
    return { ...item, id: isPoint ? "" : ids.next(), isGenerated: true, options: routed };
  }
  return routed === options ? item : { ...item, options: routed };
}

/** The share of the shard that a placed item belongs to, with the item in it. */
function shareOf(shares: Shares, entry: IndexEntry, item: WriteItem): ShardShare | NodeShare {
  const { id = "", options } = item;
  const { metadata, routing } = entry.state;
  if (routing.required && options.routing === undefined) throw routingMissing(metadata.name, id);
  if (routing.shardOfSource && item.kind === "update") throw notInSeries(metadata.name, "update");
  const isNew = item.kind === "index" || item.kind === "create";
  const shard =
    routing.shardOfSource && isNew && item.source
      ? routing.shardOfSource(item.source, options.routing)
      : routing.shardOf(id, options.routing);
  const node = entry.elsewhere(shard);
  if (typeof node === "string" && entry.wantsOpen) return nodeShareOf(shares.elsewhere, node, entry, item);
  const engine = entry.shard(shard);
  let share = shares.here.get(engine);
  if (!share) {
    share = { engine, entry, items: [], places: [], outcomes: [], epoch: 0, forcedRefresh: false };
    shares.here.set(engine, share);
  }
  share.items.push(item);
  return share;
}

/** The same for a shard of another node, which finds it by what is said here. */
function nodeShareOf(shares: Map<string, NodeShare>, node: string, entry: IndexEntry, item: WriteItem): NodeShare {
  let share = shares.get(node);
  if (!share) shares.set(node, (share = { node, items: [], places: [] }));
  const { parsed: _read, update: _too, stream: _known, ...rest } = item;
  // The id of a point of a time series is made where its shard is.
  const { id } = item;
  share.items.push({ ...rest, index: entry.state.metadata.name, id: id === "" ? undefined : id });
  return share;
}

/**
 * The routing that was given, or that of the alias; throws for one that contradicts it, and for what cannot be kept.
 */
function routingOf({ id, index, options: { routing: given } }: WriteItem, { state }: IndexEntry): string | undefined {
  checkText(id);
  checkText(given);
  const routing = ownOf(state.metadata.aliases, index)?.index_routing;
  if (routing === undefined) return given;
  if (given !== undefined && given !== routing) {
    throw illegalArgument(
      `Alias [${index}] has index routing associated with it [${routing}], and was provided with routing value [${given}], rejecting operation`,
    );
  }
  return routing;
}

function checkText(text: string | undefined): void {
  if (text !== undefined && !isWellFormed(text)) throw illegalArgument(`[${text}] is not well-formed Unicode`);
}
