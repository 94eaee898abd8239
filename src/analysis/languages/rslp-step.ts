/** Rules of the suffix remover by Orengo and Huyck (RSLP, 2001), for Portuguese and Galician. */
import { onFirstUse } from "../../core/on-first-use.ts";
import type { Stem } from "./ending-rules.ts";

interface Rule {
  readonly ending: string;
  /** Minimum length of the remaining stem. */
  readonly least: number;
  readonly put: string;
  readonly exceptions: readonly string[];
}

/**
 * One step: in words of at least `shortest` units (0: derived from its rules) that end in one of `only` (all when
 * empty), the first matching rule is applied. `ais/1>al!cais,mais` replaces `ais` by `al` if at least one letter
 * remains, except in `cais` and `mais`, which are whole words or endings. `~` continues a list on the next line.
 */
export function rslpStep(shortest: number, exceptionsAre: "word" | "ending", only: string, table: string): Stem {
  const read = onFirstUse(() => {
    const rules = table
      .replace(/~\s+/g, "")
      .trim()
      .split(/\s+/)
      .map((rule) => ruleOf(rule));
    return {
      rules,
      least: shortest === 0 ? Math.min(...rules.map((rule) => rule.least + rule.ending.length)) : shortest,
    };
  });
  const endings = only.split(" ").filter((ending) => ending !== "");
  const isException = (word: string, exception: string): boolean =>
    exceptionsAre === "word" ? word === exception : word.endsWith(exception);
  return (word) => {
    const { rules, least } = read();
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
