/** The snapshots that names and patterns choose. */
import { simpleMatch } from "../../compat/wildcard.ts";
import { snapshotMissing } from "../../snapshots/repository/repository-errors.ts";
import type { SnapshotInfo } from "../../snapshots/snapshot-info.ts";
import type { Services } from "../operation.ts";

export interface SnapshotChoice {
  readonly repositories: readonly string[];
  /** Names, patterns, exclusions, `_all`, and `_current` for those that are being made. */
  readonly names: readonly string[];
  readonly ignoreUnavailable: boolean;
}

/** Throws 404 for a repository or a name that is missing. */
export async function chosenSnapshots(
  { snapshots }: Pick<Services, "snapshots">,
  { repositories, names, ignoreUnavailable }: SnapshotChoice,
): Promise<SnapshotInfo[]> {
  const chosen: SnapshotInfo[] = [];
  for (const repository of snapshots.repositories.choose(repositories)) {
    const isCurrent = names.length === 1 && names[0] === "_current";
    const all = isCurrent ? snapshots.current(repository) : await snapshots.list(repository);
    chosen.push(...(isCurrent ? all : inRepository(repository, all, names, ignoreUnavailable)));
  }
  return chosen;
}

function inRepository(
  repository: string,
  all: readonly SnapshotInfo[],
  names: readonly string[],
  ignoreUnavailable: boolean,
): SnapshotInfo[] {
  const chosen = new Set<SnapshotInfo>();
  let patternSeen: boolean = false;
  for (const part of names) {
    const excludes: boolean = part.startsWith("-") && patternSeen;
    const pattern: string = excludes ? part.slice(1) : part === "_all" ? "*" : part;
    const matching = all.filter((info) =>
      part === "_current" ? info.state === "IN_PROGRESS" : simpleMatch(pattern, info.name),
    );
    if (excludes) matching.forEach((info) => chosen.delete(info));
    else if (matching.length === 0 && !pattern.includes("*") && part !== "_current" && !ignoreUnavailable)
      throw snapshotMissing(repository, part);
    else matching.forEach((info) => chosen.add(info));
    patternSeen ||= pattern.includes("*");
  }
  return all.filter((info) => chosen.has(info));
}
