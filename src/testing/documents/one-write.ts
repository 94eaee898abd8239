/** For tests: single writes, which are requests of one item. */
import { fromPortableError, RequestError, toPortableError } from "../../compat/errors.ts";
import type { Documents, RefreshPolicy, WriteItem, WriteResult } from "../../documents/documents.ts";

/** Writes one item; a refusal of the request is the item's failure. */
export async function writeOne(
  documents: Pick<Documents, "write">,
  item: WriteItem,
  refresh: RefreshPolicy = "false",
): Promise<WriteResult> {
  try {
    const [result] = await documents.write([item], { refresh });
    if (!result) throw new RequestError(500, "illegal_state_exception", "the write was not answered");
    return result;
  } catch (error) {
    return { ok: false, index: item.index, id: item.id, error: toPortableError(error) };
  }
}

/** Throws the error of a failed write; the result of one that succeeded. */
export function orThrow(result: WriteResult): Extract<WriteResult, { ok: true }> {
  if (result.ok) return result;
  throw fromPortableError(result.error);
}
