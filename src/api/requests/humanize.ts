/** Texts for people beside numbers (`?human`): `store.size` beside `size_in_bytes`, `time` beside `time_in_millis`. */
import { humanBytes, humanTime } from "../../compat/human-size.ts";
import { ownOf, put } from "../../core/names.ts";

/** Texts that Elasticsearch calls otherwise than their numbers. */
const NAMES: Readonly<Record<string, string>> = {
  "get.time_in_millis": "getTime",
  "segments.fixed_bit_set_memory_in_bytes": "fixed_bit_set",
  "flush.total_time_excluding_waiting_on_lock_in_millis": "total_time_excluding_waiting",
};

/** The value with a text before each size and time, all the way down; unchanged when `human` is off. */
export function humanized(value: unknown, human: boolean): unknown {
  return human ? withTexts(value, "") : value;
}

function withTexts(value: unknown, section: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, section));
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const number = typeof member === "number" ? member : undefined;
    if (number !== undefined && key.endsWith("_in_bytes"))
      put(result, ownOf(NAMES, `${section}.${key}`) ?? key.slice(0, -"_in_bytes".length), humanBytes(number));
    if (number !== undefined && key.endsWith("_in_millis"))
      put(result, ownOf(NAMES, `${section}.${key}`) ?? key.slice(0, -"_in_millis".length), humanTime(number));
    put(result, key, withTexts(member, key));
  }
  return result;
}
