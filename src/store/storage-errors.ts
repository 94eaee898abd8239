/**
 * Errors of the disk: full (`StorageFull`) or failing (`StorageFailure`). Both are RequestErrors, so that no write is
 * ever lost silently.
 */
import { RequestError } from "../compat/errors.ts";

/**
 * The file system has no room (ENOSPC, EDQUOT). Nothing was written; reads still work, and writes do when there is room
 * again.
 */
export class StorageFull extends RequestError {
  readonly code: string;
  readonly path: string;

  constructor(code: string, path: string) {
    super(429, "cluster_block_exception", BLOCK_REASON);
    this.name = "StorageFull";
    this.code = code;
    this.path = path;
  }
}

/** Any other failure of the file system (EIO, EROFS, a missing file …). */
export class StorageFailure extends RequestError {
  readonly code: string;
  readonly path: string;

  constructor(code: string, path: string, what: string) {
    super(503, "unavailable_shards_exception", `storage failure: ${what} [${path}]: ${code}`);
    this.name = "StorageFailure";
    this.code = code;
    this.path = path;
  }
}

/** Text of Elasticsearch's flood-stage block, which follows `index [x] `. */
const BLOCK_REASON =
  "blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];";

/** Elasticsearch's error for a write to an index on a full disk. */
export function indexBlockedByFullStorage(index: string): RequestError {
  return new RequestError(429, "cluster_block_exception", `index [${index}] ${BLOCK_REASON}`, { details: { index } });
}

/** Turns the error of a system call into a storage error; returns any other error unchanged. */
export function storageError(error: unknown, path: string, what: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return code === "ENOSPC" || code === "EDQUOT" ? new StorageFull(code, path) : new StorageFailure(code, path, what);
}

/** The code of a failed system call (`ENOENT`), undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined;
}
