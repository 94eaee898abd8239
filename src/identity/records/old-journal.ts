/**
 * What a version before this one may have left in the identity index: a group of changes was led by a document that
 * held all of it, since a crash could leave a beginning of the group. Now a group is a batch of the log.
 */
import { assert } from "../../core/assert.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import type { IdentityIndex, IdentityWrite } from "./identity-index.ts";

const BEGUN = "journal:begun";
const DONE = "journal:done";

/** Does what is missing of the last group, and removes the journal. */
export async function completeJournal(index: IdentityIndex): Promise<void> {
  const [begun, done] = await index.get([BEGUN, DONE]);
  if (!begun) return;
  const missing = begun.source["group"] === done?.source["group"] ? [] : writesOf(begun.source);
  const gone = [BEGUN, DONE].map((id): IdentityWrite => ({ kind: "delete", id, onlyIf: undefined }));
  await index.writeGroup([...missing, ...gone], []);
}

/** Without conditions: they held when the group was appended. */
function writesOf(source: JsonObject): IdentityWrite[] {
  const fields = source["fields"];
  const writes = isJsonObject(fields) ? fields["writes"] : undefined;
  assert(Array.isArray(writes), "a journal holds writes");
  return writes.map((write): IdentityWrite => {
    assert(isJsonObject(write) && typeof write["id"] === "string", "a write of a journal has an id");
    const { id, source: written } = write;
    return isJsonObject(written)
      ? { kind: "index", id, source: written, onlyIf: undefined }
      : { kind: "delete", id, onlyIf: undefined };
  });
}
