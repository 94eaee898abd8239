/** Rebuilds an object from the terms of its leaves, `key \0 value` (`FlattenedFieldSyntheticWriterHelper`). */
import type { ShownValue } from "../field-type.ts";

const decoder = new TextDecoder();

/** A leaf: its path of names, and its values. */
interface Leaf {
  readonly names: readonly string[];
  readonly values: string[];
}

/**
 * JSON text of the object; undefined without leaves. Terms must be sorted and distinct. A name with a value of its own
 * cannot also be an object, so names below it keep their dots.
 */
export function keyedObject(terms: readonly ShownValue[]): string | undefined {
  const leaves = leavesOf(terms);
  if (leaves.length === 0) return undefined;
  const open: string[] = [];
  let last: string | undefined;
  let text = "{";
  let first = true;
  for (let at = 0; at < leaves.length; at++) {
    const { names, values } = leaves[at]!;
    const next = leaves[at + 1]?.names.slice(0, -1) ?? [];
    const below = names.slice(open.length, -1);
    const name = names.at(-1)!;
    if (!first) text += ",";
    first = false;
    if (below.length > 0 && below[0] === last)
      text += `${JSON.stringify([...below, name].join("."))}:${valuesText(values)}`;
    else {
      for (const inner of below) text += `${JSON.stringify(inner)}:{`;
      open.push(...below);
      text += `${JSON.stringify(name)}:${valuesText(values)}`;
      last = name;
    }
    const ending = open.length - common(open, next);
    text += "}".repeat(ending);
    open.length -= ending;
  }
  return `${text}}`;
}

/** Values of one key are adjacent. */
function leavesOf(terms: readonly ShownValue[]): Leaf[] {
  const leaves: Leaf[] = [];
  let lastKey: string | undefined;
  for (const term of terms) {
    const text = decoder.decode(term as Uint8Array);
    const end = text.indexOf("\0");
    const key = text.slice(0, end);
    if (key !== lastKey) leaves.push({ names: key.split("."), values: [] });
    lastKey = key;
    leaves.at(-1)!.values.push(text.slice(end + 1));
  }
  return leaves;
}

function valuesText(values: readonly string[]): string {
  return values.length === 1 ? JSON.stringify(values[0]) : JSON.stringify(values);
}

/** Length of the common beginning of two lists of names. */
function common(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}
