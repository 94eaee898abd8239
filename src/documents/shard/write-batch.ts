/**
 * Writes of several shards that are made together or not at all: accepted by each in its turn, appended as one batch of
 * the log.
 */
import type { JsonObject } from "../../core/json.ts";
import type { OperationLog } from "../../store/operation-log.ts";
import { indexBlockedByFullStorage, StorageFull } from "../../store/storage-errors.ts";
import type { WriteItem } from "../documents.ts";
import { abortedGroup, groupConflicts } from "../write/write-group.ts";
import type { ShardEngine, WriteTurn } from "./shard-engine.ts";
import type { ShardOutcome } from "./shard-outcome.ts";

/** What of the batch one shard gets, and what comes of it. */
export interface BatchShare {
  readonly engine: ShardEngine;
  readonly items: readonly WriteItem[];
  outcomes: readonly ShardOutcome[];
  /** Epoch of the log in which they were appended. */
  epoch: number;
}

interface SharedTurn {
  readonly share: BatchShare;
  readonly turn: WriteTurn;
}

/** Never rejects: what goes wrong is the outcome of the shard where it did, or of all. */
export async function writeBatch(
  shares: readonly BatchShare[],
  log: OperationLog,
  caller: JsonObject | undefined,
): Promise<void> {
  // All take their turns in one order, so that no two batches wait for each other.
  const ordered = [...shares].sort((one, other) => (one.engine.key < other.engine.key ? -1 : 1));
  const at: { share: BatchShare | undefined } = { share: undefined };
  try {
    await inTurns(ordered, [], at, (turns) => write(turns, at, { log, caller }));
  } catch (error) {
    for (const share of shares) {
      const told = error instanceof StorageFull ? indexBlockedByFullStorage(share.engine.where.index) : error;
      const isConcerned = at.share === undefined || at.share === share;
      share.outcomes = isConcerned
        ? share.items.map(() => ({ ok: false, error: told }))
        : abortedGroup(share.items, NONE);
    }
  }
}

/** Waits for the turn of each shard, one after another. `at`: the one that is waited for. */
function inTurns(
  shares: readonly BatchShare[],
  turns: readonly SharedTurn[],
  at: { share: BatchShare | undefined },
  work: (turns: readonly SharedTurn[]) => Promise<void>,
): Promise<unknown> {
  const [share, ...rest] = shares;
  at.share = share;
  if (!share) return work(turns);
  return share.engine.inTurn(share.items, async (turn) => {
    await inTurns(rest, [...turns, { share, turn }], at, work);
    return share.outcomes;
  });
}

async function write(
  turns: readonly SharedTurn[],
  at: { share: BatchShare | undefined },
  { log, caller }: { readonly log: OperationLog; readonly caller: JsonObject | undefined },
): Promise<void> {
  for (const { share, turn } of turns)
    share.outcomes = groupConflicts(share.items, (id) => turn.writer.buffer.current(id), share.engine.where) ?? NONE;
  if (turns.some(({ share }) => share.outcomes.length > 0)) return abort(turns);
  const accepted: SharedTurn[] = [];
  try {
    for (const one of turns) {
      at.share = one.share;
      one.share.outcomes = await one.turn.guarded(() => one.turn.writer.accept(one.share.items, caller));
      accepted.push(one);
    }
    at.share = undefined;
    if (turns.some(({ share }) => share.outcomes.some((outcome) => !outcome.ok))) {
      await takeBack(accepted);
      return abort(turns);
    }
    await guardedByAll(turns, async () => append(turns, log));
  } catch (error) {
    await takeBack(accepted);
    throw error;
  }
}

const NONE: readonly ShardOutcome[] = [];

function append(turns: readonly SharedTurn[], log: OperationLog): void {
  const positions = log.appendBatch(turns.map(({ turn }) => turn.writer.accepted));
  turns.forEach(({ share, turn }, at) => {
    turn.writer.appended(positions[at] ?? []);
    share.epoch = turn.writer.appliedIn;
  });
}

function abort(turns: readonly SharedTurn[]): void {
  for (const { share } of turns) share.outcomes = abortedGroup(share.items, share.outcomes);
}

/** What the log refuses for a reason of ours concerns each of the shards. */
function guardedByAll(turns: readonly SharedTurn[], work: () => Promise<void>): Promise<void> {
  return turns.reduce(
    (inner, { turn }) =>
      () =>
        turn.guarded(inner),
    work,
  )();
}

async function takeBack(accepted: readonly SharedTurn[]): Promise<void> {
  for (const { turn } of accepted) await turn.guarded(async () => turn.writer.takeBack());
}
