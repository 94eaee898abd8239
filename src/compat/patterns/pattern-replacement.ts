/** Replacements in the notation of java.util.regex.Matcher. */
import { illegalArgument } from "../errors.ts";
import type { JavaPattern, Match } from "./java-pattern.ts";

/** The replacement text of a match. Throws 400 in Java's words for an invalid replacement. */
export function replacementOf(
  pattern: Pick<JavaPattern, "groupCount" | "groupNames">,
  text: string,
  match: Match,
  replacement: string,
): string {
  let result = "";
  const group = (number: number): string => {
    const start = match.spans[number * 2]!;
    return start < 0 ? "" : text.slice(start, match.spans[number * 2 + 1]);
  };
  for (let at = 0; at < replacement.length;) {
    const character = replacement[at++]!;
    if (character === "\\") {
      if (at === replacement.length) throw illegalArgument("character to be escaped is missing");
      result += replacement[at++]!;
    } else if (character !== "$") result += character;
    else if (replacement[at] === "{") {
      const [whole = "", name = ""] = /^\{([A-Za-z0-9]*)/.exec(replacement.slice(at))!;
      at += whole.length;
      if (name === "" || replacement[at] !== "}")
        throw illegalArgument("named capturing group is missing trailing '}'");
      if (/^\d/.test(name)) throw illegalArgument(`capturing group name {${name}} starts with digit character`);
      const number = pattern.groupNames.get(name);
      if (number === undefined) throw illegalArgument(`No group with name {${name}}`);
      result += group(number);
      at++;
    } else {
      if (at === replacement.length) throw illegalArgument("Illegal group reference: group index is missing");
      let number = digitAt(replacement, at++);
      if (number < 0) throw illegalArgument("Illegal group reference");
      if (number > pattern.groupCount) throw illegalArgument(`No group ${number}`);
      for (
        let digit = digitAt(replacement, at);
        digit >= 0 && number * 10 + digit <= pattern.groupCount;
        digit = digitAt(replacement, ++at)
      ) {
        number = number * 10 + digit;
      }
      result += group(number);
    }
  }
  return result;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
