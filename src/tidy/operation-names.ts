/** Finds names of documented operations where they do not belong: what is special about one is a trait in its file. */

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const TEXT = /(["'`])([a-z_]+(?:\.[a-z_]+)+)\1/g;
const LIST = /\[\s*((?:"[a-z_.]+"\s*,?\s*){2,})\]/g;

/**
 * Names with a dot, wherever they stand, and lists of nothing but names, with and without one: a single `count` may be
 * a word, `["search", "count"]` is a list of operations.
 */
export function operationNames(text: string, names: ReadonlySet<string>): string[] {
  const code = text.replaceAll(COMMENT, "");
  const dotted = [...code.matchAll(TEXT)].map(([, , name = ""]) => name).filter((name) => names.has(name));
  const lists = [...code.matchAll(LIST)]
    .map(([, members = ""]) => [...members.matchAll(/"([^"]+)"/g)].map(([, member = ""]) => member))
    .filter((members) => members.every((member) => names.has(member)))
    .map((members) => `[${members.join(", ")}]`);
  return [...dotted, ...lists];
}
