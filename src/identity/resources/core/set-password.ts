/** Sets the password of a user. */
import { userClaims } from "../../claims.ts";
import { type Endpoint, type IdentityRequest, recordEvent } from "../../endpoint.ts";
import type { Json } from "../../../core/json.ts";
import { hashPassword } from "../../../security/password-hash.ts";
import { invalid, notFound, permissionDenied } from "../../identity-errors.ts";
import { RecordConflict, type StoredRecord } from "../../record-store.ts";
import { eventApp, seen } from "../../resource-records.ts";
import { numberOf, stringOf } from "../../stored-values.ts";
import { users } from "./users.ts";

const LONGEST_PASSWORD = 1024;

export const setPassword: Endpoint = {
  path: "core/users/{id}/set_password/",
  title: "User Set Password",
  bodyFields: { password: { type: "string", required: true, read_only: false } },
  methods: {
    async POST(request, parameters) {
      if (!request.principal.superuser) throw permissionDenied();
      const user = await seen(users, request, parameters["id"] ?? "");
      const password = readPassword((await request.body())["password"]);
      await write(request, user, await hashPassword(password, request.passwordCost));
      const { fields } = user;
      const changed = { pk: numberOf(fields, "pk"), username: stringOf(fields, "username"), email: stringOf(fields, "email") };
      recordEvent(request, { action: "password_set", app: eventApp(users), context: { user: changed } });
      return { status: 204 };
    },
  },
};

/** A password is taken as it is, blanks included. */
function readPassword(value: Json | undefined): string {
  if (value === undefined) throw invalid({ password: ["This field is required."] });
  if (value === null) throw invalid({ password: ["This field may not be null."] });
  if (typeof value !== "string") throw invalid({ password: ["Not a valid string."] });
  if (value.trim() === "") throw invalid({ password: ["This field may not be blank."] });
  if (value.includes("\u0000")) throw invalid({ password: ["Null characters are not allowed."] });
  if (value.length > LONGEST_PASSWORD) throw invalid({ password: [`Ensure this field has no more than ${LONGEST_PASSWORD} characters.`] });
  return value;
}

async function write({ store }: IdentityRequest, user: StoredRecord, hash: string): Promise<void> {
  for (let record: StoredRecord | undefined = user; record; record = await store.get(user.id)) {
    const fields = { ...record.fields, password_hash: hash };
    try {
      return await store.change([{ kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: userClaims(fields) }]);
    } catch (error) {
      // Somebody else changed the user meanwhile: once more with what is there now.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
  throw notFound();
}
