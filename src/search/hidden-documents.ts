/** What is refused to who sees only some documents, because it would tell of the others. */
import { RequestError } from "../compat/errors.ts";
import { showsAllDocuments } from "../access/index-access.ts";
import type { SearchTarget } from "./search-service.ts";

/** Whether the roles of who searches hide documents of any of the indices. */
export function hidesDocuments(targets: readonly SearchTarget[]): boolean {
  return targets.some(({ access }) => !showsAllDocuments(access));
}

/** 400 `security_exception`. */
export function hiddenDocuments(reason: string): RequestError {
  return new RequestError(400, "security_exception", reason);
}
