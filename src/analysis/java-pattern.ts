/** Regular expressions of settings, written for java.util.regex, as JavaScript's. */
import { illegalArgument, RequestError } from "../core/errors.ts";
import { type NameTable, nameTable } from "../core/names.ts";

/** JavaScript flags of the flags that the original names (`CASE_INSENSITIVE|DOTALL`). */
const flagsByName: NameTable<string> = nameTable({
  CASE_INSENSITIVE: "i",
  MULTILINE: "m",
  DOTALL: "s",
  UNICODE_CASE: "",
  UNICODE_CHAR_CLASS: "",
});

/**
 * Compiles a pattern, global and Unicode aware. Possessive quantifiers, atomic groups and inline flags beyond a leading
 * `(?i)`/`(?s)`/`(?m)` have no counterpart and are refused.
 */
export function javaPattern(pattern: string, flags: string | undefined): RegExp {
  let javaScriptFlags = "gu";
  for (const name of flags ? flags.split("|") : []) {
    const flag = flagsByName[name.trim()];
    if (flag === undefined) throw illegalArgument(`Unknown regex flag [${name}]`);
    javaScriptFlags += flag;
  }
  let source = pattern;
  const inline = /^\(\?([ims]+)\)/.exec(source);
  if (inline) {
    for (const flag of inline[1]!) if (!javaScriptFlags.includes(flag)) javaScriptFlags += flag;
    source = source.slice(inline[0].length);
  }
  source = source
    .replaceAll("\\p{Alpha}", "[A-Za-z]")
    .replaceAll("\\p{Digit}", "[0-9]")
    .replaceAll("\\p{Alnum}", "[A-Za-z0-9]")
    .replaceAll("\\p{Punct}", "[!-\\/:-@\\[-`{-~]");
  // Java allows an escape before any character that is no letter; in JavaScript's Unicode mode only some are.
  source = source.replace(/\\([^\w\s^$\\.*+?()[\]{}|/-])/gu, "$1");
  try {
    return new RegExp(source, javaScriptFlags);
  } catch (error) {
    const message = error instanceof Error ? error.message : "syntax error";
    throw new RequestError(400, "pattern_syntax_exception", `failed to compile the regular expression [${pattern}]: ${message}`);
  }
}

/** A replacement in Java's notation (`$1`, `\$`) as JavaScript's. */
export function javaReplacement(replacement: string): string {
  return replacement.replace(/\\(.)|\$\{(\w+)\}|\$(\d)/gs, (whole, escaped: string | undefined, group: string | undefined) => {
    if (escaped !== undefined) return escaped === "$" ? "$$" : escaped;
    return group === undefined ? whole : `$<${group}>`;
  });
}
