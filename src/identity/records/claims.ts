/** The unique names that records hold. */
import type { JsonObject } from "../../core/json.ts";
import { stringOf } from "./stored-values.ts";

export function userNameClaim(username: string): string {
  return `user-name:${username}`;
}

export function userClaims(fields: JsonObject): string[] {
  return [userNameClaim(stringOf(fields, "username"))];
}

/** A name is unique below its parent; groups without a parent are below the same nothing. */
export function groupClaims(fields: JsonObject): string[] {
  return [`group-name:${stringOf(fields, "parent")}:${stringOf(fields, "name")}`];
}

export function tokenIdentifierClaim(identifier: string): string {
  return `token-identifier:${identifier}`;
}

/** The claim by which a key is looked up. */
export function tokenKeyClaim(digest: string): string {
  return `token-key:${digest}`;
}

export function tokenClaims(fields: JsonObject): string[] {
  return [tokenIdentifierClaim(stringOf(fields, "identifier")), tokenKeyClaim(stringOf(fields, "key_digest"))];
}
