/** Writes that are made together or not at all: what is answered when they are not. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { WriteItem } from "../documents.ts";
import type { ShardOutcome } from "../shard/shard-outcome.ts";
import { type CurrentVersion, type ShardName, versionConflict, writeConflict } from "./version-check.ts";

/** Type of the error of writes that were fine by themselves, in a group that was refused. */
export const GROUP_ABORTED = "write_group_aborted_exception";
/** Type of the error of a group whose shards are not on one node: nothing of it was written. */
export const GROUP_APART = "write_group_apart_exception";

/**
 * The outcomes of a shard's part of a group in which some write conflicts with what is there; undefined when none does.
 * Looked at before anything of the group is written, since taking back is expensive.
 */
export function groupConflicts(
  items: readonly WriteItem[],
  current: (id: string) => CurrentVersion | undefined,
  where: ShardName,
): ShardOutcome[] | undefined {
  if (new Set(items.map(({ id }) => id)).size < items.length)
    throw illegalArgument("an id stands twice in a group of writes");
  const outcomes = items.map(({ id = "", options, kind }): ShardOutcome | undefined => {
    const conflict = writeConflict(current(id), options, kind === "create");
    return conflict === undefined ? undefined : { ok: false, error: versionConflict(where, id, conflict) };
  });
  return outcomes.some((outcome) => outcome !== undefined)
    ? outcomes.map((outcome, at) => outcome ?? aborted(items[at]))
    : undefined;
}

/** The outcomes of a group of which some were refused: the others were not written either. */
export function abortedGroup(items: readonly WriteItem[], outcomes: readonly ShardOutcome[]): ShardOutcome[] {
  return items.map((item, at) => {
    const outcome = outcomes[at];
    return outcome && !outcome.ok ? outcome : aborted(item);
  });
}

function aborted(item: WriteItem | undefined): ShardOutcome {
  return {
    ok: false,
    error: new RequestError(
      409,
      GROUP_ABORTED,
      `[${item?.id ?? ""}]: not written, another write of its group was refused`,
    ),
  };
}
