/** The lines of a user dictionary, from a file or from the settings. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { ComponentParameters } from "../../component-parameters.ts";

/**
 * Lines of `user_dictionary` or `user_dictionary_rules`. Throws 400 for both at once, and for a word that stands twice
 * unless `lenient`.
 */
export function userDictionaryLines(parameters: ComponentParameters): readonly string[] {
  const path = parameters.string("user_dictionary");
  const rules = parameters.list("user_dictionary_rules");
  if (path !== undefined && rules !== undefined) {
    throw illegalArgument("It is not allowed to use [user_dictionary] in conjunction with [user_dictionary_rules]");
  }
  const lines =
    path === undefined ? (rules ?? []) : parameters.surroundings.readFile("user_dictionary", path).split(/\r\n|[\n\r]/);
  const lenient = parameters.boolean("lenient", false);
  const seen = new Set<string>();
  return lines.filter((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return true;
    const [word] = csvFields(line);
    if (!seen.has(word!)) {
      seen.add(word!);
      return true;
    }
    if (lenient) return false;
    throw illegalArgument(`Found duplicate term [${word}] in user dictionary at line [${index + 1}]`);
  });
}

/** Fields between commas; a field but the last may stand in quotes, in which `""` is one (Lucene's CSVUtil). */
export function csvFields(line: string): string[] {
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    if (character === "," && !quoted) {
      fields.push(unquoted(field));
      field = "";
    } else {
      field += character;
    }
  }
  // Quotes that do not close make the whole line no entry.
  if (quoted) return [];
  return [...fields, field];
}

function unquoted(field: string): string {
  const inner = /^"([^"]+)"$/.exec(field)?.[1] ?? field;
  return inner.replaceAll('""', '"');
}
