/** Sets of characters in ICU's syntax (UnicodeSet), as far as regular expressions of JavaScript can say them. */
import { illegalArgument } from "../../core/errors.ts";

/** A class of characters for the flag `v`: properties (`[:Nonspacing Mark:]`), `&` and `-` between sets. Throws 400 for what is none. */
export function unicodeSetClass(set: string): string {
  const converted = set
    .replace(/\[:(\^?)([^:]+):\]/g, (_all, negated: string, name: string) => `[${property(name, negated !== "", set)}]`)
    .replace(/\]\s*&\s*\[/g, "]&&[")
    .replace(/\]\s*-\s*\[/g, "]--[");
  try {
    new RegExp(converted, "v");
  } catch {
    throw illegalArgument(`Invalid UnicodeSet [${set}]`);
  }
  return converted;
}

/** A property by its loose name: of a general category, a script or one that is true or false. */
function property(name: string, negated: boolean, set: string): string {
  const [key, value] = name.includes("=") ? name.split("=") : [undefined, name];
  const strict = value
    .trim()
    .split(/[\s_-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("_");
  const candidates = key === undefined ? [strict, `Script=${strict}`] : [`${key.trim()}=${strict}`];
  const known = candidates.find((candidate) => isProperty(candidate));
  if (known === undefined) throw illegalArgument(`Invalid UnicodeSet [${set}]`);
  return `\\${negated ? "P" : "p"}{${known}}`;
}

function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, "v");
    return true;
  } catch {
    return false;
  }
}
