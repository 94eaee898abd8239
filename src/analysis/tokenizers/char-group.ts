import { RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { TokenizerKind } from "../component.ts";
import { characterClasses } from "../token-characters.ts";
import { characterTokenizer, maxRunLength } from "../character-classes.ts";

/** Splits at characters of a set (Elasticsearch's CharGroupTokenizerFactory). */
export const charGroup: TokenizerKind = {
  name: "char_group",
  summary: "Divides text at the characters of a set.",

  create(parameters) {
    const characters = new Set<number>();
    const classes: ((codePoint: number) => boolean)[] = [];
    for (const name of parameters.list("tokenize_on_chars") ?? []) {
      const test = ownOf(characterClasses, name);
      if (test && name.length > 1) classes.push(test);
      else characters.add(characterOf(name));
    }
    const splits = (codePoint: number): boolean => characters.has(codePoint) || classes.some((test) => test(codePoint));
    return characterTokenizer((codePoint) => !splits(codePoint), maxRunLength(parameters));
  },
};

const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/** A literal character, or an escaped one: `\n`, `\u0041`. */
function characterOf(name: string): number {
  if (name === "")
    throw new RequestError(500, "runtime_exception", "[tokenize_on_chars] cannot contain empty characters");
  if (name.length === 1) return name.charCodeAt(0);
  const escaped = /^\\(?:u([0-9a-fA-F]{4})|([^u]))$/s.exec(name);
  if (!escaped) throw new RequestError(500, "runtime_exception", `Invalid escaped char in [${name}]`);
  const [, hex, letter = ""] = escaped;
  return hex === undefined ? (ownOf(controls, letter) ?? letter).charCodeAt(0) : Number.parseInt(hex, 16);
}
