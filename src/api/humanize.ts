/** Texts for people beside numbers (`?human`): `store.size` beside `size_in_bytes`, `time` beside `time_in_millis`. */
import { humanBytes, humanTime } from "../core/human-size.ts";

/** The value with a text before each size and time, all the way down; unchanged when `human` is off. */
export function humanized(value: unknown, human: boolean): unknown {
  return human ? withTexts(value) : value;
}

function withTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "number" && key.endsWith("_in_bytes")) result[key.slice(0, -"_in_bytes".length)] = humanBytes(member);
    if (typeof member === "number" && key.endsWith("_in_millis")) result[key.slice(0, -"_in_millis".length)] = humanTime(member);
    result[key] = withTexts(member);
  }
  return result;
}
