/** Fields of bodies about users, with the complaints of Elasticsearch's hand-written parsers. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseFailure } from "./request-body.ts";

const LONGEST_NAME = 507;

/** The body as an object; 400 `parse_exception` for anything else. */
export function userObject(body: Json): JsonObject {
  if (isJsonObject(body)) return body;
  throw parseFailure(`expected an object, but found token [${tokenName(body)}]`);
}

/** A text; null where that is allowed. */
export function textField(field: string, value: Json, nullable = false): string | undefined {
  if (typeof value === "string") return value;
  if (value === null && nullable) return undefined;
  throw parseFailure(`expected field [${field}] to be of type string, but found [${tokenName(value)}] instead`);
}

export function booleanField(field: string, value: Json): boolean {
  if (typeof value === "boolean") return value;
  throw parseFailure(`expected field [${field}] to be of type boolean, but found [${tokenName(value)}] instead`);
}

/** Names in an array, or in one text separated by commas. */
export function namesField(field: string, value: Json): string[] {
  if (typeof value === "string") return value.split(",").filter((name) => name !== "");
  if (value === null) return [];
  if (!Array.isArray(value))
    throw parseFailure(
      `could not parse [${field}] field. expected a string array but found [${tokenName(value)}] value instead`,
    );
  return value.map((name) => {
    if (typeof name === "string") return name;
    throw parseFailure(
      `could not parse [${field}] field. expected a string array but one of the value in the array is [${tokenName(name)}]`,
    );
  });
}

/**
 * Hashes that somebody else made cannot be used: the server makes its own, of a kind that Elasticsearch does not know.
 */
export function refusePasswordHash(): never {
  throw illegalArgument(
    "[password_hash] is not supported: passwords are hashed by the server with scrypt, send [password] instead",
  );
}

export function usernameFault(username: string): string | undefined {
  if (username.length <= LONGEST_NAME && /^[!-~](?:[ -~]*[!-~])?$/.test(username)) return undefined;
  return `User names must be at least 1 and no more than ${LONGEST_NAME} characters. They can contain alphanumeric characters (a-z, A-Z, 0-9), spaces, punctuation, and printable symbols in the Basic Latin (ASCII) block. Leading or trailing whitespace is not allowed.`;
}
