/** Lists and maps as they are written. */
import { JavaList } from "./collections.ts";
import { JavaMap } from "./maps.ts";
import type { Value } from "./values.ts";

export function listWith(...items: Value[]): JavaList {
  return new JavaList(items);
}

/** Keys and values in turn. */
export function mapWith(...parts: Value[]): JavaMap {
  const map = new JavaMap();
  for (let i = 0; i < parts.length; i += 2) map.put(parts[i]!, parts[i + 1]!);
  return map;
}
