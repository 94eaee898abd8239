/**
 * Privileges that applications have declared: names for patterns of their actions. There are few, so they stand in one
 * record.
 */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { settingModel } from "../records/models.ts";
import type { RecordStore } from "../records/record-store.ts";
import { changeRecord } from "../records/change-record.ts";
import { objectOf } from "../records/stored-values.ts";

const RECORD_ID = "setting:application-privileges";

/** Privileges (`application`, `name`, `actions`, `metadata`) by application and name. */
export type ApplicationPrivileges = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

export async function applicationPrivileges(store: RecordStore): Promise<ApplicationPrivileges> {
  const record = await store.get(RECORD_ID);
  return read(record ? objectOf(record.fields, "applications") : {});
}

/** Changes them; `change` answers what is to be there. */
export async function changeApplicationPrivileges(
  store: RecordStore,
  change: (present: ApplicationPrivileges) => ApplicationPrivileges,
): Promise<void> {
  await changeRecord(store, RECORD_ID, (record) => {
    const next = Object.entries(change(read(record ? objectOf(record.fields, "applications") : {})));
    const applications: JsonObject = Object.fromEntries(
      next.flatMap(([name, privileges]) => (Object.keys(privileges).length > 0 ? [[name, { ...privileges }]] : [])),
    );
    const fields = { applications };
    return record
      ? { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: [] }
      : { kind: "create", id: RECORD_ID, model: settingModel.name, fields, claims: [] };
  });
}

/** By entries, so that no name is more than a name. */
function read(applications: JsonObject): ApplicationPrivileges {
  return Object.fromEntries(
    Object.entries(applications).flatMap(([application, privileges]) => {
      if (!isJsonObject(privileges)) return [];
      const own = Object.entries(privileges).flatMap(([name, value]) =>
        isJsonObject(value) ? [[name, value] as const] : [],
      );
      return [[application, Object.fromEntries(own)]];
    }),
  );
}
