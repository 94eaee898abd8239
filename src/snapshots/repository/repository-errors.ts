/** The errors of repositories and snapshots, in Elasticsearch's words. */
import { RequestError } from "../../compat/errors.ts";

/** 500 `repository_exception`. */
export function repositoryError(repository: string, problem: string, cause?: RequestError): RequestError {
  return new RequestError(500, "repository_exception", `[${repository}] ${problem}`, { cause });
}

/** 404 `repository_missing_exception`; several names as a list. */
export function repositoryMissing(names: readonly string[]): RequestError {
  return new RequestError(404, "repository_missing_exception", `[${names.join(", ")}] missing`);
}

/** 409: a repository is being written to. */
export function repositoryInUse(repository: string, why: string): RequestError {
  const reason = `[${repository}] trying to modify or unregister repository that is currently used (${why})`;
  return new RequestError(409, "repository_conflict_exception", reason);
}

/** 500: somebody else wrote to the repository meanwhile. */
export function repositoryChanged(repository: string, expected: number, cluster: string | undefined): RequestError {
  const by = cluster === undefined ? "" : ` The last cluster to write to this repository was [${cluster}].`;
  return repositoryError(
    repository,
    `concurrent modification of the index-N file, expected current generation [${expected}] but it was not found in the repository.${by}`,
  );
}

/** 404 `snapshot_missing_exception`. */
export function snapshotMissing(repository: string, name: string): RequestError {
  return new RequestError(404, "snapshot_missing_exception", `[${repository}:${name}] is missing`);
}

/** 500 `snapshot_exception`. */
export function snapshotError(place: string, problem: string): RequestError {
  return new RequestError(500, "snapshot_exception", `[${place}] ${problem}`);
}

/** 500 `snapshot_restore_exception`. */
export function restoreError(place: string, problem: string): RequestError {
  return new RequestError(500, "snapshot_restore_exception", `[${place}] ${problem}`);
}

/** 400 `snapshot_in_progress_exception`. */
export function snapshotInProgress(what: string): RequestError {
  return new RequestError(400, "snapshot_in_progress_exception", what);
}
