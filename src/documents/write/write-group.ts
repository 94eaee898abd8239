/** Groups of writes that are written as a whole or not at all. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { ShardOutcome, ShardWrite } from "../shard/shard-write.ts";
import { type CurrentVersion, type ShardName, versionConflict, writeConflict } from "./version-check.ts";

/** Type of the error of writes that were fine by themselves, in a group that was refused. */
export const GROUP_ABORTED = "write_group_aborted_exception";

/**
 * The outcomes of a group in which some write conflicts with what is there; undefined when none does. Looked at before
 * anything of the group is written, since taking back is expensive.
 */
export function groupConflicts(
  writes: readonly ShardWrite[],
  current: (id: string) => CurrentVersion | undefined,
  where: ShardName,
): ShardOutcome[] | undefined {
  if (new Set(writes.map((write) => write.id)).size < writes.length)
    throw illegalArgument("an id stands twice in a group of writes");
  const outcomes = writes.map((write): ShardOutcome | undefined => {
    if (write.kind === "update") return undefined;
    const conflict = writeConflict(current(write.id), write.options, write.kind === "create");
    return conflict === undefined ? undefined : { ok: false, error: versionConflict(where, write.id, conflict) };
  });
  return outcomes.some((outcome) => outcome !== undefined)
    ? outcomes.map((outcome, at) => outcome ?? aborted(writes[at]))
    : undefined;
}

/** The outcomes of a group of which some were refused: the others were not written either. */
export function abortedGroup(writes: readonly ShardWrite[], outcomes: readonly ShardOutcome[]): ShardOutcome[] {
  return outcomes.map((outcome, at) => (outcome.ok ? aborted(writes[at]) : outcome));
}

function aborted(write: ShardWrite | undefined): ShardOutcome {
  return {
    ok: false,
    error: new RequestError(
      409,
      GROUP_ABORTED,
      `[${write?.id ?? ""}]: not written, another write of its group was refused`,
    ),
  };
}
