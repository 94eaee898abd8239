/** The password of a user: what it may be, and how it is changed. */
import type { Json, JsonObject } from "../../core/json.ts";
import { hashPassword } from "../../security/password-hash.ts";
import { holdsNull, LEAST_PASSWORD, LONGEST_PASSWORD } from "../../security/password-rule.ts";
import { changeRecord, replaced } from "../records/change-record.ts";
import { userClaims } from "../records/claims.ts";
import type { IdentityServices } from "../identity-services.ts";
import { type Field, FieldFault } from "../interface/fields.ts";
import { notFound } from "../interface/identity-errors.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";

/** A new password. It is taken as it is, blanks included. */
export const passwordField: Field = {
  name: "password",
  required: true,
  writeOnly: true,
  kind: { schema: { type: "string", minLength: LEAST_PASSWORD, maxLength: LONGEST_PASSWORD }, parse: parseNewPassword },
};

/** One by which somebody signs in: it may be older than the rule for new ones. */
export const givenPasswordField: Field = {
  ...passwordField,
  kind: { schema: { type: "string", minLength: 1, maxLength: LONGEST_PASSWORD }, parse: parsePassword },
};

function parseNewPassword(value: Json): string {
  const password = parsePassword(value);
  if (password.length < LEAST_PASSWORD)
    throw new FieldFault(`Ensure this field has at least ${LEAST_PASSWORD} characters.`);
  return password;
}

function parsePassword(value: Json): string {
  if (typeof value !== "string") throw new FieldFault("Not a valid string.");
  if (value.trim() === "") throw new FieldFault("This field may not be blank.");
  if (holdsNull(value)) throw new FieldFault("Null characters are not allowed.");
  if (value.length > LONGEST_PASSWORD)
    throw new FieldFault(`Ensure this field has no more than ${LONGEST_PASSWORD} characters.`);
  return value;
}

/** Writes a new password; throws 404 when the user is gone meanwhile. */
export async function writePassword(
  { store, passwordCost }: IdentityServices,
  user: StoredRecord,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, passwordCost);
  const written = await changeRecord(store, user.id, (record) => {
    if (!record) return undefined;
    const fields = { ...record.fields, password_hash: hash };
    return replaced(record, fields, userClaims(fields));
  });
  if (!written) throw notFound();
}

/** A user as events name it. */
export function eventUser({
  fields,
}: Pick<StoredRecord, "fields">): JsonObject & { pk: number; username: string; email: string } {
  return { pk: numberOf(fields, "pk"), username: stringOf(fields, "username"), email: stringOf(fields, "email") };
}
