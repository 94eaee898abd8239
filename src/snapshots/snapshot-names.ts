/** Names of snapshots. */
import { RequestError } from "../compat/errors.ts";
import { FORBIDDEN, FORBIDDEN_LIST } from "../cluster/index-names.ts";

/** Bytes of the metadata that a caller adds. */
export const MOST_METADATA_BYTES = 1024;

/** Throws 400 `invalid_snapshot_name_exception`. */
export function checkSnapshotName(repository: string, name: string): void {
  const problem = problemOf(name);
  if (problem !== undefined)
    throw new RequestError(
      400,
      "invalid_snapshot_name_exception",
      `[${repository}:${name}] Invalid snapshot name [${name}], ${problem}`,
    );
}

function problemOf(name: string): string | undefined {
  if (name === "") return "cannot be empty";
  if (name.includes(" ")) return "must not contain whitespace";
  if (name.includes(",")) return "must not contain ','";
  if (name.includes("#")) return "must not contain '#'";
  if (name.startsWith("_")) return "must not start with '_'";
  if (name !== name.toLowerCase()) return "must be lowercase";
  if (FORBIDDEN.test(name)) return `must not contain the following characters ${FORBIDDEN_LIST}`;
  return undefined;
}

/** 400 for a name that is taken. */
export function snapshotNameTaken(repository: string, name: string, isRunning: boolean): RequestError {
  const how = isRunning ? "is already in-progress" : "already exists";
  return new RequestError(
    400,
    "snapshot_name_already_in_use_exception",
    `[${repository}:${name}] Invalid snapshot name [${name}], snapshot with the same name ${how}`,
  );
}
