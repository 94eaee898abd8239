/** Groups with their parents. A group that is gone counts as none: members and children may still name it. */
import type { RecordReader } from "../records/record-reader.ts";
import type { StoredRecord } from "../records/record-store.ts";

/** The groups of these ids that are there, and all above them, by id. Ends with a cycle, should there be one. */
export async function loadGroups(store: RecordReader, ids: Iterable<string>): Promise<Map<string, StoredRecord>> {
  const groups = new Map<string, StoredRecord>();
  const looked = new Set<string>();
  let wanted = new Set(ids);
  while (wanted.size > 0) {
    const batch = [...wanted];
    batch.forEach((id) => looked.add(id));
    const records = await store.getMany(batch.map((id) => `group:${id}`));
    wanted = new Set();
    records.forEach((record, at) => {
      if (!record) return;
      groups.set(batch[at] ?? "", record);
      const { parent } = record.fields;
      if (typeof parent === "string" && !looked.has(parent)) wanted.add(parent);
    });
  }
  return groups;
}

/** The groups themselves and all above them, each once. */
export function withAncestors(groups: ReadonlyMap<string, StoredRecord>, ids: readonly string[]): StoredRecord[] {
  const found = new Map<string, StoredRecord>();
  for (const start of ids) {
    let id: unknown = start;
    while (typeof id === "string" && !found.has(id)) {
      const group = groups.get(id);
      if (!group) break;
      found.set(id, group);
      id = group.fields["parent"];
    }
  }
  return [...found.values()];
}

/** Whether members of these groups are superusers, directly or through a parent. */
export function isSuperuser(groups: ReadonlyMap<string, StoredRecord>, ids: readonly string[]): boolean {
  return withAncestors(groups, ids).some((group) => group.fields["is_superuser"] === true);
}
