/** The unique names that rules and transports hold. */
import type { JsonObject } from "../../core/json.ts";
import { stringOf } from "../records/stored-values.ts";

export function ruleClaims(fields: JsonObject): string[] {
  return [`notification-rule-name:${stringOf(fields, "name")}`];
}

export function transportClaims(fields: JsonObject): string[] {
  return [`notification-transport-name:${stringOf(fields, "name")}`];
}
