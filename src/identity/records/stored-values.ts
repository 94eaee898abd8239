/** Reading of stored fields, whose shapes the store does not know. */
import type { JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

export function stringOf(fields: JsonObject, name: string): string {
  const value = ownOf(fields, name);
  return typeof value === "string" ? value : "";
}

export function stringsOf(fields: JsonObject, name: string): string[] {
  const value = ownOf(fields, name);
  return Array.isArray(value) ? value.filter((element) => typeof element === "string") : [];
}

export function numberOf(fields: JsonObject, name: string): number {
  const value = ownOf(fields, name);
  return typeof value === "number" ? value : 0;
}

export function objectOf(fields: JsonObject, name: string): JsonObject {
  const value = ownOf(fields, name);
  return isJsonObject(value) ? value : {};
}
