/** What is refused to who sees only some documents, because it would tell of the others. */
import { RequestError } from "../compat/errors.ts";
import { showsAllDocuments } from "../access/index-access.ts";
import type { CallItem } from "./call-item.ts";

/** Whether a request's roles hide documents of any of its indices. */
export function hidesDocuments({ targets }: Pick<CallItem, "targets">): boolean {
  return targets.some(({ access }) => !showsAllDocuments(access));
}

/** 400 `security_exception`. */
export function hiddenDocuments(reason: string): RequestError {
  return new RequestError(400, "security_exception", reason);
}
