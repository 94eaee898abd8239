/** Rules of the suffix remover of Orengo and Huyck (RSLP, 2001), for Portuguese and Galician. */
import type { Stem } from "./ending-rules.ts";

interface Rule {
  readonly ending: string;
  /** How long the rest must be. */
  readonly least: number;
  readonly put: string;
  readonly exceptions: readonly string[];
}

/**
 * One step: of words of at least `shortest` units (0: what its rules need) that end in one of `only` (all when empty)
 * the first rule that fits is applied. `ais/1>al!cais,mais` puts `al` for `ais` if at least one letter stays, but not
 * in `cais` and `mais`, which are whole words or endings. `~` continues a list on the next line.
 */
export function rslpStep(shortest: number, exceptionsAre: "word" | "ending", only: string, table: string): Stem {
  const rules = table
    .replace(/~\s+/g, "")
    .trim()
    .split(/\s+/)
    .map((rule) => ruleOf(rule));
  const least = shortest === 0 ? Math.min(...rules.map((rule) => rule.least + rule.ending.length)) : shortest;
  const endings = only.split(" ").filter((ending) => ending !== "");
  const isException = (word: string, exception: string): boolean =>
    exceptionsAre === "word" ? word === exception : word.endsWith(exception);
  return (word) => {
    if (word.length < least || (endings.length > 0 && !endings.some((ending) => word.endsWith(ending)))) return word;
    for (const rule of rules) {
      const rest = word.length - rule.ending.length;
      if (
        rest < rule.least ||
        !word.endsWith(rule.ending) ||
        rule.exceptions.some((exception) => isException(word, exception))
      )
        continue;
      return word.slice(0, rest) + rule.put;
    }
    return word;
  };
}

function ruleOf(text: string): Rule {
  const [rule, exceptions] = text.split("!");
  const [ending, rest] = rule!.split("/");
  const [least, put = ""] = rest!.split(">");
  return { ending: ending!, least: Number(least), put, exceptions: exceptions?.split(",") ?? [] };
}
