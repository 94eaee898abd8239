/** What the person may do with one index; asked when it is shown. */
import { signal } from "@preact/signals";
import { call } from "./api.ts";
import { rights, security } from "./session.ts";

export type IndexRights = Readonly<Record<string, boolean>>;

const PRIVILEGES = ["read", "index", "write", "delete", "manage", "delete_index", "view_index_metadata", "monitor"];
const ALL: IndexRights = Object.fromEntries(PRIVILEGES.map((name) => [name, true]));
const NONE: IndexRights = {};
const known = signal<Readonly<Record<string, IndexRights>>>({});
const asked = new Set<string>();

/** Nothing until it is known. */
export function rightsOn(index: string): IndexRights {
  if (rights.value.superuser || security.value === "off") return ALL;
  const found = known.value[index];
  if (!found && !asked.has(index)) {
    asked.add(index);
    void ask(index);
  }
  return found ?? NONE;
}

async function ask(index: string): Promise<void> {
  const answer = await call<{ readonly index: Readonly<Record<string, IndexRights>> }>(
    "POST",
    "/_security/user/_has_privileges",
    { index: [{ names: [index], privileges: PRIVILEGES }] },
  );
  if (answer.ok) known.value = { ...known.value, [index]: answer.body.index[index] ?? NONE };
  else asked.delete(index);
}
