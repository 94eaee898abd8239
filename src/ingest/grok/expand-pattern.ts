/** Puts patterns in the places of their names: `%{WORD:verb}` becomes a group with the name `verb`. */
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { GrokPatterns } from "./pattern-bank.ts";

/** A pattern is this long at most when all names in it are replaced. */
const MOST_CHARACTERS = 1_000_000;

const REFERENCE = /%\{([A-Za-z0-9_[\]^\\`]+)(?::([A-Za-z0-9@\-_:.]+))?(?:=((?:[^{}]|\{[^{}]*\})+))?\}/g;

/** Throws RequestError 400 for names that are not there, or that come to themselves. */
export function expandPattern(pattern: string, patterns: GrokPatterns): string {
  return expand(pattern, patterns, []);
}

function expand(pattern: string, patterns: GrokPatterns, within: readonly string[]): string {
  const made = pattern.replace(REFERENCE, (_whole, name: string, field?: string, definition?: string) => {
    const known = definition ?? ownOf(patterns, name);
    if (known === undefined) throw illegalArgument(`Unable to find pattern [${name}] in Grok's pattern dictionary`);
    if (within.includes(name)) throw circular(name, within, patterns);
    const inner = expand(known, patterns, [...within, name]);
    return field === undefined ? `(?:${inner})` : `(?<${field}>${inner})`;
  });
  if (made.length > MOST_CHARACTERS)
    throw illegalArgument(`the pattern is longer than [${MOST_CHARACTERS}] characters`);
  return made;
}

function circular(name: string, within: readonly string[], patterns: GrokPatterns): Error {
  const last = within.at(-1) ?? name;
  const back = last === name ? "" : ` back to pattern [${name}]`;
  const path = within.slice(0, -1);
  const via = path.length > 1 ? ` via patterns [${path.join("=>")}]` : "";
  return illegalArgument(`circular reference in pattern [${last}][${ownOf(patterns, last) ?? ""}]${back}${via}`);
}
