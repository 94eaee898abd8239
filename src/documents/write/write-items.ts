/**
 * Executes writes on the shards they belong to: one append a shard, one sync for all, then the refresh that was asked
 * for.
 */
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import type { DocumentIds } from "./document-ids.ts";
import type { RefreshPolicy, WriteRequest, WriteResult } from "../documents.ts";
import type { IndexEntry } from "../index-entry.ts";
import { failedItem } from "./bulk-request.ts";
import type { ShardEngine } from "../shard/shard-engine.ts";
import type { ShardOutcome, ShardWrite } from "../shard/shard-write.ts";
import type { UpdateSpec } from "./update-request.ts";
import { routingMissing } from "./write-validation.ts";

/** A write whose index is known; or the error that it has already. */
export interface PlacedWrite {
  readonly request: WriteRequest;
  /** Name of the index that errors show: the one that was asked for. */
  readonly index: string;
  readonly target: IndexEntry | RequestError;
  readonly update: UpdateSpec | undefined;
}

interface Group {
  readonly engine: ShardEngine;
  readonly entry: IndexEntry;
  readonly writes: ShardWrite[];
  /** Places in the list of items. */
  readonly items: number[];
  outcomes: readonly ShardOutcome[];
  /** Epoch of the log in which they were appended. */
  epoch: number;
  forcedRefresh: boolean;
}

/** What the execution needs of the node. */
export interface WriteHost {
  readonly ids: DocumentIds;
  /** Makes durable what was appended in an epoch of the log; rejects when it was cut since. */
  sync(epoch: number): Promise<void>;
}

/** Answers in order; an item's failure is data. `together`: all on one shard, and all or nothing. */
export async function executeWrites(
  placed: readonly PlacedWrite[],
  refresh: RefreshPolicy,
  host: WriteHost,
  together = false,
): Promise<WriteResult[]> {
  const results: WriteResult[] = [];
  const groups = group(placed, results, host.ids);
  if (together)
    assert(
      groups.length === 1 && groups[0]?.items.length === placed.length,
      "a group of writes has its place on one shard",
    );
  await Promise.all(groups.map((one) => apply(one, together)));
  await Promise.all(groups.map((one) => acknowledge(one, refresh, host)));
  for (const one of groups) one.items.forEach((item, at) => (results[item] = answer(one, at, placed[item])));
  return results;
}

/** Sorts the writes by shard; what cannot be placed is answered at once. */
function group(placed: readonly PlacedWrite[], results: WriteResult[], ids: DocumentIds): Group[] {
  const groups = new Map<ShardEngine, Group>();
  placed.forEach(({ request, index, target, update }, item) => {
    let id = request.id;
    try {
      if (target instanceof RequestError) throw target;
      const generated = id === undefined;
      id ??= ids.next();
      if (id === "")
        throw new RequestError(400, "illegal_argument_exception", "if _id is specified it must not be empty");
      const { routing } = request.options;
      const placing = target.state.routing;
      if (placing.required && routing === undefined) throw routingMissing(target.state.metadata.name, id);
      const engine = target.shard(placing.shardOf(id, routing));
      let one = groups.get(engine);
      if (!one)
        groups.set(
          engine,
          (one = { engine, entry: target, writes: [], items: [], outcomes: [], epoch: 0, forcedRefresh: false }),
        );
      one.writes.push(shardWrite(request, id, generated, update));
      one.items.push(item);
    } catch (error) {
      results[item] = failedItem(request, index, id, error);
    }
  });
  return [...groups.values()];
}

function shardWrite(request: WriteRequest, id: string, generated: boolean, update: UpdateSpec | undefined): ShardWrite {
  const { options } = request;
  if (request.kind === "delete") return { kind: "delete", id, options };
  if (request.kind !== "update")
    return {
      kind: request.kind,
      id,
      generated,
      source: request.source,
      options,
      dynamicTemplates: request.dynamicTemplates,
    };
  if (!update) throw new RequestError(500, "illegal_state_exception", "an update was not parsed");
  return { kind: "update", id, spec: update, options, sourceFilter: request.sourceFilter };
}

async function apply(one: Group, together: boolean): Promise<void> {
  try {
    ({ outcomes: one.outcomes, epoch: one.epoch } = await one.engine.write(one.writes, together));
  } catch (error) {
    one.outcomes = one.writes.map(() => ({ ok: false, error }));
  }
}

/** Waits until what was accepted is durable, and visible where that was asked for. All groups wait for one sync. */
async function acknowledge(one: Group, refresh: RefreshPolicy, host: WriteHost): Promise<void> {
  if (!one.outcomes.some((outcome) => outcome.ok)) return;
  try {
    await host.sync(one.epoch);
    await makeVisible(one, refresh);
  } catch (error) {
    one.outcomes = one.outcomes.map((outcome) => (outcome.ok ? { ok: false, error } : outcome));
  }
}

async function makeVisible(one: Group, refresh: RefreshPolicy): Promise<void> {
  if (refresh === "false") return;
  if (refresh === "true") {
    await one.engine.refresh();
    one.forcedRefresh = true;
    return;
  }
  const seqNos = one.outcomes.map((outcome) => (outcome.ok ? outcome.seqNo : -1));
  one.forcedRefresh = await one.engine.waitForRefresh(Math.max(...seqNos));
}

function answer(one: Group, at: number, placed: PlacedWrite | undefined): WriteResult {
  const outcome = one.outcomes[at];
  const write = one.writes[at];
  const { metadata } = one.entry.state;
  const id = write?.id ?? "";
  if (!outcome?.ok) {
    const error = outcome
      ? outcome.error
      : new RequestError(500, "illegal_state_exception", "the write was not answered");
    return placed
      ? failedItem(placed.request, metadata.name, id, error)
      : failedItem({ kind: "delete", index: metadata.name, id, options: {} }, metadata.name, id, error);
  }
  const { version, seqNo, primaryTerm, result, get } = outcome;
  const forcedRefresh = one.forcedRefresh && result !== "noop";
  return {
    ok: true,
    index: metadata.name,
    id,
    version,
    seqNo,
    primaryTerm,
    result,
    forcedRefresh,
    get,
    copies: 1 + metadata.numberOfReplicas,
  };
}
