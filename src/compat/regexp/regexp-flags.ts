/**
 * The flags of `regexp`: which operators beyond the standard ones a pattern may use (constants of Lucene's `RegExp`).
 */
import { illegalArgument } from "../errors.ts";
import { type NameTable, nameTable } from "../../core/names.ts";

export const INTERSECTION = 0x01;
export const COMPLEMENT = 0x02;
export const EMPTY = 0x04;
export const ANY_STRING = 0x08;
export const INTERVAL = 0x20;
export const ALL_FLAGS = 0xff;

const values: NameTable<number> = nameTable({
  INTERSECTION,
  COMPLEMENT,
  EMPTY,
  ANYSTRING: ANY_STRING,
  INTERVAL,
  NONE: 0,
  ALL: ALL_FLAGS,
});

/** Parses flags such as `COMPLEMENT|INTERVAL`; all of them when none is given. */
export function parseRegexpFlags(text: string | undefined): number {
  if (text === undefined || text === "") return ALL_FLAGS;
  let flags = 0;
  for (const part of text.split("|")) {
    if (part === "") continue;
    const name = part.toUpperCase();
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw illegalArgument(`Unknown regexp flag [${part}]`);
    if (name === "ALL" || name === "NONE") return value;
    flags |= value;
  }
  return flags;
}
