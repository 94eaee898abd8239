/** Which records decide who may do what, and whose they are. */
import { ownOf } from "../../core/names.ts";
import { isDeepStrictEqual } from "node:util";
import {
  accessTokenModel,
  groupModel,
  roleModel,
  sessionModel,
  settingModel,
  tokenModel,
  userModel,
} from "../records/models.ts";
import type { RecordChange, StoredRecord } from "../records/record-store.ts";
import type { RecordReader } from "../records/record-reader.ts";
import { numberOf } from "../records/stored-values.ts";

/**
 * What a record has to do with rights: it is a user, a group, something by which a user is known (`credential`), or it
 * is administered by who administers the server (`closed`).
 */
export type Decides = "user" | "group" | "credential" | "closed";

const DECIDING: Readonly<Record<string, Decides>> = {
  [userModel.name]: "user",
  [groupModel.name]: "group",
  [tokenModel.name]: "credential",
  [accessTokenModel.name]: "credential",
  [sessionModel.name]: "credential",
  [roleModel.name]: "closed",
  [settingModel.name]: "closed",
};

/** Undefined for records that give nobody anything. */
export function decides(id: string): Decides | undefined {
  const model = id.slice(0, id.indexOf(":"));
  return ownOf(DECIDING, model);
}

/** Id of the user whose credential a record is. */
export function ownerOf(record: StoredRecord): string {
  return `user:${numberOf(record.fields, "user")}`;
}

/** Fields of a user that say nothing of rights, and change with every log-in. */
const INDIFFERENT = new Set(["last_login"]);

/** The changes among these of records that decide something. */
export function changesOfDeciding(changes: readonly RecordChange[]): RecordChange[] {
  return changes.filter(({ id }) => decides(id) !== undefined);
}

/** Those of them that change what is decided. */
export async function decidingChanges(store: RecordReader, changes: readonly RecordChange[]): Promise<RecordChange[]> {
  const some = changesOfDeciding(changes);
  const before = await store.getMany(some.map(({ id }) => id));
  return some.filter((change, at) => {
    const record = before[at];
    return (
      change.kind !== "replace" ||
      !record ||
      decides(change.id) !== "user" ||
      !isDeepStrictEqual(deciding(record.fields), deciding(change.fields))
    );
  });
}

function deciding(fields: StoredRecord["fields"]): [string, unknown][] {
  return Object.entries(fields)
    .filter(([name]) => !INDIFFERENT.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
