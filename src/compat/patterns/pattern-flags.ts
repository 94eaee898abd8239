/**
 * Flags of patterns, by their names in settings (`CASE_INSENSITIVE|DOTALL`; Elasticsearch's `Regex.flagsFromString`).
 */
import { ownOf } from "../../core/names.ts";
import { illegalArgument } from "../errors.ts";

export const UNIX_LINES = 0x01;
export const CASE_INSENSITIVE = 0x02;
export const COMMENTS = 0x04;
export const MULTILINE = 0x08;
export const LITERAL = 0x10;
export const DOTALL = 0x20;
export const UNICODE_CASE = 0x40;
export const UNICODE_CHARACTER_CLASS = 0x100;

const flagsByName: Readonly<Record<string, number>> = {
  CASE_INSENSITIVE,
  MULTILINE,
  DOTALL,
  UNICODE_CASE,
  UNIX_LINES,
  LITERAL,
  COMMENTS,
  UNICODE_CHAR_CLASS: UNICODE_CHARACTER_CLASS,
  UNICODE_CHARACTER_CLASS,
};

/** Flags by their letters in a pattern (`(?i)`). */
export const flagsByLetter: Readonly<Record<string, number>> = {
  i: CASE_INSENSITIVE,
  m: MULTILINE,
  s: DOTALL,
  d: UNIX_LINES,
  u: UNICODE_CASE,
  x: COMMENTS,
  U: UNICODE_CHARACTER_CLASS | UNICODE_CASE,
};

/** Reads the flags of a setting; throws 400 for one that does not exist. */
export function parsePatternFlags(text: string | undefined): number {
  let flags = 0;
  for (const part of (text ?? "").split("|")) {
    const name = part.trim();
    if (name === "") continue;
    if (name === "CANON_EQ") throw illegalArgument("Regex flag [CANON_EQ] is not supported");
    const flag = ownOf(flagsByName, name);
    if (flag === undefined) throw illegalArgument(`Unknown regex flag [${name}]`);
    flags |= flag;
  }
  return flags;
}
