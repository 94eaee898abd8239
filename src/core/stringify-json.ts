/** Writes JSON text, 64-bit integers included. */
import type { Json } from "./json.ts";

/** The JSON text of a value: by `JSON.stringify`, unless it contains a bigint. */
export function stringifyJson(value: Json): string {
  return holdsBigInteger(value) ? write(value) : JSON.stringify(value);
}

function holdsBigInteger(value: Json): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsBigInteger);
  for (const key in value) if (holdsBigInteger(value[key] ?? null)) return true;
  return false;
}

function write(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`);
  return `{${members.join(",")}}`;
}
