/** Lists of names, patterns and exclusions (`a*,-ab`): only what follows a pattern excludes, and later parts win. */
import { simpleMatch } from "./wildcard.ts";

/** Whether the list takes a name. */
export function takesName(parts: readonly string[], name: string): boolean {
  let taken = false;
  parts.forEach((part, at) => {
    if (excludes(parts, at)) {
      if (simpleMatch(part.slice(1), name)) taken = false;
    } else if (simpleMatch(part, name)) taken = true;
  });
  return taken;
}

/** Whether a part excludes: it begins with `-` and stands behind a pattern. */
export function excludes(parts: readonly string[], at: number): boolean {
  return parts[at]?.startsWith("-") === true && parts.slice(0, at).some((before) => before.includes("*"));
}
