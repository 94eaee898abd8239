/**
 * What the disk refuses: full (`StorageFull`) or failing (`StorageFailure`). Both are RequestErrors, so that no write
 * is ever lost silently.
 */
import { RequestError } from "../compat/errors.ts";

/**
 * The file system has no room (ENOSPC, EDQUOT). Nothing was written; reads go on, and so do writes when there is room
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

/** The file system failed otherwise (EIO, EROFS, a missing file …). */
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

/** What Elasticsearch's flood-stage block says behind `index [x] `. */
const BLOCK_REASON =
  "blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];";

/** The answer that users of Elasticsearch know for a write to an index on a full disk. */
export function indexBlockedByFullStorage(index: string): RequestError {
  return new RequestError(429, "cluster_block_exception", `index [${index}] ${BLOCK_REASON}`, { details: { index } });
}

/** Turns an error of a system call into a storage error; anything else passes unchanged. */
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
