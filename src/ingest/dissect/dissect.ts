/** Takes a text apart by a pattern. */
import { ownOf, put } from "../../core/names.ts";
import type { DissectKey, DissectPattern } from "./dissect-pattern.ts";

/** Values by name; undefined when the text does not match. `separator` stands between parts that are appended. */
export function dissected(
  { leading, keys }: DissectPattern,
  text: string,
  separator: string,
): Record<string, string> | undefined {
  if (!text.startsWith(leading)) return undefined;
  const found: (readonly [DissectKey, string])[] = [];
  let at = leading.length;
  let index = 0;
  let key = keys[0];
  while (key !== undefined && key.delimiter !== "") {
    const end = text.indexOf(key.delimiter, at);
    if (end < 0) break;
    found.push([key, text.slice(at, end)]);
    at = end + key.delimiter.length;
    // Delimiters that follow at once are padding, or have an empty value between them.
    while (text.startsWith(key.delimiter, at) && key.delimiter !== "") {
      const { delimiter } = key;
      if (!key.pads) {
        const next: DissectKey | undefined = keys[index + 1];
        if (!next) break;
        index++;
        key = next;
        found.push([key, ""]);
      }
      at += delimiter.length;
    }
    key = keys[++index];
  }
  if (found.length === keys.length - 1 && key?.delimiter === "") found.push([key, text.slice(at)]);
  return found.length === keys.length ? valuesOf(found, separator) : undefined;
}

function valuesOf(found: readonly (readonly [DissectKey, string])[], separator: string): Record<string, string> {
  const values: Record<string, string> = {};
  const parts = new Map<string, (readonly [number, string])[]>();
  for (const [key, value] of found) {
    if (key.kind === "plain") put(values, key.name, value);
    else if (key.kind === "append") parts.set(key.name, [...(parts.get(key.name) ?? []), [key.order, value]]);
    else if (key.kind === "name") {
      const reference = found.find(([other]) => other.kind === "reference" && other.name === key.name);
      put(values, value, reference?.[1] ?? "");
    }
  }
  for (const [name, list] of parts) {
    const before = ownOf(values, name);
    const sorted = list.sort(([one], [other]) => one - other).map(([, value]) => value);
    put(values, name, (before === undefined ? sorted : [before, ...sorted]).join(separator));
  }
  return values;
}
